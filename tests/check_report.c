/* Checks what becomes of a supervisor's report. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/report.h"
#include "engine/warnings.h"
#include "results/result.h"
#include "statistics/histogram.h"
#include "unit.h"

static struct core_speeds speeds;

#define BATCHES_NS	50000000u	/* that batches took */
#define REGION_NS	200000000u	/* with what lies between them */

/* A report of one side, without figures of it; to be freed. */
static struct job_report *
new_report(void)
{
	struct job_report	*report = calloc(1, sizeof *report);

	ck_assert_ptr_nonnull(report);
	histogram_clear(&report->histogram);
	report->pairs = report->side_count = report->timed_per = 1;
	report->round_trips = 1000;
	report->elapsed_ns = BATCHES_NS;
	report->region_ns = REGION_NS;
	report->sides[0].role = ROLE_CLIENT;
	return report;
}

/* One whose sides never slept, on two CPUs. */
static void
add_awake_invocation(struct test_result *test, double median_ns)
{
	struct invocation_result *invocation = test_add_invocation(test);
	struct side_result	 *side = invocation_add_side(invocation);

	invocation->median_ns = median_ns;
	invocation->round_trips = 1000;
	strcpy(invocation->relation, "cache");
	side->voluntary_switches = 0;
}

/*
 * CPUs said to be busy where a client used so much CPU time while batches ran,
 * and others so much before, between and after them too.
 */
static double
busy_cpus(uint64_t client_ns, uint64_t others_ns, unsigned machine_cpus)
{
	struct result		 result;
	struct test_result	*test;
	struct job_report	*report = new_report();
	double			 busy;

	report->busy_known = true;
	report->own_ns = client_ns;
	report->busy_ns = client_ns + others_ns;
	report->sides[0].usage.cpu_ns = client_ns;
	report->sides[0].usage.user_ns = client_ns;
	memset(&result, 0, sizeof result);
	test = result_add_test(&result);
	report_add_invocation(test, report, "same", NULL, 0, machine_cpus, &speeds);
	busy = test->invocations[0].machine_busy_cpus;
	result_free(&result);
	free(report);
	return busy;
}

/* Whether a test of that form, of three invocations, is told of in these words. */
static bool
tells(const char *form, double median_ns, const char *words)
{
	struct result		 result;
	struct test_result	*test;
	struct testspec		 spec;
	bool			 told = false;
	size_t			 i;

	ck_assert_msg(testspec_parse_one(form, &spec) == 0, "%s",
	    fail_reason());
	memset(&result, 0, sizeof result);
	test = result_add_test(&result);
	for (i = 0; i < 3; i++)
		add_awake_invocation(test, median_ns);
	warnings_add_test(test, &spec);
	for (i = 0; i < test->warnings.count; i++)
		told |= strstr(test->warnings.list[i], words) != NULL;
	result_free(&result);
	return told;
}

#define TWO_WRITES	"tcp:frame=split,nodelay=off,place=any,size=32"

/* Of the form above: what it takes, and how many delays that is; 0: none. */
static const struct {
	double		ms;
	unsigned	delays;
} waits[] = {
	{ 0.02, 0 }, { 20, 0 }, { 39.9, 0 },
	{ 40, 1 }, { 43.98, 1 }, { 46.1, 1 }, { 50, 1 }, { 59.9, 1 },
	{ 60, 0 }, { 79.9, 0 },
	{ 80, 2 }, { 87.99, 2 }, { 91.99, 2 }, { 92, 2 }, { 92.01, 2 },
	{ 100, 2 }, { 104, 2 }, { 115, 2 }, { 119.9, 2 },
	{ 120, 1 }, { 149, 1 }, { 150, 0 }, { 199, 0 },
	{ 200, 2 }, { 204, 2 }, { 299, 2 }, { 300, 0 }, { 399, 0 },
	{ 400, 2 }, { 599, 2 }, { 600, 0 },
};

START_TEST(delayed_acknowledgements_are_counted)
{
	static const char *const words[] = {
		"",
		"for 1 delayed acknowledgement,",
		"for 2 delayed acknowledgements,",
	};
	size_t		i;
	unsigned	delays;

	for (i = 0; i < sizeof waits / sizeof waits[0]; i++)
		for (delays = 1; delays <= 2; delays++)
			ck_assert_msg(tells(TWO_WRITES, waits[i].ms * 1e6,
			    words[delays]) == (waits[i].delays == delays),
			    "%g ms: %u delays", waits[i].ms, delays);
	ck_assert(tells(TWO_WRITES, 88e6, "nodelay=on"));
}
END_TEST

/* What takes as long without two writes on one connection waits for something
 * else. */
