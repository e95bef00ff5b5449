/* Compares results: from rows of values to verdicts. */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "results/comparison-parts.h"
#include "statistics/multiple.h"
#include "statistics/ranksum.h"
#include "statistics/stats.h"

#define LEVEL	0.05	/* of any false claim, as the correction counts them */

static const char *const verdict_names[VERDICT_COUNT] = {
	[VERDICT_NOT_COMPARABLE] = "not-comparable",
	[VERDICT_ONLY_OLD] = "only-old",
	[VERDICT_ONLY_NEW] = "only-new",
	[VERDICT_NO_EVIDENCE] = "no-evidence",
	[VERDICT_FASTER] = "faster",
	[VERDICT_SLOWER] = "slower",
	[VERDICT_EQUIVALENT] = "equivalent",
	[VERDICT_INCONCLUSIVE] = "inconclusive",
};

const char *
comparison_side_name(const struct comparison_request *request, size_t side)
{
	static const char *const names[2][2] = { { "old", "new" },
	    { "A", "B" } };

	return names[request->pair_by_order][side];
}

const char *
verdict_name(enum verdict verdict)
{
	return verdict_names[verdict];
}

static void
row_clear(struct comparison_row *row)
{
	memset(row, 0, sizeof *row);
	row->old_ns = row->new_ns = (double)NAN;
	row->ratio = row->ci_low = row->ci_high = (double)NAN;
	row->p = row->p_adjusted = (double)NAN;
	row->change_percent = row->change_low = row->change_high = (double)NAN;
	row->invocations_needed = (double)NAN;
}

/* What is compared of a side: medians of boots, or invocations. */
static const double *
side_sample(const struct row_side *side, bool by_boots, size_t *count)
{
	*count = by_boots ? side->boot_count : side->count;
	return by_boots ? side->medians : side->values;
}

static double
sample_median(const struct row_side *side, bool by_boots)
{
	size_t		 count;
	const double	*sample = side_sample(side, by_boots, &count);

	return count > 0 ? stats_median(sample, count) : (double)NAN;
}

/* The verdict that needs no look at the figures; VERDICT_COUNT: none does. */
static enum verdict
judge_sides(const struct pairing *pairing, bool force)
{
	const struct row_side	*old = &pairing->sides[OLD];
	const struct row_side	*new = &pairing->sides[NEW];

	if (new->measured == 0)
		return VERDICT_ONLY_OLD;
	if (old->measured == 0)
		return VERDICT_ONLY_NEW;
	if (!pairing->is_comparable && !force)
		return VERDICT_NOT_COMPARABLE;
	if (old->count < 2 || new->count < 2)
		return VERDICT_NO_EVIDENCE;
	return VERDICT_COUNT;
}

double
comparison_needed_p(const struct comparer *comparer, size_t rows)
{
	if (comparer->request->correction == CORRECTION_NONE || rows == 0)
		return LEVEL;
	return LEVEL / (double)rows;
}

static bool
has_enough_boots(const struct comparer *comparer, const struct pairing *pairing)
{
	size_t	old = pairing->sides[OLD].boot_count;
	size_t	new = pairing->sides[NEW].boot_count;

	return old > 0 && new > 0 && ranksum_least_p(old, new) <=
	    comparison_needed_p(comparer, comparer->tested);
}

static double
change_percent(double ratio)
{
	return 100 * (1 - ratio);
}

/* Everything but what depends on the other rows' p. */
static void
fill_row(const struct comparer *comparer, const struct pairing *pairing,
    struct comparison_row *row)
{
	const double	*old, *new;
	struct ranksum	 ranksum;

	row->by_boots = row->verdict == VERDICT_COUNT &&
	    has_enough_boots(comparer, pairing);
	row->old_ns = sample_median(&pairing->sides[OLD], row->by_boots);
	row->new_ns = sample_median(&pairing->sides[NEW], row->by_boots);
	old = side_sample(&pairing->sides[OLD], row->by_boots,
	    &row->old_count);
	new = side_sample(&pairing->sides[NEW], row->by_boots,
	    &row->new_count);
	if ((row->verdict != VERDICT_COUNT &&
	    row->verdict != VERDICT_NO_EVIDENCE) ||
	    !ranksum_compare(old, row->old_count, new, row->new_count,
	    &ranksum))
		return;
	row->ratio = ranksum.ratio;
	row->change_percent = change_percent(ranksum.ratio);
	if (row->verdict == VERDICT_NO_EVIDENCE)
		return;
	row->ci_low = ranksum.low;
	row->ci_high = ranksum.high;
	row->change_low = change_percent(ranksum.high);
	row->change_high = change_percent(ranksum.low);
	row->p = ranksum.p;
}

