/* Works out the summary of a test from its invocations and histogram. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "results/fields.h"
#include "results/result.h"
#include "results/totals.h"
#include "statistics/histogram.h"
#include "statistics/stats.h"

#define NS_PER_S	1e9
#define CPUS_MOST	1e6	/* that a machine has; more is nonsense */

/*
 * CPU time is counted in microseconds, and around each batch rather than in
 * it: a share of less than this says nothing.
 */
#define CPU_ELAPSED_LEAST_NS	1e6

bool
test_has_quiet(const struct test_result *test)
{
	size_t	i;

	for (i = 0; i < test->invocation_count; i++)
		if (!test->invocations[i].disturbed)
			return true;
	return false;
}

const struct invocation_result **
test_choose_invocations(const struct test_result *test, size_t *count)
{
	const struct invocation_result	**chosen;
	bool				  choosy = test_has_quiet(test);
	size_t				  i;

	chosen = calloc(test->invocation_count + 1, sizeof *chosen);
	if (chosen == NULL)
		abort();
	*count = 0;
	for (i = 0; i < test->invocation_count; i++)
		if (!choosy || !test->invocations[i].disturbed)
			chosen[(*count)++] = &test->invocations[i];
	return chosen;
}

/*
 * The member at that offset of each invocation, in an array to be freed; NULL
 * if one of them is unknown: a median of those that happen to be known would
 * favour the invocations with more round trips.
 */
static double *
collect(const struct invocation_result **chosen, size_t count, size_t offset)
{
	double	*values = calloc(count, sizeof *values);
	size_t	 i;

	if (values == NULL)
		abort();
	for (i = 0; i < count; i++) {
		memcpy(&values[i], (const char *)chosen[i] + offset,
		    sizeof values[i]);
		if (!isfinite(values[i])) {
			free(values);
			return NULL;
		}
	}
	return values;
}

static double
median_of(const struct invocation_result **chosen, size_t count, size_t offset)
{
	double	*values = collect(chosen, count, offset), median;

	if (values == NULL)
		return (double)NAN;
	median = stats_median(values, count);
	free(values);
	return median;
}

static void
summarise_medians(struct summary *summary,
    const struct invocation_result **chosen, size_t count)
{
#define MEDIAN(member) summary->member = median_of(chosen, count, \
	    offsetof(struct invocation_result, member))
	MEDIAN(median_ns);
	MEDIAN(mean_ns);
	MEDIAN(p90_ns);
	MEDIAN(p99_ns);
	MEDIAN(reply_median_ns);
	MEDIAN(reply_p99_ns);
	MEDIAN(pair_slowest_per_s);
	MEDIAN(pair_fastest_per_s);
#undef MEDIAN
}

static void
summarise_interval(struct test_result *test,
    const struct invocation_result **chosen, size_t count)
{
	struct stats_interval	 interval;
	double			*values;

	values = collect(chosen, count, test->headline_is_mean ?
	    offsetof(struct invocation_result, mean_ns) :
	    offsetof(struct invocation_result, median_ns));
	if (values == NULL)
		return;
	if (stats_median_interval(values, count, &interval)) {
		test->summary.ci_low_ns = interval.low;
		test->summary.ci_high_ns = interval.high;
	}
	free(values);
}

static void
summarise_histogram(struct summary *summary, const struct histogram *histogram,
    double per)
{
	if (histogram == NULL || histogram->count == 0)
		return;
	summary->min_ns = (double)histogram->minimum / per;
	summary->max_ns = (double)histogram->maximum / per;
	if (histogram_carries(histogram, 0.999))
		summary->p999_ns = histogram_quantile(histogram, 0.999) / per;
}

/* A quotient; unknown where there is nothing to divide by. */
static double
ratio(double part, double whole)
{
	return whole > 0 ? part / whole : (double)NAN;
}

static double
message_size(const struct test_result *test)
{
	const struct fact	*size = facts_find(&test->params, "size");

	if (!test->carries_data || size == NULL ||
	    size->kind != FACT_NUMBER || !(size->number >= 0))
		return (double)NAN;
	return size->number;
}

static void
summarise_totals(struct summary *summary, const struct totals *totals,
    unsigned machine_cpus)
{
	double	capacity = totals->elapsed_ns < CPU_ELAPSED_LEAST_NS ? 0 :
		    totals->elapsed_ns * machine_cpus;

	summary->round_trips_per_s = ratio(totals->round_trips * NS_PER_S,
	    totals->elapsed_ns);
	summary->user_percent = ratio(100 * totals->all.user_ns, capacity);
	summary->system_percent = ratio(100 * totals->all.system_ns, capacity);
	summary->cpu_percent = ratio(100 * totals->all.cpu_ns, capacity);
	summary->machine_cpu_percent = ratio(100 * totals->busy_ns, capacity);
	summary->cpu_ns_per_round_trip = ratio(totals->all.cpu_ns,
	    totals->round_trips);
	summary->switches_per_round_trip = ratio(totals->all.switches,
	    totals->round_trips);
}

void
test_summarise(struct test_result *test, unsigned machine_cpus)
{
	const struct invocation_result	**chosen;
	struct totals			  totals;
	size_t				  count;

	summary_clear(&test->summary);
	if (test->status != TEST_OK || test->invocation_count == 0)
		return;
	chosen = test_choose_invocations(test, &count);
	summarise_medians(&test->summary, chosen, count);
	summarise_interval(test, chosen, count);
	summarise_histogram(&test->summary, test->histogram,
	    (double)test->timed_per);
	totals_add_up(&totals, chosen, count);
	summarise_totals(&test->summary, &totals, machine_cpus);
	test->summary.bytes_per_s = message_size(test) *
	    test->summary.round_trips_per_s;
	fields_drop_absurd(fields_summary, &test->summary);
	free(chosen);
}

unsigned
result_count_cpus(const struct result *result)
{
	const struct fact	*cpus = facts_find(&result->host, "cpus");

	if (cpus == NULL || cpus->kind != FACT_NUMBER ||
	    !(cpus->number >= 1 && cpus->number <= CPUS_MOST))
		return 0;
	return (unsigned)cpus->number;
}

void
result_summarise(struct result *result)
{
	size_t	i;

	for (i = 0; i < result->test_count; i++)
		test_summarise(&result->tests[i], result_count_cpus(result));
}
