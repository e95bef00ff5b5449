/* Boots of the files, and what makes a whole table weaker than it looks. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "results/comparison-parts.h"
#include "statistics/ranksum.h"

/* Cores so much slower tell; steps of the clock rate are some 4 %. */
#define SLOWER_CORES	1.1

/* The boot of one file. */
struct boot {
	const char	*id;
	size_t		 side, file;
};

static int
compare_boots(const void *first, const void *second)
{
	return strcmp(((const struct boot *)first)->id,
	    ((const struct boot *)second)->id);
}

/* NULL: the file does not tell. */
static const char *
find_boot_id(const struct file *file)
{
	const struct fact	*fact = facts_find(&file->host, "boot_id");

	return fact != NULL && fact->kind == FACT_TEXT &&
	    fact->text[0] != '\0' ? fact->text : NULL;
}

static bool
boots_are_known(const struct side_files *side)
{
	size_t	i;

	for (i = 0; i < side->count; i++)
		if (find_boot_id(&side->files[i]) == NULL)
			return false;
	return true;
}

/* The boots of those sides that know them, sorted; to be freed. */
static struct boot *
list_boots(struct side_files sides[SIDES], size_t *count)
{
	struct boot	*boots;
	size_t		 side, i;

	boots = memory_allocate(sides[OLD].count + sides[NEW].count,
	    sizeof *boots);
	*count = 0;
	for (side = 0; side < SIDES; side++) {
		if (!boots_are_known(&sides[side]))
			continue;
		sides[side].boots = memory_allocate(sides[side].count,
		    sizeof *sides[side].boots);
		for (i = 0; i < sides[side].count; i++) {
			boots[*count].id = find_boot_id(&sides[side].files[i]);
			boots[*count].side = side;
			boots[(*count)++].file = i;
		}
	}
	qsort(boots, *count, sizeof *boots, compare_boots);
	return boots;
}

void
comparison_number_boots(struct comparer *comparer)
{
	struct side_files	*sides = comparer->sides;
	size_t			 count, i, number = 0;
	struct boot		*boots = list_boots(sides, &count);
	bool			 seen[SIDES] = { false, false };

	for (i = 0; i < count; i++) {
		sides[boots[i].side].boots[boots[i].file] = number;
		seen[boots[i].side] = true;
		if (i + 1 < count && compare_boots(&boots[i], &boots[i + 1]) ==
		    0)
			continue;
		sides[OLD].boot_count += seen[OLD];
		sides[NEW].boot_count += seen[NEW];
		comparer->common_boots += seen[OLD] && seen[NEW];
		seen[OLD] = seen[NEW] = false;
		number++;
	}
	free(boots);
}

/* Rows whose invocations are compared, and the fewest boots of theirs. */
static size_t
count_unbooted(const struct comparer *comparer, size_t least[SIDES])
{
	size_t	i, side, boots, count = 0;

	least[OLD] = least[NEW] = SIZE_MAX;
	for (i = 0; i < comparer->comparison->count; i++) {
		if (isnan(comparer->comparison->rows[i].p) ||
		    comparer->comparison->rows[i].by_boots)
			continue;
		count++;
		for (side = 0; side < SIDES; side++) {
			boots = comparer->pairings[i].sides[side].boot_count;
			if (boots < least[side])
				least[side] = boots;
		}
	}
	return count;
}

/*
 * A boot is faster or slower than the next as a whole; more invocations of one
 * make a false claim more likely, not less.  Where both sides share all their
 * boots, those cannot be what differs.
 */
static void
warn_boots(const struct comparer *comparer)
{
	size_t	old = comparer->sides[OLD].boot_count, least[SIDES];
	size_t	new = comparer->sides[NEW].boot_count, needed;

	if (count_unbooted(comparer, least) == 0 ||
	    (old > 0 && old == comparer->common_boots && old == new))
		return;
	needed = ranksum_least_count(comparison_needed_p(comparer,
	    comparer->tested));
	if (old == 0 || new == 0)
		texts_add(&comparer->comparison->warnings, "the effect of one "
		    "boot is not excluded: not all files tell their boot; %zu "
		    "boots a side would be needed for %zu line%s", needed,
		    comparer->tested, comparer->tested == 1 ? "" : "s");
	else
		texts_add(&comparer->comparison->warnings, "the effect of one "
		    "boot is not excluded: %zu %s and %zu %s, but %zu boots "
		    "a side are needed for %zu line%s", least[OLD],
		    comparison_side_name(comparer->request, OLD), least[NEW],
		    comparison_side_name(comparer->request, NEW), needed,
		    comparer->tested, comparer->tested == 1 ? "" : "s");
}

/*
 * On one boot it is the hour that differs: a run is quicker or slower than the
 * next as a whole.  What was measured in turn has no such.
 */
static void
warn_runs(const struct comparer *comparer)
{
	const struct side_files	*sides = comparer->sides;

	if (comparer->tested == 0 || comparer->request->pair_by_order ||
	    comparer->common_boots == 0 ||
	    sides[OLD].boot_count != comparer->common_boots ||
	    sides[NEW].boot_count != comparer->common_boots ||
	    (sides[OLD].count > 1 && sides[NEW].count > 1))
		return;
	texts_add(&comparer->comparison->warnings, "a single run of a side: "
	    "what else changed on the machine between the runs is not "
	    "excluded; measure both in turn (ipclat ab), or several runs of "
	    "each in turn");
}

