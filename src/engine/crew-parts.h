/* What the files of crew.h share. */

#ifndef ENGINE_CREW_PARTS_H
#define ENGINE_CREW_PARTS_H

#include "engine/crew.h"

/* Sends an order; its answer is waited for from now on. */
void	 crew_order(struct crew_member *, struct job_order *);

/*
 * Waits for a notice from each member that is waited for.  Those of ended
 * batches are added to its report if measured; what the clients tell is kept
 * in the batch.  An enum outcome.
 */
int	 crew_wait(struct crew *, struct batch *, bool measured);

/* The CPU of that role; -1: not pinned.  Middle processes sit with the server. */
int	 crew_get_cpu(const struct crew *, enum side_role);

/* Says how a process of that name, which has that status, came to its end:
 * OUTCOME_FAILED. */
int	 crew_fail_status(const char *name, int status);

/* Reaps the process of a member, which must end by itself or have been killed.
 * Its wait status; 0 where it was reaped before, with another member. */
int	 crew_reap(struct crew *, struct crew_member *);

/* Whether messages get lost, so that clients must be told to give up. */
bool	 crew_loses(const struct crew *);

/* Looks for what will never come, and tells those who wait for it. */
void	 crew_watch_losses(struct crew *, uint64_t now);

/* How often to look for that. */
#define CREW_LOSS_WATCH_MS 5

#endif
