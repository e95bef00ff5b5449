/* Views of what was done in all: elapsed time, and what each process used. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "reporters/format.h"
#include "reporters/grid.h"
#include "reporters/view.h"
#include "results/totals.h"

#define NS_PER_S	1e9

typedef void (*test_filler)(const struct test_result *, struct grid *);

static void
format_number(double value, const char *how, char cell[GRID_CELL_SIZE])
{
	if (!isfinite(value))
		strcpy(cell, "-");
	else
		snprintf(cell, GRID_CELL_SIZE, how, value);
}

static struct grid_row *
grid_add(struct grid *grid, const struct test_result *test)
{
	struct grid_row	*row = &grid->rows[grid->count++];

	row->name = format_name(test->spec);
	format_place(test->spec, row->cells[0]);
	return row;
}

/* Writes the rows that the filler makes of each test, so many at most. */
static void
write_rows(FILE *out, const struct result *result,
    const struct grid_column *columns, size_t column_count, size_t rows_of_test,
    test_filler fill)
{
	struct grid	grid = { .columns = columns,
			    .column_count = column_count };
	size_t		i;

	grid.rows = memory_allocate(result->test_count * rows_of_test,
	    sizeof *grid.rows);
	for (i = 0; i < result->test_count; i++)
		if (result->tests[i].status == TEST_OK &&
		    result->tests[i].invocation_count > 0)
			fill(&result->tests[i], &grid);
	grid_write(out, &grid);
	grid_free(&grid);
}

static const struct grid_column elapsed_columns[] = {
	{ "place", true },
	{ "ping-pongs", false },
	{ "seconds", false },
	{ "rate/s", false },
	{ "messages/s", false },
	{ "user%", false },
	{ "system%", false },
};

static void
fill_elapsed(const struct test_result *test, struct grid *grid)
{
	struct totals	 totals;
	double		 count;
	struct grid_row	*row = grid_add(grid, test);

	totals_of_test(&totals, test);
	count = (double)totals.invocations;
	format_number(totals.round_trips / count, "%.0f", row->cells[1]);
	format_number(totals.elapsed_ns / count / NS_PER_S, "%.3f",
	    row->cells[2]);
	format_rate(test->summary.round_trips_per_s, row->cells[3]);
	format_rate(2 * test->summary.round_trips_per_s, row->cells[4]);
	format_percent(test->summary.user_percent, row->cells[5]);
	format_percent(test->summary.system_percent, row->cells[6]);
}

void
view_write_elapsed(FILE *out, const struct result *result)
{
	format_paragraph(out, 0, "Elapsed time of one invocation (mean), and "
	    "the processes' share of all CPUs; a ping-pong is two messages:");
	write_rows(out, result, elapsed_columns,
	    sizeof elapsed_columns / sizeof elapsed_columns[0], 1,
	    fill_elapsed);
}

static const struct grid_column message_columns[] = {
	{ "place", true },
	{ "seconds", false },
	{ "msg/s", false },
	{ "us/msg", false },
	{ "MB/s", false },
};

static void
fill_messages(const struct test_result *test, struct grid *grid)
{
	struct totals	 totals;
	struct grid_row	*row = grid_add(grid, test);

	totals_of_test(&totals, test);
	format_number(totals.elapsed_ns / (double)totals.invocations /
	    NS_PER_S, "%.3f", row->cells[1]);
	format_rate(test->summary.round_trips_per_s, row->cells[2]);
	format_microseconds(test->summary.mean_ns, row->cells[3]);
	format_number(test->summary.bytes_per_s / 1e6, "%.1f", row->cells[4]);
}

static const struct grid_column process_columns[] = {
	{ "place", true },
	{ "process", true },
	{ "CPU us", false },
	{ "user us", false },
	{ "system us", false },
	{ "user%", false },
	{ "switches", false },
};

/* One role: what it used, for each of so many messages. */
static void
fill_process(const struct role_totals *role, double messages,
    struct grid_row *row)
{
	char	*harmless = format_harmless(*role->role != '\0' ? role->role :
		    "all");

	snprintf(row->cells[1], GRID_CELL_SIZE, "%s", harmless);
	free(harmless);
	format_microseconds(role->cpu_ns / messages, row->cells[2]);
	format_microseconds(role->user_ns / messages, row->cells[3]);
	format_microseconds(role->system_ns / messages, row->cells[4]);
	format_percent(100 * role->user_ns / role->cpu_ns, row->cells[5]);
	format_number(role->switches / messages, "%.2f", row->cells[6]);
}

static void
fill_processes(const struct test_result *test, struct grid *grid)
{
	struct totals	 totals;
	struct grid_row	*row;
	size_t		 i;

	totals_of_test(&totals, test);
	for (i = 0; i < totals.role_count; i++) {
		row = grid_add(grid, test);
		if (i > 0)
			row->name[0] = row->cells[0][0] = '\0';
		fill_process(&totals.roles[i], totals.round_trips, row);
	}
	if (totals.role_count < 2)
		return;
	row = grid_add(grid, test);
	row->name[0] = row->cells[0][0] = '\0';
	fill_process(&totals.all, totals.round_trips, row);
}

void
view_write_messages(FILE *out, const struct result *result)
{
	format_paragraph(out, 0, "Messages, each with its reply: seconds of one "
	    "invocation (mean), us/msg the mean, MB/s of the requests:");
	write_rows(out, result, message_columns,
	    sizeof message_columns / sizeof message_columns[0], 1,
	    fill_messages);
	putc('\n', out);
	format_paragraph(out, 0, "CPU time and context switches of each "
	    "process, a message; user%: the share of user-space code, the "
	    "rest is the kernel's:");
	write_rows(out, result, process_columns,
	    sizeof process_columns / sizeof process_columns[0],
	    TOTALS_ROLES_MAX + 1,
	    fill_processes);
}