START_TEST(only_two_writes_wait_for_acknowledgements)
{
	static const char *const others[] = {
		"tcp:frame=split,nodelay=on,place=any,size=32",
		"tcp:nodelay=off,place=any,size=32",
		"tcp:frame=header,nodelay=off,place=any,size=32",
		"tcp:frame=split,nodelay=off,place=any,size=32,sockets=2",
		"unix-stream:frame=split,place=any,size=32",
	};
	size_t	i;

	for (i = 0; i < sizeof others / sizeof others[0]; i++)
		ck_assert_msg(!tells(others[i], 88e6, "delayed"), "%s",
		    others[i]);
}
END_TEST

/* Sides that are meant not to sleep are not blamed for it. */
START_TEST(sleepers_alone_are_told_to_sleep)
{
	ck_assert(tells("unix-stream:place=0+1", 9e3, "slept only"));
	ck_assert(tells("unix-stream:place=0+1,wait=poll", 9e3, "slept only"));
	ck_assert(!tells("unix-stream:place=0+1,wait=spin", 9e3, "slept"));
	ck_assert(!tells("shm-spin:place=0+1", 9e3, "slept"));
}
END_TEST

#define DAEMON_NS	2000000u	/* of CPU time, in each invocation */

/* What was used is known exactly, however few ticks fell into an invocation. */
START_TEST(daemon_time_is_split_over_all_invocations)
{
	static const struct {
		uint64_t	user, system;
	} ticks[] = { { 0, 0 }, { 3, 1 }, { 0, 0 }, { 2, 2 } };
	struct result		 result;
	struct test_result	*test;
	struct job_report	*report = new_report();
	struct job_usage	*usage = &report->sides[1].usage;
	size_t			 i;

	report->side_count = 2;
	report->sides[1].role = ROLE_DAEMON;
	report->sides[0].usage.cpu_ns = report->sides[0].usage.user_ns =
	    1000000;
	report->busy_known = true;
	report->busy_ns = report->own_ns = 3000000;
	usage->cpu_ns = DAEMON_NS;
	usage->split_unknown = true;
	memset(&result, 0, sizeof result);
	test = result_add_test(&result);
	for (i = 0; i < sizeof ticks / sizeof ticks[0]; i++) {
		usage->user_ticks = ticks[i].user;
		usage->system_ticks = ticks[i].system;
		report_add_invocation(test, report, "same", NULL, 0, 2, &speeds);
		test_summarise(test, 2);
		/* 3 ms of 2 CPUs for 50 ms. */
		ck_assert_double_eq_tol(test->summary.cpu_percent, 3, 1e-9);
		ck_assert_double_eq_tol(test->summary.cpu_ns_per_round_trip,
		    3000, 1e-9);
		ck_assert_double_eq_tol(test->invocations[i].machine_busy_cpus,
		    0.06, 1e-9);
		ck_assert_double_eq_tol(side_get_cpu_ns(
		    &test->invocations[i].sides[1]), DAEMON_NS, 1e-9);
		ck_assert(isnan(test->invocations[i].sides[1].user_ns));
		ck_assert(isnan(test->summary.user_percent) == (i == 0));
	}
	/* 5 of 8 ticks, in the time of all four. */
	ck_assert_double_eq_tol(test->summary.user_percent,
	    1 + 2 * 5.0 / 8, 1e-9);
	ck_assert_double_eq_tol(test->summary.system_percent, 2 * 3.0 / 8,
	    1e-9);
	result_free(&result);
	free(report);
}
END_TEST

START_TEST(busy_is_ours_and_that_of_others)
{
	ck_assert(fabs(busy_cpus(BATCHES_NS, REGION_NS / 2, 2) - 1.5) < 1e-9);
	ck_assert(fabs(busy_cpus(BATCHES_NS / 2, 0, 2) - 0.5) < 1e-9);
}
END_TEST

START_TEST(no_more_is_busy_than_there_is)
{
	ck_assert(fabs(busy_cpus(BATCHES_NS, REGION_NS * 7 / 4, 2) - 2) < 1e-9);
	ck_assert(fabs(busy_cpus(BATCHES_NS, REGION_NS * 7 / 4, 0) - 2.75) <
	    1e-9);
}
END_TEST

static Suite *
suite(void)
{
	Suite	*all = suite_create("report");
	TCase	*busy = tcase_create("busy");
	TCase	*warnings = tcase_create("warnings");

	tcase_add_test(busy, busy_is_ours_and_that_of_others);
	tcase_add_test(busy, no_more_is_busy_than_there_is);
	tcase_add_test(busy, daemon_time_is_split_over_all_invocations);
	tcase_add_test(warnings, delayed_acknowledgements_are_counted);
	tcase_add_test(warnings, only_two_writes_wait_for_acknowledgements);
	tcase_add_test(warnings, sleepers_alone_are_told_to_sleep);
	suite_add_tcase(all, busy);
	suite_add_tcase(all, warnings);
	return all;
}

int
main(void)
{
	return unit_run(suite());
}
