/*
 * Results of two sides compared, a row a test: plain data, and the one place
 * where verdicts are passed.  Pure: reads results, writes a comparison.
 */

#ifndef RESULTS_COMPARISON_H
#define RESULTS_COMPARISON_H

#include <stdbool.h>
#include <stddef.h>

#include "results/result.h"

/* The first that applies, in this order. */
enum verdict {
	VERDICT_NOT_COMPARABLE,
	VERDICT_ONLY_OLD,
	VERDICT_ONLY_NEW,
	VERDICT_NO_EVIDENCE,
	VERDICT_FASTER,
	VERDICT_SLOWER,
	VERDICT_EQUIVALENT,
	VERDICT_INCONCLUSIVE,
	VERDICT_COUNT
};

/* As scripts see it: "not-comparable", "only-old", ... */
const char *verdict_name(enum verdict);

enum comparison_metric {
	METRIC_HEADLINE, METRIC_MEDIAN, METRIC_MEAN, METRIC_P99, METRIC_CPU
};
enum comparison_correction { CORRECTION_HOLM, CORRECTION_BH, CORRECTION_NONE };

struct comparison_request {
	double				threshold_percent;	/* > 0 */
	enum comparison_correction	correction;
	enum comparison_metric		metric;
	bool				force;	/* show what is not comparable */
	bool				pair_by_order;	/* ab: rows pair by order, not by spec */
};

/*
 * What users call a side, 0 or 1: "old" and "new", or, where rows pair by
 * order, "A" and "B".
 */
const char *comparison_side_name(const struct comparison_request *,
	     size_t side);

/*
 * How verdicts are passed.  Compared are the values of the metric in the
 * invocations that were not disturbed, where there are any on that side, of
 * all files of the side together; or the medians of boots, where the boots of
 * both sides are known and so many that a lone change could be claimed among
 * all rows (by Holm's rule and by that of Benjamini and Hochberg).  A value
 * that is missing in one invocation is missing on that side.
 *
 * not-comparable  the files of both sides do not all agree on method, kind of
 *                 headline (where that is the metric), relation of the CPUs,
 *                 or kind of core.  Unknown is no disagreement, but a note.
 * no-evidence     a side has a single value, or none; a change is shown
 * faster, slower  p_adjusted <= 0.05 and |change_percent| >= threshold
 * equivalent      change_low >= -threshold and change_high <= threshold
 *
 * Pairing by order, what two specs name differently disagrees by intention;
 * where the kinds of their headlines differ, means are compared.
 *
 * Rows are the tests measured on a side at least; texts may hold any bytes
 * that the files had: a reporter makes them harmless.
 */

/* Figures that the data do not carry are NaN. */
struct comparison_row {
	char		*spec;		/* the old one's, or the new one's where only that is there; owned, as all texts */
	char		*new_spec;	/* NULL: the same */
	double		 old_ns, new_ns;	/* medians over what was compared */
	double		 ratio, ci_low, ci_high;	/* new over old; interval of the line */
	double		 p, p_adjusted;
	double		 change_percent, change_low, change_high;	/* 100 (1 - ratio): positive when the latency fell */
	size_t		 old_count, new_count;	/* invocations, or boots, compared */
	bool		 by_boots;
	double		 invocations_needed;	/* a side (boots, if by_boots), for the threshold; NaN where nothing is open */
	enum verdict	 verdict;
	char		*note;		/* NULL: none */
};

struct comparison {
	struct comparison_row	*rows;		/* owned; in the order of the old result */
	size_t			 count;
	size_t			 verdicts[VERDICT_COUNT];
	struct texts		 differences;	/* what differs between the machines, one line each */
	struct texts		 warnings;	/* boots, hardware and kernel at once, too few invocations for the table */
	double			 resolution_percent;	/* change that each row with an interval could have shown: the largest half-width; NaN */
	double			 threshold_percent;
	size_t			 old_files, new_files, old_boots, new_boots;	/* boots: 0 unknown */
};

/*
 * Compares the files of one side with those of the other.  Both counts are at
 * least 1; the results are only read.  The comparison must be zeroed.
 */
void	 comparison_make(const struct result *old, size_t old_count,
	     const struct result *new, size_t new_count,
	     const struct comparison_request *, struct comparison *);
void	 comparison_free(struct comparison *);

/*
 * The same, file by file: each result is only read while it is added and may
 * be freed at once, so that a thousand files need not be held.  The request
 * must stay until the end.  comparer_finish() frees the comparer.
 */
struct comparer;
struct comparer *comparer_new(const struct comparison_request *);
void	 comparer_add_old(struct comparer *, const struct result *);
void	 comparer_add_new(struct comparer *, const struct result *);
void	 comparer_finish(struct comparer *, struct comparison *);

/* Frees one that nothing is to be heard from. */
void	 comparer_free(struct comparer *);

#endif
