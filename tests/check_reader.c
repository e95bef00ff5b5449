/* Tests of the reader of results against all that may be wrong with a file. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "results/decode.h"
#include "results/store.h"
#include "statistics/histogram.h"
#include "result-files.h"
#include "support.h"
#include "unit.h"

#define SLOW_S		300

/* Whatever may be wrong in a file, and a word of what must be said of it. */
static const struct {
	const char	*text, *word;
} refused[] = {
	{ "", "empty" },
	{ "[]", "no schema" },
	{ "{}", "no schema" },
	{ "hello", "no ipclat result" },
	{ "{\"schema\": \"ipclat-result/1\"}", "tests must be an array" },
	{ "{\"schema\": \"ipclat-result/2\", \"tests\": []}", "newer" },
	{ "{\"schema\": \"ipclat-result/0\", \"tests\": []}", "schema" },
	{ "{\"schema\": \"ipclat-result/1x\", \"tests\": []}", "schema" },
	{ "{\"schema\": \"ipclat-comparison/1\"}", "no ipclat result" },
	{ "{\"schema\": \"\\u001b[31m\"}", "\"?[31m\"" },
	{ "{\"schema\": 1, \"tests\": []}", "no schema" },
	{ "{\"schema\": \"ipclat-result/1\", \"tests\": []", "line 1" },
	{ "{\"schema\": \"ipclat-result/1\", \"tests\": [], \"tests\": []}",
	    "duplicate" },
	{ "{\"schema\": \"ipclat-result/1\", \"tests\": []} x", "line 1" },
	{ "{\"schema\": \"ipclat-result/1\", \"tests\": [], \"seed\": -1}",
	    "seed is negative" },
	{ "{\"schema\": \"ipclat-result/1\", \"tests\": [], "
	    "\"seed\": 9007199254740992}", "absurd" },
	{ "{\"schema\": \"ipclat-result/1\", \"tests\": [], \"seed\": 1.5}",
	    "whole" },
	{ "{\"schema\": \"ipclat-result/1\", \"tests\": [], \"seed\": NaN}",
	    "line 1" },
	{ "{\"schema\": \"ipclat-result/1\", \"tests\": [], \"host\": []}",
	    "host must be an object" },
	{ "{\"schema\": \"ipclat-result/1\", \"tests\": [], "
	    "\"host\": {\"a b\": 1}}", "key" },
	{ "{\"schema\": \"ipclat-result/1\", \"tests\": [], "
	    "\"arguments\": [1]}", "arguments must be a string" },
	{ "{\"schema\": \"ipclat-result/1\", \"tests\": [], "
	    "\"program\": {\"libraries\": 1}}",
	    "program.libraries must be an object" },
	{ "{\"schema\": \"ipclat-result/1\", \"tests\": [1]}",
	    "tests[0] must be an object" },
	{ "{\"schema\": \"ipclat-result/1\", \"tests\": [{}]}",
	    "tests[0].status" },
};

START_TEST(wrong_files_are_refused)
{
	struct result	result = { .seed = 0 };

	put_file("result", refused[_i].text);
	ck_assert_int_eq(store_read("result", &result), -1);
	ck_assert_msg(strstr(fail_reason(), refused[_i].word) != NULL,
	    "%s: not '%s'", fail_reason(), refused[_i].word);
	ck_assert_msg(strncmp(fail_reason(), "result: ", 8) == 0, "%s",
	    fail_reason());
}
END_TEST

