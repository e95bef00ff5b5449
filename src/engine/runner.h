/*
 * Carries a run out: every test once a round, the rounds shuffled, and makes
 * of it a result.  Doesn't fork, knows no descriptors.
 */

#ifndef ENGINE_RUNNER_H
#define ENGINE_RUNNER_H

#include <signal.h>
#include <stdint.h>

#include "engine/schedule.h"
#include "engine/testspec.h"
#include "results/result.h"
#include "system/clock.h"

/* What is to be measured, and how. */
struct run_request {
	const struct testspecs	*specs;
	bool			 paired;	/* ab: the first half of the specs are tests whose others are the second half */
	struct schedule		 schedule;	/* how many invocations */
	uint64_t		 time_ns;	/* measuring time of an invocation */
	uint64_t		 count;		/* round trips of an invocation; 0: by time */
	uint64_t		 timeout_ns;	/* without progress */
	uint64_t		 budget_ns;	/* of the whole run; 0: none */
	bool			 wait_quiet;	/* before each invocation, */
	uint64_t		 quiet_ns;	/* in vain so long in all */
	const struct result	*like;		/* whose batches are taken; NULL: calibrate */
	uint64_t		 seed;
	struct clock_facts	 clock;		/* measured */
	const char		*directory;	/* private, for transports that want one; "": none */
	const char		*directory_lack;	/* why there is none for them */
	const volatile sig_atomic_t *stop;	/* other than 0: stop; NULL: never */
};

/* How far a run has come. */
struct run_state {
	unsigned	 round, rounds;		/* from 1 */
	size_t		 done, total;		/* invocations */
	const char	*spec;			/* measured next, */
	bool		 waiting;		/* when the machine is quiet */
	uint64_t	 began_ns;		/* on the clock of clock_now() */
};

/* Who wants to know; each may be NULL. */
struct run_listener {
	void	 *context;
	void	(*before_invocation)(void *context, const struct run_state *);
	/* A round is whole and the result summarised. */
	void	(*after_round)(void *context, const struct result *);
};

/*
 * Measures all tests once a round.  Those of which invocations were disturbed,
 * or whose interval is too wide as the schedule says, have more rounds.
 * Adds to the result a test for every spec, in their order, with all that was
 * measured, summarised, and warnings; and the run's warnings.  What cannot
 * run is in it as skipped or failed, with the reason.
 */
void	 runner_run(const struct run_request *, const struct run_listener *,
	     struct result *);

/* What is known of a test before it is measured, into one just added. */
void	 runner_describe(const struct testspec *, struct test_result *);
/*
 * Whether the transport carries messages of those sizes: OUTCOME_OK, or a skip
 * that names the limit.
 */
int	 runner_check_sizes(const struct testspec *);

#endif
