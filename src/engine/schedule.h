/*
 * How many invocations a test gets, and whether another one fits into the
 * time that is left.  Pure.
 */

#ifndef ENGINE_SCHEDULE_H
#define ENGINE_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --rigorous: until every interval is within so much of its median, at most
 * so many invocations, in so many seconds unless --budget says otherwise. */
#define SCHEDULE_WITHIN		0.01
#define SCHEDULE_MOST		30
#define SCHEDULE_BUDGET_S	300

struct schedule {
	unsigned	invocations;	/* that a test is to have, > 0 */
	unsigned	most;		/* where its interval is too wide; 0: no more than those */
	double		within;		/* half an interval over its median: wide enough */
};

/* How far a test has come. */
struct schedule_state {
	size_t	made;			/* invocations, all of them */
	size_t	disturbed;		/* of those */
	double	median, low, high;	/* of what counts; NaN where there is none */
	bool	patient;		/* a quiet machine is to be waited for, and may be still */
};

/*
 * How many that were disturbed are made again, for one test: as many as were
 * asked for, or half of that where none has been quiet so far: then more would
 * hardly help.  Who asks for a single one gets that; who is patient any number.
 */
size_t	 schedule_spare(const struct schedule *,
	     const struct schedule_state *);

/* Half of the interval over the median; NaN where there is none. */
double	 schedule_width(const struct schedule_state *);

/*
 * Whether the test needs another invocation: it has too few, apart from what
 * is made again; or its interval is too wide still, and it may have more.
 * Only the width is looked at, never what would come of a comparison: that
 * would make chance look like a change.
 */
bool	 schedule_wants_more(const struct schedule *,
	     const struct schedule_state *);

/*
 * Whether something that takes cost_ns, and reserve_ns behind it, ends within
 * the budget.  budget_ns 0: there is none.
 */
bool	 schedule_fits(uint64_t budget_ns, uint64_t elapsed_ns,
	     uint64_t cost_ns, uint64_t reserve_ns);

/* What is left of it; UINT64_MAX where there is none. */
uint64_t schedule_left(uint64_t budget_ns, uint64_t elapsed_ns);

#endif
