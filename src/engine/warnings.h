/*
 * What a reader must know before believing a figure: each warning says what
 * was seen, what it means and what helps.
 */

#ifndef ENGINE_WARNINGS_H
#define ENGINE_WARNINGS_H

#include <stdint.h>

#include "results/result.h"
#include "transports/transport.h"

/* Adds the warnings of one test, from its invocations. */
void	 warnings_add_test(struct test_result *, const struct transport *);

/*
 * Adds the warnings of the whole run: other load in a sleeping window before
 * and after it (in CPUs, NaN unknown), stolen time (a share, NaN unknown),
 * and what the recorded facts of the machine say.
 */
struct warnings_load {
	double	before_cpus, after_cpus, steal;
};
void	 warnings_add_run(struct result *, const struct warnings_load *);

/* Adds a warning where the system counted trouble with connections meanwhile. */
void	 warnings_add_connections(struct test_result *, uint64_t overflows,
	     uint64_t syn_retransmits);

/* Adds a warning where fewer round trips were made than asked for by count. */
void	 warnings_add_cap(struct test_result *, uint64_t asked);

/* Sleeps for a while; the CPUs that were busy, all by others.  NaN unknown. */
double	 warnings_watch_others(void);

/* Share of the time that was stolen since, from osdep_steal_time() then; NaN
 * unknown. */
double	 warnings_get_steal(uint64_t before_ns, uint64_t began_ns,
	     unsigned cpus);

/* CPUs kept busy by others while the test was measured; NaN unknown. */
double	 warnings_other_load(const struct test_result *);

#endif
