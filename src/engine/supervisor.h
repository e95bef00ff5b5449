/*
 * The supervisor of one invocation: a process of its own, in a process group
 * of its own with its sides, usually this program executed afresh.
 */

#ifndef ENGINE_SUPERVISOR_H
#define ENGINE_SUPERVISOR_H

#include <stdbool.h>

/* The word that stands first when this program is executed as a supervisor;
 * behind it the number of its channel to the command. */
#define SUPERVISOR_WORD "--supervise"

/* Whether these arguments ask for a supervisor. */
bool	 supervisor_is_asked_for(int, char **);

/* Lives as the supervisor that these arguments ask for; the exit status. */
int	 supervisor_main(int, char **);

/*
 * Receives a job from the channel, carries it out and reports.  executed:
 * this process was executed afresh.  The exit status: 0 if it could report.
 */
int	 supervisor_live(int channel, bool executed);

#endif
