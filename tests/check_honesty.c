/* Checks what makes a run honest: what disturbs, and what is told. */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/disturbance.h"
#include "engine/report.h"
#include "engine/schedule.h"
#include "engine/warnings.h"
#include "results/result.h"
#include "statistics/histogram.h"
#include "unit.h"

#define MS	1000000u

/* By what an invocation of 0.1 s is disturbed, read in ticks of 10 ms; "". */
static const char *
judge(double others_cpus, double delay, double steal_cpus)
{
	const struct disturbance_evidence evidence = {
		.region_ns = 100 * MS, .step_ns = 10 * MS,
		.others_cpus = others_cpus, .delay = delay,
		.steal_cpus = steal_cpus, .slowness = (double)NAN,
	};
	const char	*by = disturbance_judge(&evidence);

	return by != NULL ? by : "";
}

START_TEST(disturbed_is_what_others_took)
{
	ck_assert_str_eq(judge(0, 0, 0), "");
	ck_assert_str_eq(judge(0.2, 0.001, 0.05), "");
	ck_assert_str_eq(judge(0.4, 0, 0), "load");
	ck_assert_str_eq(judge(0.2, 0.12, 0), "delay");
	/* Nobody was there to wait for: an idle CPU took its time. */
	ck_assert_str_eq(judge(0, 0.12, 0), "");
	ck_assert_str_eq(judge(0, 0, 0.4), "steal");
	ck_assert_str_eq(judge(NAN, NAN, NAN), "");
	ck_assert_str_eq(judge(NAN, 0.5, NAN), "");
	ck_assert_str_eq(judge(NAN, NAN, 0.4), "steal");
}
END_TEST

/* Two ticks of a short invocation are a large share, and no evidence. */
START_TEST(few_steps_are_no_evidence)
{
	struct disturbance_evidence evidence = {
		.region_ns = 20 * MS, .step_ns = 10 * MS,
		.others_cpus = 1, .delay = (double)NAN, .steal_cpus = 1,
	};

	ck_assert_ptr_null(disturbance_judge(&evidence));
	evidence.region_ns = 40 * MS;
	ck_assert_str_eq(disturbance_judge(&evidence), "load");
	evidence.others_cpus = 0.2;
	ck_assert_str_eq(disturbance_judge(&evidence), "steal");
	evidence.steal_cpus = 0;
	evidence.delay = 0.5;
	evidence.region_ns = 10 * MS;
	ck_assert_ptr_null(disturbance_judge(&evidence));
}
END_TEST

/* A report of an invocation of 0.1 s in which others used so much. */
static struct job_report *
make_report(uint64_t others_ns, uint64_t round_trip_ns)
{
	struct job_report	*report = calloc(1, sizeof *report);
	unsigned		 i;

	ck_assert_ptr_nonnull(report);
	histogram_clear(&report->histogram);
	for (i = 0; i < 1000; i++)
		histogram_record(&report->histogram, round_trip_ns);
	report->pairs = report->timed_per = 1;
	report->round_trips = report->timed = 1000;
	report->elapsed_ns = 90 * MS;
	report->region_ns = 100 * MS;
	report->cpus_known = report->others_known = true;
	report->cpus_step_ns = 10 * MS;
	report->cpus_own_ns = 100 * MS;
	report->cpus_busy_ns = 100 * MS + others_ns;
	return report;
}

START_TEST(evidence_is_read_from_a_report)
{
	struct job_report	*report = make_report(40 * MS, 5000);
	struct disturbance_evidence evidence;

	report->delay_known = true;
	report->delay_ns = 25 * MS;
	report->cpus_steal_ns = 10 * MS;
	evidence = disturbance_read(report);
	ck_assert(fabs(evidence.others_cpus - 0.4) < 1e-9);
	ck_assert(fabs(evidence.delay - 0.25) < 1e-9);
	ck_assert(fabs(evidence.steal_cpus - 0.1) < 1e-9);
	/* Counted in ticks: ours can be more than all. */
	report->cpus_busy_ns = report->cpus_own_ns - 10 * MS;
	report->delay_known = false;
	evidence = disturbance_read(report);
	ck_assert(evidence.others_cpus < 1e-9);
	ck_assert(isnan(evidence.delay));
	/* Workers of the kernel may have been ours. */
	report->others_known = false;
	evidence = disturbance_read(report);
	ck_assert(isnan(evidence.others_cpus) && !isnan(evidence.steal_cpus));
	report->cpus_known = false;
	evidence = disturbance_read(report);
	ck_assert(isnan(evidence.others_cpus) && isnan(evidence.steal_cpus));
	free(report);
}
END_TEST

