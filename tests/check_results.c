/* Tests of results: summaries, and the result file against all that may be
 * wrong with it. */

#include "config.h"

#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/jsonout.h"
#include "results/decode.h"
#include "results/store.h"
#include "results/temporary.h"
#include "statistics/histogram.h"
#include "unit.h"
#include "support.h"

#define SLOW_S		300
#define PATH_SIZE	256

static char	directory[PATH_SIZE];

static void
enter_directory(void)
{
	const char	*parent = getenv("TMPDIR");

	snprintf(directory, sizeof directory, "%s/check_results.XXXXXX",
	    parent != NULL ? parent : "/tmp");
	ck_assert(mkdtemp(directory) != NULL);
	ck_assert(chdir(directory) == 0);
}

static void
leave_directory(void)
{
	static const char *const names[] = { "result", "link", "other", "fifo",
	    "sub/result", "sub/link", "sub" };
	size_t	i;

	ck_assert(chdir(directory) == 0);
	for (i = 0; i < sizeof names / sizeof names[0]; i++)
		remove(names[i]);
	/* Fails if anything else was left behind. */
	ck_assert(chdir("/") == 0);
	ck_assert_msg(rmdir(directory) == 0, "files are left in %s", directory);
}

static char *
result_text(const struct result *result, size_t *size)
{
	FILE	*file = tmpfile();
	char	*text;

	ck_assert(file != NULL);
	ck_assert_int_eq(store_write(file, result), 0);
	text = support_contents(file, size);
	fclose(file);
	return text;
}

static void
put_file(const char *path, const char *text)
{
	FILE	*file = fopen(path, "w");

	ck_assert(file != NULL);
	fputs(text, file);
	ck_assert(fclose(file) == 0);
}

static char *
get_file(const char *path)
{
	FILE	*file = fopen(path, "r");
	char	*text;
	size_t	 size;

	ck_assert(file != NULL);
	text = support_contents(file, &size);
	fclose(file);
	return text;
}

static void
check_close(double value, double wanted)
{
	ck_assert_msg(fabs(value - wanted) <= 1e-9 * (1 + fabs(wanted)),
	    "%.17g instead of %.17g", value, wanted);
}

/* A test of n invocations whose medians are 1000, 2000, ... ns. */
static struct test_result *
add_plain_test(struct result *result, unsigned n)
{
	struct test_result		*test = result_add_test(result);
	struct invocation_result	*invocation;
	struct side_result		*side;
	unsigned			 i, j;

	test->name = strdup("pipe");
	test->spec = strdup("pipe:place=same");
	facts_add_number(&test->params, "size", 64);
	test->carries_data = true;
	for (i = 1; i <= n; i++) {
		invocation = test_add_invocation(test);
		invocation->round_trips = 1000;
		invocation->timed = 500;
		invocation->median_ns = 1000 * i;
		invocation->mean_ns = 1100 * i;
		invocation->p90_ns = 1200 * i;
		invocation->p99_ns = 1300 * i;
		invocation->elapsed_ns = 1e6;
		invocation->machine_busy_cpus = 1.5;
		strcpy(invocation->relation, "same");
		for (j = 0; j < 2; j++) {
			side = invocation_add_side(invocation);
			strcpy(side->role, j == 0 ? "client" : "server");
			side_add_cpu(side, 1);
			side->user_ns = 1e5;
			side->system_ns = 3e5;
			side->voluntary_switches = 600;
			side->involuntary_switches = 400;
		}
	}
	return test;
}

START_TEST(summary_is_of_invocations)
{
	struct result		 result = { .seed = 0 };
	struct test_result	*test = add_plain_test(&result, 5);

	test_summarise(test, 2);
	check_close(test->summary.median_ns, 3000);
	check_close(test->summary.mean_ns, 3300);
	check_close(test->summary.p90_ns, 3600);
	check_close(test->summary.p99_ns, 3900);
	ck_assert(isnan(test->summary.ci_low_ns));
	ck_assert(isnan(test->summary.p999_ns));
	ck_assert(isnan(test->summary.min_ns));
	ck_assert(isnan(test->summary.reply_median_ns));
	check_close(test->summary.round_trips_per_s, 1e6);
	check_close(test->summary.bytes_per_s, 64e6);
	/* 0.8 ms of CPU in each 1 ms of two CPUs. */
	check_close(test->summary.cpu_percent, 40);
	check_close(test->summary.user_percent, 10);
	check_close(test->summary.system_percent, 30);
	check_close(test->summary.machine_cpu_percent, 75);
	check_close(test->summary.cpu_ns_per_round_trip, 800);
	check_close(test->summary.switches_per_round_trip, 2);
	result_free(&result);
}
END_TEST