static void
adjust_p(const struct comparer *comparer)
{
	struct comparison	*comparison = comparer->comparison;
	double			*p = memory_allocate(comparison->count,
				    sizeof *p);
	size_t			 i, count = 0;

	for (i = 0; i < comparison->count; i++)
		if (!isnan(comparison->rows[i].p))
			p[count++] = comparison->rows[i].p;
	if (comparer->request->correction == CORRECTION_HOLM)
		multiple_holm(p, count, p);
	else if (comparer->request->correction == CORRECTION_BH)
		multiple_benjamini_hochberg(p, count, p);
	for (i = count = 0; i < comparison->count; i++)
		if (!isnan(comparison->rows[i].p))
			comparison->rows[i].p_adjusted = p[count++];
	free(p);
}

static enum verdict
judge_figures(const struct comparison_row *row, double threshold)
{
	if (row->p_adjusted <= LEVEL && fabs(row->change_percent) >= threshold)
		return row->change_percent > 0 ? VERDICT_FASTER :
		    VERDICT_SLOWER;
	if (row->change_low >= -threshold && row->change_high <= threshold)
		return VERDICT_EQUIVALENT;
	return VERDICT_INCONCLUSIVE;
}

static double
half_width(const struct comparison_row *row)
{
	return (row->change_high - row->change_low) / 2;
}

/*
 * Invocations a side for what the row leaves open: for an interval as narrow
 * as the threshold, and for any claim at all in this table.  Samples of
 * different sizes tell as much as two of their harmonic mean.
 */
static double
find_needed(const struct comparer *comparer, const struct comparison_row *row)
{
	double	threshold = comparer->request->threshold_percent;
	double	needed = (double)NAN, size, wide, p;

	if (row->verdict == VERDICT_NO_EVIDENCE)
		return (double)ranksum_least_count(comparison_needed_p(comparer,
		    comparer->testable));
	if (row->verdict != VERDICT_INCONCLUSIVE)
		return (double)NAN;
	p = comparison_needed_p(comparer, comparer->tested);
	if (ranksum_least_p(row->old_count, row->new_count) > p)
		needed = (double)ranksum_least_count(p);
	wide = half_width(row) / threshold;
	size = 2 / (1 / (double)row->old_count + 1 / (double)row->new_count);
	if (wide > 1 && !(needed > size * wide * wide))
		needed = ceil(size * wide * wide);
	return needed;
}

static void
note_verdict(const struct comparer *comparer, struct pairing *pairing,
    const struct comparison_row *row)
{
	double	threshold = comparer->request->threshold_percent;

	if (row->p_adjusted <= LEVEL && fabs(row->change_percent) < threshold)
		texts_add(&pairing->notes, "a real change, below the "
		    "threshold of %g %%", threshold);
	else if (row->verdict == VERDICT_INCONCLUSIVE &&
	    half_width(row) <= threshold)
		texts_add(&pairing->notes, "too near to the threshold of %g "
		    "%% to tell", threshold);
}

/* All notes as one text, to be freed; NULL: there is none. */
static char *
join_notes(const struct texts *notes)
{
	size_t	 i, size = 1, used = 0;
	char	*text;

	if (notes->count == 0)
		return NULL;
	for (i = 0; i < notes->count; i++)
		size += strlen(notes->list[i]) + 2;
	text = memory_allocate(size, 1);
	for (i = 0; i < notes->count; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%s",
		    i > 0 ? "; " : "", notes->list[i]);
	return text;
}

static const char *
side_spec(const struct row_side *side)
{
	return side->part_count > 0 ? side->parts[0].spec : NULL;
}

static void
name_row(const struct pairing *pairing, struct comparison_row *row)
{
	const char	*old = side_spec(&pairing->sides[OLD]);
	const char	*new = side_spec(&pairing->sides[NEW]);

	row->spec = memory_duplicate(old != NULL ? old : new);
	if (old != NULL && new != NULL && strcmp(old, new) != 0)
		row->new_spec = memory_duplicate(new);
}

