/* What the invocations of a test add up to. */

#ifndef RESULTS_TOTALS_H
#define RESULTS_TOTALS_H

#include <stddef.h>

#include "results/result.h"

/* No test has more roles; in a file that does, the last of these takes all
 * further ones. */
#define TOTALS_ROLES_MAX	8

/*
 * What the sides of one role used; NaN where one of them does not tell.  Where
 * only ticks tell user from system mode, the ticks of all invocations split
 * the time of all of them; NaN where there was not one.
 */
struct role_totals {
	char	role[16];
	double	cpu_ns;			/* user_ns and system_ns together */
	double	user_ns, system_ns;
	double	switches;		/* voluntary ones and others */
	double	ticked_ns;		/* of cpu_ns, what ticks split, */
	double	user_ticks, system_ticks;	/* and these ticks */
};

struct totals {
	size_t	invocations;
	double	round_trips, elapsed_ns;
	double	busy_ns;		/* CPU time of the whole machine meanwhile; NaN unknown */
	struct role_totals roles[TOTALS_ROLES_MAX];	/* in the order of the sides */
	size_t	role_count;
	struct role_totals all;		/* sum of the roles; without a name */
};

/* Adds up these invocations. */
void	 totals_add_up(struct totals *, const struct invocation_result **,
	     size_t count);

/* Adds up those of a test that count; it must have one. */
void	 totals_of_test(struct totals *, const struct test_result *);

#endif