START_TEST(summary_has_an_interval_from_six_on)
{
	struct result		 result = { .seed = 0 };
	struct test_result	*test = add_plain_test(&result, 6);

	test_summarise(test, 2);
	ck_assert(test->summary.ci_low_ns > 1000);
	ck_assert(test->summary.ci_high_ns < 6000);
	ck_assert(test->summary.ci_low_ns < 3500);
	check_close(test->summary.ci_low_ns + test->summary.ci_high_ns, 7000);
	test->headline_is_mean = true;
	test_summarise(test, 2);
	check_close(test->summary.ci_low_ns + test->summary.ci_high_ns, 7700);
	result_free(&result);
}
END_TEST

START_TEST(summary_leaves_out_disturbed)
{
	struct result		 result = { .seed = 0 };
	struct test_result	*test = add_plain_test(&result, 4);
	size_t			 i;

	test->invocations[3].disturbed = true;
	test->invocations[3].round_trips = 1;
	test_summarise(test, 2);
	check_close(test->summary.median_ns, 2000);
	check_close(test->summary.round_trips_per_s, 1e6);
	for (i = 0; i < 4; i++)
		test->invocations[i].disturbed = true;
	test_summarise(test, 2);
	check_close(test->summary.median_ns, 2500);
	result_free(&result);
}
END_TEST

START_TEST(summary_says_unknown)
{
	struct result		 result = { .seed = 0 };
	struct test_result	*test = add_plain_test(&result, 3);

	test_summarise(test, 0);
	ck_assert(isnan(test->summary.cpu_percent));
	ck_assert(isnan(test->summary.machine_cpu_percent));
	check_close(test->summary.cpu_ns_per_round_trip, 800);
	test->invocations[1].p99_ns = (double)NAN;
	test->invocations[1].machine_busy_cpus = (double)NAN;
	test->invocations[1].sides[0].voluntary_switches = (double)NAN;
	test->carries_data = false;
	test_summarise(test, 2);
	ck_assert(isnan(test->summary.p99_ns));
	ck_assert(isnan(test->summary.machine_cpu_percent));
	ck_assert(isnan(test->summary.switches_per_round_trip));
	ck_assert(isnan(test->summary.bytes_per_s));
	check_close(test->summary.p90_ns, 2400);
	check_close(test->summary.cpu_percent, 40);
	/* What no reader would take is unknown. */
	test->invocations[0].sides[0].user_ns = 9e17;
	test_summarise(test, 2);
	ck_assert(isnan(test->summary.cpu_percent));
	ck_assert(isnan(test->summary.user_percent));
	check_close(test->summary.p90_ns, 2400);
	test->invocations[0].sides[0].user_ns = (double)NAN;
	/* A parameter may be anything; a rate of bytes may not. */
	test->carries_data = true;
	facts_free(&test->params);
	facts_add_number(&test->params, "size", -0.01);
	test_summarise(test, 2);
	ck_assert(isnan(test->summary.bytes_per_s));
	test->status = TEST_FAILED;
	test_summarise(test, 2);
	ck_assert(isnan(test->summary.median_ns));
	ck_assert(isnan(test->summary.round_trips_per_s));
	result_free(&result);
}
END_TEST

START_TEST(summary_takes_tails_from_the_histogram)
{
	struct result		 result = { .seed = 0 };
	struct test_result	*test = add_plain_test(&result, 3);
	unsigned		 i;

	test->histogram = malloc(sizeof *test->histogram);
	histogram_clear(test->histogram);
	test_summarise(test, 2);
	ck_assert(isnan(test->summary.min_ns));
	for (i = 1; i <= 9999; i++)
		histogram_record(test->histogram, 1001);
	test->timed_per = 10;
	test_summarise(test, 2);
	check_close(test->summary.min_ns, 100.1);
	check_close(test->summary.max_ns, 100.1);
	ck_assert(isnan(test->summary.p999_ns));
	histogram_record(test->histogram, 5003);
	test_summarise(test, 2);
	check_close(test->summary.max_ns, 500.3);
	ck_assert(fabs(test->summary.p999_ns - 100.1) < 1);
	result_free(&result);
}
END_TEST

