/* Tests of reporters: 80 columns of plain ASCII, whatever the result holds. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/fail.h"
#include "reporters/format.h"
#include "reporters/reporter.h"
#include "results/store.h"
#include "unit.h"
#include "support.h"

#define SLOW_S	300

static const struct report_request nothing;

static char *
report(const char *format, const struct result *results, size_t count)
{
	const struct reporter	*reporter = reporter_find(format);
	FILE			*file = tmpfile();
	char			*text;
	size_t			 size;

	ck_assert(reporter != NULL && file != NULL);
	ck_assert_int_eq(reporter->report(file, results, count,
	    &nothing), 0);
	text = support_contents(file, &size);
	ck_assert_uint_eq(strlen(text), size);
	fclose(file);
	return text;
}

/* Lines of at most 80 printable characters, none with a blank at its end. */
static void
check_lines(const char *text)
{
	size_t	length, i;

	while (*text != '\0') {
		length = strcspn(text, "\n");
		ck_assert_msg(length <= 80, "too long: %.*s", (int)length,
		    text);
		for (i = 0; i < length; i++)
			ck_assert_msg(text[i] >= ' ' && text[i] <= '~',
			    "not printable: %.*s", (int)length, text);
		ck_assert_int_eq(text[length], '\n');
		text += length + 1;
	}
}

static void
fill_test(struct test_result *test, const char *spec, double median)
{
	unsigned	i;

	test->name = strdup("pipe");
	test->spec = strdup(spec);
	for (i = 0; i < 10; i++) {
		struct invocation_result *invocation =
		    test_add_invocation(test);
		struct side_result *side = invocation_add_side(invocation);

		invocation->round_trips = 10000;
		invocation->median_ns = median * (1 + 0.01 * i);
		invocation->mean_ns = median * (1.1 + 0.01 * i);
		invocation->p99_ns = 2 * median;
		invocation->elapsed_ns = 10000 * 1.1 * median;
		side->user_ns = 1000 * median;
		side->system_ns = 9000 * median;
		side->voluntary_switches = 10000;
		side->involuntary_switches = 0;
	}
	test_summarise(test, 2);
}

static void
fill_result(struct result *result)
{
	struct test_result	*test;

	facts_add_text(&result->program, "version", "0.1.0");
	facts_add_text(&result->host, "system", "Linux");
	facts_add_text(&result->host, "release", "6.12.9-amd64");
	facts_add_text(&result->host, "machine", "x86_64");
	facts_add_text(&result->host, "cpu_model", "Example CPU 6430");
	facts_add_number(&result->host, "cpus", 2);
	facts_add_claim(&result->host, "virtual", true);
	result->started = strdup("2002-03-01T12:00:00Z");
	result->finished = strdup("2002-03-01T12:01:00Z");
	fill_test(result_add_test(result), "pipe:place=cross", 11791);
	fill_test(result_add_test(result), "nil:place=same", 0.512);
	fill_test(result_add_test(result),
	    "tcp:nodelay=off,place=same,size=64", 3e6);
	test = result_add_test(result);
	test->headline_is_mean = true;
	fill_test(test, "udp:place=0+1,window=16", 800);
	test->invocations[0].lost = 3;
	test = result_add_test(result);
	test->name = strdup("rpc-udp");
	test->spec = strdup("rpc-udp:place=same");
	test->status = TEST_SKIPPED;
	test->reason = strdup("not built");
	test = result_add_test(result);
	test->name = strdup("unix-stream");
	test->spec = strdup("unix-stream:place=same");
	test->status = TEST_FAILED;
	test->reason = strdup("server died");
}

#define HAS(text, part) \
	ck_assert_msg(strstr((text), (part)) != NULL, "no '%s' in:\n%.2000s", \
	    (part), (text))
#define LACKS(text, part) \
	ck_assert_msg(strstr((text), (part)) == NULL, "'%s' in:\n%.2000s", \
	    (part), (text))

