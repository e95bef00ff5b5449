/*
 * A process that a transport started beside the sides, a bus daemon: watched,
 * measured and ended by the supervisor.  All of these do nothing where there
 * is none.
 */

#ifndef ENGINE_CREW_HELPER_H
#define ENGINE_CREW_HELPER_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/crew.h"

/* OUTCOME_OK while it lives; else reaps it and tells how it came to its end. */
int	 crew_helper_check(struct crew *);

/* CPU time since its beginning, in nanoseconds; 0 where that is unknown. */
uint64_t crew_helper_get_total_ns(const struct crew *);

/* The measured region begins. */
void	 crew_helper_begin(struct crew *);

/* What it used since then.  False: there is no such process. */
bool	 crew_helper_report(const struct crew *, struct job_side *);

/* Ends and reaps it. */
void	 crew_helper_end(struct crew *);

#endif
