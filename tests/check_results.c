/* Tests of results: summaries, and how they are written. */

#include "config.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/jsonout.h"
#include "results/decode.h"
#include "results/totals.h"
#include "statistics/histogram.h"
#include "result-files.h"
#include "support.h"
#include "unit.h"

#define SLOW_S		300

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

START_TEST(totals_are_of_what_counts)
{
	struct result		 result = { .seed = 0 };
	struct test_result	*test = add_plain_test(&result, 4);
	struct totals		 totals;
	unsigned		 i;

	for (i = 0; i < 4; i++) {
		test->invocations[i].sides[1].user_ns = (double)NAN;
		test->invocations[i].sides[1].system_ns = (double)NAN;
		test->invocations[i].sides[1].cpu_ns = 4e5;
		test->invocations[i].sides[1].user_ticks = i;
		test->invocations[i].sides[1].system_ticks = 1;
	}
	test->invocations[3].disturbed = true;
	totals_of_test(&totals, test);
	ck_assert_uint_eq(totals.invocations, 3);
	check_close(totals.round_trips, 3000);
	check_close(totals.elapsed_ns, 3e6);
	ck_assert_uint_eq(totals.role_count, 2);
	ck_assert_str_eq(totals.roles[0].role, "client");
	check_close(totals.roles[0].user_ns, 3e5);
	check_close(totals.roles[1].cpu_ns, 12e5);
	check_close(totals.roles[1].user_ns, 6e5);
	check_close(totals.roles[1].switches, 3000);
	check_close(totals.all.cpu_ns, 24e5);
	check_close(totals.all.user_ns, 9e5);
	check_close(totals.all.system_ns, 15e5);
	/* More roles than any test has are in the sum all the same. */
	for (i = 0; i < 20; i++)
		snprintf(invocation_add_side(&test->invocations[0])->role,
		    sizeof totals.roles[0].role, "%u", i);
	totals_of_test(&totals, test);
	ck_assert_uint_eq(totals.role_count, TOTALS_ROLES_MAX);
	check_close(totals.roles[1].cpu_ns, 12e5);
	ck_assert(isnan(totals.all.cpu_ns));
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

static Suite *
make_suite(void)
{
	Suite	*suite = suite_create("results");
	TCase	*summary = tcase_create("summary");
	TCase	*writer = tcase_create("writer");

	tcase_add_test(summary, summary_is_of_invocations);
	tcase_add_test(summary, summary_has_an_interval_from_six_on);
	tcase_add_test(summary, summary_leaves_out_disturbed);
	tcase_add_test(summary, summary_says_unknown);
	tcase_add_test(summary, totals_are_of_what_counts);
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
	return suite;
}

int
main(void)
{
	return unit_run(make_suite());
}
