/* Which batches one invocation consists of, and what they add up to. */

#include "config.h"

#include "engine/measure.h"
#include "system/clock.h"

#define PROBE_NS		1000000u	/* a batch this long tells enough */
#define PAIRS_LONGER		10		/* so many pairs more make a batch longer by its length */
#define PROBES			12
#define CALIBRATION_NS		200000000u
#define READING_COSTS		50		/* of the clock, in a group */
#define CLOCK_STEPS		20
#define OVERLONG		10		/* times the aim */
#define SINGLE_WARM_UP		10u
#define STALLED_WARM_UP		3u		/* where each may cost a tenth of a second */
#define STALL_NS		30e6		/* no mechanism takes as long by itself */
#define COUNT_LIMIT		((uint64_t)1 << 40)

struct measuring {
	const struct job_limits	*limits;
	measure_batch		 run;
	void			*context;
	struct job_report	*report;
	double			 operation_ns;	/* by the last batch */
	double			 before_ns;	/* by the one before; 0: none */
};

static int
measure_run(struct measuring *measuring, struct batch *batch, bool measured)
{
	int	outcome = measuring->run(measuring->context, batch, measured);

	/* Waiting for what was lost says nothing of how long the rest takes. */
	if (outcome != OUTCOME_OK || batch->lost != 0)
		return outcome;
	measuring->before_ns = measuring->operation_ns;
	measuring->operation_ns = (double)batch->elapsed_ns /
	    (double)batch->count;
	return outcome;
}

double
measure_group_ns(const struct clock_facts *clock)
{
	double	cost_ns = READING_COSTS * clock->cost_ns;
	double	step_ns = CLOCK_STEPS * (double)clock->step_ns;

	return cost_ns > step_ns ? cost_ns : step_ns;
}

uint64_t
measure_timed_per(double operation_ns, double group_ns)
{
	/* The limit keeps a clock that stands still from asking for ages. */
	if (operation_ns < group_ns / 1e6)
		return 1000000;
	return operation_ns >= group_ns ? 1 :
	    (uint64_t)(group_ns / operation_ns) + 1;
}

uint64_t
measure_stretch(uint64_t batch_ns, uint64_t pairs)
{
	return pairs <= 1 ? batch_ns :
	    batch_ns + batch_ns / PAIRS_LONGER * (pairs - 1);
}

/* Whole groups, at least one. */
static uint64_t
measure_round_count(double count, uint64_t timed_per)
{
	uint64_t	whole = count < 1 ? 1 : count > (double)COUNT_LIMIT ?
			    COUNT_LIMIT : (uint64_t)count;

	return (whole + timed_per - 1) / timed_per * timed_per;
}

int
measure_calibrate(const struct job_limits *limits, measure_batch run,
    void *context, struct job_report *report)
{
	struct measuring measuring = { limits, run, context, report, 0, 0 };
	struct batch	 batch = { .count = 1 };
	uint64_t	 end = clock_now() + CALIBRATION_NS;
	uint64_t	 enough_ns = measure_stretch(PROBE_NS, limits->pairs);
	unsigned	 probes = 0;
	double		 least = 0;
	int		 outcome;

	do {
		if ((outcome = measure_run(&measuring, &batch, false)) !=
		    OUTCOME_OK)
			return outcome;
		if (batch.elapsed_ns < enough_ns && batch.count < COUNT_LIMIT) {
			batch.count *= 2;
			least = measuring.operation_ns;
			continue;
		}
		if (probes++ == 0 || measuring.operation_ns < least)
			least = measuring.operation_ns;
	} while (probes < PROBES && clock_now() < end);
	report->timed_per = limits->timed_per != 0 ? limits->timed_per :
	    measure_timed_per(least, limits->group_ns);
	report->count = measure_round_count(least > 0 ?
	    (double)limits->batch_ns / least : (double)batch.count,
	    report->timed_per);
	return OUTCOME_OK;
}

