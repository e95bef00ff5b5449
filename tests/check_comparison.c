/* Tests of comparing results: which rows, which values, which verdicts. */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "comparing.h"
#include "support.h"
#include "unit.h"

#define SLOW_S	300

/*
 * In 2002 a patch was praised for these changes, from one run before and one
 * after; it did not touch the code that was measured.
 */
START_TEST(one_run_is_no_evidence)
{
	static const struct {
		const char	*spec;
		double		 before_us, after_us;
		long		 percent;
	} rows[] = {
		{ "pipe:place=any", 12.51, 11.43, 9 },
		{ "unix-stream:place=any", 21.61, 19.82, 8 },
		{ "udp:place=any", 36.28, 35.12, 3 },
		{ "tcp:place=any", 56.90, 54.89, 4 },
		{ "rpc-tcp:place=any", 123.30, 121.91, 1 },
		{ "rpc-udp:place=any", 89.78, 88.70, 1 },
		{ "tcp-connect:place=any", 192.74, 187.76, 3 },
	};
	struct test_result	*tests[2];
	size_t			 i, j;

	for (i = 0; i < 7; i++) {
		tests[0] = add_test(&old[0], rows[i].spec);
		tests[1] = add_test(&new[0], rows[i].spec);
		for (j = 0; j < 2; j++) {
			tests[j]->headline_is_mean = true;
			test_add_invocation(tests[j])->mean_ns = 1e3 *
			    (j == 0 ? rows[i].before_us : rows[i].after_us);
		}
	}
	compare(1, 1, &plain);
	ck_assert_uint_eq(made.count, 7);
	for (i = 0; i < 7; i++) {
		check_verdict(i, "no-evidence");
		check_near(made.rows[i].old_ns, 1e3 * rows[i].before_us);
		check_near(made.rows[i].new_ns, 1e3 * rows[i].after_us);
		ck_assert_int_eq(lround(made.rows[i].change_percent),
		    rows[i].percent);
		ck_assert(isnan(made.rows[i].p));
		ck_assert(isnan(made.rows[i].ci_low));
		ck_assert(isnan(made.rows[i].change_high));
		check_note(i, NULL);
	}
	ck_assert(isnan(made.resolution_percent));
	check_line(&made.warnings, "too few invocations for any claim in 7 of "
	    "7 lines: at least 6 a side are needed in a table of this size");
	ck_assert_uint_eq(made.warnings.count, 1);
	ck_assert_uint_eq(made.differences.count, 0);

	/* Nor is one run evidence against forty. */
	for (i = 0; i < 40; i++)
		test_add_invocation(&new[0].tests[0])->mean_ns = 5000 +
		    (double)i;
	compare(1, 1, &plain);
	check_verdict(0, "no-evidence");
	ck_assert(isnan(made.rows[0].p) && isnan(made.rows[0].ci_high));
	forget();
}
END_TEST

START_TEST(three_runs_can_claim_nothing)
{
	add_spread(&old[0], "pipe:place=same", 3, 10000);
	add_spread(&new[0], "pipe:place=same", 3, 5000);
	compare(1, 1, &plain);
	check_verdict(0, "inconclusive");
	check_near(made.rows[0].p, 0.1);
	check_near(made.rows[0].change_percent, 50);
	ck_assert(isnan(made.rows[0].ci_low));
	check_near(made.rows[0].invocations_needed, 4);
	ck_assert_uint_eq(count_lines(&made.warnings, "too few invocations for "
	    "any claim in 1 of 1 line: at least 4 a side"), 1);
	forget();
}
END_TEST

START_TEST(verdicts_follow_the_figures)
{
	static const struct {
		size_t		 count;
		double		 factor;
		const char	*verdict, *note;
	} rows[] = {
		{ 10, 0.9, "faster", NULL },
		{ 10, 1.1, "slower", NULL },
		{ 20, 1, "equivalent", NULL },
		{ 4, 1.01, "inconclusive", "too near to the threshold" },
		{ 30, 0.985, "equivalent", "a real change, below the "
		    "threshold of 2 %" },
	};
	struct comparison_row	*row;
	size_t			 i;

	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		add_spread(&old[0], "pipe:place=same", rows[i].count, 10000);
		add_spread(&new[0], "pipe:place=same", rows[i].count,
		    10000 * rows[i].factor);
		compare(1, 1, &plain);
		row = &made.rows[0];
		check_verdict(0, rows[i].verdict);
		check_note(0, rows[i].note);
		check_near(row->ratio, rows[i].factor);
		check_near(row->change_percent, 100 * (1 - row->ratio));
		check_near(row->change_low, 100 * (1 - row->ci_high));
		check_near(row->change_high, 100 * (1 - row->ci_low));
		check_near(made.resolution_percent,
		    (row->change_high - row->change_low) / 2);
		check_near(row->p_adjusted, row->p);
		ck_assert_uint_eq(row->old_count, rows[i].count);
		ck_assert(!row->by_boots && row->new_spec == NULL);
		forget();
	}
}
END_TEST

