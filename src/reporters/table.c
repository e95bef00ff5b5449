/* Lays out the table of the tests that were measured. */

#include "config.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "reporters/format.h"
#include "reporters/grid.h"
#include "reporters/headline.h"
#include "reporters/table.h"

#define CELL_LIMIT	19	/* no figure is longer */

static void
fill_place(const struct test_result *test, char cell[GRID_CELL_SIZE])
{
	format_place(test->spec, cell);
}

static void
fill_headline(const struct test_result *test, char cell[GRID_CELL_SIZE])
{
	headline_format(test, cell);
}

static void
fill_interval(const struct test_result *test, char cell[GRID_CELL_SIZE])
{
	char	low[FORMAT_SIZE], high[FORMAT_SIZE];

	if (!isfinite(test->summary.ci_low_ns) ||
	    !isfinite(test->summary.ci_high_ns))
		strcpy(cell, "n/a");
	else
		snprintf(cell, GRID_CELL_SIZE, "%s..%s",
		    format_microseconds(test->summary.ci_low_ns, low),
		    format_microseconds(test->summary.ci_high_ns, high));
}

/* With several requests in flight percentiles measure the depth of a queue. */
static void
fill_p99(const struct test_result *test, char cell[GRID_CELL_SIZE])
{
	format_microseconds(test->headline_is_mean ? (double)NAN :
	    test->summary.p99_ns, cell);
}

static void
fill_rate(const struct test_result *test, char cell[GRID_CELL_SIZE])
{
	format_rate(test->summary.round_trips_per_s, cell);
}

static void
fill_cpu(const struct test_result *test, char cell[GRID_CELL_SIZE])
{
	format_percent(test->summary.cpu_percent, cell);
}

const struct grid_column table_columns[TABLE_COLUMNS] = {
	{ "place", true },
	{ "p50", false },
	{ "95% interval", false },
	{ "p99", false },
	{ "rate/s", false },
	{ "cpu%", false },
};

/* What fills each of them. */
static void (*const fills[TABLE_COLUMNS])(const struct test_result *,
    char [GRID_CELL_SIZE]) = {
	fill_place, fill_headline, fill_interval, fill_p99, fill_rate, fill_cpu,
};

void
table_fill_row(struct grid_row *row, const struct test_result *test)
{
	size_t	i;

	row->name = format_name(test->spec);
	for (i = 0; i < TABLE_COLUMNS; i++) {
		fills[i](test, row->cells[i]);
		row->cells[i][CELL_LIMIT] = '\0';
	}
}

/* Figures of medians stand under each other, whether or not one of a mean,
 * which has a mark, is among them. */
static void
align_marks(struct grid_row *rows, size_t count, const struct result *result)
{
	const size_t	headline = 1;
	bool		marked = false;
	size_t		i;

	for (i = 0; i < result->test_count; i++)
		if (result->tests[i].status == TEST_OK &&
		    result->tests[i].headline_is_mean)
			marked = true;
	for (i = 0; marked && i < count; i++)
		if (strchr(rows[i].cells[headline], '*') == NULL)
			strcat(rows[i].cells[headline], " ");
}

void
table_write(FILE *out, const struct result *result)
{
	struct grid	grid = { .columns = table_columns,
			    .column_count = TABLE_COLUMNS };
	size_t		i;

	grid.rows = memory_allocate(result->test_count, sizeof *grid.rows);
	for (i = 0; i < result->test_count; i++)
		if (result->tests[i].status == TEST_OK)
			table_fill_row(&grid.rows[grid.count++], &result->tests[i]);
	align_marks(grid.rows, grid.count, result);
	grid_write(out, &grid);
	grid_free(&grid);
}
