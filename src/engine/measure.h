/*
 * Which batches one invocation consists of, and what they add up to.  Knows
 * no process and no descriptor: it is given a function that runs a batch.
 */

#ifndef ENGINE_MEASURE_H
#define ENGINE_MEASURE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/job.h"
#include "system/clock.h"
#include "transports/transport.h"

/*
 * Runs one batch on all sides and fills in elapsed_ns, lost
 * and retransmitted.  measured:
 * it counts (CPU time, switches, histogram).  An enum outcome.
 */
typedef int (*measure_batch)(void *context, struct batch *, bool measured);

/*
 * Finds the operations of a batch of batch_ns, and how many are timed
 * together so that a reading of the clock is at most 2 % of a group.  Batches
 * double until one lasts a millisecond; the least time of an operation in up
 * to 12 such probes counts, all within 0.2 s.  Fills count and timed_per of
 * the report.  An enum outcome.
 */
int	 measure_calibrate(const struct job_limits *, measure_batch, void *context,
	     struct job_report *);

/*
 * Warms up, then measures timed and untimed batches in turn until the
 * measuring time is over; at least one timed batch.  A batch that the last two
 * predict to last ten times the aim is cut to one group of operations, and if
 * even that takes so long, one was enough.  With limits.single: ten
 * operations to warm up, one timed batch of count, less where they stall and
 * limits.stalled_ns says so.  Each of the pairs does count operations, and
 * round trips are those of all.  Fills count, timed_per,
 * round_trips, timed, lost, retransmitted, elapsed_ns, untimed and untimed_ns.
 */
int	 measure_invocation(const struct job_limits *, measure_batch,
	     void *context, struct job_report *);

/*
 * The least time worth timing with that clock: so long that a reading is at
 * most 2 % of it, and a step of the clock at most 5 %.
 */
double	 measure_group_ns(const struct clock_facts *);

/*
 * How long a batch of so many pairs is to last: it takes a while until all
 * have begun, and another until all have ended.  That of one pair is batch_ns.
 */
uint64_t measure_stretch(uint64_t batch_ns, uint64_t pairs);

/* How many operations of that length are timed together: 1 if they are that long. */
uint64_t measure_timed_per(double operation_ns, double group_ns);

#endif
