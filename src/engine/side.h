/* The life of one side: its own process, from the fork to the end. */

#ifndef ENGINE_SIDE_H
#define ENGINE_SIDE_H

#include "engine/job.h"
#include "transports/transport.h"

/* Interrupts a side that waits for what may never come: see side_gives_up(). */
#define SIDE_GIVE_UP_SIGNAL	SIGUSR1

/* What a side is given when it is forked. */
struct side_setting {
	struct side	*side;		/* role, transport, parameters, state, progress, histogram */
	int		 channel;	/* orders in, notices out */
	int		 cpu;		/* to be pinned to; -1: none */
	int		 supervisor;	/* its process number: the side ends with it */
};

/*
 * Pins itself, attaches, runs the batches ordered, detaches when the orders
 * end.  To be called in the side's own process; returns its exit status.
 */
int	 side_live(const struct side_setting *);

/* "client", "server", ...: as results and reasons name it. */
const char *side_role_name(enum side_role);

/* Usage of the calling process since its beginning. */
void	 side_get_usage(struct job_usage *);

/* Adds up usage. */
void	 side_add_usage(struct job_usage *, const struct job_usage *);

#endif
