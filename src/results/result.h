/*
 * The result of a run as plain data: all that measuring and reporting share.
 * doc: the result file, schema "ipclat-result/1", is this, written as JSON.
 */

#ifndef RESULTS_RESULT_H
#define RESULTS_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A figure that the data or the system does not give is NaN: null in JSON. */

/* One recorded fact: a key and a value of one of four types. */
enum fact_kind { FACT_TEXT, FACT_NUMBER, FACT_CLAIM, FACT_UNKNOWN };

struct fact {
	char		*key;		/* [a-z0-9_], owned */
	enum fact_kind	 kind;		/* UNKNOWN: null */
	char		*text;		/* TEXT, owned; else NULL */
	double		 number;	/* NUMBER */
	bool		 claim;		/* CLAIM */
};

/* Facts in the order in which they were added; owns them.  Zeroed: empty. */
struct facts {
	struct fact	*list;
	size_t		 count;
};

/* Texts in the order in which they were added; owns them.  Zeroed: empty. */
struct texts {
	char	**list;
	size_t	  count;
};

/* CPU time and context switches over the measured region: of one side, or of
 * those of one role in all pairs together. */
struct side_result {
	char		 role[16];		/* client, server, broker, daemon */
	int		*cpus;			/* CPUs it was seen on, sorted; owned */
	size_t		 cpu_count;
	char		 core_kind[16];		/* "" unknown; else as the system calls it */
	double		 user_ns, system_ns;
	double		 cpu_ns;		/* both, where only that is told; else NaN */
	double		 user_ticks, system_ticks;	/* and by which alone it can be split; else NaN */
	double		 voluntary_switches, involuntary_switches;
	double		 work_ns;		/* of a fixed piece of arithmetic there, see work.h */
};

/* One invocation: a fresh set of processes.  Durations in nanoseconds. */
struct invocation_result {
	uint64_t	 round_trips;		/* all after warm-up */
	uint64_t	 timed;			/* those behind median and percentiles */
	uint64_t	 lost;
	uint64_t	 retransmitted;		/* messages sent again, within round trips that count */
	double		 median_ns, mean_ns, min_ns, p90_ns, p99_ns, max_ns;
	double		 reply_median_ns, reply_p99_ns;	/* headline is mean: send to reply; else NaN */
	double		 pair_slowest_per_s, pair_fastest_per_s;	/* pairs > 1: round trips of one; else NaN */
	double		 elapsed_ns;		/* of all measured batches, by the client */
	double		 machine_busy_cpus;	/* non-idle CPUs meanwhile, own ones included */
	bool		 disturbed;
	char		 disturbed_by[16];	/* "load", "delay", "steal", "core": see engine/disturbance.h; "": nothing, or unknown */
	bool		 migrated;		/* a side was not where it was pinned */
	struct side_result *sides;		/* owned */
	size_t		 side_count;
	char		 relation[16];		/* of the sides' CPUs: same, smt, cache, package, node, unknown */
};

enum test_status { TEST_OK, TEST_SKIPPED, TEST_FAILED };

/* Derived from the invocations and the histogram; see interface in the manual. */
struct summary {
	double	median_ns, ci_low_ns, ci_high_ns, mean_ns, p90_ns, p99_ns, p999_ns;
	double	min_ns, max_ns, reply_median_ns, reply_p99_ns;
	double	pair_slowest_per_s, pair_fastest_per_s;
	double	round_trips_per_s, bytes_per_s;
	double	cpu_percent, machine_cpu_percent, cpu_ns_per_round_trip;
	double	user_percent, system_percent, switches_per_round_trip;
};

struct histogram;

