/*
 * What would outlive all processes of an invocation, and who removes it where
 * the supervisor could not: the command, or, where both were killed, this
 * user's next ipclat, which finds a note in the private directory.
 */

#ifndef ENGINE_CLEANUP_H
#define ENGINE_CLEANUP_H

#include <stdbool.h>

#include "engine/job.h"

/* Whether tests of it need a private directory, if only for the note. */
bool	 cleanup_needs_directory(const struct transport *);

/*
 * Chooses the key of a job, one by which nothing is to be found yet: what is
 * there later is the job's.  An enum outcome.
 */
int	 cleanup_choose_key(struct job *);

/*
 * Before the supervisor begins: writes the note, where there may be something
 * to be removed.  An enum outcome.
 */
int	 cleanup_announce(const struct job *);

/* When the supervisor has disposed, or cleanup_carry_out() was called. */
void	 cleanup_revoke(const struct job *);

/* Instead of a supervisor that ended before it could. */
void	 cleanup_carry_out(const struct job *);

/*
 * For tmpdir_sweep(): the same by a note, which may hold anything; one that
 * cleanup_announce() cannot have written is ignored.
 */
void	 cleanup_settle(const char *note);

#endif