/* n (half-width / threshold)^2, of wide intervals. */
START_TEST(more_invocations_are_asked_for)
{
	struct comparison_request	narrow = plain;
	double				width;

	narrow.threshold_percent = 0.1;
	add_spread(&old[0], "pipe:place=same", 8, 10000);
	add_spread(&new[0], "pipe:place=same", 12, 10000);
	compare(1, 1, &narrow);
	check_verdict(0, "inconclusive");
	width = (made.rows[0].change_high - made.rows[0].change_low) / 2;
	check_near(made.rows[0].invocations_needed, ceil(9.6 * width * width /
	    0.01));
	forget();
}
END_TEST

START_TEST(rows_match_by_spec)
{
	struct test_result	*test;

	add_spread(&old[0], "b:place=same", 6, 100);
	add_spread(&old[0], "a:place=same", 6, 100);
	add_spread(&old[1], "gone:place=same", 6, 100);
	test = add_test(&old[0], "nowhere:place=same");
	test->status = TEST_SKIPPED;
	test->reason = duplicate("no such call");
	add_spread(&new[0], "fresh:place=same", 6, 100);
	add_spread(&new[0], "a:place=same", 6, 100);
	add_spread(&new[0], "a:place=cross", 6, 100);
	test = add_spread(&new[0], "b:place=same", 3, 100);
	test->status = TEST_FAILED;
	test->reason = duplicate("the server died");
	compare(2, 1, &plain);
	ck_assert_uint_eq(made.count, 5);
	ck_assert_str_eq(made.rows[0].spec, "b:place=same");
	check_verdict(0, "only-old");
	check_note(0, "new: failed: the server died");
	check_near(made.rows[0].old_ns, 100);
	ck_assert(isnan(made.rows[0].new_ns));
	ck_assert(isnan(made.rows[0].ratio));
	ck_assert_str_eq(made.rows[1].spec, "a:place=same");
	check_verdict(1, "equivalent");
	ck_assert_str_eq(made.rows[2].spec, "gone:place=same");
	check_verdict(2, "only-old");
	ck_assert_str_eq(made.rows[3].spec, "fresh:place=same");
	check_verdict(3, "only-new");
	ck_assert_str_eq(made.rows[4].spec, "a:place=cross");
	check_line(&made.warnings, "1 test was measured on neither side: "
	    "skipped or failed");
	forget();
}
END_TEST

/* Files of a side are one sample. */
START_TEST(files_are_pooled)
{
	struct test_result	*test;
	double			 ratio, low;
	size_t			 i;

	test = add_test(&old[0], "pipe:place=same");
	for (i = 0; i < 24; i++)
		add_invocation(test, 1000 + (double)(i * 7 % 24));
	add_spread(&new[0], "pipe:place=same", 10, 990);
	compare(1, 1, &plain);
	ratio = made.rows[0].ratio;
	low = made.rows[0].ci_low;
	result_free(&old[0]);
	for (i = 0; i < 24; i++) {
		if (i % 6 == 0)
			test = add_test(&old[i / 6], "pipe:place=same");
		add_invocation(test, 1000 + (double)(i * 7 % 24));
	}
	compare(4, 1, &plain);
	ck_assert_uint_eq(made.count, 1);
	ck_assert_uint_eq(made.old_files, 4);
	ck_assert_uint_eq(made.rows[0].old_count, 24);
	check_near(made.rows[0].ratio, ratio);
	check_near(made.rows[0].ci_low, low);
	forget();
}
END_TEST

START_TEST(disturbed_invocations_are_left_out)
{
	struct test_result	*test;
	size_t			 i;

	test = add_spread(&old[0], "pipe:place=same", 10, 1000);
	for (i = 0; i < 5; i++)
		add_invocation(test, 9000)->disturbed = true;
	test = add_spread(&new[0], "pipe:place=same", 10, 1000);
	compare(1, 1, &plain);
	check_verdict(0, "equivalent");
	ck_assert_uint_eq(made.rows[0].old_count, 10);
	check_line(&made.warnings, "disturbed invocations were left out: 5 old "
	    "and 0 new");
	/* Unless nothing else is there. */
	for (i = 0; i < 10; i++)
		test->invocations[i].disturbed = true;
	compare(1, 1, &plain);
	ck_assert_uint_eq(made.rows[0].new_count, 10);
	check_verdict(0, "equivalent");
	check_line(&made.warnings, "in 1 of 1 line all invocations of a side "
	    "were disturbed, and are compared for want of others");
	forget();
}
END_TEST