/* One test of one specification in all its invocations. */
struct test_result {
	char		*name;			/* of the transport; owned, as all texts here */
	char		*spec;			/* canonical form: the identity of the row */
	struct facts	 params;		/* every key, defaults too */
	unsigned	 method;
	char		*mechanism;		/* NULL: there is but one */
	enum test_status status;
	char		*reason;		/* NULL where status is TEST_OK */
	bool		 headline_is_mean;
	bool		 carries_data;		/* its messages have a size: bytes_per_s means something */
	uint64_t	 timed_per;		/* round trips between two clock readings, >= 1 */
	uint64_t	 batch;			/* round trips of a batch of one pair; 0: unknown */
	struct texts	 warnings;
	struct invocation_result *invocations;	/* owned; a failed test keeps those before the failure */
	size_t		 invocation_count;
	struct histogram *histogram;		/* of all timed groups, in ns of timed_per round trips; owned; NULL: none */
	struct summary	 summary;
};

struct result {
	struct facts	 program;		/* version, compiler, flags, ... */
	struct facts	 libraries;		/* program.libraries */
	char		*started, *finished;	/* RFC 3339; finished NULL while it runs */
	uint64_t	 seed;			/* below 2^53, exact in any JSON reader */
	struct texts	 arguments;
	struct texts	 views;			/* tables besides the plain one, by name; unknown ones are passed over */
	struct facts	 host;
	struct texts	 warnings;		/* of the whole run */
	struct test_result *tests;		/* owned; in the order asked for */
	size_t		 test_count;
};

/* Adders copy what they are given and abort on no memory, as all code outside
 * measuring does: there is nothing to keep by going on. */
void	 facts_add_text(struct facts *, const char *key, const char *text);	/* NULL text: unknown */
void	 facts_add_number(struct facts *, const char *key, double);		/* NaN: unknown */
void	 facts_add_claim(struct facts *, const char *key, bool);
void	 facts_set_text(struct facts *, const char *key, const char *text);	/* in place of what is there */
const struct fact *facts_find(const struct facts *, const char *key);		/* NULL: not there */
void	 facts_free(struct facts *);

/*
 * Whether work_ns of two results can be compared: the same build did it on the
 * same model of CPU.  Of each the facts of its host and of its program.
 */
bool	 facts_do_like_work(const struct facts *host,
	     const struct facts *program, const struct facts *other_host,
	     const struct facts *other_program);

/* Adds a text, unless an equal one is there. */
void	 texts_add(struct texts *, const char *, ...)
#if defined(__GNUC__)
	     __attribute__((format(printf, 2, 3)))
#endif
	     ;

/* Adds a text even where an equal one is there: arguments. */
void	 texts_append(struct texts *, const char *);
void	 texts_free(struct texts *);

/* Appends one CPU to those of a side; the caller keeps them sorted. */
void	 side_add_cpu(struct side_result *, int);

/* CPU time in user and system mode together; NaN unknown. */
double	 side_get_cpu_ns(const struct side_result *);

/* Grows the array by one zeroed element, which is returned and stays valid until
 * the next.  A new test has timed_per 1; the figures of a new test, invocation
 * or side are NaN until they are set. */
struct test_result *result_add_test(struct result *);
struct invocation_result *test_add_invocation(struct test_result *);
struct side_result *invocation_add_side(struct invocation_result *);

/*
 * Works out summary from the invocations that count, histogram and params.
 * machine_cpus: CPUs of the machine, 0 unknown.  Every figure of a test that
 * is not TEST_OK is NaN, and so is a percentile that some invocation does not
 * carry.  The pooled histogram is taken as it is.
 */
void	 test_summarise(struct test_result *, unsigned machine_cpus);

/* The same for all tests, with what the host tells of its CPUs. */
void	 result_summarise(struct result *);

/* CPUs of the machine, by what is recorded of it; 0 unknown. */
unsigned result_count_cpus(const struct result *);

/* Whether an invocation was not disturbed: then those that were do not count. */
bool	 test_has_quiet(const struct test_result *);

/*
 * The invocations that count: those not disturbed, all where there is no such.
 * The test must have one; the array is to be freed.
 */
const struct invocation_result **test_choose_invocations(
	     const struct test_result *, size_t *count);

/* A summary of nothing: every figure NaN. */
void	 summary_clear(struct summary *);

/* Frees all that it owns and zeroes it. */
void	 result_free(struct result *);

#endif
