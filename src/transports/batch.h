/*
 * The timed loop: operations, clock readings, one store of progress an
 * operation, and nothing else.  Written once, as an inline function given a
 * constant operation, so that no indirect call is left in it.
 */

#ifndef TRANSPORTS_BATCH_H
#define TRANSPORTS_BATCH_H

#include "system/clock.h"
#include "transports/transport.h"

#if defined(__GNUC__)
#define BATCH_INLINE	static inline __attribute__((always_inline))
#define BATCH_UNLIKELY(claim)	__builtin_expect(!!(claim), 0)
#else
#define BATCH_INLINE	static inline
#define BATCH_UNLIKELY(claim)	(claim)
#endif

struct message_methods;

/*
 * One operation of one side: an enum outcome.  The methods are those of
 * message.h, and NULL for transports that are not made of messages.
 */
typedef int (*batch_operation)(struct side *, const struct message_methods *);

/*
 * What to do about an operation that did not simply succeed: go on, end the
 * batch early, or fail.
 */
static inline int
batch_settle(struct side *side, struct batch *batch, int outcome)
{
	if (outcome != OUTCOME_LOST)
		return outcome;
	side->progress->lost = ++batch->lost;
	return OUTCOME_OK;
}

/* What a batch that ended early comes to. */
static inline int
batch_end(int outcome)
{
	return outcome == OUTCOME_ENDED ? OUTCOME_OK : outcome;
}

BATCH_INLINE int
batch_run_untimed(struct side *side, struct batch *batch,
    batch_operation operation, const struct message_methods *methods)
{
	const uint64_t	count = batch->count;
	uint64_t	began = clock_now(), i;
	int		outcome;

	for (i = 0; i < count; ) {
		outcome = operation(side, methods);
		if (BATCH_UNLIKELY(outcome != OUTCOME_OK) &&
		    (outcome = batch_settle(side, batch, outcome)) !=
		    OUTCOME_OK)
			return batch_end(outcome);
		side->progress->done = ++i;
	}
	batch->elapsed_ns = clock_now() - began;
	return OUTCOME_OK;
}

/*
 * Readings are chained: the end of one group of operations is the start of
 * the next, so that a group costs one reading.  What is recorded is the time
 * of timed_per operations; a group in which one was lost, and a shorter one at
 * the end, is no measurement.
 */
BATCH_INLINE int
batch_run_timed(struct side *side, struct batch *batch,
    batch_operation operation, const struct message_methods *methods)
{
	const uint64_t	count = batch->count, per = batch->timed_per;
	uint64_t	began = clock_now(), last = began, now, i, end;
	bool		whole;
	int		outcome;

	for (i = 0; i < count; last = now) {
		whole = count - i >= per;
		for (end = whole ? i + per : count; i < end; ) {
			outcome = operation(side, methods);
			if (BATCH_UNLIKELY(outcome != OUTCOME_OK)) {
				outcome = batch_settle(side, batch, outcome);
				if (outcome != OUTCOME_OK)
					return batch_end(outcome);
				whole = false;
			}
			side->progress->done = ++i;
		}
		now = clock_now();
		if (whole)
			histogram_record(side->histogram, now - last);
	}
	batch->elapsed_ns = last - began;
	return OUTCOME_OK;
}

BATCH_INLINE int
batch_run(struct side *side, struct batch *batch, batch_operation operation,
    const struct message_methods *methods)
{
	return batch->timed_per != 0 ?
	    batch_run_timed(side, batch, operation, methods) :
	    batch_run_untimed(side, batch, operation, methods);
}

#endif