/* Turns tests into rows; those measured on no side are left out. */
static void
make_rows(struct comparer *comparer)
{
	struct comparison	*comparison = comparer->comparison;
	struct pairing		*pairing;
	struct comparison_row	*row;
	size_t			 found, i, nowhere = 0;

	found = comparison_match(comparer, &comparer->pairings);
	comparison->rows = memory_allocate(found,
	    sizeof *comparison->rows);
	for (i = 0; i < found; i++) {
		pairing = &comparer->pairings[comparison->count];
		*pairing = comparer->pairings[i];
		if (pairing->sides[OLD].measured == 0 &&
		    pairing->sides[NEW].measured == 0) {
			nowhere++;
			continue;
		}
		row = &comparison->rows[comparison->count++];
		row_clear(row);
		name_row(pairing, row);
		comparison_check(pairing, comparer->request);
		comparison_collect(comparer, pairing);
		row->verdict = judge_sides(pairing, comparer->request->force);
		comparer->tested += row->verdict == VERDICT_COUNT;
		comparer->testable += row->verdict == VERDICT_COUNT ||
		    row->verdict == VERDICT_NO_EVIDENCE;
	}
	if (nowhere > 0)
		texts_add(&comparison->warnings, "%zu test%s measured on "
		    "neither side: skipped or failed", nowhere,
		    nowhere == 1 ? " was" : "s were");
}

/* Figures of all rows, then what they mean together. */
static void
judge_rows(struct comparer *comparer)
{
	struct comparison	*comparison = comparer->comparison;
	struct comparison_row	*row;
	size_t			 i;

	for (i = 0; i < comparison->count; i++)
		fill_row(comparer, &comparer->pairings[i],
		    &comparison->rows[i]);
	adjust_p(comparer);
	for (i = 0; i < comparison->count; i++) {
		row = &comparison->rows[i];
		if (row->verdict == VERDICT_COUNT)
			row->verdict = judge_figures(row,
			    comparer->request->threshold_percent);
		comparison->verdicts[row->verdict]++;
		row->invocations_needed = find_needed(comparer, row);
		note_verdict(comparer, &comparer->pairings[i], row);
		comparison_note_values(&comparer->pairings[i],
		    comparer->request);
		row->note = join_notes(&comparer->pairings[i].notes);
	}
}

static void
find_resolution(struct comparison *comparison)
{
	double	width;
	size_t	i;

	comparison->resolution_percent = (double)NAN;
	for (i = 0; i < comparison->count; i++) {
		width = half_width(&comparison->rows[i]);
		if (!isnan(width) && !(width < comparison->resolution_percent))
			comparison->resolution_percent = width;
	}
}

static void
free_pairing(struct pairing *pairing)
{
	size_t	side;

	for (side = 0; side < SIDES; side++) {
		free(pairing->sides[side].values);
		free(pairing->sides[side].files);
		free(pairing->sides[side].medians);
	}
	texts_free(&pairing->notes);
}

static void
free_files(struct side_files *side)
{
	size_t	i;

	for (i = 0; i < side->count; i++) {
		facts_free(&side->files[i].host);
		facts_free(&side->files[i].program);
		facts_free(&side->files[i].libraries);
	}
	free(side->files);
	free(side->boots);
}

void
comparer_free(struct comparer *comparer)
{
	size_t	i;

	for (i = 0; comparer->comparison != NULL &&
	    i < comparer->comparison->count; i++)
		free_pairing(&comparer->pairings[i]);
	for (i = 0; i < comparer->part_count; i++)
		part_free(&comparer->parts[i]);
	free_files(&comparer->sides[OLD]);
	free_files(&comparer->sides[NEW]);
	free(comparer->pairings);
	free(comparer->parts);
	free(comparer);
}

void
comparer_finish(struct comparer *comparer, struct comparison *comparison)
{
	comparer->comparison = comparison;
	comparison->threshold_percent = comparer->request->threshold_percent;
	comparison_number_boots(comparer);
	comparison->old_files = comparer->sides[OLD].count;
	comparison->new_files = comparer->sides[NEW].count;
	comparison->old_boots = comparer->sides[OLD].boot_count;
	comparison->new_boots = comparer->sides[NEW].boot_count;
	make_rows(comparer);
	judge_rows(comparer);
	find_resolution(comparison);
	comparison_tell_differences(comparer);
	comparison_warn(comparer);
	comparer_free(comparer);
}

void
comparison_make(const struct result *old, size_t old_count,
    const struct result *new, size_t new_count,
    const struct comparison_request *request, struct comparison *comparison)
{
	struct comparer	*comparer = comparer_new(request);
	size_t		 i;

	for (i = 0; i < old_count; i++)
		comparer_add_old(comparer, &old[i]);
	for (i = 0; i < new_count; i++)
		comparer_add_new(comparer, &new[i]);
	comparer_finish(comparer, comparison);
}

void
comparison_free(struct comparison *comparison)
{
	size_t	i;

	for (i = 0; i < comparison->count; i++) {
		free(comparison->rows[i].spec);
		free(comparison->rows[i].new_spec);
		free(comparison->rows[i].note);
	}
	free(comparison->rows);
	texts_free(&comparison->differences);
	texts_free(&comparison->warnings);
	memset(comparison, 0, sizeof *comparison);
}
