/*
 * The result file: the only reader and writer of schema "ipclat-result/1".
 *
 * One JSON object in UTF-8.  Durations are nanoseconds, names say other units;
 * null is "unknown", or "the data do not carry it"; a whole number is written
 * as an integer, any other in the shortest form that reads back as the same
 * double.  Within version 1 members may be added and none is renamed; readers
 * pass over members that they do not know, and over facts that are arrays or
 * objects.  Members:
 *
 *   schema     "ipclat-result/1"
 *   program    facts: version, compiler, flags; libraries { name: version }
 *   started    RFC 3339, as finished, which is null while the run goes on
 *   seed       of the order of measurements, below 2^53
 *   arguments  the words of the command line
 *   views      tables that answer what was asked, besides the plain one; not
 *              there where that is nothing
 *   host       facts about the machine, see machine.h
 *   warnings   of the whole run
 *   tests      one object a test, in the order asked for:
 *     name            of the transport
 *     spec            canonical form: two rows compare when it is equal
 *     params          the value of every key, defaults too
 *     method          raised when a change may change what the test yields
 *     mechanism       what was used where there is a choice, or null
 *     status          "ok", "skipped" or "failed"; reason, or null where ok
 *     unit            "ns"
 *     headline        "median" or "mean": what is compared by default
 *     carries_data    whether its messages have a size
 *     timed_per       round trips between two clock readings
 *     batch           round trips of a batch of one pair, for --like; 0 unknown
 *     warnings        of this test
 *     invocations     one object an invocation, in the order made:
 *       round_trips       all after warm-up
 *       timed             those behind median and percentiles
 *       lost              given up
 *       retransmitted     messages sent again
 *       median_ns, min_ns, p90_ns, p99_ns, max_ns   of the timed ones
 *       mean_ns           elapsed over count of the untimed batches
 *       reply_median_ns, reply_p99_ns   send to reply with several requests
 *                         in flight; not there otherwise
 *       pair_slowest_per_s, pair_fastest_per_s   round trips of one pair a
 *                         second; with several pairs only
 *       elapsed_ns        of all measured batches, by the client
 *       machine_busy_cpus non-idle CPUs of the machine meanwhile
 *       disturbed         kept, but left out of summary and comparison where
 *                         there are others
 *       disturbed_by      load, delay, steal, core; null where it was not
 *       migrated          a side was not where it was pinned
 *       relation          of the CPUs: same, smt, cache, package, node, unknown
 *       sides             one a role, a sum where there are several pairs: role,
 *                         core_kind; user_ns, system_ns: CPU time; where only
 *                         their sum is told both are null, and there are
 *                         cpu_ns, that sum, and user_ticks, system_ticks, the
 *                         clock ticks in each mode; voluntary_switches, involuntary_switches, cpus,
 *                         work_ns: time of a fixed piece of arithmetic between
 *                         batches, mean, by which a shared core is known
 *     histogram       of all timed groups, in ns of timed_per round trips, or
 *                     null: subbits (7); minimum, maximum, sum (exact); counts
 *                     [step, count, step, count, ...], steps rising, counts
 *                     above 0, steps numbered as in histogram.h
 *     summary         derived from the invocations; minimum, maximum and p999
 *                     from the histogram.  Worked out again when missing.
 */

#ifndef RESULTS_STORE_H
#define RESULTS_STORE_H

#include <stdbool.h>
#include <stdio.h>

#include "results/result.h"

/* Readers refuse more than this, and deeper nesting. */
#define STORE_SIZE_LIMIT	(64u << 20)
#define STORE_DEPTH_LIMIT	32

/*
 * A result file being written.  Opened before anything is measured, so that
 * what cannot be written is known at once.
 */
struct store;

/*
 * Checks that a result can be written there: the directory takes a new file,
 * and what stands there already is an ipclat result, an empty file, or
 * something that is no regular file (a device, a pipe: written once, by
 * store_close).  NULL with a reason (fail_reason) that names the file and the
 * remedy; nothing has been touched then.
 */
struct store *store_open(const char *path);

/*
 * Replaces the file by this result, atomically.  To be called after every
 * round; does nothing where the destination is no regular file.  0, or -1
 * with a reason, and what stood there is still whole.
 */
int	 store_save(struct store *, const struct result *);

/* Whether an earlier result stands there, which the next saving replaces. */
bool	 store_replaces(const struct store *);

/*
 * Saves for the last time and frees the store.  With no result (NULL)
 * nothing is written, and a temporary file is removed.
 */
int	 store_close(struct store *, const struct result *);

/* Writes one result as JSON, ended by a newline.  0, or -1 with a reason. */
int	 store_write(FILE *, const struct result *);

/*
 * Reads a result file ("-": standard input) into a zeroed result.  0, or -1
 * with a one-line reason that names the file, the place and what is wrong;
 * then nothing needs freeing.  The file is not trusted: sizes, nesting,
 * types, ranges and lengths are checked.
 */
int	 store_read(const char *path, struct result *);

#endif
