/*
 * What a reader must know before believing a figure: each warning says what
 * was seen, what it means and what helps.
 */

#ifndef ENGINE_WARNINGS_H
#define ENGINE_WARNINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/schedule.h"
#include "engine/testspec.h"
#include "results/result.h"

/* Adds the warnings of one test, from its invocations. */
void	 warnings_add_test(struct test_result *, const struct testspec *);

/*
 * Of the whole run: other load in a sleeping window before and after it (in
 * CPUs, NaN unknown), stolen time (a share, NaN unknown), and how often
 * processors or processes were held up meanwhile.
 */
struct warnings_load {
	double		before_cpus, after_cpus, steal;
	uint64_t	thermal, quota;		/* since the beginning, once that is over; see osdep.h */
	/* How things stood then. */
	bool		steal_known, throttling_known;
	uint64_t	steal_ns, began_ns;
};

/* How long each of the two windows is. */
#define WARNINGS_WINDOW_NS	100000000u

void	 warnings_begin_run(struct warnings_load *);

/* look: whether there is a window behind it; a run that was stopped has none. */
void	 warnings_end_run(struct warnings_load *, unsigned cpus, bool look);

/* Adds what these say, and what the recorded facts of the machine say. */
void	 warnings_add_run(struct result *, const struct warnings_load *);

/* Waiting for a quiet machine, and what it came to. */
struct warnings_quiet {
	bool	is_wanted, is_blind;	/* blind: the load cannot be seen */
	double	seconds;		/* that it might wait in vain */
	size_t	loud, looked;		/* begun all the same, of so many */
};
void	 warnings_add_quiet(struct result *, const struct warnings_quiet *);

/* Adds what a run has lost by the end of its budget. */
void	 warnings_add_budget(struct result *, double seconds, unsigned asked);

/* Adds that so many tests were not in the result whose batches were asked for. */
void	 warnings_add_like(struct result *, size_t missing, size_t all);

/* Adds that the interval of a test did not become as narrow as asked for. */
void	 warnings_add_width(struct test_result *, const struct schedule *);

/* Adds a warning where the system counted trouble with connections meanwhile. */
void	 warnings_add_connections(struct test_result *, uint64_t overflows,
	     uint64_t syn_retransmits);

/* Adds a warning where fewer round trips were made than asked for by count. */
void	 warnings_add_cap(struct test_result *, uint64_t asked);

/* To one digit, so that equal ones are told once. */
double	 warnings_round(double);

#endif
