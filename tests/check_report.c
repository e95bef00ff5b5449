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

#define BATCHES_NS	50000000u	/* that batches took */
#define REGION_NS	200000000u	/* with what lies between them */

/*
 * CPUs said to be busy where a client used so much CPU time while batches ran,
 * and others so much before, between and after them too.
 */
static double
busy_cpus(uint64_t client_ns, uint64_t others_ns, unsigned machine_cpus)
{
	struct result		 result;
	struct test_result	*test;
	struct job_report	*report = calloc(1, sizeof *report);
	double			 busy;

	ck_assert_ptr_nonnull(report);
	histogram_clear(&report->histogram);
	report->pairs = report->side_count = report->timed_per = 1;
	report->round_trips = 1000;
	report->elapsed_ns = BATCHES_NS;
	report->region_ns = REGION_NS;
	report->busy_known = true;
	report->own_ns = client_ns;
	report->busy_ns = client_ns + others_ns;
	report->sides[0].role = ROLE_CLIENT;
	report->sides[0].usage.user_ns = client_ns;
	memset(&result, 0, sizeof result);
	test = result_add_test(&result);
	report_add_invocation(test, report, "same", NULL, 0, machine_cpus);
	busy = test->invocations[0].machine_busy_cpus;
	result_free(&result);
	free(report);
	return busy;
}

/* Whether a median is told as a wait for so many delayed acknowledgements. */
static bool
tells_of_delays(double median_ns, const char *nodelay, const char *words)
{
	static const struct transport transport = { .name = "try" };
	struct result		 result;
	struct test_result	*test;
	bool			 told = false;
	size_t			 i;

	memset(&result, 0, sizeof result);
	test = result_add_test(&result);
	facts_add_text(&test->params, "nodelay", nodelay);
	for (i = 0; i < 3; i++)
		test_add_invocation(test)->median_ns = median_ns;
	warnings_add_test(test, &transport);
	for (i = 0; i < test->warnings.count; i++)
		told |= strstr(test->warnings.list[i], words) != NULL;
	result_free(&result);
	return told;
}

START_TEST(delayed_acknowledgements_are_told)
{
	ck_assert(tells_of_delays(87.99e6, "off", "2 delayed"));
	ck_assert(tells_of_delays(87.99e6, "off", "nodelay=on"));
	ck_assert(tells_of_delays(43.98e6, "off", "1 delayed acknowledgement,"));
	ck_assert(tells_of_delays(204e6, "off", "delayed"));
	/* What is no multiple, or cannot be one, is something else. */
	ck_assert(!tells_of_delays(60e6, "off", "delayed"));
	ck_assert(!tells_of_delays(20e3, "off", "delayed"));
	ck_assert(!tells_of_delays(87.99e6, "on", "delayed"));
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

	tcase_add_test(busy, busy_is_ours_and_that_of_others);
	tcase_add_test(busy, delayed_acknowledgements_are_told);
	tcase_add_test(busy, no_more_is_busy_than_there_is);
	suite_add_tcase(all, busy);
	return all;
}

int
main(void)
{
	return unit_run(suite());
}
