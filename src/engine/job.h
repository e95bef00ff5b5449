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

/* Sides of one pair, each of another role. */
#define JOB_ROLES_MAX	4

/* A pair may use keys from its own to one less than the next pair's. */
#define JOB_KEYS_OF_PAIR 16

/* How long the batches of an invocation are, and how many. */
struct job_limits {
	uint64_t	time_ns;	/* measuring time of the invocation */
	uint64_t	batch_ns;	/* aim for one batch */
	uint64_t	warm_up_ns;	/* least time of the batches discarded */
	uint64_t	pairs;		/* clients that each do so many operations; 0: one */
	uint64_t	count;		/* operations in a batch; 0: calibrate */
	uint64_t	timed_per;	/* operations between clock readings; 0: find out */
	bool		single;		/* count operations in all, one timed batch */
	uint64_t	stalled_ns;	/* with single: most time for operations that stall; 0: no limit */
	double		group_ns;	/* least time between two clock readings */
};

/* One invocation. */
struct job {
	char			spec[TESTSPEC_SIZE];	/* canonical form */
	struct job_limits	limits;
	bool			calibrate;	/* find count and timed_per, measure nothing */
	int			client_cpu, server_cpu, watcher_cpu;	/* -1: not pinned */
	uint64_t		timeout_ns;	/* without progress */
	uint32_t		key;		/* random, of the first pair: see job_choose_key() */
	char			directory[TMPDIR_PATH_SIZE];	/* private; "": none */
};

/* CPU time and context switches over some region; what the system does not
 * tell is 0. */
struct job_usage {
	uint64_t	cpu_ns;			/* in user and in system mode together */
	uint64_t	user_ns, system_ns;	/* the two of them */
	uint64_t	user_ticks, system_ticks;	/* where they are not told: clock ticks that fell into them */
	uint64_t	voluntary, involuntary;
	bool		cpu_unknown, split_unknown, ticks_unknown;
	bool		switches_unknown;
};

#define JOB_SEEN_MAX 256

/* One side, or all sides of one role: their sum. */
struct job_side {
	enum side_role	 role;
	struct job_usage usage;			/* over the measured region */
	int		 seen[JOB_SEEN_MAX];	/* CPUs it was seen on, sorted */
	unsigned	 seen_count;
	bool		 migrated;		/* was not where it was pinned */
	double		 work_ns;		/* sum of what work_measure() told after measured batches */
	uint64_t	 work_count;		/* how often it did */
};

/* What a supervisor reports of its invocation. */
struct job_report {
	int		 outcome;		/* enum outcome */
	char		 reason[FAIL_REASON_SIZE];
	bool		 executed;		/* afresh, not only forked */
	uint64_t	 count, timed_per;	/* as used, or as calibrated */
	uint64_t	 round_trips, timed, lost;	/* measured, of all pairs: all, those in the histogram, given up */
	uint64_t	 retransmitted;		/* messages sent again meanwhile */
	uint64_t	 elapsed_ns;		/* of all measured batches */
	uint64_t	 untimed, untimed_ns;	/* round trips and time of the untimed ones */
	bool		 busy_known;
	uint64_t	 busy_ns, region_ns;	/* busy time of the machine over the measured region */
	uint64_t	 own_ns;		/* of that, by supervisor and sides, between batches too */
	/* Evidence of others over that region, on the CPUs that the sides are
	 * pinned to, or on all of them: see disturbance.h. */
	bool		 cpus_known, others_known;	/* others: what is not ours is theirs */
	uint64_t	 cpus_busy_ns, cpus_own_ns, cpus_steal_ns, cpus_step_ns;
	bool		 delay_known;
	uint64_t	 delay_ns;		/* most that a side, ready to run, waited for its CPU */
	uint64_t	 overflows, syn_retransmits;	/* of the system, over the measured region */
	struct histogram histogram;		/* of groups of timed_per round trips */
	double		 slowest_per_s, fastest_per_s;	/* round trips of one pair, by its own client; 0: there is only one */
	uint64_t	 pairs;
	unsigned	 side_count;
	struct job_side	 sides[JOB_ROLES_MAX];	/* one a role */
};

/* From a supervisor to the command. */
enum job_message { JOB_ALIVE = 0x616c, JOB_REPORT };

/* From a supervisor to one side; the count of 0 ends it. */
struct job_order {
	uint64_t	sequence;	/* of the batch: its pattern */
	uint64_t	count, timed_per;
	bool		measures_work;	/* right after the batch */
	uint64_t	start_ns;	/* for a client: not before that, on the clock of clock_now(); 0: at once */
};

/* From a side to its supervisor. */
enum job_state { SIDE_ATTACHED, SIDE_READY, SIDE_DONE };

struct job_notice {
	enum job_state	 state;
	int		 outcome;		/* enum outcome; reason unless OK */
	char		 reason[FAIL_REASON_SIZE];
	uint64_t	 elapsed_ns, lost, retransmitted;	/* DONE, from the client */
	uint64_t	 began_ns, ended_ns;	/* DONE: this batch, on the clock of clock_now() */
	struct job_usage usage;			/* DONE, over this batch */
	uint64_t	 work_ns;		/* DONE: of work_measure(); 0: was not to measure it */
	uint64_t	 total_ns;		/* CPU time since the side began; 0 unknown */
	int		 cpu;			/* where it was; -1 unknown */
};

/* A random key with room for the keys of all pairs behind it. */
uint32_t job_choose_key(void);

/* The key of one pair of a job whose first pair has that key. */
static inline uint32_t
job_get_key(const struct job *job, unsigned pair)
{
	return job->key + JOB_KEYS_OF_PAIR * pair;
}

#endif