static struct result		 result;
static struct test_result	*test;
static struct core_speeds	 speeds;

static void
begin(void)
{
	memset(&result, 0, sizeof result);
	test = result_add_test(&result);
}

static void
end(void)
{
	result_free(&result);
	core_speeds_free(&speeds);
}

static void
add(uint64_t others_ns, uint64_t round_trip_ns)
{
	struct job_report	*report = make_report(others_ns,
				    round_trip_ns);

	report_add_invocation(test, report, "same", NULL, 0, 2, &speeds);
	free(report);
}

/* What was disturbed counts as long as there is nothing else. */
START_TEST(pooled_are_those_that_count)
{
	add(50 * MS, 9000);
	ck_assert(test->invocations[0].disturbed);
	ck_assert_str_eq(test->invocations[0].disturbed_by, "load");
	ck_assert_uint_eq(test->histogram->maximum, 9000);
	add(60 * MS, 9000);
	ck_assert_uint_eq(test->histogram->count, 2000);
	add(0, 5000);
	ck_assert(!test->invocations[2].disturbed);
	ck_assert_uint_eq(test->histogram->count, 1000);
	ck_assert_uint_eq(test->histogram->maximum, 5000);
	add(50 * MS, 9000);
	add(0, 5100);
	ck_assert_uint_eq(test->histogram->count, 2000);
	ck_assert_uint_eq(test->histogram->maximum, 5100);
	ck_assert_uint_eq(test->invocation_count, 5);
	test_summarise(test, 2);
	ck_assert(fabs(test->summary.median_ns - 5050) < 50);
	ck_assert(test->summary.max_ns < 5200);
}
END_TEST

/* Adds an invocation on bound cores that took so long for their work. */
static void
add_on_cores(double work_ns, const char *relation)
{
	struct invocation_result	*invocation = test_add_invocation(test);

	snprintf(invocation->relation, sizeof invocation->relation, "%s",
	    relation);
	invocation_add_side(invocation)->work_ns = 14000;
	invocation_add_side(invocation)->work_ns = work_ns;
}

/* Known only when there has been a quicker one; whoever roams is left alone. */
START_TEST(slow_cores_disturb)
{
	static const double	works[] = { 25000, 14000, 14100, 15300, 16000 };
	size_t			i;

	for (i = 0; i < 5; i++) {
		add_on_cores(works[i], i == 4 ? "unknown" : "same");
		disturbance_add_cores(&test->invocations[i], &speeds);
	}
	for (i = 0; i < 5; i++)
		disturbance_judge_cores(&test->invocations[i], &speeds);
	ck_assert_str_eq(test->invocations[0].disturbed_by, "core");
	ck_assert(test->invocations[0].disturbed);
	for (i = 1; i < 5; i++)
		ck_assert(!test->invocations[i].disturbed);
	/* Once is enough, and the first reason stays. */
	strcpy(test->invocations[0].disturbed_by, "load");
	disturbance_judge_cores(&test->invocations[0], &speeds);
	ck_assert_str_eq(test->invocations[0].disturbed_by, "load");
}
END_TEST

/* A slow core that is known to be slow is not pooled. */
START_TEST(slow_cores_are_not_pooled)
{
	static const double	works[] = { 9000, 15000, 9100 };
	struct job_report	*report;
	size_t			 i;

	for (i = 0; i < 3; i++) {
		report = make_report(0, i == 1 ? 9000 : 5000);
		report->side_count = 1;
		report->sides[0].role = ROLE_CLIENT;
		report->sides[0].work_ns = works[i];
		report->sides[0].work_count = 1;
		report_add_invocation(test, report, "same", NULL, 0, 2,
		    &speeds);
		free(report);
	}
	ck_assert_str_eq(test->invocations[1].disturbed_by, "core");
	ck_assert_uint_eq(test->histogram->count, 2000);
	ck_assert_uint_eq(test->histogram->maximum, 5000);
}
END_TEST