START_TEST(table_shows_what_was_measured)
{
	struct result	 result = { .seed = 0 };
	char		*text;

	fill_result(&result);
	texts_add(&result.warnings, "this is a guest: do not trust it");
	texts_add(&result.tests[0].warnings, "steal is above 1 %%");
	texts_add(&result.tests[2].warnings, "steal is above 1 %%");
	texts_add(&result.tests[1].warnings, "only here");
	text = report("text", &result, 1);
	if (getenv("IPCLAT_TEST_SHOW") != NULL)
		fputs(text, stderr);
	check_lines(text);
	HAS(text, "ipclat 0.1.0 on Linux 6.12.9-amd64 x86_64\n");
	HAS(text, "2 CPUs, Example CPU 6430, guest\n");
	HAS(text, "2002-03-01T12:00:00Z, 10 invocations of each test\n");
	HAS(text, "Round trips in us");
	HAS(text, "\npipe           cross ");
	HAS(text, "\ntcp:nodelay=off,size=64\n               same ");
	HAS(text, "\nudp:window=16  0+1 ");
	HAS(text, " 12.32 ");
	HAS(text, " 0.000535 ");
	HAS(text, "0.916*");
	HAS(text, " 77.1k ");
	HAS(text, "* elapsed time over round trips");
	LACKS(text, "n/a");
	HAS(text, "udp:place=0+1,window=16: 3 of 100003 round trips lost\n");
	HAS(text, "failed: unix-stream:place=same: server died\n");
	HAS(text, "skipped: rpc-udp:place=same: not built\n");
	HAS(text, "warning: this is a guest: do not trust it\n");
	HAS(text, "warning: pipe:place=cross, "
	    "tcp:nodelay=off,place=same,size=64: steal is above 1"
	    "\n  %\n");
	HAS(text, "warning: nil:place=same: only here\n");
	free(text);
	result_free(&result);
}
END_TEST

START_TEST(table_says_what_it_lacks)
{
	struct result	 result = { .seed = 0 };
	struct test_result *test;
	char		*text;

	result.started = strdup("2002-03-01T12:00:00Z");
	test = result_add_test(&result);
	fill_test(test, "pipe:place=any", 5000);
	test->invocation_count = 5;
	test->timed_per = 8;
	test->invocations[2].disturbed = true;
	test->invocations[2].p99_ns = (double)NAN;
	test->invocations[3].p99_ns = (double)NAN;
	test_summarise(test, 0);
	text = report("text", &result, 1);
	test->invocation_count = 10;
	check_lines(text);
	HAS(text, "ipclat ? on an unknown system");
	HAS(text, "4 invocations of each test, not finished");
	HAS(text, "n/a: an interval needs 6 invocations that were not "
	    "disturbed (-n).");
	HAS(text, "too few round trips");
	HAS(text, "disturbed invocations, left out: pipe:place=any 1 of "
	    "5");
	HAS(text, "groups of 8 round trips");
	free(text);
	result_free(&result);
}
END_TEST

START_TEST(nothing_measured_has_no_table)
{
	struct result	 result = { .seed = 0 };
	char		*text;

	text = report("text", &result, 1);
	check_lines(text);
	LACKS(text, "p50");
	free(text);
	result_add_test(&result)->spec = strdup("pipe:place=smt");
	result.tests[0].status = TEST_SKIPPED;
	text = report("text", &result, 1);
	check_lines(text);
	LACKS(text, "p50");
	HAS(text, "skipped: pipe:place=smt: no reason was recorded\n");
	free(text);
	result_free(&result);
}
END_TEST

/* A test whose every figure is the same. */
static void
fill_figures(struct test_result *test, double figure)
{
	double	*summary = (double *)&test->summary;
	size_t	 i;

	for (i = 0; i < sizeof test->summary / sizeof *summary; i++)
		summary[i] = figure;
}

START_TEST(any_magnitude_fits)
{
	static const double	figures[] = { 0, 1e-300, 4.9e-324, 1e-9, 0.04999,
	    0.5, 0.9996, 9.9996, 999.96, 9999.6, 12345.678, 999999, 9999999999.0,
	    1e10, 1e15, 1e18, 1e200, 1.7e308, (double)NAN, (double)INFINITY };
	struct result		result = { .seed = 0 };
	struct test_result	*test;
	char			*text, *row;
	size_t			 i;

	for (i = 0; i < sizeof figures / sizeof figures[0]; i++) {
		test = result_add_test(&result);
		test->spec = strdup("unix-seqpacket:place=65534+65535,"
		    "size=67108864");
		test->headline_is_mean = i % 2 == 0;
		fill_figures(test, figures[i]);
		/* Each alone, then together with all smaller ones. */
		text = report("text", &(struct result){ .tests = test,
		    .test_count = 1 }, 1);
		check_lines(text);
		row = strstr(text, "65534+65535");
		ck_assert(row != NULL);
		if (i > 0 && isfinite(figures[i]))
			LACKS(row, " 0 ");
		free(text);
		text = report("text", &result, 1);
		check_lines(text);
		LACKS(text, "nan");
		LACKS(text, "inf");
		free(text);
	}
	result_free(&result);
}
END_TEST

