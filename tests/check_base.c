/* Reasons of failures, and descriptors moved and closed. */

#include "config.h"

#include "unit.h"
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/fdio.h"

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

/* Whoever meets a full table: it is not what the system lacks. */
START_TEST(too_few_descriptors_are_a_failure)
{
	static const int errors[] = { EMFILE, ENFILE, EACCES };
	size_t	i;

	for (i = 0; i < 3; i++) {
		errno = errors[i];
		ck_assert_int_eq(fail_errno("make a pipe"), OUTCOME_FAILED);
		ck_assert_int_eq(skip_errno("make a pipe"),
		    errors[i] == EACCES ? OUTCOME_SKIPPED : OUTCOME_FAILED);
		ck_assert_int_eq(errno, errors[i]);
	}
}
END_TEST

static bool
is_open(int fd)
{
	return fcntl(fd, F_GETFD) >= 0;
}

START_TEST(ranges_are_closed)
{
	int	fds[6], i;

	for (i = 0; i < 6; i++)
		fds[i] = fcntl(0, F_DUPFD, i == 0 ? 40 : fds[i - 1] + 1);
	ck_assert_int_eq(fds[5], fds[0] + 5);
	fdio_close_range(fds[1], fds[1]);
	ck_assert(is_open(fds[1]));
	/* Also where one of them is closed already. */
	close(fds[2]);
	fdio_close_range(fds[1], fds[4]);
	for (i = 0; i < 6; i++)
		ck_assert(is_open(fds[i]) == (i == 0 || i > 3));
	fdio_close_range(fds[0], fds[5] + 1);
	ck_assert(!is_open(fds[0]) && !is_open(fds[5]));
}
END_TEST

START_TEST(descriptors_are_lowered)
{
	int	free_fd = dup(0), fd = fcntl(0, F_DUPFD, 50), same;

	close(free_fd);
	fdio_lower(&fd);
	ck_assert_int_eq(fd, free_fd);
	ck_assert(!is_open(50));
	ck_assert_int_eq(fcntl(fd, F_GETFD), FD_CLOEXEC);
	same = fd;
	fdio_lower(&fd);
	ck_assert_int_eq(fd, same);
	ck_assert(is_open(fd));
	close(fd);
}
END_TEST

static Suite *
base_suite(void)
{
	Suite	*suite = suite_create("base");
	TCase	*reasons = tcase_create("reasons");
	TCase	*descriptors = tcase_create("descriptors");

	tcase_add_test(reasons, reasons_are_kept_whole);
	tcase_add_test(reasons, long_reasons_lose_their_middle);
	tcase_add_test(reasons, too_few_descriptors_have_a_remedy);
	tcase_add_test(reasons, too_few_descriptors_are_a_failure);
	tcase_add_test(descriptors, ranges_are_closed);
	tcase_add_test(descriptors, descriptors_are_lowered);
	suite_add_tcase(suite, reasons);
	suite_add_tcase(suite, descriptors);
	return suite;
}

int
main(void)
{
	return unit_run(base_suite());
}