START_TEST(metrics_are_compared)
{
	struct comparison_request	request = plain;
	struct test_result		*test;
	size_t				 i;

	add_spread(&old[0], "pipe:place=same", 10, 1000);
	test = add_spread(&new[0], "pipe:place=same", 10, 1000);
	for (i = 0; i < 10; i++) {
		test->invocations[i].mean_ns *= 2;
		test->invocations[i].sides[0].user_ns *= 6;
		test->invocations[i].p99_ns = 5000;
		old[0].tests[0].invocations[i].p99_ns = 4000;
	}
	request.metric = METRIC_MEDIAN;
	compare(1, 1, &request);
	check_near(made.rows[0].ratio, 1);
	request.metric = METRIC_MEAN;
	compare(1, 1, &request);
	check_near(made.rows[0].ratio, 2);
	check_near(made.rows[0].old_ns, 1100);
	request.metric = METRIC_CPU;
	compare(1, 1, &request);
	check_near(made.rows[0].ratio, 1.5);
	check_near(made.rows[0].old_ns, 1000);
	/* Where the two modes are not told apart, their sum is there. */
	for (i = 0; i < 10; i++) {
		test->invocations[i].sides[1].user_ns = NAN;
		test->invocations[i].sides[1].system_ns = NAN;
		test->invocations[i].sides[1].cpu_ns =
		    1500 * test->invocations[i].median_ns;
	}
	compare(1, 1, &request);
	check_near(made.rows[0].ratio, 2.5);
	request.metric = METRIC_P99;
	compare(1, 1, &request);
	check_near(made.rows[0].ratio, 1.25);
	check_verdict(0, "slower");
	/* Those that happen to have a figure are no sample. */
	test->invocations[4].p99_ns = NAN;
	compare(1, 1, &request);
	check_verdict(0, "no-evidence");
	check_note(0, "new: not all invocations have the figure");
	check_near(made.rows[0].old_ns, 4000);
	ck_assert(isnan(made.rows[0].new_ns) && isnan(made.rows[0].ratio));
	forget();
}
END_TEST

START_TEST(corrections_differ)
{
	struct comparison_request	request = plain;
	char				spec[48];
	size_t				i;

	/* Of two changes with p = 0.0079 each among eight rows. */
	for (i = 0; i < 8; i++) {
		snprintf(spec, sizeof spec, "pipe:place=%zu+0", i);
		add_spread(&old[0], spec, 5, 1000);
		add_spread(&new[0], spec, 5, i < 2 ? 900 : 1000);
	}
	compare(1, 1, &request);
	check_near(made.rows[0].p, 2 / 252.0);
	check_near(made.rows[0].p_adjusted, 16 / 252.0);
	check_verdict(0, "inconclusive");
	check_near(made.rows[0].invocations_needed, 6);
	ck_assert_uint_eq(count_lines(&made.warnings, "any claim in 8 of 8 "
	    "lines: at least 6 a side"), 1);
	request.correction = CORRECTION_BH;
	compare(1, 1, &request);
	check_near(made.rows[0].p_adjusted, 8 / 252.0);
	check_verdict(0, "faster");
	request.correction = CORRECTION_NONE;
	compare(1, 1, &request);
	check_near(made.rows[0].p_adjusted, 2 / 252.0);
	check_verdict(0, "faster");
	ck_assert_uint_eq(count_lines(&made.warnings, "too few"), 0);
	forget();
}
END_TEST

static enum verdict
reverse(enum verdict verdict)
{
	switch (verdict) {
	case VERDICT_ONLY_OLD:
		return VERDICT_ONLY_NEW;
	case VERDICT_ONLY_NEW:
		return VERDICT_ONLY_OLD;
	default:
		return verdict;
	}
}

static bool
same_figure(double a, double b)
{
	return isnan(a) || isnan(b) ? isnan(a) && isnan(b) :
	    fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b));
}

/* Rows may come in another order. */
static const struct comparison_row *
find_row(const struct comparison *comparison, const char *spec)
{
	size_t	i;

	for (i = 0; i < comparison->count; i++)
		if (strcmp(comparison->rows[i].spec, spec) == 0)
			return &comparison->rows[i];
	return NULL;
}

static void
check_reversed(const struct comparison_row *there,
    const struct comparison_row *back)
{
	ck_assert(back != NULL);
	ck_assert(same_figure(there->old_ns, back->new_ns));
	ck_assert(same_figure(there->ratio, 1 / back->ratio));
	ck_assert(same_figure(there->ci_low, 1 / back->ci_high));
	ck_assert(same_figure(there->p, back->p));
	ck_assert(same_figure(there->p_adjusted, back->p_adjusted));
	ck_assert_uint_eq(there->old_count, back->new_count);
	if (isnan(there->p))
		ck_assert_int_eq(reverse(there->verdict), back->verdict);
	else if (there->verdict == VERDICT_FASTER)
		ck_assert(back->ratio > 1);
	else if (there->verdict == VERDICT_SLOWER)
		ck_assert(back->ratio < 1);
}

