/* One invocation as the command sees it: a supervisor started, awaited, ended. */

#ifndef ENGINE_INVOCATION_H
#define ENGINE_INVOCATION_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/job.h"

/*
 * Carries the job out in a fresh supervisor and fills in the report.  padding:
 * bytes, 0 to 4095, by which its environment is made longer, so that memory
 * is laid out anew each time.  stop: looked at while waiting; when it becomes
 * other than 0 the invocation is given up.  An enum outcome, with a reason; no
 * process of it is left, whatever happened.
 */
int	 invocation_execute(const struct job *, unsigned padding,
	     const volatile sig_atomic_t *stop, struct job_report *);

#endif