/* The same for members of a test. */
static const struct {
	const char	*members, *word;
} refused_tests[] = {
	{ "\"status\": \"fine\"", "tests[0].status" },
	{ "\"spec\": 1", "tests[0].spec must be a string" },
	{ "\"spec\": \"\"", "tests[0].spec is missing" },
	{ "\"unit\": \"us\"", "unit" },
	{ "\"headline\": \"p99\"", "headline" },
	{ "\"timed_per\": 0", "timed_per must be above 0" },
	{ "\"batch\": -1", "batch" },
	{ "\"batch\": 1.5", "batch" },
	{ "\"invocations\": [{\"disturbed_by\": \"somebody who is far away\"}]",
	    "disturbed_by" },
	{ "\"method\": -1", "method is negative" },
	{ "\"invocations\": {}", "invocations must be an array" },
	{ "\"invocations\": [[]]", "invocations[0] must be an object" },
	{ "\"invocations\": [{}, {\"lost\": -3}]",
	    "tests[0].invocations[1].lost is negative" },
	{ "\"invocations\": [{\"median_ns\": 1e30}]", "median_ns is absurd" },
	{ "\"invocations\": [{\"median_ns\": \"1\"}]",
	    "median_ns must be a number" },
	{ "\"invocations\": [{\"round_trips\": null}]", "round_trips" },
	{ "\"invocations\": [{\"disturbed\": 0}]", "disturbed" },
	{ "\"invocations\": [{\"relation\": \"a very long word indeed\"}]",
	    "longer than 15" },
	{ "\"invocations\": [{\"sides\": [{\"cpus\": [1.5]}]}]",
	    "invocations[0].sides[0].cpus must be a whole" },
	{ "\"invocations\": [{\"sides\": [{\"user_ns\": -0.1}]}]", "negative" },
	{ "\"invocations\": [{\"median_ns\": 0}]",
	    "invocations[0].median_ns must be above 0" },
	{ "\"invocations\": [{\"mean_ns\": 0.0}]", "mean_ns must be above 0" },
	{ "\"invocations\": [{\"p99_ns\": -0.0}]", "p99_ns must be above 0" },
	{ "\"invocations\": [{\"median_ns\": -5}]", "median_ns is negative" },
	{ "\"invocations\": [{\"median_ns\": 1e19}]", "absurdly large" },
	{ "\"histogram\": []", "histogram must be an object" },
	{ "\"histogram\": {\"counts\": []}", "subbits must be 7" },
	{ "\"histogram\": {\"subbits\": 8, \"counts\": []}", "subbits" },
	{ "\"histogram\": {\"subbits\": 7, \"counts\": [1]}",
	    "step without count" },
	{ "\"histogram\": {\"subbits\": 7, \"counts\": [1, 0]}", "count of 0" },
	{ "\"histogram\": {\"subbits\": 7, \"counts\": [1, -1]}", "negative" },
	{ "\"histogram\": {\"subbits\": 7, \"counts\": [4352, 1]}",
	    "beyond 4351" },
	{ "\"histogram\": {\"subbits\": 7, \"counts\": [5, 1, 5, 1]}",
	    "do not rise" },
	{ "\"histogram\": {\"subbits\": 7, \"counts\": [5, 1, 4, 1]}",
	    "do not rise" },
	{ "\"histogram\": {\"subbits\": 7, \"counts\": "
	    "[5, 9007199254740991, 6, 1]}", "adds up to too much" },
	{ "\"histogram\": {\"subbits\": 7, \"counts\": [5, 1, 6, 1], "
	    "\"minimum\": 6}", "minimum is not in the first step" },
	{ "\"histogram\": {\"subbits\": 7, \"counts\": [5, 1, 6, 1], "
	    "\"maximum\": 7}", "maximum is not in the last step" },
	{ "\"summary\": 3", "summary must be an object" },
	{ "\"summary\": {\"p99_ns\": true}", "summary.p99_ns must be" },
};

START_TEST(wrong_tests_are_refused)
{
	struct result	result = { .seed = 0 };

	put_test_file("result", refused_tests[_i].members);
	ck_assert_int_eq(store_read("result", &result), -1);
	ck_assert_msg(strstr(fail_reason(), refused_tests[_i].word) != NULL,
	    "%s: not '%s'", fail_reason(), refused_tests[_i].word);
}
END_TEST

START_TEST(what_is_missing_is_worked_out)
{
	struct result	result = { .seed = 0 };

	put_test_file("result", "\"invocations\": [{\"median_ns\": 3, "
	    "\"round_trips\": 7, \"elapsed_ns\": 1000, \"new_member\": []}], "
	    "\"histogram\": {\"subbits\": 7, \"counts\": [3, 1, 300, 2]}, "
	    "\"another\": {\"x\": [1]}");
	ck_assert_msg(store_read("result", &result) == 0, "%s", fail_reason());
	ck_assert_uint_eq(result.tests[0].histogram->minimum, 3);
	ck_assert_uint_eq(result.tests[0].histogram->maximum, 345);
	ck_assert_uint_eq(result.tests[0].histogram->count, 3);
	check_close(result.tests[0].summary.median_ns, 3);
	check_close(result.tests[0].summary.min_ns, 3);
	check_close(result.tests[0].summary.round_trips_per_s, 7e6);
	ck_assert(isnan(result.tests[0].summary.cpu_percent));
	ck_assert(isnan(result.tests[0].invocations[0].p99_ns));
	result_free(&result);
}
END_TEST

static void
put_nested(const char *path, unsigned depth)
{
	FILE		*file = fopen(path, "w");
	unsigned	 i;

	fputs("{\"schema\": \"ipclat-result/1\", \"tests\": [], \"more\": ",
	    file);
	for (i = 1; i < depth; i++)
		putc('[', file);
	for (i = 1; i < depth; i++)
		putc(']', file);
	fputs("}", file);
	fclose(file);
}

START_TEST(deep_nesting_is_refused)
{
	struct result	result = { .seed = 0 };

	put_nested("result", 32);
	ck_assert_msg(store_read("result", &result) == 0, "%s", fail_reason());
	result_free(&result);
	put_nested("result", 33);
	ck_assert_int_eq(store_read("result", &result), -1);
	ck_assert(strstr(fail_reason(), "deeper than 32") != NULL);
	put_nested("result", 1000000);
	ck_assert_int_eq(store_read("result", &result), -1);
	ck_assert(strstr(fail_reason(), "deeper than 32") != NULL);
}
END_TEST