/* Whatever files hold: both directions agree, and figures are in order. */
START_TEST(any_files_can_be_compared)
{
	struct comparison_request	request = { .threshold_percent = 2 };
	struct comparison		there;
	uint64_t			state;
	size_t				i, turn, files;

	state = support_seed("any files", support_fresh_seed());
	for (turn = 0; turn < 300; turn++) {
		files = 1 + support_below(&state, FILES_MAX / 2);
		for (i = 0; i < files; i++) {
			support_random_result(&state, &old[i]);
			support_random_result(&state, &new[i]);
		}
		request.force = support_below(&state, 2) == 0;
		request.pair_by_order = support_below(&state, 4) == 0;
		request.metric = (enum comparison_metric)
		    support_below(&state, 5);
		request.correction = (enum comparison_correction)
		    support_below(&state, 3);
		compare(files, files, &request);
		there = made;
		memset(&made, 0, sizeof made);
		comparison_make(new, files, old, files, &request, &made);
		ck_assert_uint_eq(made.count, there.count);
		for (i = 0; i < there.count; i++) {
			if (!request.pair_by_order)
				check_reversed(&there.rows[i], find_row(&made,
				    there.rows[i].spec));
			ck_assert(!(there.rows[i].ci_low >
			    there.rows[i].ratio));
			ck_assert(!(there.rows[i].p_adjusted <
			    there.rows[i].p));
		}
		ck_assert_uint_eq(made.differences.count,
		    there.differences.count);
		comparison_free(&there);
		forget();
	}
}
END_TEST

/* What was added may be gone at once. */
START_TEST(files_need_not_be_held)
{
	struct comparer	*comparer = comparer_new(&plain);
	size_t		 i;

	for (i = 0; i < 5; i++) {
		/* New files may come before old ones. */
		add_boots(new, 1, 2, i % 2 == 0 ? "even" : "odd", 900);
		comparer_add_new(comparer, &new[0]);
		result_free(&new[0]);
		add_boots(old, 1, 1, "old", 1000);
		facts_add_number(&old[0].host, "cpus", (double)i);
		comparer_add_old(comparer, &old[0]);
		result_free(&old[0]);
	}
	comparer_finish(comparer, &made);
	ck_assert_uint_eq(made.count, 2);
	check_verdict(0, "faster");
	check_verdict(1, "only-new");
	ck_assert_uint_eq(made.rows[0].old_count, 25);
	ck_assert_uint_eq(made.old_files, 5);
	ck_assert_uint_eq(made.old_boots, 1);
	ck_assert_uint_eq(made.new_boots, 2);
	check_line(&made.differences, "cpus: 0, 1, 2, 3 and 1 more -> unknown");
	forget();
}
END_TEST

/* A hundred files a side, thirty rows, ten invocations: for a profiler. */
START_TEST(many_files_are_compared)
{
	static struct result	files[2][100];
	size_t			i;

	for (i = 0; i < 100; i++) {
		add_rows(&files[0][i], 30, 10, 1000 + (double)i);
		add_rows(&files[1][i], 30, 10, 1000 + (double)i);
	}
	comparison_make(files[0], 100, files[1], 100, &plain, &made);
	ck_assert_uint_eq(made.count, 30);
	ck_assert_uint_eq(made.rows[29].new_count, 1000);
	check_verdict(29, "equivalent");
	comparison_free(&made);
	for (i = 0; i < 100; i++) {
		result_free(&files[0][i]);
		result_free(&files[1][i]);
	}
}
END_TEST

static Suite *
make_suite(void)
{
	Suite	*suite = suite_create("comparison");
	TCase	*rules = tcase_create("rules");

	tcase_set_timeout(rules, SLOW_S);
	tcase_add_test(rules, one_run_is_no_evidence);
	tcase_add_test(rules, three_runs_can_claim_nothing);
	tcase_add_test(rules, verdicts_follow_the_figures);
	tcase_add_test(rules, more_invocations_are_asked_for);
	tcase_add_test(rules, rows_match_by_spec);
	tcase_add_test(rules, files_are_pooled);
	tcase_add_test(rules, disturbed_invocations_are_left_out);
	tcase_add_test(rules, metrics_are_compared);
	tcase_add_test(rules, corrections_differ);
	tcase_add_test(rules, any_files_can_be_compared);
	tcase_add_test(rules, files_need_not_be_held);
	tcase_add_test(rules, many_files_are_compared);
	suite_add_tcase(suite, rules);
	return suite;
}

int
main(void)
{
	return unit_run(make_suite());
}
