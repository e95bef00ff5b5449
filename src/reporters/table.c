/* Lays out the table of the tests that were measured. */

#include "config.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "reporters/format.h"
#include "reporters/table.h"

#define GAP		2	/* blanks between columns */
#define CELL_SIZE	(2 * FORMAT_SIZE)
#define CELL_LIMIT	19	/* six such columns leave room for a test */
#define PLACE_LIMIT	11	/* "65535+65535" */

/* One column behind the name of the test. */
struct column {
	const char	*heading;
	void		(*fill)(const struct test_result *, char cell[CELL_SIZE]);
	bool		 align_left;
};

/* The place in a canonical form, "" if none; *length is that of its value. */
static const char *
find_place(const char *spec, size_t *length)
{
	const char	*key = strchr(spec, ':');

	while (key != NULL) {
		key++;
		if (strncmp(key, "place=", 6) == 0) {
			*length = strcspn(key + 6, ",");
			return key + 6;
		}
		key = strchr(key, ',');
	}
	*length = 0;
	return "";
}

static void
fill_place(const struct test_result *test, char cell[CELL_SIZE])
{
	size_t		 length;
	const char	*place = find_place(test->spec, &length);
	char		*harmless;

	if (length > PLACE_LIMIT)
		length = PLACE_LIMIT;
	snprintf(cell, CELL_SIZE, "%.*s", (int)length, place);
	harmless = format_harmless(cell);
	strcpy(cell, *harmless == '\0' ? "-" : harmless);
	free(harmless);
}

static void
fill_headline(const struct test_result *test, char cell[CELL_SIZE])
{
	format_microseconds(test->headline_is_mean ? test->summary.mean_ns :
	    test->summary.median_ns, cell);
	if (test->headline_is_mean)
		strcat(cell, "*");
}

static void
fill_interval(const struct test_result *test, char cell[CELL_SIZE])
{
	char	low[FORMAT_SIZE], high[FORMAT_SIZE];

	if (!isfinite(test->summary.ci_low_ns) ||
	    !isfinite(test->summary.ci_high_ns))
		strcpy(cell, "n/a");
	else
		snprintf(cell, CELL_SIZE, "%s..%s",
		    format_microseconds(test->summary.ci_low_ns, low),
		    format_microseconds(test->summary.ci_high_ns, high));
}

/* With several requests in flight percentiles measure the depth of a queue. */
static void
fill_p99(const struct test_result *test, char cell[CELL_SIZE])
{
	format_microseconds(test->headline_is_mean ? (double)NAN :
	    test->summary.p99_ns, cell);
}

static void
fill_rate(const struct test_result *test, char cell[CELL_SIZE])
{
	format_rate(test->summary.round_trips_per_s, cell);
}

static void
fill_cpu(const struct test_result *test, char cell[CELL_SIZE])
{
	format_percent(test->summary.cpu_percent, cell);
}

static const struct column columns[] = {
	{ "place", fill_place, true },
	{ "p50", fill_headline, false },
	{ "95% interval", fill_interval, false },
	{ "p99", fill_p99, false },
	{ "rate/s", fill_rate, false },
	{ "cpu%", fill_cpu, false },
};
#define COLUMN_COUNT	(sizeof columns / sizeof columns[0])

struct row {
	char	*name;			/* without place; owned */
	char	 cells[COLUMN_COUNT][CELL_SIZE];
};

/* "tcp:nodelay=off,place=same,size=64" -> "tcp:nodelay=off,size=64". */
static char *
name_row(const char *spec)
{
	char		*name;
	const char	*place, *rest;
	size_t		 length, before;

	place = find_place(spec, &length);
	if (*place == '\0' && length == 0)
		return format_harmless(spec);
	rest = place + length;
	before = (size_t)(place - spec) - strlen("place=");
	if ((name = malloc(strlen(spec) + 1)) == NULL)
		abort();
	memcpy(name, spec, before);
	if (*rest == ',')
		rest++;
	else
		before--;	/* the comma or colon before it */
	strcpy(name + before, rest);
	place = name;
	name = format_harmless(place);
	free((char *)(uintptr_t)place);
	return name;
}

static void
fill_row(struct row *row, const struct test_result *test)
{
	size_t	i;

	row->name = name_row(test->spec);
	for (i = 0; i < COLUMN_COUNT; i++) {
		columns[i].fill(test, row->cells[i]);
		row->cells[i][CELL_LIMIT] = '\0';
	}
}

/* Widths of the columns, and of the names that do not need a line of their own. */
struct widths {
	int	name, cells[COLUMN_COUNT];
};

static struct widths
measure(const struct row *rows, size_t count)
{
	struct widths	widths = { .name = (int)strlen("test") };
	int		left = FORMAT_COLUMNS, length;
	size_t		i, row;

	for (i = 0; i < COLUMN_COUNT; i++) {
		widths.cells[i] = (int)strlen(columns[i].heading);
		for (row = 0; row < count; row++) {
			length = (int)strlen(rows[row].cells[i]);
			if (length > widths.cells[i])
				widths.cells[i] = length;
		}
		left -= widths.cells[i] + GAP;
	}
	for (row = 0; row < count; row++) {
		length = (int)strnlen(rows[row].name, FORMAT_COLUMNS);
		if (length > widths.name && length <= left)
			widths.name = length;
	}
	return widths;
}

/* Blanks at the end of a line are left out. */
static void
write_row(FILE *out, const struct widths *widths, const struct row *row)
{
	const char	*name = row->name;
	size_t		 i;

	if (strnlen(name, FORMAT_COLUMNS) > (size_t)widths->name) {
		format_paragraph(out, 2, name);
		name = "";
	}
	fprintf(out, "%-*s", widths->name, name);
	for (i = 0; i < COLUMN_COUNT; i++)
		fprintf(out, "%*s%*s", GAP, "", columns[i].align_left ?
		    -widths->cells[i] : widths->cells[i], row->cells[i]);
	putc('\n', out);
}

static void
write_heading(FILE *out, const struct widths *widths)
{
	static char	name[] = "test";
	struct row	heading = { .name = name };
	size_t		i;

	for (i = 0; i < COLUMN_COUNT; i++)
		strcpy(heading.cells[i], columns[i].heading);
	write_row(out, widths, &heading);
}

/* Figures of medians stand under each other, whether or not one of a mean,
 * which has a mark, is among them. */
static void
align_marks(struct row *rows, size_t count, const struct result *result)
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
	struct row	*rows = calloc(result->test_count + 1, sizeof *rows);
	struct widths	 widths;
	size_t		 count = 0, i;

	if (rows == NULL)
		abort();
	for (i = 0; i < result->test_count; i++)
		if (result->tests[i].status == TEST_OK)
			fill_row(&rows[count++], &result->tests[i]);
	if (count > 0) {
		align_marks(rows, count, result);
		widths = measure(rows, count);
		write_heading(out, &widths);
	}
	for (i = 0; i < count; i++) {
		write_row(out, &widths, &rows[i]);
		free(rows[i].name);
	}
	free(rows);
}