START_TEST(texts_are_kept_once_or_all)
{
	struct texts	texts = { .list = NULL };

	texts_add(&texts, "%s %d", "load", 3);
	texts_add(&texts, "load 3");
	ck_assert_uint_eq(texts.count, 1);
	texts_append(&texts, "load 3");
	ck_assert_uint_eq(texts.count, 2);
	texts_free(&texts);
	ck_assert_uint_eq(texts.count, 0);
}
END_TEST

START_TEST(writing_and_reading_is_the_identity)
{
	struct result	 result, back;
	uint64_t	 state;
	const char	*difference;
	char		*text, *again;
	size_t		 size, again_size;
	unsigned	 turn;

	state = support_seed("identity", support_fresh_seed());
	for (turn = 0; turn < 400; turn++) {
		memset(&result, 0, sizeof result);
		memset(&back, 0, sizeof back);
		support_random_result(&state, &result);
		text = result_text(&result, &size);
		ck_assert_msg(decode_result("it", text, size, &back) == 0,
		    "%s", fail_reason());
		difference = support_difference(&result, &back);
		ck_assert_msg(difference == NULL, "%s differs", difference);
		again = result_text(&back, &again_size);
		ck_assert_str_eq(text, again);
		free(text);
		free(again);
		result_free(&result);
		result_free(&back);
	}
}
END_TEST

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

/* A file with one test; members given replace those that it needs. */
static void
put_test_file(const char *path, const char *members)
{
	static const char *const needed[][2] = {
		{ "\"status\"", ", \"status\": \"ok\"" },
		{ "\"spec\"", ", \"spec\": \"pipe:place=any\"" },
	};
	char	text[4096];
	size_t	i;

	snprintf(text, sizeof text, "{\"schema\": \"ipclat-result/1\", "
	    "\"tests\": [{\"name\": \"pipe\"%s%s", *members != '\0' ? ", " : "",
	    members);
	for (i = 0; i < 2; i++)
		if (strstr(members, needed[i][0]) == NULL)
			strcat(text, needed[i][1]);
	strcat(text, "}]}\n");
	put_file(path, text);
}

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

/* A number as it is written, and as it must look. */
static const struct {
	double		number;
	const char	*text;
} numbers[] = {
	{ 0, "0" }, { -0.0, "0" }, { 1, "1" }, { -17, "-17" }, { 0.1, "0.1" },
	{ 11821.3, "11821.3" }, { 9007199254740991.0, "9007199254740991" },
	{ 1e300, "1e+300" }, { 0.1 + 0.2, "0.30000000000000004" },
	{ 1.0 / 3, "0.3333333333333333" }, { 5e-5, "5e-05" },
	{ 9007199254740994.0, "9007199254740994" },
};

static char *
write_number(double number)
{
	struct jsonout	 json = { .out = tmpfile() };
	char		*text;
	size_t		 size;

	jsonout_number(&json, NULL, number);
	text = support_contents(json.out, &size);
	fclose(json.out);
	return text;
}

START_TEST(numbers_are_short)
{
	char	*text = write_number(numbers[_i].number);

	ck_assert_str_eq(text, numbers[_i].text);
	free(text);
}
END_TEST

START_TEST(numbers_read_back_the_same)
{
	uint64_t	 state, bits;
	double		 number, back;
	char		*text;
	unsigned	 turn;

	state = support_seed("numbers", support_fresh_seed());
	for (turn = 0; turn < 3000; turn++) {
		bits = support_random(&state);
		memcpy(&number, &bits, sizeof number);
		text = write_number(number);
		back = strtod(text, NULL);
		if (isfinite(number))
			ck_assert_msg(!(back < number) && !(back > number),
			    "%a is written as %s", number, text);
		else
			ck_assert_str_eq(text, "null");
		free(text);
	}
}
END_TEST

