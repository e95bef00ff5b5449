/* Views of what was done in all: elapsed time, and what each process used. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "reporters/format.h"
#include "reporters/grid.h"
#include "reporters/view.h"

#define NS_PER_S	1e9

/* Sums over the invocations of a test. */
struct work {
	double	round_trips, elapsed_ns;
};

/* What one of its processes used. */
struct usage {
	double	user_ns, system_ns, switches;
};

typedef void (*test_filler)(const struct test_result *, struct grid *);

static struct work
work_add_up(const struct test_result *test)
{
	struct work	work = { 0, 0 };
	size_t		i;

	for (i = 0; i < test->invocation_count; i++) {
		work.round_trips += (double)test->invocations[i].round_trips;
		work.elapsed_ns += test->invocations[i].elapsed_ns;
	}
	return work;
}

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
	struct work	 work = work_add_up(test);
	double		 count = (double)test->invocation_count;
	struct grid_row	*row = grid_add(grid, test);

	format_number(work.round_trips / count, "%.0f", row->cells[1]);
	format_number(work.elapsed_ns / count / NS_PER_S, "%.3f",
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
	struct work	 work = work_add_up(test);
	struct grid_row	*row = grid_add(grid, test);

	format_number(work.elapsed_ns / NS_PER_S, "%.3f", row->cells[1]);
	format_rate(test->summary.round_trips_per_s, row->cells[2]);
	format_microseconds(work.elapsed_ns / work.round_trips, row->cells[3]);
	format_number(test->summary.bytes_per_s / 1e6, "%.1f", row->cells[4]);
}

static const struct grid_column process_columns[] = {
	{ "place", true },
	{ "process", true },
	{ "user us", false },
	{ "system us", false },
	{ "switches", false },
};

#define ROLES_MAX	8

/* The roles of a test, each once, in the order of its sides. */
static size_t
collect_roles(const struct test_result *test, const char *roles[ROLES_MAX])
{
	const struct invocation_result *first = &test->invocations[0];
	size_t	count = 0, i, j;

	for (i = 0; i < first->side_count && count < ROLES_MAX; i++) {
		for (j = 0; j < count; j++)
			if (strcmp(roles[j], first->sides[i].role) == 0)
				break;
		if (j == count)
			roles[count++] = first->sides[i].role;
	}
	return count;
}

static struct usage
usage_add_up(const struct test_result *test, const char *role)
{
	struct usage	usage = { 0, 0, 0 };
	size_t		i, j;

	for (i = 0; i < test->invocation_count; i++)
		for (j = 0; j < test->invocations[i].side_count; j++) {
			const struct side_result *side =
			    &test->invocations[i].sides[j];

			if (strcmp(side->role, role) != 0)
				continue;
			usage.user_ns += side->user_ns;
			usage.system_ns += side->system_ns;
			usage.switches += side->voluntary_switches +
			    side->involuntary_switches;
		}
	return usage;
}

static void
fill_processes(const struct test_result *test, struct grid *grid)
{
	struct work	 work = work_add_up(test);
	const char	*roles[ROLES_MAX];
	size_t		 count = collect_roles(test, roles), i;

	for (i = 0; i < count; i++) {
		struct usage	 usage = usage_add_up(test, roles[i]);
		struct grid_row	*row = grid_add(grid, test);
		char		*harmless = format_harmless(roles[i]);

		if (i > 0) {
			row->name[0] = row->cells[0][0] = '\0';
		}
		snprintf(row->cells[1], GRID_CELL_SIZE, "%s", harmless);
		free(harmless);
		format_microseconds(usage.user_ns / work.round_trips,
		    row->cells[2]);
		format_microseconds(usage.system_ns / work.round_trips,
		    row->cells[3]);
		format_number(usage.switches / work.round_trips, "%.2f",
		    row->cells[4]);
	}
}

void
view_write_messages(FILE *out, const struct result *result)
{
	format_paragraph(out, 0, "Messages, each with its reply, in all "
	    "invocations; MB/s are those of the requests:");
	write_rows(out, result, message_columns,
	    sizeof message_columns / sizeof message_columns[0], 1,
	    fill_messages);
	putc('\n', out);
	format_paragraph(out, 0, "CPU time and context switches of each "
	    "process, a message: user-space code or the kernel?");
	write_rows(out, result, process_columns,
	    sizeof process_columns / sizeof process_columns[0], ROLES_MAX,
	    fill_processes);
}