START_TEST(large_files_are_refused)
{
	struct result	result = { .seed = 0 };
	FILE		*file;
	unsigned	 i;

	/* A file with a hole: no space is used. */
	put_file("result", "{}");
	ck_assert(truncate("result", (off_t)STORE_SIZE_LIMIT + 1) == 0);
	ck_assert_int_eq(store_read("result", &result), -1);
	ck_assert(strstr(fail_reason(), "64 MB") != NULL);

	file = fopen("result", "w");
	putc('[', file);
	for (i = 0; i < 4000001; i++)
		fputs("1,", file);
	fputs("1]", file);
	fclose(file);
	ck_assert_int_eq(store_read("result", &result), -1);
	ck_assert(strstr(fail_reason(), "values") != NULL);
}
END_TEST

START_TEST(missing_and_special_files_have_a_reason)
{
	struct result	result = { .seed = 0 };

	ck_assert_int_eq(store_read("absent", &result), -1);
	ck_assert(strncmp(fail_reason(), "absent: ", 8) == 0);
	ck_assert_int_eq(store_read(".", &result), -1);
	ck_assert_int_eq(store_read("/dev/null", &result), -1);
	ck_assert_str_eq(fail_reason(), "/dev/null: is a device; name a file, "
	    "or - for standard input");
	ck_assert_int_eq(mkfifo("fifo", 0600), 0);
	ck_assert_int_eq(store_read("fifo", &result), -1);
	ck_assert_str_eq(fail_reason(),
	    "fifo: is a pipe that nobody writes to");
}
END_TEST

/* Changes some bytes: random ones, digits, structure; or moves pieces. */
static size_t
mutate(uint64_t *state, char *text, size_t size)
{
	static const char	marks[] = "{}[]\",:-0123456789.eEntf\\ \x80\xff";
	size_t			count = 1 + support_below(state, 4), at, from;
	size_t			length;

	while (count-- > 0 && size > 2) {
		at = support_below(state, size);
		from = support_below(state, size);
		length = support_below(state, size / 4 < 40 ? size / 4 + 1 :
		    40);
		switch (support_below(state, 5)) {
		case 0:
			text[at] = (char)support_below(state, 256);
			break;
		case 1:
			text[at] = marks[support_below(state,
			    sizeof marks - 1)];
			break;
		case 2:		/* copy a piece over another */
			if (at + length <= size && from + length <= size)
				memmove(text + at, text + from, length);
			break;
		case 3:		/* take a piece out */
			if (at + length < size) {
				memmove(text + at, text + at + length,
				    size - at - length);
				size -= length;
			}
			break;
		default:
			if (support_below(state, 10) == 0)
				size = at;
		}
	}
	return size;
}

static bool
is_printable(const char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text < ' ' || (unsigned char)*text > '~')
			return false;
	return true;
}

static unsigned
fuzz_one(uint64_t *state, const char *text, size_t size)
{
	struct result	 back = { .seed = 0 };
	char		*mutant = malloc(size), *again;
	size_t		 mutant_size, again_size;
	unsigned	 good = 0;

	memcpy(mutant, text, size);
	mutant_size = mutate(state, mutant, size);
	if (decode_result("it", mutant, mutant_size, &back) == 0) {
		/* What is accepted can be written again. */
		again = result_text(&back, &again_size);
		free(again);
		result_free(&back);
		good = 1;
	} else {
		ck_assert(strncmp(fail_reason(), "it: ", 4) == 0);
		ck_assert(is_printable(fail_reason()));
	}
	free(mutant);
	return good;
}

START_TEST(mutations_are_survived)
{
	struct result	 result;
	uint64_t	 state;
	char		*text;
	size_t		 size;
	unsigned	 turn, i, good = 0;

	state = support_seed("mutations", support_fresh_seed());
	for (turn = 0; turn < 40; turn++) {
		memset(&result, 0, sizeof result);
		support_random_result(&state, &result);
		if (result.test_count == 0)
			add_plain_test(&result, 2);
		text = result_text(&result, &size);
		result_free(&result);
		for (i = 0; i < 200; i++)
			good += fuzz_one(&state, text, size);
		free(text);
	}
	/* Both sides of the reader were seen. */
	ck_assert(good > 0);
	ck_assert(good < 8000);
}
END_TEST

static void
add_reader_tests(TCase *reader)
{
	tcase_add_loop_test(reader, wrong_files_are_refused, 0,
	    (int)(sizeof refused / sizeof refused[0]));
	tcase_add_loop_test(reader, wrong_tests_are_refused, 0,
	    (int)(sizeof refused_tests / sizeof refused_tests[0]));
	tcase_add_test(reader, what_is_missing_is_worked_out);
	tcase_add_test(reader, deep_nesting_is_refused);
	tcase_add_test(reader, large_files_are_refused);
	tcase_add_test(reader, missing_and_special_files_have_a_reason);
	tcase_add_test(reader, mutations_are_survived);
}

static Suite *
make_suite(void)
{
	Suite	*suite = suite_create("reader");
	TCase	*reader = tcase_create("reader");

	tcase_set_timeout(reader, SLOW_S);
	tcase_add_checked_fixture(reader, enter_directory, leave_directory);
	add_reader_tests(reader);
	suite_add_tcase(suite, reader);
	return suite;
}

int
main(void)
{
	return unit_run(make_suite());
}