/* Whether the lists hold a text with these words. */
static bool
tells(const struct texts *texts, const char *words)
{
	size_t	i;

	for (i = 0; i < texts->count; i++)
		if (strstr(texts->list[i], words) != NULL)
			return true;
	return false;
}

static const struct transport plain_transport = { .name = "try" };
static const struct testspec plain = { .transport = &plain_transport };

START_TEST(both_counts_are_told)
{
	add(50 * MS, 9000);
	add(0, 5000);
	add(0, 5000);
	warnings_add_test(test, &plain);
	ck_assert(tells(&test->warnings, "disturbed were 1 of 3 invocations, "
	    "by other processes on their CPUs (1): they were left out"));
	ck_assert(!tells(&test->warnings, "differ by"));
	end();
	begin();
	add(50 * MS, 9000);
	add(70 * MS, 8000);
	warnings_add_test(test, &plain);
	ck_assert(tells(&test->warnings, "disturbed were all 2 invocations"));
	end();
	begin();
	add(50 * MS, 9000);
	warnings_add_test(test, &plain);
	ck_assert(tells(&test->warnings, "disturbed was the only invocation"));
	end();
	begin();
	add(0, 5000);
	warnings_add_test(test, &plain);
	ck_assert(!tells(&test->warnings, "disturbed"));
}
END_TEST

/* Adds invocations that nothing disturbed, in microseconds. */
static void
add_list(const double *list, size_t count)
{
	size_t	i;

	for (i = 0; i < count; i++) {
		test_add_invocation(test)->median_ns = 1e3 * list[i];
		test->invocations[i].mean_ns = 1e3 * list[i];
	}
	test_summarise(test, 2);
}

START_TEST(both_modes_are_named)
{
	static const double modes[] = { 2.7, 4.1, 2.71, 4.12, 2.69, 4.09, 2.7,
	    4.1, 2.72, 4.11, 2.7, 4.1 };

	add_list(modes, 12);
	warnings_add_test(test, &plain);
	ck_assert(tells(&test->warnings, "two modes, one 1.5 times the other "
	    "(2.7 and 4.1 us)"));
	ck_assert(tells(&test->warnings, "invocations differ by"));
}
END_TEST

/* Modes that are those of disturbed invocations are none. */
START_TEST(disturbed_ones_make_no_modes)
{
	static const double modes[] = { 2.7, 4.1, 2.71, 4.12, 2.69, 4.09, 2.7,
	    4.1, 2.72, 4.11, 2.7, 4.1 };
	size_t	i;

	add_list(modes, 12);
	for (i = 1; i < 12; i += 2)
		test->invocations[i].disturbed = true;
	warnings_add_test(test, &plain);
	ck_assert(!tells(&test->warnings, "two modes"));
	ck_assert(!tells(&test->warnings, "invocations differ by"));
}
END_TEST

START_TEST(drift_is_told)
{
	static const double rising[] = { 5, 5.1, 5.2, 5.3, 5.4, 5.5, 5.6, 5.7,
	    5.8, 5.9, 6, 6.1 };

	add_list(rising, 12);
	warnings_add_test(test, &plain);
	ck_assert(tells(&test->warnings, "figures drift"));
	end();
	begin();
	test_add_invocation(test)->migrated = true;
	test_add_invocation(test);
	warnings_add_test(test, &plain);
	ck_assert(tells(&test->warnings, "in 1 of 2 invocations a side was "
	    "not on the CPU"));
}
END_TEST

/* Each thing that a run can have, alone; and what is told of it. */
static const struct {
	struct warnings_load	 load;
	const char		*words;
} loads[] = {
	{ { .before_cpus = 0.5, .after_cpus = 0 },
	    "used 0.5 of the CPUs before or after" },
	{ { .before_cpus = 0, .after_cpus = 0.7 }, "used 0.7 of the CPUs" },
	{ { .before_cpus = NAN, .after_cpus = NAN }, "cannot be seen" },
	{ { .steal = 0.03 }, "the hypervisor took 3 %" },
	{ { .thermal = 4 }, "too hot, 4 times" },
	{ { .quota = 9 }, "CPU quota of the control group stopped its "
	    "processes 9 times" },
	{ { .before_cpus = 0.1, .after_cpus = 0.1, .steal = 0.005 }, NULL },
};

