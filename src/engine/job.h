/*
 * What the command tells a supervisor to do, what the supervisor tells its
 * sides, and what comes back.  All of them are the same program on the same
 * machine, so these are sent as they stand in memory.
 */

#ifndef ENGINE_JOB_H
#define ENGINE_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "base/fail.h"
#include "base/tmpdir.h"
#include "engine/placement.h"
#include "engine/testspec.h"
#include "statistics/histogram.h"
#include "transports/transport.h"

/* 100 pairs, each with a broker. */
#define JOB_SIDES_MAX	300

/* How long the batches of an invocation are, and how many. */
struct job_limits {
	uint64_t	time_ns;	/* measuring time of the invocation */
	uint64_t	batch_ns;	/* aim for one batch */
	uint64_t	warm_up_ns;	/* least time of the batches discarded */
	uint64_t	count;		/* operations in a batch; 0: calibrate */
	uint64_t	timed_per;	/* operations between clock readings; 0: find out */
	bool		single;		/* count operations in all, one timed batch */
	double		group_ns;	/* least time between two clock readings */
};

/* One invocation. */
struct job {
	char			spec[TESTSPEC_SIZE];	/* canonical form */
	struct job_limits	limits;
	bool			calibrate;	/* find count and timed_per, measure nothing */
	int			client_cpu, server_cpu, watcher_cpu;	/* -1: not pinned */
	uint64_t		timeout_ns;	/* without progress */
	uint32_t		key;		/* random: see struct side */
	char			directory[TMPDIR_PATH_SIZE];	/* private; "": none */
};

/* CPU time and context switches over some region. */
struct job_usage {
	uint64_t	user_ns, system_ns;
	uint64_t	voluntary, involuntary;
};

#define JOB_SEEN_MAX 16

struct job_side {
	enum side_role	 role;
	struct job_usage usage;			/* over the measured region */
	int		 seen[JOB_SEEN_MAX];	/* CPUs it was seen on, sorted */
	unsigned	 seen_count;
	bool		 migrated;		/* was not where it was pinned */
};

/* What a supervisor reports of its invocation. */
struct job_report {
	int		 outcome;		/* enum outcome */
	char		 reason[FAIL_REASON_SIZE];
	bool		 executed;		/* afresh, not only forked */
	uint64_t	 count, timed_per;	/* as used, or as calibrated */
	uint64_t	 round_trips, timed, lost;	/* measured: all, those in the histogram, given up */
	uint64_t	 retransmitted;		/* messages sent again meanwhile */
	uint64_t	 elapsed_ns;		/* of all measured batches */
	uint64_t	 untimed, untimed_ns;	/* round trips and time of the untimed ones */
	bool		 busy_known;
	uint64_t	 busy_ns, region_ns;	/* busy time of the machine over the measured region */
	uint64_t	 own_ns;		/* of that, by supervisor and sides, between batches too */
	uint64_t	 overflows, syn_retransmits;	/* of the system, over the measured region */
	struct histogram histogram;		/* of groups of timed_per round trips */
	unsigned	 side_count;
	struct job_side	 sides[JOB_SIDES_MAX];
};

/* From a supervisor to the command. */
enum job_message { JOB_ALIVE = 0x616c, JOB_REPORT };

/* From a supervisor to one side; the count of 0 ends it. */
struct job_order {
	uint64_t	sequence;	/* of the batch: its pattern */
	uint64_t	count, timed_per;
};

/* From a side to its supervisor. */
enum job_state { SIDE_ATTACHED, SIDE_READY, SIDE_DONE };

struct job_notice {
	enum job_state	 state;
	int		 outcome;		/* enum outcome; reason unless OK */
	char		 reason[FAIL_REASON_SIZE];
	uint64_t	 elapsed_ns, lost, retransmitted;	/* DONE, from the client */
	struct job_usage usage;			/* DONE, over this batch */
	uint64_t	 total_ns;		/* CPU time since the side began */
	int		 cpu;			/* where it was; -1 unknown */
};

#endif
