/* What a supervisor reported, as a part of the result. */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/report.h"
#include "engine/side.h"
#include "statistics/histogram.h"

static double
report_quantile(const struct histogram *histogram, double quantile,
    double timed_per)
{
	return histogram_carries(histogram, quantile) ?
	    histogram_quantile(histogram, quantile) / timed_per : NAN;
}

/* The kind of core that a side was on, as far as it stayed on one. */
static void
report_set_core_kind(struct side_result *side, const struct cpu *cpus,
    size_t count)
{
	size_t	i;

	for (i = 0; i < count && side->cpu_count == 1; i++)
		if (cpus[i].number == side->cpus[0])
			strcpy(side->core_kind, cpus[i].kind);
}

static void
report_add_sides(struct invocation_result *invocation,
    const struct job_report *report, const struct cpu *cpus, size_t cpu_count)
{
	size_t	i, j;

	for (i = 0; i < report->side_count; i++) {
		const struct job_side	*from = &report->sides[i];
		struct side_result	*side =
					    invocation_add_side(invocation);

		strcpy(side->role, side_role_name(from->role));
		side->user_ns = (double)from->usage.user_ns;
		side->system_ns = (double)from->usage.system_ns;
		side->voluntary_switches = (double)from->usage.voluntary;
		side->involuntary_switches = (double)from->usage.involuntary;
		invocation->migrated |= from->migrated;
		for (j = 0; j < from->seen_count; j++)
			side_add_cpu(side, from->seen[j]);
		report_set_core_kind(side, cpus, cpu_count);
	}
}

/* What the timed groups say; in a window they are times from send to reply. */
static void
report_add_times(struct test_result *test, struct invocation_result *invocation,
    const struct histogram *histogram)
{
	double	per = (double)test->timed_per, median, p99;

	if (histogram->count == 0)
		return;
	median = histogram_median(histogram) / per;
	p99 = report_quantile(histogram, 0.99, per);
	if (test->headline_is_mean) {
		invocation->reply_median_ns = median;
		invocation->reply_p99_ns = p99;
		return;
	}
	invocation->median_ns = median;
	invocation->p90_ns = report_quantile(histogram, 0.9, per);
	invocation->p99_ns = p99;
	invocation->min_ns = (double)histogram->minimum / per;
	invocation->max_ns = (double)histogram->maximum / per;
	if (test->histogram == NULL) {
		test->histogram = calloc(1, sizeof *test->histogram);
		if (test->histogram == NULL)
			abort();
		histogram_clear(test->histogram);
	}
	histogram_add(test->histogram, histogram);
}

/*
 * CPUs that were busy while batches ran: by the test itself, and by others,
 * who are what is left of the busy time less all that was ours, between
 * batches too.
 */
static void
report_add_busy(struct invocation_result *invocation,
    const struct job_report *report)
{
	double	own_ns = 0, others;
	size_t	i;

	if (!report->busy_known || report->elapsed_ns == 0)
		return;
	others = ((double)report->busy_ns - (double)report->own_ns) /
	    (double)report->region_ns;
	for (i = 0; i < report->side_count; i++)
		own_ns += (double)(report->sides[i].usage.user_ns +
		    report->sides[i].usage.system_ns);
	invocation->machine_busy_cpus = own_ns / (double)report->elapsed_ns +
	    (others > 0 ? others : 0);
}

void
report_add_invocation(struct test_result *test, const struct job_report *report,
    const char *relation, const struct cpu *cpus, size_t cpu_count)
{
	struct invocation_result *invocation = test_add_invocation(test);

	test->timed_per = report->timed_per;
	invocation->round_trips = report->round_trips;
	invocation->timed = report->timed;
	invocation->lost = report->lost;
	invocation->retransmitted = report->retransmitted;
	invocation->elapsed_ns = (double)report->elapsed_ns;
	invocation->mean_ns = report->untimed != 0 ?
	    (double)report->untimed_ns / (double)report->untimed :
	    (double)report->elapsed_ns / (double)report->round_trips;
	report_add_busy(invocation, report);
	snprintf(invocation->relation, sizeof invocation->relation, "%s",
	    relation);
	report_add_sides(invocation, report, cpus, cpu_count);
	report_add_times(test, invocation, &report->histogram);
}
