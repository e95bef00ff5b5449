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
#include "system/osdep.h"

/* One side.  Those of a pair that are threads share a process. */
struct crew_member {
	pid_t		 pid;		/* 0: not running */
	int		 channel;	/* to and from it */
	struct side	 side;		/* as it was forked; the supervisor's view */
	struct job_side	 report;	/* over the measured region */
	bool		 waiting;	/* for a notice from it */
	uint64_t	 total_ns;	/* CPU time since its beginning, by its last notice */
	uint64_t	 done, moved_ns;	/* its progress, when last looked at, and when that changed */
	uint64_t	 told_ns;	/* when it was last told to give up */
	uint64_t	 round_trips, elapsed_ns;	/* a client's, over the measured region */
};

/* One pair: what its sides have in common. */
struct crew_pair {
	struct side	 self;		/* the supervisor's, for prepare and dispose */
	bool		 prepared;	/* dispose must follow */
};

struct crew {
	const struct job	*job;
	struct testspec		 spec;
	int			 command;	/* descriptor: its end is the command's; -1 none */
	struct crew_pair	*pairs;		/* owned */
	size_t			 pair_count, role_count;
	struct crew_member	*members;	/* owned; pair by pair */
	size_t			 member_count;	/* pair_count * role_count */
	int			 first_fd;	/* with several pairs: theirs begin here */
	struct side_progress	*progress;	/* shared with the sides, one a member */
	struct histogram	*histograms;	/* behind it, one a pair */
	size_t			 shared_size;	/* of both */
	bool			 helper_known;	/* and helper_before is its usage when the measured region began */
	struct osdep_usage	 helper_before;
	uint64_t		 sequence;	/* of the last batch */
	bool			 released;	/* its clients have been let go */
	uint64_t		 began_ns, ended_ns;	/* of that, by the first and the last client */
	uint64_t		 moved;		/* sum of all done, when last looked at */
	struct clock_patience	 patience;	/* since that last changed */
	uint64_t		 alive_ns;	/* when the command was last told so */
	double			 operation_ns;	/* by the last batch; 0 before */
};

/*
 * Prepares the transport for each pair, forks all sides and waits until they
 * have attached.  command: a descriptor to the command, or -1.  SIGPIPE must
 * be ignored: a side may end while it is written to.  An enum outcome;
 * crew_end() must follow in any case.
 */
int	 crew_start(struct crew *, const struct job *, int command);

/*
 * Runs one batch on all sides: each client does count operations.  Fills in
 * elapsed_ns, from the first client's beginning to the last one's end, lost
 * and retransmitted; adds up the usage of each side if it is measured.  An
 * enum outcome.
 */
int	 crew_run_batch(struct crew *, struct batch *, bool measured);

/*
 * CPU time of all sides since their beginning, whatever they did, as of their
 * last notices, and of a process that the transport started; in nanoseconds.
 */
uint64_t crew_total_ns(const struct crew *);

/*
 * Fills in what the report tells of sides and pairs: usage, a sum for each
 * role; the slowest and the fastest pair; the histogram of the timed batches.
 */
void	 crew_report(const struct crew *, struct job_report *);

/* Empties the histograms, as they are after crew_start(). */
void	 crew_clear_histograms(struct crew *);

/*
 * Ends all sides, by asking if the outcome was OUTCOME_OK, else by force;
 * reaps them; disposes of the transport; frees everything.
 */
void	 crew_end(struct crew *, int outcome);

#endif