START_TEST(random_results_fit)
{
	struct result	 results[2];
	uint64_t	 state;
	char		*text;
	unsigned	 turn;

	state = support_seed("text", support_fresh_seed());
	for (turn = 0; turn < 500; turn++) {
		memset(results, 0, sizeof results);
		support_random_result(&state, &results[0]);
		support_random_result(&state, &results[1]);
		text = report("text", results, 1 + turn % 2);
		check_lines(text);
		free(text);
		result_free(&results[0]);
		result_free(&results[1]);
	}
}
END_TEST

START_TEST(hostile_texts_are_harmless)
{
	struct result	 result = { .seed = 0 };
	char		*long_text = calloc(1, 5001), *text;

	memset(long_text, 'y', 5000);
	fill_result(&result);
	texts_append(&result.warnings, "\x1b]0;owned\x07 \xff\xc0 \xe2\x82\xac");
	texts_append(&result.tests[0].warnings, long_text);
	free(result.tests[1].spec);
	result.tests[1].spec = strdup("x:place=\x1b[2J\x9b,a=\n\n");
	free(result.tests[2].spec);
	result.tests[2].spec = strdup(long_text);
	free(result.started);
	result.started = strdup(long_text);
	facts_add_text(&result.host, "emulated", "\r\n\x1b[31m");
	text = report("text", &result, 1);
	check_lines(text);
	HAS(text, "warning: ?]0;owned? ?? ?\n");
	HAS(text, "yyyyyyyyyyyyyyyyyyy");
	HAS(text, "\nx:a=?? ");
	HAS(text, " ?[2J? ");
	free(text);
	free(long_text);
	result_free(&result);
}
END_TEST

START_TEST(warnings_of_all_tests_are_said_once)
{
	struct result	 result = { .seed = 0 };
	size_t		 i;
	char		*text;

	for (i = 0; i < 3; i++) {
		fill_test(result_add_test(&result), "pipe:place=any", 1000);
		texts_add(&result.tests[i].warnings, "z comes first");
		texts_add(&result.tests[i].warnings, "a comes second");
	}
	text = report("text", &result, 1);
	HAS(text, "warning: all tests: z comes first\n"
	    "warning: all tests: a comes second\n");
	free(text);
	result_free(&result);
}
END_TEST

START_TEST(several_results_follow_each_other)
{
	struct result	 results[2];
	char		*text;

	memset(results, 0, sizeof results);
	fill_result(&results[0]);
	fill_result(&results[1]);
	text = report("text", results, 2);
	check_lines(text);
	HAS(text, "Result 1 of 2\nipclat 0.1.0");
	HAS(text, "\n\nResult 2 of 2\nipclat 0.1.0");
	free(text);
	result_free(&results[0]);
	result_free(&results[1]);
}
END_TEST

START_TEST(json_is_the_result_file)
{
	struct result	 results[2];
	char		*text, *file_text;
	FILE		*file = tmpfile();
	json_t		*root;
	size_t		 size;

	memset(results, 0, sizeof results);
	fill_result(&results[0]);
	fill_result(&results[1]);
	store_write(file, &results[0]);
	file_text = support_contents(file, &size);
	fclose(file);
	text = report("json", results, 1);
	ck_assert_str_eq(text, file_text);
	free(text);
	free(file_text);

	text = report("json", results, 2);
	root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	ck_assert(json_is_array(root));
	ck_assert_uint_eq(json_array_size(root), 2);
	json_decref(root);
	free(text);
	result_free(&results[0]);
	result_free(&results[1]);
}
END_TEST

