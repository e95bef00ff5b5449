/*
 * The sides of one invocation as their supervisor sees them: forked, told
 * what to do, watched, ended, always disposed of.
 */

#ifndef ENGINE_CREW_H
#define ENGINE_CREW_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "engine/job.h"
#include "engine/testspec.h"
#include "system/clock.h"

struct crew_member {
	pid_t		 pid;		/* 0: not running */
	int		 channel;	/* to and from it */
	struct side	 side;		/* as it was forked; the supervisor's view */
	struct job_side	 report;	/* over the measured region */
	bool		 waiting;	/* for a notice from it */
	uint64_t	 total_ns;	/* CPU time since its beginning, by its last notice */
	uint64_t	 done, moved_ns;	/* its progress, when last looked at, and when that changed */
};

struct crew_shared;

struct crew {
	const struct job	*job;
	struct testspec		 spec;
	struct side		 self;		/* the supervisor's, for prepare and dispose */
	bool			 prepared;	/* dispose must follow */
	int			 command;	/* descriptor: its end is the command's; -1 none */
	struct crew_shared	*shared;	/* progress of each side, the histogram */
	size_t			 shared_size;
	struct crew_member	*members;	/* owned */
	size_t			 member_count;
	uint64_t		 sequence;	/* of the last batch */
	uint64_t		 progress;	/* sum of all done, when last looked at */
	struct clock_patience	 patience;	/* since that last changed */
	uint64_t		 alive_ns;	/* when the command was last told so */
	double			 operation_ns;	/* by the last batch; 0 before */
};

/*
 * Prepares the transport, forks all sides and waits until they have attached.
 * command: a descriptor to the command, or -1.  SIGPIPE must be ignored: a
 * side may end while it is written to.  An enum outcome; crew_end() must
 * follow in any case.
 */
int	 crew_start(struct crew *, const struct job *, int command);

/*
 * Runs one batch on all sides: fills in elapsed_ns, lost and retransmitted; adds up the
 * usage of each side if it is measured.  An enum outcome.
 */
int	 crew_run_batch(struct crew *, struct batch *, bool measured);

/*
 * CPU time of all sides since their beginning, whatever they did, as of their
 * last notices; in nanoseconds.
 */
uint64_t crew_total_ns(const struct crew *);

/* The histogram of the timed batches; empty after crew_start(). */
const struct histogram *crew_histogram(const struct crew *);

/*
 * Ends all sides, by asking if the outcome was OUTCOME_OK, else by force;
 * reaps them; disposes of the transport; frees everything.
 */
void	 crew_end(struct crew *, int outcome);

#endif
