/* Owns which tests of several results belong in one row. */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "results/platforms.h"
#include "results/platforms-labels.h"

#define ROWS_SEARCHED	16	/* of one spec: more are no honest file's */
#define UNRELATED	"unknown"

/* One test of one file, on its way to a row. */
struct entry {
	const struct test_result	*test;
	size_t				 file, order;	/* order among all */
};

/* A row in the making. */
struct draft {
	struct platform_row	row;
	const char		*relation;	/* "": not known */
	size_t			 order;		/* of the first entry of its spec */
	size_t			 number;	/* among those of its spec */
};

static int
compare_entries(const void *first, const void *second)
{
	const struct entry	*a = first, *b = second;
	int			 order = strcmp(a->test->spec, b->test->spec);

	return order != 0 ? order : (a->order > b->order) -
	    (a->order < b->order);
}

static int
compare_drafts(const void *first, const void *second)
{
	const struct draft	*a = first, *b = second;

	if (a->order != b->order)
		return a->order < b->order ? -1 : 1;
	return (a->number > b->number) - (a->number < b->number);
}

static int
compare_rows(const void *first, const void *second)
{
	const struct comparison_row	*const *a = first, *const *b = second;

	return strcmp((*a)->spec, (*b)->spec);
}

static int
compare_row_with_spec(const void *spec, const void *row)
{
	const struct comparison_row	*const *found = row;

	return strcmp(spec, (*found)->spec);
}

/* How its CPUs are related, where all invocations agree and it is known. */
static const char *
test_relation(const struct test_result *test)
{
	const char	*relation = "", *next;
	size_t		 i;

	for (i = 0; i < test->invocation_count; i++) {
		next = test->invocations[i].relation;
		if (*next == '\0' || strcmp(next, UNRELATED) == 0)
			continue;
		if (*relation != '\0' && strcmp(relation, next) != 0)
			return "";
		relation = next;
	}
	return relation;
}

static struct entry *
entries_collect(const struct platforms *platforms, size_t *count)
{
	const struct result	*result;
	struct entry		*entries;
	size_t			 i, j, total = 0;

	for (i = 0; i < platforms->count; i++)
		total += platforms->list[i].result->test_count;
	entries = memory_allocate(total + 1, sizeof *entries);
	*count = 0;
	for (i = 0; i < platforms->count; i++) {
		result = platforms->list[i].result;
		for (j = 0; j < result->test_count; j++, ++*count) {
			entries[*count].test = &result->tests[j];
			entries[*count].file = i;
			entries[*count].order = *count;
		}
	}
	qsort(entries, total, sizeof *entries, compare_entries);
	return entries;
}

/* The one of some rows of its spec that the entry belongs in, or NULL. */
static struct draft *
draft_find(struct draft *drafts, size_t count, const struct entry *entry,
    const char *relation)
{
	size_t	i;

	for (i = 0; i < count && i < ROWS_SEARCHED; i++)
		if (drafts[i].row.cells[entry->file].test == NULL &&
		    (*drafts[i].relation == '\0' || *relation == '\0' ||
		    strcmp(drafts[i].relation, relation) == 0))
			return &drafts[i];
	return NULL;
}

/* Puts the entries of one spec into rows; so many there are then. */
static size_t
drafts_fill(struct draft *drafts, const struct entry *entries, size_t count,
    size_t platform_count)
{
	struct draft	*draft;
	const char	*relation;
	size_t		 i, used = 0;

	for (i = 0; i < count; i++) {
		relation = test_relation(entries[i].test);
		draft = draft_find(drafts, used, &entries[i], relation);
		if (draft == NULL) {
			draft = &drafts[used];
			draft->number = used++;
			draft->row.spec = entries[i].test->spec;
			draft->row.cells = memory_allocate(platform_count,
			    sizeof *draft->row.cells);
			draft->relation = "";
			draft->order = entries[0].order;
		}
		draft->row.cells[entries[i].file].test = entries[i].test;
		if (*draft->relation == '\0')
			draft->relation = relation;
	}
	for (i = 0; used > 1 && i < used; i++)
		if (*drafts[i].relation != '\0')
			drafts[i].row.relation = drafts[i].relation;
	return used;
}

static void
rows_make(struct platforms *platforms)
{
	struct entry	*entries;
	struct draft	*drafts;
	size_t		 i, end, count, used = 0;

	entries = entries_collect(platforms, &count);
	drafts = memory_allocate(count + 1, sizeof *drafts);
	for (i = 0; i < count; i = end) {
		for (end = i + 1; end < count; end++)
			if (strcmp(entries[i].test->spec,
			    entries[end].test->spec) != 0)
				break;
		used += drafts_fill(&drafts[used], &entries[i], end - i,
		    platforms->count);
	}
	qsort(drafts, used, sizeof *drafts, compare_drafts);
	platforms->rows = memory_allocate(used + 1, sizeof *platforms->rows);
	for (i = 0; i < used; i++)
		platforms->rows[i] = drafts[i].row;
	platforms->row_count = used;
	free(drafts);
	free(entries);
}

bool
platform_cell_is_measured(const struct platform_cell *cell)
{
	return cell->test != NULL && cell->test->status == TEST_OK;
}

/* Gives the cells of one platform what they compare like. */
static void
cells_compare(struct platforms *platforms, size_t number)
{
	struct comparison		*made;
	const struct comparison_row	**sorted, **found;
	struct platform_row		*row;
	size_t				 i;

	made = &platforms->list[number].comparison;
	sorted = memory_allocate(made->count + 1, sizeof *sorted);
	for (i = 0; i < made->count; i++)
		sorted[i] = &made->rows[i];
	qsort(sorted, made->count, sizeof *sorted, compare_rows);
	for (i = 0; i < platforms->row_count; i++) {
		row = &platforms->rows[i];
		if (!platform_cell_is_measured(&row->cells[0]) ||
		    !platform_cell_is_measured(&row->cells[number]))
			continue;
		found = bsearch(row->spec, sorted, made->count, sizeof *sorted,
		    compare_row_with_spec);
		if (found != NULL)
			row->cells[number].compared = *found;
	}
	free(sorted);
}

void
platforms_make(const struct result *results, char *const *files, size_t count,
    const struct comparison_request *request, struct platforms *platforms)
{
	const struct fact	*emulated;
	struct platform		*platform;
	size_t			 i;

	platforms->list = memory_allocate(count, sizeof *platforms->list);
	platforms->count = count;
	platforms->request = *request;
	for (i = 0; i < count; i++) {
		platform = &platforms->list[i];
		platform->result = &results[i];
		platform->file = memory_duplicate(files[i]);
		emulated = facts_find(&results[i].host, "emulated");
		platform->emulated = emulated != NULL &&
		    emulated->kind == FACT_CLAIM && emulated->claim;
	}
	platforms_label(platforms);
	rows_make(platforms);
	for (i = 1; i < count; i++) {
		comparison_make(&results[0], 1, &results[i], 1,
		    &platforms->request, &platforms->list[i].comparison);
		cells_compare(platforms, i);
	}
}

void
platforms_free(struct platforms *platforms)
{
	size_t	i;

	for (i = 0; i < platforms->count; i++) {
		free(platforms->list[i].label);
		free(platforms->list[i].file);
		comparison_free(&platforms->list[i].comparison);
	}
	for (i = 0; i < platforms->row_count; i++)
		free(platforms->rows[i].cells);
	free(platforms->list);
	free(platforms->rows);
	memset(platforms, 0, sizeof *platforms);
}