/* Any locale here whose decimal point is none. */
static bool
set_comma_locale(void)
{
	static const char *const names[] = { "de_DE.UTF-8", "de_DE.utf8",
	    "de_DE", "fr_FR.UTF-8", "fr_FR.utf8", "ru_RU.UTF-8", "ps_AF" };
	size_t	i;

	for (i = 0; i < sizeof names / sizeof names[0]; i++)
		if (setlocale(LC_ALL, names[i]) != NULL &&
		    strcmp(localeconv()->decimal_point, ".") != 0)
			return true;
	return false;
}

START_TEST(locale_does_not_matter)
{
	struct result	 result = { .seed = 0 }, back = { .seed = 0 };
	uint64_t	 state = 17;
	char		*text, *again;
	size_t		 size, again_size;

	support_random_result(&state, &result);
	add_plain_test(&result, 3)->invocations[0].median_ns = 1.25;
	text = result_text(&result, &size);
	if (set_comma_locale()) {
		again = result_text(&result, &again_size);
		ck_assert_str_eq(text, again);
		free(again);
		ck_assert_int_eq(decode_result("it", text, size, &back), 0);
		ck_assert(support_difference(&result, &back) == NULL);
		result_free(&back);
	}
	free(text);
	result_free(&result);
}
END_TEST

START_TEST(strings_are_made_valid)
{
	struct result	 result = { .seed = 0 }, back = { .seed = 0 };
	char		*text, *longest = malloc(200001);
	size_t		 size;

	memset(longest, 'x', 200000);
	longest[200000] = '\0';
	texts_append(&result.arguments, "-o");
	texts_append(&result.arguments, "caf\xe9");
	texts_append(&result.arguments, "\xed\xa0\x80\xc0\x80\xf5");
	texts_append(&result.arguments, "caf\xe9");
	texts_append(&result.arguments, longest);
	text = result_text(&result, &size);
	ck_assert_msg(decode_result("it", text, size, &back) == 0, "%s",
	    fail_reason());
	ck_assert_uint_eq(back.arguments.count, 5);
	ck_assert_str_eq(back.arguments.list[0], "-o");
	ck_assert_str_eq(back.arguments.list[1], "caf\xef\xbf\xbd");
	ck_assert_str_eq(back.arguments.list[3], "caf\xef\xbf\xbd");
	ck_assert_uint_eq(strlen(back.arguments.list[4]), JSONOUT_TEXT_LIMIT);
	free(text);
	free(longest);
	result_free(&result);
	result_free(&back);
}
END_TEST

/* What is printed may reach a terminal. */
START_TEST(strings_are_harmless)
{
	static const char harmful[] = "a\x1b[2J\xc2\x9b" "31m\xe2\x80\xae"
	    "b\xe2\x81\xa6\xe2\x80\x8f\x7f";
	static const char kept[] = "\xc3\xa9\xe2\x80\x93\xf0\x9f\x98\x80";
	struct result	 result = { .seed = 0 }, back = { .seed = 0 };
	char		*text;
	size_t		 size;

	texts_append(&result.arguments, harmful);
	texts_append(&result.arguments, kept);
	text = result_text(&result, &size);
	ck_assert(strstr(text, "\\u009b") != NULL);
	ck_assert(strstr(text, "\\u202e") != NULL);
	ck_assert(strchr(text, 0x1b) == NULL && strchr(text, 0x7f) == NULL);
	ck_assert(strstr(text, "\xc2\x9b") == NULL);
	ck_assert(strstr(text, "\xe2\x80\xae") == NULL);
	ck_assert(strstr(text, kept) != NULL);
	ck_assert_int_eq(decode_result("it", text, size, &back), 0);
	ck_assert_str_eq(back.arguments.list[0], harmful);
	free(text);
	result_free(&result);
	result_free(&back);
}
END_TEST

