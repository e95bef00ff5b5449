/* What the two files of crew.h share: orders and waiting for notices. */

#ifndef ENGINE_CREW_BATCH_H
#define ENGINE_CREW_BATCH_H

#include "engine/crew.h"

/* Sends an order; its answer is waited for from now on. */
void	 crew_order(struct crew_member *, const struct job_order *);

/*
 * Waits for a notice from each member that is waited for.  Those of ended
 * batches are added to its report if measured; the client's is kept in the
 * batch.  An enum outcome.
 */
int	 crew_wait(struct crew *, struct batch *, bool measured);

/* The CPU of that role; -1: not pinned.  Middle processes sit with the server. */
int	 crew_get_cpu(const struct crew *, enum side_role);

#endif
