/* Views with the values of one key as columns: rates by place, sizes. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "reporters/format.h"
#include "reporters/grid.h"
#include "reporters/headline.h"
#include "reporters/view.h"

/* A value of the key, and the width of what stands below it. */
struct pivot_column {
	char	value[FORMAT_SIZE];
	size_t	width;
};

/* What is told of one test, and where. */
struct pivot_entry {
	char	*name;		/* owned */
	char	 place[FORMAT_SIZE], cell[GRID_CELL_SIZE];
	size_t	 column;
};

/*
 * Tests that differ only in one key stand in one row, their place before the
 * columns unless it is that key.  Columns that a line has no room for go into
 * a further table.
 */
struct pivot {
	const char	*key, *otherwise;	/* and its value where it is not there */
	bool		 names_place;
	void		(*fill)(const struct test_result *,
			    char [GRID_CELL_SIZE]);
	struct pivot_column *columns;		/* owned */
	struct pivot_entry  *entries;		/* owned */
	size_t		 column_count, entry_count, place_width;
};

/* The column of a value, a new one where there is none. */
static size_t
pivot_find_column(struct pivot *pivot, const char *value)
{
	struct pivot_column	*column;
	size_t			 i;

	for (i = 0; i < pivot->column_count; i++)
		if (strcmp(pivot->columns[i].value, value) == 0)
			return i;
	pivot->columns = memory_grow(pivot->columns, pivot->column_count,
	    sizeof *pivot->columns);
	column = &pivot->columns[pivot->column_count++];
	strcpy(column->value, value);
	column->width = strlen(value);
	return i;
}

static void
pivot_add(struct pivot *pivot, const struct test_result *test)
{
	struct pivot_entry	*entry;
	struct pivot_column	*column;
	char			 value[FORMAT_SIZE], *name;

	pivot->entries = memory_grow(pivot->entries, pivot->entry_count,
	    sizeof *pivot->entries);
	entry = &pivot->entries[pivot->entry_count++];
	format_value(test->spec, pivot->key, pivot->otherwise, value);
	format_place(test->spec, entry->place);
	if (strlen(entry->place) > pivot->place_width)
		pivot->place_width = strlen(entry->place);
	name = format_without(test->spec, pivot->key);
	entry->name = format_name(name);
	free(name);
	pivot->fill(test, entry->cell);
	entry->column = pivot_find_column(pivot, value);
	column = &pivot->columns[entry->column];
	if (strlen(entry->cell) > column->width)
		column->width = strlen(entry->cell);
}

/* How many columns from one on fit into a line with the shortest of names. */
static size_t
pivot_fit(const struct pivot *pivot, size_t first)
{
	size_t	left = FORMAT_COLUMNS - strlen("test"), count = 0, width;

	if (pivot->names_place)
		left -= GRID_GAP + pivot->place_width;
	while (first + count < pivot->column_count &&
	    count + pivot->names_place < GRID_COLUMNS) {
		width = pivot->columns[first + count].width + GRID_GAP;
		if (width > left)
			break;
		left -= width;
		count++;
	}
	return count > 0 ? count : 1;
}

static struct grid_row *
pivot_find_row(const struct pivot *pivot, struct grid *grid,
    const struct pivot_entry *entry)
{
	struct grid_row	*row;
	size_t		 i;

	for (i = 0; i < grid->count; i++) {
		row = &grid->rows[i];
		if (strcmp(row->name, entry->name) == 0 &&
		    (!pivot->names_place ||
		    strcmp(row->cells[0], entry->place) == 0))
			return row;
	}
	row = &grid->rows[grid->count++];
	row->name = memory_duplicate(entry->name);
	for (i = 0; i < GRID_COLUMNS; i++)
		strcpy(row->cells[i], "-");
	if (pivot->names_place)
		strcpy(row->cells[0], entry->place);
	return row;
}

/* A table of so many columns, from one on. */
static void
pivot_write_part(FILE *out, const struct pivot *pivot, size_t first,
    size_t count)
{
	struct grid_column columns[GRID_COLUMNS] = { { "place", true } };
	struct grid	grid = { .columns = columns,
			    .column_count = count + pivot->names_place };
	const struct pivot_entry *entry;
	size_t		i;

	for (i = 0; i < count; i++) {
		columns[i + pivot->names_place].heading =
		    pivot->columns[first + i].value;
		columns[i + pivot->names_place].align_left = false;
	}
	grid.rows = memory_allocate(pivot->entry_count, sizeof *grid.rows);
	for (i = 0; i < pivot->entry_count; i++) {
		entry = &pivot->entries[i];
		if (entry->column >= first && entry->column < first + count)
			strcpy(pivot_find_row(pivot, &grid, entry)->cells[
			    entry->column - first + pivot->names_place],
			    entry->cell);
	}
	grid_write(out, &grid);
	grid_free(&grid);
}

static void
pivot_write(FILE *out, const struct result *result, struct pivot *pivot)
{
	size_t	i, count;

	pivot->place_width = strlen("place");
	for (i = 0; i < result->test_count; i++)
		if (result->tests[i].status == TEST_OK)
			pivot_add(pivot, &result->tests[i]);
	for (i = 0; i < pivot->column_count; i += count) {
		if (i > 0)
			putc('\n', out);
		count = pivot_fit(pivot, i);
		pivot_write_part(out, pivot, i, count);
	}
	for (i = 0; i < pivot->entry_count; i++)
		free(pivot->entries[i].name);
	free(pivot->entries);
	free(pivot->columns);
}

static void
fill_rate_at_cpu(const struct test_result *test, char cell[GRID_CELL_SIZE])
{
	char	rate[FORMAT_SIZE], percent[FORMAT_SIZE];
	bool	known = isfinite(test->summary.machine_cpu_percent);

	snprintf(cell, GRID_CELL_SIZE, "%s @ %s%s",
	    format_rate(test->summary.round_trips_per_s, rate),
	    format_percent(test->summary.machine_cpu_percent, percent),
	    known ? "%" : "");
}

void
view_write_rates(FILE *out, const struct result *result)
{
	struct pivot	pivot = { .key = "place", .otherwise = "-",
			    .fill = fill_rate_at_cpu };

	format_paragraph(out, 0, "Ping-pongs (round trips) a second @ CPU of "
	    "the whole machine, interrupts included:");
	pivot_write(out, result, &pivot);
}

static void
fill_latency(const struct test_result *test, char cell[GRID_CELL_SIZE])
{
	headline_format(test, cell);
}

void
view_write_sizes(FILE *out, const struct result *result)
{
	struct pivot	pivot = { .key = "size", .otherwise = "1",
			    .names_place = true, .fill = fill_latency };

	format_paragraph(out, 0, "Latency in us by bytes of a message:");
	pivot_write(out, result, &pivot);
}