START_TEST(a_new_file_is_written)
{
	struct result	 result = { .seed = 42 }, back = { .seed = 0 };
	struct store	*store;
	struct stat	 status;
	mode_t		 mask = umask(027);

	store = store_open("result");
	ck_assert_msg(store != NULL, "%s", fail_reason());
	/* Nothing is there before the first round. */
	ck_assert(stat("result", &status) != 0);
	ck_assert_int_eq(store_save(store, &result), 0);
	ck_assert_int_eq(store_save(store, &result), 0);
	ck_assert_int_eq(store_read("result", &back), 0);
	ck_assert_uint_eq(back.seed, 42);
	result_free(&back);
	result.seed = 43;
	ck_assert_int_eq(store_close(store, &result), 0);
	ck_assert_int_eq(store_read("result", &back), 0);
	ck_assert_uint_eq(back.seed, 43);
	ck_assert(stat("result", &status) == 0);
	ck_assert_uint_eq(status.st_mode & 0777, 0640);
	umask(mask);
}
END_TEST

START_TEST(nothing_is_written_without_a_result)
{
	struct store	*store = store_open("result");
	struct stat	 status;

	ck_assert(store != NULL);
	ck_assert_int_eq(store_close(store, NULL), 0);
	ck_assert(stat("result", &status) != 0);
}
END_TEST

START_TEST(an_old_result_is_replaced_and_keeps_its_mode)
{
	struct result	 result = { .seed = 42 }, back = { .seed = 0 };
	struct store	*store;
	struct stat	 status;
	char		*before, *after;

	put_test_file("result", "");
	chmod("result", 0604);
	before = get_file("result");
	store = store_open("result");
	ck_assert_msg(store != NULL, "%s", fail_reason());
	after = get_file("result");
	ck_assert_str_eq(before, after);
	ck_assert_int_eq(store_close(store, &result), 0);
	ck_assert_int_eq(store_read("result", &back), 0);
	ck_assert_uint_eq(back.seed, 42);
	ck_assert(stat("result", &status) == 0);
	ck_assert_uint_eq(status.st_mode & 0777, 0604);
	free(before);
	free(after);
}
END_TEST

START_TEST(an_empty_file_is_replaced)
{
	struct result	 result = { .seed = 42 }, back = { .seed = 0 };
	struct store	*store;

	put_file("result", "");
	store = store_open("result");
	ck_assert_msg(store != NULL, "%s", fail_reason());
	ck_assert_int_eq(store_close(store, &result), 0);
	ck_assert_int_eq(store_read("result", &back), 0);
}
END_TEST

START_TEST(another_file_is_never_replaced)
{
	struct result	 result = { .seed = 42 };
	struct store	*store;
	char		*text;

	put_file("result", "my thesis\n");
	ck_assert(store_open("result") == NULL);
	ck_assert(strstr(fail_reason(), "result: ") != NULL);
	ck_assert(strstr(fail_reason(), "move it away") != NULL);

	/* Nor one that came into being meanwhile. */
	store = store_open("other");
	ck_assert(store != NULL);
	put_file("other", "my thesis\n");
	ck_assert_int_eq(store_save(store, &result), -1);
	ck_assert_int_eq(store_close(store, &result), -1);
	text = get_file("other");
	ck_assert_str_eq(text, "my thesis\n");
	free(text);
}
END_TEST

START_TEST(places_that_take_no_file_are_refused)
{
	ck_assert(store_open(".") == NULL);
	ck_assert(strstr(fail_reason(), "directory") != NULL);
	ck_assert(store_open("absent/result") == NULL);
	ck_assert(strstr(fail_reason(), "absent/result: ") != NULL);
	ck_assert(store_open("") == NULL);
	put_file("other", "x");
	ck_assert(store_open("other/result") == NULL);
	if (geteuid() == 0)
		return;
	mkdir("sub", 0555);
	ck_assert(store_open("sub/result") == NULL);
	ck_assert(strstr(fail_reason(), "no new file") != NULL);
	put_test_file("result", "");
	chmod("result", 0444);
	ck_assert(store_open("result") == NULL);
	ck_assert(strstr(fail_reason(), "writable") != NULL);
}
END_TEST