static bool
file_is_virtual(const struct file *file)
{
	const struct fact	*fact = facts_find(&file->host, "virtual");

	return fact != NULL && ((fact->kind == FACT_CLAIM && fact->claim) ||
	    fact->kind == FACT_TEXT);
}

static void
warn_virtual(const struct comparer *comparer)
{
	const struct side_files	*files;
	size_t			 side, i, count = 0;

	for (side = 0; side < SIDES; side++) {
		files = &comparer->sides[side];
		for (i = 0; i < files->count; i++)
			count += file_is_virtual(&files->files[i]);
	}
	if (comparer->tested > 0 && count > 0)
		texts_add(&comparer->comparison->warnings, "measured in a "
		    "virtual machine: do not trust differences below 10 %% "
		    "without several boots of each side");
}

/* Rows in which no change, however large, could have been claimed. */
static void
warn_few(const struct comparer *comparer)
{
	double				 p = comparison_needed_p(comparer,
					    comparer->testable);
	const struct comparison_row	*row;
	size_t				 i, count = 0;

	for (i = 0; i < comparer->comparison->count; i++) {
		row = &comparer->comparison->rows[i];
		count += row->verdict == VERDICT_NO_EVIDENCE ||
		    (!isnan(row->p) &&
		    ranksum_least_p(row->old_count, row->new_count) > p);
	}
	if (count > 0)
		texts_add(&comparer->comparison->warnings, "too few "
		    "invocations for any claim in %zu of %zu line%s: at least %zu a side "
		    "are needed in a table of this size", count,
		    comparer->testable, comparer->testable == 1 ? "" : "s",
		    ranksum_least_count(p));
}

static bool
work_is_comparable(const struct comparer *comparer)
{
	const struct file	*first = &comparer->sides[OLD].files[0], *file;
	size_t			 side, i;

	for (side = 0; side < SIDES; side++)
		for (i = 0; i < comparer->sides[side].count; i++) {
			file = &comparer->sides[side].files[i];
			if (!facts_do_like_work(&first->host, &first->program,
			    &file->host, &file->program))
				return false;
		}
	return true;
}

/* How much slower the cores of the new side were; NaN: unknown. */
static double
compare_work(const struct pairing *pairing)
{
	struct tally	old = row_side_tally(&pairing->sides[OLD]);
	struct tally	new = row_side_tally(&pairing->sides[NEW]);

	return new.work_ns / new.invocations / (old.work_ns / old.invocations);
}

/*
 * Arithmetic knows no kernel: where it was slower on one side, so was all
 * else, and round trips say nothing about what was changed.
 */
static void
warn_slower_cores(const struct comparer *comparer)
{
	size_t	i, side, count[SIDES] = { 0, 0 };
	double	ratio, most[SIDES] = { 0, 0 };

	if (!work_is_comparable(comparer))
		return;
	for (i = 0; i < comparer->comparison->count; i++) {
		if (isnan(comparer->comparison->rows[i].ratio))
			continue;
		ratio = compare_work(&comparer->pairings[i]);
		side = ratio > 1 ? NEW : OLD;
		ratio = side == NEW ? ratio : 1 / ratio;
		if (!(ratio > SLOWER_CORES) || !isfinite(ratio))
			continue;
		count[side]++;
		most[side] = fmax(most[side], ratio);
	}
	for (side = 0; side < SIDES; side++)
		if (count[side] > 0)
			texts_add(&comparer->comparison->warnings, "in %zu of "
			    "%zu line%s the cores of the %s side were slower, "
			    "up to %.2f times, at arithmetic that knows no "
			    "kernel: another machine or hardware thread shared "
			    "them, or their clock rate was lower; measure "
			    "again before you believe a change there",
			    count[side], comparer->comparison->count,
			    comparer->comparison->count == 1 ? "" : "s",
			    comparison_side_name(comparer->request, side),
			    most[side]);
}

/* Nothing was left out, since nothing would have been left. */
static bool
side_is_disturbed(const struct row_side *side)
{
	size_t	i, j, count = 0;

	for (i = 0; i < side->part_count; i++)
		for (j = 0; j < side->parts[i].count; j++)
			count += side->parts[i].disturbed[j];
	return count > 0 && side->left_out == 0;
}

static void
warn_disturbed(const struct comparer *comparer)
{
	const struct pairing	*pairing;
	size_t			 i, side, count[SIDES] = { 0, 0 }, all = 0;

	for (i = 0; i < comparer->comparison->count; i++) {
		pairing = &comparer->pairings[i];
		all += side_is_disturbed(&pairing->sides[OLD]) ||
		    side_is_disturbed(&pairing->sides[NEW]);
		for (side = 0; side < SIDES; side++)
			count[side] += pairing->sides[side].left_out;
	}
	if (all > 0)
		texts_add(&comparer->comparison->warnings, "in %zu of %zu "
		    "line%s all invocations of a side were disturbed, and are "
		    "compared for want of others", all,
		    comparer->comparison->count,
		    comparer->comparison->count == 1 ? "" : "s");
	if (count[OLD] > 0 || count[NEW] > 0)
		texts_add(&comparer->comparison->warnings, "disturbed "
		    "invocations were left out: %zu %s and %zu %s",
		    count[OLD], comparison_side_name(comparer->request, OLD),
		    count[NEW], comparison_side_name(comparer->request, NEW));
}

void
comparison_warn(const struct comparer *comparer)
{
	warn_boots(comparer);
	warn_runs(comparer);
	warn_virtual(comparer);
	warn_few(comparer);
	warn_slower_cores(comparer);
	warn_disturbed(comparer);
}