START_TEST(failing_output_is_told)
{
	struct result	 result = { .seed = 0 };
	FILE		*full = fopen("/dev/full", "w");
	size_t		 i;

	if (full == NULL)
		return;
	fill_result(&result);
	/* Named as lmbench knows it, so that each format has something to say. */
	free(result.tests[0].name);
	free(result.tests[0].spec);
	result.tests[0].name = strdup("pipe");
	result.tests[0].spec = strdup("pipe:place=same");
	for (i = 0; reporter_get(i) != NULL; i++) {
		ck_assert_int_eq(reporter_get(i)->report(full, &result, 1,
		    &nothing), -1);
		ck_assert(*fail_reason() != '\0');
	}
	fclose(full);
	result_free(&result);
}
END_TEST

/* Figures as they stand in a table. */
static const struct {
	const char	*(*format)(double, char *);
	double		 figure;
	const char	*text;
} figures[] = {
	{ format_microseconds, 11791.3, "11.79" },
	{ format_microseconds, 0.512, "0.000512" },
	{ format_microseconds, 0.0512, "5.12e-05" },
	{ format_microseconds, 51.2, "0.0512" },
	{ format_microseconds, 2500000, "2500" },
	{ format_microseconds, 123456, "123.5" },
	/* What is rounded up to a power of ten has no digit more than that. */
	{ format_microseconds, 99.999999, "0.100" },
	{ format_microseconds, 9999.7, "10.00" },
	{ format_microseconds, 99996, "100.0" },
	{ format_microseconds, 999960, "1000" },
	{ format_microseconds, 9.9999, "0.0100" },
	{ format_microseconds, 1e18, "1.00e+15" },
	{ format_microseconds, 0, "0" },
	{ format_microseconds, (double)NAN, "-" },
	{ format_rate, 84810, "84.8k" },
	{ format_rate, 1.25e6, "1.25M" },
	{ format_rate, 845, "845" },
	{ format_rate, 999.7, "1.00k" },
	{ format_rate, 999600, "1.00M" },
	{ format_rate, 99980, "100k" },
	{ format_rate, 9998, "10.0k" },
	{ format_rate, 11.4, "11.4" },
	{ format_rate, 0.001, "1.0e-03" },
	{ format_rate, 3e14, "300T" },
	{ format_rate, 3e15, "3.0e+15" },
	{ format_rate, (double)INFINITY, "-" },
	{ format_percent, 50.07, "50.1" },
	{ format_percent, 0.044, "0.04" },
	{ format_percent, 0.004, "0.004" },
	{ format_percent, 0.0004, "4e-04" },
	{ format_percent, 0, "0" },
	{ format_percent, 1e9, "1e+09" },
};

START_TEST(figures_are_readable)
{
	char	text[FORMAT_SIZE];

	ck_assert_str_eq(figures[_i].format(figures[_i].figure, text),
	    figures[_i].text);
}
END_TEST

START_TEST(every_reporter_is_found)
{
	size_t	i;

	for (i = 0; reporter_get(i) != NULL; i++) {
		ck_assert(reporter_find(reporter_get(i)->name) ==
		    reporter_get(i));
		ck_assert(reporter_get(i)->summary != NULL);
	}
	ck_assert(i >= 2);
	ck_assert(reporter_find("absent") == NULL);
}
END_TEST

static Suite *
make_suite(void)
{
	Suite	*suite = suite_create("reporters");
	TCase	*text = tcase_create("text");
	TCase	*other = tcase_create("other");

	tcase_set_timeout(text, SLOW_S);
	tcase_add_test(text, table_shows_what_was_measured);
	tcase_add_test(text, table_says_what_it_lacks);
	tcase_add_test(text, nothing_measured_has_no_table);
	tcase_add_test(text, any_magnitude_fits);
	tcase_add_test(text, random_results_fit);
	tcase_add_test(text, hostile_texts_are_harmless);
	tcase_add_test(text, warnings_of_all_tests_are_said_once);
	tcase_add_test(text, several_results_follow_each_other);
	tcase_add_loop_test(text, figures_are_readable, 0,
	    (int)(sizeof figures / sizeof figures[0]));
	suite_add_tcase(suite, text);

	tcase_add_test(other, json_is_the_result_file);
	tcase_add_test(other, failing_output_is_told);
	tcase_add_test(other, every_reporter_is_found);
	suite_add_tcase(suite, other);
	return suite;
}

int
main(void)
{
	return unit_run(make_suite());
}