/* Discards batches until they have lasted long enough. */
static int
measure_warm_up(struct measuring *measuring)
{
	const struct job_limits *limits = measuring->limits;
	struct batch	 batch = { .count = measuring->report->count };
	uint64_t	 most = limits->stalled_ns != 0 ? STALLED_WARM_UP :
			    SINGLE_WARM_UP;
	uint64_t	 warm_ns = 0;
	int		 outcome;

	if (limits->single && batch.count > most)
		batch.count = most;
	do {
		if ((outcome = measure_run(measuring, &batch, false)) !=
		    OUTCOME_OK)
			return outcome;
		warm_ns += batch.elapsed_ns;
	} while (!limits->single && warm_ns < limits->warm_up_ns);
	return OUTCOME_OK;
}

static int
measure_one(struct measuring *measuring, uint64_t count, uint64_t timed_per)
{
	struct job_report *report = measuring->report;
	struct batch	 batch = { .count = count, .timed_per = timed_per };
	int		 outcome = measure_run(measuring, &batch, true);
	uint64_t	 pairs = measuring->limits->pairs, all;

	if (outcome != OUTCOME_OK)
		return outcome;
	all = (pairs > 1 ? count * pairs : count) - batch.lost;
	report->round_trips += all;
	report->lost += batch.lost;
	report->retransmitted += batch.retransmitted;
	report->elapsed_ns += batch.elapsed_ns;
	if (timed_per != 0) {
		report->timed += all;
	} else {
		report->untimed += all;
		report->untimed_ns += batch.elapsed_ns;
	}
	return OUTCOME_OK;
}

/*
 * Whether so many operations are predicted to take ages, by the quicker of
 * the last two batches: a single stall says nothing of the next batch.
 */
static bool
measure_takes_ages(const struct measuring *measuring, uint64_t count)
{
	double	operation_ns = measuring->operation_ns;

	if (measuring->before_ns > 0 && measuring->before_ns < operation_ns)
		operation_ns = measuring->before_ns;
	return operation_ns * (double)count >
	    OVERLONG * (double)measuring->limits->batch_ns;
}

/*
 * Timed and untimed batches in turn.  Where a batch would take ages it is cut
 * to one group of operations, and where that would, one was enough.
 */
static int
measure_batches(struct measuring *measuring)
{
	struct job_report *report = measuring->report;
	uint64_t	 whole = report->count, group = report->timed_per;
	bool		 timed = true;
	int		 outcome;

	do {
		outcome = measure_one(measuring,
		    measure_takes_ages(measuring, whole) ? group : whole,
		    timed ? group : 0);
		if (outcome != OUTCOME_OK)
			return outcome;
		timed = !timed;
	} while ((report->elapsed_ns < measuring->limits->time_ns || !timed) &&
	    !measure_takes_ages(measuring, group));
	return OUTCOME_OK;
}

/* Operations that stall are cut to what shows it. */
static void
measure_cap(const struct measuring *measuring)
{
	struct job_report *report = measuring->report;
	double	limit_ns = (double)measuring->limits->stalled_ns;

	if (limit_ns > 0 && measuring->operation_ns >= STALL_NS &&
	    measuring->operation_ns * (double)report->count > limit_ns)
		report->count = (uint64_t)(limit_ns /
		    measuring->operation_ns) + 1;
}

static int
measure_single(struct measuring *measuring)
{
	const struct job_limits *limits = measuring->limits;
	struct job_report *report = measuring->report;

	measure_cap(measuring);
	if (report->timed_per == 0)
		report->timed_per = measure_timed_per(measuring->operation_ns,
		    limits->group_ns);
	if (report->timed_per > report->count)
		report->timed_per = report->count;
	return measure_one(measuring, report->count, report->timed_per);
}

int
measure_invocation(const struct job_limits *limits, measure_batch run,
    void *context, struct job_report *report)
{
	struct measuring measuring = { limits, run, context, report, 0, 0 };
	int		 outcome;

	report->count = limits->count;
	report->timed_per = limits->timed_per;
	if ((outcome = measure_warm_up(&measuring)) != OUTCOME_OK)
		return outcome;
	outcome = limits->single ? measure_single(&measuring) :
	    measure_batches(&measuring);
	if (outcome == OUTCOME_OK && report->round_trips == 0)
		return fail("all of %llu messages were lost",
		    (unsigned long long)report->lost);
	return outcome;
}
