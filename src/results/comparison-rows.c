/* Which parts make up a row, and which values it compares. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "results/comparison-parts.h"
#include "statistics/stats.h"

static int
compare_sizes(size_t a, size_t b)
{
	return (a > b) - (a < b);
}

/* Those of the old side first: in the order in which they were added within
 * each side. */
static int
compare_orders(const struct part *a, const struct part *b)
{
	return a->side != b->side ? a->side - b->side :
	    compare_sizes(a->order, b->order);
}

static int
compare_specs(const void *first, const void *second)
{
	const struct part	*a = first, *b = second;
	int			 order = strcmp(a->spec, b->spec);

	return order != 0 ? order : compare_orders(a, b);
}

static int
compare_places(const void *first, const void *second)
{
	const struct part	*a = first, *b = second;
	int			 order = compare_sizes(a->place, b->place);

	return order != 0 ? order : compare_orders(a, b);
}

/* Rows in the order of the old side; those that it lacks behind them. */
static int
compare_pairings(const void *first, const void *second)
{
	const struct pairing	*a = first, *b = second;
	bool			 a_is_new = a->sides[OLD].part_count == 0;
	bool			 b_is_new = b->sides[OLD].part_count == 0;

	return a_is_new != b_is_new ? a_is_new - b_is_new :
	    compare_sizes(a->order, b->order);
}

size_t
comparison_match(struct comparer *comparer, struct pairing **pairings)
{
	struct part	*part, *last = NULL;
	struct row_side	*side;
	bool		 by_order = comparer->request->pair_by_order;
	size_t		 i, found = 0;

	if (comparer->part_count > 0)
		qsort(comparer->parts, comparer->part_count,
		    sizeof *comparer->parts,
		    by_order ? compare_places : compare_specs);
	*pairings = memory_allocate(comparer->part_count,
	    sizeof **pairings);
	for (i = 0; i < comparer->part_count; i++) {
		part = &comparer->parts[i];
		if (last == NULL || (by_order ? part->place != last->place :
		    strcmp(part->spec, last->spec) != 0))
			(*pairings)[found++].order = part->order;
		side = &(*pairings)[found - 1].sides[part->side];
		if (side->part_count++ == 0)
			side->parts = part;
		side->measured += part_is_measured(part);
		last = part;
	}
	qsort(*pairings, found, sizeof **pairings, compare_pairings);
	return found;
}

static size_t
count_invocations(const struct row_side *side, bool disturbed)
{
	size_t	i, j, count = 0;

	for (i = 0; i < side->part_count; i++)
		for (j = 0; j < side->parts[i].count; j++)
			count += side->parts[i].disturbed[j] == disturbed;
	return count;
}

static void
collect_values(struct row_side *side, bool by_means)
{
	size_t			 quiet = count_invocations(side, false);
	size_t			 loud = count_invocations(side, true);
	const struct part	*part;
	double			 value;
	size_t			 i, j;

	side->left_out = quiet > 0 ? loud : 0;
	side->values = memory_allocate(quiet + loud, sizeof *side->values);
	side->files = memory_allocate(quiet + loud, sizeof *side->files);
	for (i = 0; i < side->part_count; i++) {
		part = &side->parts[i];
		for (j = 0; j < part->count; j++) {
			if (quiet > 0 && part->disturbed[j])
				continue;
			value = by_means ? part->means[j] : part->values[j];
			side->is_lacking |= isnan(value);
			side->values[side->count] = value;
			side->files[side->count++] = part->file;
		}
	}
	if (side->is_lacking)
		side->count = 0;
}

/* A value and its boot. */
struct booted {
	double	value;
	size_t	boot;
};

static int
compare_booted(const void *first, const void *second)
{
	const struct booted	*a = first, *b = second;

	return compare_sizes(a->boot, b->boot);
}

static void
collect_boots(struct row_side *side, const size_t *boots)
{
	struct booted	*booted = memory_allocate(side->count,
			    sizeof *booted);
	double		*values = memory_allocate(side->count,
			    sizeof *values);
	size_t		 i, first;

	for (i = 0; i < side->count; i++) {
		booted[i].value = side->values[i];
		booted[i].boot = boots[side->files[i]];
	}
	qsort(booted, side->count, sizeof *booted, compare_booted);
	side->medians = memory_allocate(side->count,
	    sizeof *side->medians);
	for (i = first = 0; i < side->count; i++) {
		values[i - first] = booted[i].value;
		if (i + 1 == side->count ||
		    booted[i + 1].boot != booted[i].boot) {
			side->medians[side->boot_count++] =
			    stats_median(values, i + 1 - first);
			first = i + 1;
		}
	}
	free(values);
	free(booted);
}

void
comparison_collect(const struct comparer *comparer, struct pairing *pairing)
{
	size_t	side;

	for (side = 0; side < SIDES; side++) {
		collect_values(&pairing->sides[side], pairing->by_means);
		if (comparer->sides[side].boots != NULL)
			collect_boots(&pairing->sides[side],
			    comparer->sides[side].boots);
	}
}