START_TEST(what_a_run_met_is_told)
{
	warnings_add_run(&result, &loads[_i].load);
	ck_assert_uint_eq(result.warnings.count, loads[_i].words != NULL);
	if (loads[_i].words != NULL)
		ck_assert_msg(tells(&result.warnings, loads[_i].words), "%s",
		    result.warnings.list[0]);
}
END_TEST

START_TEST(clock_and_guest_are_told)
{
	const struct warnings_load nothing = { .steal = 0 };

	facts_add_claim(&result.host, "virtual", true);
	facts_add_text(&result.host, "clocksource", "hpet");
	facts_add_text(&result.host, "governor", "powersave");
	facts_add_number(&result.host, "clock_backsteps", 3);
	warnings_add_run(&result, &nothing);
	ck_assert_uint_eq(result.warnings.count, 4);
	ck_assert(tells(&result.warnings, "the clock source is hpet"));
	ck_assert(tells(&result.warnings, "virtual machine"));
	ck_assert(tells(&result.warnings, "governor is powersave"));
	ck_assert(tells(&result.warnings, "the clock went back 3 times"));
}
END_TEST

START_TEST(waiting_and_budget_are_told)
{
	struct warnings_quiet quiet = { .is_wanted = true, .seconds = 5,
		.loud = 2, .looked = 7 };

	warnings_add_quiet(&result, &quiet);
	ck_assert(tells(&result.warnings, "not quiet, after 5 s of waiting, "
	    "when 2 of 7 invocations began"));
	quiet.loud = 0;
	quiet.is_blind = true;
	warnings_add_quiet(&result, &quiet);
	ck_assert(tells(&result.warnings, "does not tell how busy"));
	ck_assert_uint_eq(result.warnings.count, 2);
	add(0, 5000);
	add(0, 5000);
	test = result_add_test(&result);
	add(0, 5000);
	result_add_test(&result)->status = TEST_SKIPPED;
	warnings_add_budget(&result, 2.5, 10);
	ck_assert(tells(&result.warnings, "the budget of 2.5 s ended the run: "
	    "tests have 1 to 2 invocations, of 10"));
}
END_TEST

START_TEST(width_is_told_where_it_is_left)
{
	const struct schedule plan = { .invocations = 10, .most = 30,
		.within = 0.01 };
	static const double far[] = { 5, 5.5, 6, 5.2, 5.8, 5.1, 5.9 };
	static const double near[] = { 5, 5, 5, 5.001, 5, 5, 5 };

	add_list(near, 7);
	warnings_add_width(test, &plan);
	ck_assert_uint_eq(test->warnings.count, 0);
	end();
	begin();
	add_list(far, 7);
	warnings_add_width(test, &plan);
	ck_assert(tells(&test->warnings, "not 1 %, after 7 invocations"));
}
END_TEST

static Suite *
suite(void)
{
	Suite	*all = suite_create("honesty");
	TCase	*disturbed = tcase_create("disturbed");
	TCase	*told = tcase_create("told");

	tcase_add_checked_fixture(disturbed, begin, end);
	tcase_add_test(disturbed, disturbed_is_what_others_took);
	tcase_add_test(disturbed, few_steps_are_no_evidence);
	tcase_add_test(disturbed, evidence_is_read_from_a_report);
	tcase_add_test(disturbed, pooled_are_those_that_count);
	tcase_add_test(disturbed, slow_cores_disturb);
	tcase_add_test(disturbed, slow_cores_are_not_pooled);
	tcase_add_checked_fixture(told, begin, end);
	tcase_add_test(told, both_counts_are_told);
	tcase_add_test(told, both_modes_are_named);
	tcase_add_test(told, disturbed_ones_make_no_modes);
	tcase_add_test(told, drift_is_told);
	tcase_add_loop_test(told, what_a_run_met_is_told, 0,
	    (int)(sizeof loads / sizeof loads[0]));
	tcase_add_test(told, clock_and_guest_are_told);
	tcase_add_test(told, waiting_and_budget_are_told);
	tcase_add_test(told, width_is_told_where_it_is_left);
	suite_add_tcase(all, disturbed);
	suite_add_tcase(all, told);
	return all;
}

int
main(void)
{
	return unit_run(suite());
}
