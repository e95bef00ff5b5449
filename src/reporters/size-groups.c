/* Finds the tests that differ in the size of their messages alone. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "reporters/size-groups.h"

/* A row that has a size. */
struct candidate {
	struct size_point	 point;
	char			*name;		/* owned */
	size_t			 order;		/* of the row */
	size_t			 name_order;	/* of the first row of that name */
	size_t			 place_order;	/* of the first row of that name and place */
};

/* The size of its messages, or NaN. */
static double
row_size(const struct platforms *platforms, const struct platform_row *row)
{
	const struct fact	*fact;
	size_t			 i;

	for (i = 0; i < platforms->count; i++) {
		if (!platform_cell_is_measured(&row->cells[i]))
			continue;
		fact = facts_find(&row->cells[i].test->params, "size");
		if (fact != NULL && fact->kind == FACT_NUMBER &&
		    fact->number >= 1)
			return fact->number;
	}
	return (double)NAN;
}

/* By name, then place, then as the rows stand. */
static int
compare_names(const void *first, const void *second)
{
	const struct candidate	*a = first, *b = second;
	int			 order = strcmp(a->name, b->name);

	if (order == 0)
		order = strcmp(a->point.place, b->point.place);
	return order != 0 ? order : (a->order > b->order) -
	    (a->order < b->order);
}

/* As names and places come first, then by size. */
static int
compare_candidates(const void *first, const void *second)
{
	const struct candidate	*a = first, *b = second;

	if (a->name_order != b->name_order)
		return a->name_order < b->name_order ? -1 : 1;
	if (a->place_order != b->place_order)
		return a->place_order < b->place_order ? -1 : 1;
	if (a->point.size < b->point.size)
		return -1;
	return a->point.size > b->point.size;
}

static bool
has_same_place(const struct candidate *a, const struct candidate *b)
{
	return strcmp(a->name, b->name) == 0 &&
	    strcmp(a->point.place, b->point.place) == 0;
}

/* Tells each where its name and its place come first. */
static void
find_orders(struct candidate *candidates, size_t count)
{
	size_t	i, j, end, least;

	qsort(candidates, count, sizeof *candidates, compare_names);
	for (i = 0; i < count; i++)
		candidates[i].place_order =
		    i > 0 && has_same_place(&candidates[i - 1],
		    &candidates[i]) ? candidates[i - 1].place_order :
		    candidates[i].order;
	for (i = 0; i < count; i = end) {
		least = candidates[i].order;
		for (end = i; end < count && strcmp(candidates[i].name,
		    candidates[end].name) == 0; end++)
			if (candidates[end].order < least)
				least = candidates[end].order;
		for (j = i; j < end; j++)
			candidates[j].name_order = least;
	}
}

static struct candidate *
find_candidates(const struct platforms *platforms, size_t *count)
{
	struct candidate	*candidates, *candidate;
	char			*name;
	double			 size;
	size_t			 i;

	candidates = memory_allocate(platforms->row_count + 1,
	    sizeof *candidates);
	*count = 0;
	for (i = 0; i < platforms->row_count; i++) {
		size = row_size(platforms, &platforms->rows[i]);
		if (isnan(size))
			continue;
		candidate = &candidates[*count];
		candidate->point.row = &platforms->rows[i];
		candidate->point.size = size;
		format_place(platforms->rows[i].spec, candidate->point.place);
		name = format_without(platforms->rows[i].spec, "size");
		candidate->name = format_name(name);
		free(name);
		candidate->order = (*count)++;
	}
	return candidates;
}

/* Adds those candidates as a group, if their sizes vary. */
static void
add_group(struct size_groups *groups, const struct candidate *candidates,
    size_t count)
{
	struct size_group	*group;
	double			 least = HUGE_VAL, most = 0;
	size_t			 i;

	for (i = 0; i < count; i++) {
		least = fmin(least, candidates[i].point.size);
		most = fmax(most, candidates[i].point.size);
	}
	if (!(least < most))
		return;
	groups->list = memory_grow(groups->list, groups->count,
	    sizeof *groups->list);
	group = &groups->list[groups->count++];
	group->name = memory_duplicate(candidates[0].name);
	group->points = memory_allocate(count, sizeof *group->points);
	group->count = count;
	for (i = 0; i < count; i++)
		group->points[i] = candidates[i].point;
	for (i = 0; i < count; i += size_group_run(group, i))
		group->place_count++;
}

size_t
size_group_run(const struct size_group *group, size_t first)
{
	size_t	end;

	for (end = first + 1; end < group->count; end++)
		if (strcmp(group->points[first].place,
		    group->points[end].place) != 0)
			break;
	return end - first;
}

void
size_groups_make(const struct platforms *platforms, struct size_groups *groups)
{
	struct candidate	*candidates;
	size_t			 i, end, count;

	memset(groups, 0, sizeof *groups);
	candidates = find_candidates(platforms, &count);
	find_orders(candidates, count);
	qsort(candidates, count, sizeof *candidates, compare_candidates);
	for (i = 0; i < count; i = end) {
		for (end = i + 1; end < count; end++)
			if (candidates[end].name_order !=
			    candidates[i].name_order)
				break;
		add_group(groups, &candidates[i], end - i);
	}
	for (i = 0; i < count; i++)
		free(candidates[i].name);
	free(candidates);
}

void
size_groups_free(struct size_groups *groups)
{
	size_t	i;

	for (i = 0; i < groups->count; i++) {
		free(groups->list[i].name);
		free(groups->list[i].points);
	}
	free(groups->list);
	memset(groups, 0, sizeof *groups);
}