START_TEST(the_target_of_a_link_is_replaced)
{
	struct result	 result = { .seed = 42 }, back = { .seed = 0 };
	struct store	*store;
	struct stat	 status;

	ck_assert(mkdir("sub", 0700) == 0);
	ck_assert(symlink("../result", "sub/link") == 0);
	ck_assert(symlink("sub/link", "link") == 0);
	store = store_open("link");
	ck_assert_msg(store != NULL, "%s", fail_reason());
	/* The working directory may change meanwhile. */
	ck_assert(chdir("sub") == 0);
	ck_assert_int_eq(store_save(store, &result), 0);
	ck_assert(chdir("/") == 0);
	ck_assert_int_eq(store_close(store, &result), 0);
	ck_assert(chdir(directory) == 0);
	ck_assert(lstat("link", &status) == 0 && S_ISLNK(status.st_mode));
	ck_assert(lstat("sub/link", &status) == 0 && S_ISLNK(status.st_mode));
	ck_assert(lstat("result", &status) == 0 && S_ISREG(status.st_mode));
	ck_assert_int_eq(store_read("link", &back), 0);
	ck_assert_uint_eq(back.seed, 42);

	ck_assert(unlink("sub/link") == 0);
	ck_assert(symlink("../link", "sub/link") == 0);
	ck_assert(store_open("link") == NULL);
}
END_TEST

START_TEST(devices_are_written_once)
{
	struct result	 result = { .seed = 42 };
	struct store	*store = store_open("/dev/null");

	ck_assert_msg(store != NULL, "%s", fail_reason());
	ck_assert_int_eq(store_save(store, &result), 0);
	ck_assert_int_eq(store_close(store, &result), 0);
}
END_TEST

START_TEST(pipes_are_written_once)
{
	struct result	 result = { .seed = 42 }, back = { .seed = 0 };
	struct store	*store;
	char		 path[64];
	int		 fds[2];

	/* A named pipe would block without a reader. */
	ck_assert(pipe(fds) == 0);
	snprintf(path, sizeof path, "/dev/fd/%d", fds[1]);
	if (access(path, W_OK) != 0)
		return;
	store = store_open(path);
	ck_assert_msg(store != NULL, "%s", fail_reason());
	ck_assert_int_eq(store_save(store, &result), 0);
	ck_assert_int_eq(store_close(store, &result), 0);
	close(fds[1]);
	ck_assert(dup2(fds[0], STDIN_FILENO) == STDIN_FILENO);
	close(fds[0]);
	ck_assert_msg(store_read("-", &back) == 0, "%s", fail_reason());
	ck_assert_uint_eq(back.seed, 42);
}
END_TEST

