/* What a supervisor reported, as a part of the result. */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/disturbance.h"
#include "engine/report.h"
#include "engine/side.h"
#include "statistics/histogram.h"

/* What an invocation is to those before it. */
enum report_count { REPORT_COUNTS, REPORT_LEFT_OUT, REPORT_REPLACES };

static enum report_count
report_decide(bool is_first, bool had_quiet, bool disturbed)
{
	if (disturbed)
		return had_quiet ? REPORT_LEFT_OUT : REPORT_COUNTS;
	return had_quiet || is_first ? REPORT_COUNTS : REPORT_REPLACES;
}

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

/*
 * The share of a side's CPU time that it used while batches ran.  A server that
 * spins does so from its start, and batches are counted from the client's: a
 * side is one thread, so that what is more than the elapsed time was before it;
 * here are all pairs.
 */
static double
report_get_share(const struct job_report *report, unsigned number)
{
	double	used = (double)report->sides[number].usage.cpu_ns;
	double	elapsed = (double)report->elapsed_ns * (double)report->pairs;

	return used > elapsed ? elapsed / used : 1;
}

/* What is not known stays NaN. */
static void
report_set_usage(struct side_result *side, const struct job_report *report,
    unsigned number)
{
	const struct job_usage *usage = &report->sides[number].usage;
	double	share = report_get_share(report, number);

	if (!usage->split_unknown) {
		side->user_ns = share * (double)usage->user_ns;
		side->system_ns = share * (double)usage->system_ns;
	} else if (!usage->cpu_unknown) {
		side->cpu_ns = share * (double)usage->cpu_ns;
	}
	if (!usage->ticks_unknown) {
		side->user_ticks = (double)usage->user_ticks;
		side->system_ticks = (double)usage->system_ticks;
	}
	if (!usage->switches_unknown) {
		side->voluntary_switches = (double)usage->voluntary;
		side->involuntary_switches = (double)usage->involuntary;
	}
}

static void
report_add_sides(struct invocation_result *invocation,
    const struct job_report *report, const struct cpu *cpus, size_t cpu_count)
{
	unsigned	i, j;

	for (i = 0; i < report->side_count; i++) {
		const struct job_side	*from = &report->sides[i];
		struct side_result	*side =
					    invocation_add_side(invocation);

		strcpy(side->role, side_role_name(from->role));
		report_set_usage(side, report, i);
		if (from->work_count > 0)
			side->work_ns = from->work_ns /
			    (double)from->work_count;
		invocation->migrated |= from->migrated;
		for (j = 0; j < from->seen_count; j++)
			side_add_cpu(side, from->seen[j]);
		report_set_core_kind(side, cpus, cpu_count);
	}
}

/* Adds the histogram of an invocation that counts; the first that was not
 * disturbed takes the place of all before it. */
static void
report_pool_histogram(struct test_result *test,
    const struct histogram *histogram, enum report_count counts)
{
	if (counts == REPORT_LEFT_OUT)
		return;
	if (test->histogram == NULL) {
		test->histogram = calloc(1, sizeof *test->histogram);
		if (test->histogram == NULL)
			abort();
		histogram_clear(test->histogram);
	}
	if (counts == REPORT_REPLACES)
		histogram_clear(test->histogram);
	histogram_add(test->histogram, histogram);
}

/* What the timed groups say; where several requests are in flight they are
 * times from send to reply. */
static void
report_add_times(struct test_result *test, struct invocation_result *invocation,
    const struct histogram *histogram, enum report_count counts)
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
	report_pool_histogram(test, histogram, counts);
}

/*
 * CPUs that were busy while batches ran: by the test itself, and by others,
 * who are what is left of the busy time less all that was ours, between
 * batches too.  There they may have used what was ours while a batch ran: both
 * together never had more than there is.
 */
static void
report_add_busy(struct invocation_result *invocation,
    const struct job_report *report, unsigned machine_cpus)
{
	double		own_ns = 0, others;
	unsigned	i;

	if (!report->busy_known || report->elapsed_ns == 0)
		return;
	others = ((double)report->busy_ns - (double)report->own_ns) /
	    (double)report->region_ns;
	for (i = 0; i < report->side_count; i++) {
		if (report->sides[i].usage.cpu_unknown)
			return;
		own_ns += report_get_share(report, i) *
		    (double)report->sides[i].usage.cpu_ns;
	}
	invocation->machine_busy_cpus = own_ns / (double)report->elapsed_ns +
	    (others > 0 ? others : 0);
	if (machine_cpus > 0 && invocation->machine_busy_cpus > machine_cpus)
		invocation->machine_busy_cpus = machine_cpus;
}

void
report_add_invocation(struct test_result *test, const struct job_report *report,
    const char *relation, const struct cpu *cpus, size_t cpu_count,
    unsigned machine_cpus, struct core_speeds *speeds)
{
	const struct disturbance_evidence evidence = disturbance_read(report);
	const char	*disturbed_by = disturbance_judge(&evidence);
	bool		 is_first = test->invocation_count == 0;
	bool		 had_quiet = test_has_quiet(test);
	struct invocation_result *invocation = test_add_invocation(test);

	if (disturbed_by != NULL) {
		invocation->disturbed = true;
		snprintf(invocation->disturbed_by,
		    sizeof invocation->disturbed_by, "%s", disturbed_by);
	}
	test->timed_per = report->timed_per;
	invocation->round_trips = report->round_trips;
	invocation->timed = report->timed;
	invocation->lost = report->lost;
	invocation->retransmitted = report->retransmitted;
	invocation->elapsed_ns = (double)report->elapsed_ns;
	invocation->mean_ns = report->untimed != 0 ?
	    (double)report->untimed_ns / (double)report->untimed :
	    (double)report->elapsed_ns / (double)report->round_trips;
	if (report->slowest_per_s > 0) {
		invocation->pair_slowest_per_s = report->slowest_per_s;
		invocation->pair_fastest_per_s = report->fastest_per_s;
	}
	report_add_busy(invocation, report, machine_cpus);
	snprintf(invocation->relation, sizeof invocation->relation, "%s",
	    relation);
	report_add_sides(invocation, report, cpus, cpu_count);
	disturbance_add_cores(invocation, speeds);
	disturbance_judge_cores(invocation, speeds);
	report_add_times(test, invocation, &report->histogram,
	    report_decide(is_first, had_quiet, invocation->disturbed));
}
