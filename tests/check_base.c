/* Reasons of failures: what is kept of them when they are long. */

#include "config.h"

#include "unit.h"
#include <errno.h>
#include <string.h>

#include "base/fail.h"

START_TEST(reasons_are_kept_whole)
{
	ck_assert_int_eq(fail("%s: %d", "result.json", 7), OUTCOME_FAILED);
	ck_assert_str_eq(fail_reason(), "result.json: 7");
	/* What was recorded last may be part of what is recorded now. */
	ck_assert_int_eq(skip("the client: %s", fail_reason()),
	    OUTCOME_SKIPPED);
	ck_assert_str_eq(fail_reason(), "the client: result.json: 7");
}
END_TEST

START_TEST(long_reasons_lose_their_middle)
{
	static char	name[5000];
	size_t		length;

	for (length = 200; length < sizeof name; length += 150) {
		memset(name, 'n', length);
		name[length] = '\0';
		fail("a%s: is a directory; name a file in it", name);
		ck_assert_uint_lt(strlen(fail_reason()), FAIL_REASON_SIZE);
		ck_assert(strncmp(fail_reason(), "annn", 4) == 0);
		ck_assert(strstr(fail_reason(), "name a file in it") != NULL);
	}
	ck_assert(strstr(fail_reason(), "n...n") != NULL);
	errno = EACCES;
	fail_errno("a%s", name);
	ck_assert_int_eq(errno, EACCES);
	ck_assert(strstr(fail_reason(), strerror(EACCES)) != NULL);
}
END_TEST

START_TEST(too_few_descriptors_have_a_remedy)
{
	errno = EMFILE;
	fail_errno("make a pipe");
	ck_assert(strncmp(fail_reason(), "make a pipe: ", 13) == 0);
	ck_assert(strstr(fail_reason(), strerror(EMFILE)) != NULL);
	ck_assert(strstr(fail_reason(), "ulimit -n") != NULL);
}
END_TEST

static Suite *
base_suite(void)
{
	Suite	*suite = suite_create("base");
	TCase	*reasons = tcase_create("reasons");

	tcase_add_test(reasons, reasons_are_kept_whole);
	tcase_add_test(reasons, long_reasons_lose_their_middle);
	tcase_add_test(reasons, too_few_descriptors_have_a_remedy);
	suite_add_tcase(suite, reasons);
	return suite;
}

int
main(void)
{
	return unit_run(base_suite());
}