/* Known before anything is measured; one that is there sees all of it. */
START_TEST(named_pipes_need_a_reader)
{
	struct result	 result = { .seed = 42 }, back = { .seed = 0 };
	struct store	*store;
	int		 status;
	pid_t		 child;

	ck_assert(mkfifo("fifo", 0600) == 0);
	ck_assert(store_open("fifo") == NULL);
	ck_assert(strstr(fail_reason(), "start its reader") != NULL);
	if ((child = fork()) == 0)
		_exit(store_read("fifo", &back) == 0 && back.seed == 42 ? 0 :
		    1);
	store = store_open("fifo");
	ck_assert_msg(store != NULL, "%s", fail_reason());
	ck_assert_int_eq(store_save(store, &result), 0);
	ck_assert_int_eq(store_close(store, &result), 0);
	ck_assert(waitpid(child, &status, 0) == child);
	ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
END_TEST

/* What a killed one left goes away, what another is writing does not. */
START_TEST(leftovers_are_swept)
{
	static const char leftover[] = ".ipclat-1-0.tmp";
	struct stat	 status;
	char		*name, byte;
	pid_t		 child;
	int		 pair[2], fd;

	put_file(leftover, "half a res");
	ck_assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
	if ((child = fork()) == 0) {
		fd = temporary_create("result", &name);
		if (fd < 0 || write(pair[1], "x", 1) != 1 ||
		    read(pair[1], &byte, 1) != 1)
			_exit(1);
		_exit(unlink(name));
	}
	ck_assert(read(pair[0], &byte, 1) == 1);
	ck_assert_int_eq(store_close(store_open("result"), NULL), 0);
	ck_assert(stat(leftover, &status) != 0);
	ck_assert(write(pair[0], "x", 1) == 1);
	ck_assert(waitpid(child, &fd, 0) == child);
	ck_assert(WIFEXITED(fd) && WEXITSTATUS(fd) == 0);
	close(pair[0]);
	close(pair[1]);
}
END_TEST

START_TEST(results_of_a_newer_ipclat_are_told)
{
	put_file("result", "{\"schema\": \"ipclat-result/2\", \"tests\": []}");
	ck_assert(store_open("result") == NULL);
	ck_assert(strstr(fail_reason(), "newer ipclat") != NULL);
	ck_assert(strstr(fail_reason(), "move it away") != NULL);
}
END_TEST

START_TEST(standard_output_is_not_overwritten)
{
	put_file("result", "");
	ck_assert(freopen("result", "w", stderr) != NULL);
	ck_assert(store_open("result") == NULL);
	ck_assert(strstr(fail_reason(), "standard output") != NULL);
}
END_TEST

START_TEST(a_full_disk_leaves_the_old_file)
{
	struct result	 result = { .seed = 42 };
	struct rlimit	 limit, small;
	struct store	*store;
	char		*before, *after;
	unsigned	 i;

	for (i = 0; i < 20; i++)
		add_plain_test(&result, 10);
	put_test_file("result", "");
	before = get_file("result");
	store = store_open("result");
	ck_assert(store != NULL);
	signal(SIGXFSZ, SIG_IGN);
	ck_assert(getrlimit(RLIMIT_FSIZE, &limit) == 0);
	small = limit;
	small.rlim_cur = 8192;
	ck_assert(setrlimit(RLIMIT_FSIZE, &small) == 0);
	ck_assert_int_eq(store_save(store, &result), -1);
	ck_assert(strstr(fail_reason(), "result: ") != NULL);
	ck_assert_int_eq(store_close(store, &result), -1);
	ck_assert(setrlimit(RLIMIT_FSIZE, &limit) == 0);
	after = get_file("result");
	ck_assert_str_eq(before, after);
	free(before);
	free(after);
	result_free(&result);
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
add_store_tests(TCase *store)
{
	tcase_add_test(store, a_new_file_is_written);
	tcase_add_test(store, nothing_is_written_without_a_result);
	tcase_add_test(store, an_old_result_is_replaced_and_keeps_its_mode);
	tcase_add_test(store, an_empty_file_is_replaced);
	tcase_add_test(store, another_file_is_never_replaced);
	tcase_add_test(store, places_that_take_no_file_are_refused);
	tcase_add_test(store, the_target_of_a_link_is_replaced);
	tcase_add_test(store, devices_are_written_once);
	tcase_add_test(store, pipes_are_written_once);
	tcase_add_test(store, named_pipes_need_a_reader);
	tcase_add_test(store, leftovers_are_swept);
	tcase_add_test(store, results_of_a_newer_ipclat_are_told);
	tcase_add_test(store, standard_output_is_not_overwritten);
	tcase_add_test(store, a_full_disk_leaves_the_old_file);
}

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
	Suite	*suite = suite_create("results");
	TCase	*summary = tcase_create("summary");
	TCase	*writer = tcase_create("writer");
	TCase	*reader = tcase_create("reader");
	TCase	*store = tcase_create("store");

	tcase_add_test(summary, summary_is_of_invocations);
	tcase_add_test(summary, summary_has_an_interval_from_six_on);
	tcase_add_test(summary, summary_leaves_out_disturbed);
	tcase_add_test(summary, summary_says_unknown);
	tcase_add_test(summary, summary_takes_tails_from_the_histogram);
	tcase_add_test(summary, texts_are_kept_once_or_all);
	suite_add_tcase(suite, summary);

	tcase_set_timeout(writer, SLOW_S);
	tcase_add_test(writer, writing_and_reading_is_the_identity);
	tcase_add_loop_test(writer, numbers_are_short, 0,
	    (int)(sizeof numbers / sizeof numbers[0]));
	tcase_add_test(writer, numbers_read_back_the_same);
	tcase_add_test(writer, locale_does_not_matter);
	tcase_add_test(writer, strings_are_made_valid);
	tcase_add_test(writer, strings_are_harmless);
	suite_add_tcase(suite, writer);

	tcase_set_timeout(reader, SLOW_S);
	tcase_add_checked_fixture(reader, enter_directory, leave_directory);
	add_reader_tests(reader);
	suite_add_tcase(suite, reader);

	tcase_set_timeout(store, SLOW_S);
	tcase_add_checked_fixture(store, enter_directory, leave_directory);
	add_store_tests(store);
	suite_add_tcase(suite, store);
	return suite;
}

int
main(void)
{
	return unit_run(make_suite());
}
