/* Which CPU each side goes to, and how those CPUs are related. */

#ifndef ENGINE_PLACEMENT_H
#define ENGINE_PLACEMENT_H

#include <stddef.h>
#include <stdint.h>

#include "system/osdep.h"

/*
 * The CPUs chosen; -1: wherever the scheduler likes.  The relation is the
 * nearest that is certain: same CPU, smt: same core, cache: same last-level
 * cache, package: same package, node: different nodes or packages; unknown.
 */
struct placement {
	int		 client_cpu, server_cpu;
	const char	*relation;	/* same, smt, cache, package, node, unknown */
};

/*
 * Chooses by the value of KEY_PLACE among the CPUs that this process may use
 * (osdep_get_cpus; count 0: affinity unknown, then only `any` works).
 *   same   both on one CPU, not CPU 0 where there is a choice
 *   cross  two cores, never SMT siblings, sharing the last-level cache where
 *          known, of the highest capacity, lowest numbers, CPU 0 avoided
 *          where there is a choice; where CPUs' cores are not told, each is
 *          taken for a core of its own
 *   smt    two siblings of one core; node: CPUs of two nodes
 *   A+B    these, where this process may use them
 * An enum outcome: OUTCOME_SKIPPED with a reason that names what the machine
 * or the system lacks.  Pure.
 */
int	 placement_choose(int64_t place, const struct cpu *, size_t count,
	     struct placement *);

/* The places that a test without one is measured at; how many, 1 or 2. */
size_t	 placement_defaults(const struct cpu *, size_t count, int64_t places[2]);

/*
 * The CPU for those who only watch (the supervisor): none of the two chosen
 * where there is another, -1 for wherever the scheduler likes.
 */
int	 placement_choose_watcher(const struct placement *, const struct cpu *,
	     size_t count);

#endif
