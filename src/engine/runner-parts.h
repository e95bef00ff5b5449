/* What the files of runner.h share. */

#ifndef ENGINE_RUNNER_PARTS_H
#define ENGINE_RUNNER_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/core-speeds.h"
#include "engine/job.h"
#include "engine/plan.h"
#include "engine/runner.h"
#include "system/osdep.h"

/* One row of the run: a test and how it is measured. */
struct runner_row {
	const struct testspec	*spec;
	struct job		 job;
	const char		*relation;
	bool			 active;	/* neither skipped nor failed */
	bool			 calibrated;
	bool			 adopted;	/* by a result that was to be followed */
	bool			 wanted;	/* in the round that goes on */
	uint64_t		 cost_ns;	/* of its last invocation, 0 unknown */
	uint64_t		 overflows, syn_retransmits;	/* of the system meanwhile */
};

struct runner {
	const struct run_request *request;
	const struct run_listener *listener;
	struct result		*result;
	size_t			 first;		/* our first test in the result */
	struct runner_row	*rows;
	struct cpu		*cpus;
	size_t			 cpu_count;
	unsigned		 machine_cpus;
	struct job_report	*report;
	struct run_state	 state;
	struct plan_random	 random;
	struct core_speeds	 speeds;	/* of all invocations */
	bool			 cut;		/* by the budget */
	uint64_t		 vain_ns;	/* waited, and it was not quiet */
	size_t			 looked, loud;	/* invocations waited before; and begun all the same */
	bool			 blind;		/* the load cannot be seen */
};

/* The row's test in the result; until another is added there. */
struct test_result *runner_get_test(const struct runner *, size_t row);

/* Takes a row out of the rest of the run, for the reason recorded last. */
void	 runner_give_up(struct runner *, size_t row, int outcome);

/*
 * Adds a test to the result, and fills in the row: what it needs to be
 * measured, or why it cannot be.
 */
void	 runner_add_row(struct runner *, size_t row);

#endif
