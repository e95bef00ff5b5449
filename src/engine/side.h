/* The life of one side, from the fork to the end: a process, or a thread. */

#ifndef ENGINE_SIDE_H
#define ENGINE_SIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/job.h"
#include "transports/transport.h"

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

/*
 * The same for several sides, each a thread of this process, which does
 * nothing else: it ends with the last of them.  Closes the channels.
 */
int	 side_live_together(struct side_setting *, size_t count);

/* Whether this build can do that. */
bool	 side_has_threads(void);

/* "client", "server", ...: as results and reasons name it. */
const char *side_role_name(enum side_role);

/* Usage of the calling process, or of its calling thread, since its beginning. */
void	 side_get_usage(bool of_thread, struct job_usage *);

/* The CPU time in it, which may be known where the rest is not; 0 unknown. */
uint64_t side_get_total_ns(bool of_thread);

/* Adds up usage; takes away what had been used before. */
void	 side_add_usage(struct job_usage *, const struct job_usage *);
void	 side_subtract_usage(struct job_usage *, const struct job_usage *);

/* Adds a CPU to those that the side was seen on, unless it is there or too
 * many are. */
void	 side_add_seen(struct job_side *, int cpu);

/* Parts of a life, for side.c and side-thread.c: what signals do in this
 * process, whose end it does not outlive, and all the rest. */
void	 side_set_signals(int interrupting);
void	 side_end_with_supervisor(int supervisor);
int	 side_spend_life(const struct side_setting *);

#endif
