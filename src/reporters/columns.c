/* Lays out platforms as columns, as text of 80 columns. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "reporters/buffer.h"
#include "reporters/columns.h"
#include "reporters/comparison-reporter.h"
#include "reporters/format.h"
#include "reporters/grid.h"
#include "reporters/headline.h"

#define INDENT		2
#define HEADING_SIZE	12	/* of a label above figures, its NUL included */
#define PREFIX_SIZE	24
#define ACROSS		4	/* platforms that 80 columns have room for */
#define SPECS_NAMED	3	/* more tests of one reason are counted */
#define EMULATED	"^"

/* "Linux", or "2: Linux 6.1" where labels had to be cut. */
static void
fill_heading(const struct platforms *platforms, size_t number, bool numbered,
    char heading[PREFIX_SIZE + HEADING_SIZE])
{
	const struct platform	*platform = &platforms->list[number];
	char			*harmless = format_harmless(platform->label);
	char			 prefix[PREFIX_SIZE] = "";
	size_t			 i;

	if (numbered)
		snprintf(prefix, sizeof prefix, "%zu:", number + 1);
	snprintf(heading, PREFIX_SIZE + HEADING_SIZE, "%s%s%s",
	    platform->emulated ? EMULATED : "", prefix, harmless);
	heading[HEADING_SIZE - 1] = '\0';
	free(harmless);
	/* What was cut may end in a blank. */
	for (i = strlen(heading); i > 1 && heading[i - 1] == ' '; i--)
		heading[i - 1] = '\0';
}

static bool
labels_need_numbers(const struct platforms *platforms)
{
	size_t	i;

	for (i = 0; i < platforms->count; i++)
		if (strlen(platforms->list[i].label) +
		    platforms->list[i].emulated >= HEADING_SIZE)
			return true;
	return false;
}

/* The figure; from the second platform on, its ratio to the first. */
static void
fill_cell(const struct platform_row *row, size_t number,
    char cell[GRID_CELL_SIZE])
{
	const struct platform_cell	*platform = &row->cells[number];
	char				 text[FORMAT_SIZE];

	if (!platform_cell_is_measured(platform)) {
		strcpy(cell, platform->test == NULL ? "-" :
		    platform->test->status == TEST_FAILED ? "failed" :
		    "skipped");
		if (number > 0)
			strcat(cell, "     -");
		return;
	}
	headline_format(platform->test, text);
	if (number == 0)
		strcpy(cell, text);
	else if (platform->compared != NULL &&
	    isfinite(platform->compared->ratio))
		snprintf(cell, GRID_CELL_SIZE, "%s %4.*fx", text,
		    platform->compared->ratio < 9.995 ? 2 : 0,
		    platform->compared->ratio);
	else
		snprintf(cell, GRID_CELL_SIZE, "%s     -", text);
}

static void
fill_row(struct grid_row *grid, const struct platform_row *row, size_t first,
    size_t count)
{
	size_t	i;

	grid->name = format_name(row->spec);
	format_place(row->spec, grid->cells[0]);
	/* Where the same place means other CPUs. */
	if (row->relation != NULL)
		snprintf(grid->cells[0] + strlen(grid->cells[0]),
		    FORMAT_SIZE, "/%.12s", row->relation);
	fill_cell(row, 0, grid->cells[1]);
	for (i = 0; i < count; i++)
		fill_cell(row, first + i, grid->cells[i + 2]);
}

/* A table of the first platform and so many more. */
static void
write_block(FILE *out, const struct platforms *platforms, size_t first,
    size_t count)
{
	char			headings[ACROSS][PREFIX_SIZE + HEADING_SIZE];
	struct grid_column	columns[ACROSS + 1] = { { "place", true } };
	struct grid		grid = { .columns = columns,
				    .column_count = count + 2 };
	const bool		numbered = labels_need_numbers(platforms);
	size_t			i;

	for (i = 0; i <= count; i++) {
		fill_heading(platforms, i == 0 ? 0 : first + i - 1, numbered,
		    headings[i]);
		columns[i + 1].heading = headings[i];
		columns[i + 1].align_left = false;
	}
	grid.rows = memory_allocate(platforms->row_count + 1,
	    sizeof *grid.rows);
	for (i = 0; i < platforms->row_count; i++)
		fill_row(&grid.rows[grid.count++], &platforms->rows[i], first,
		    count);
	grid_write(out, &grid);
	grid_free(&grid);
}

static const char *
text_of(const struct facts *facts, const char *key)
{
	const struct fact	*fact = facts_find(facts, key);

	return fact != NULL && fact->kind == FACT_TEXT ? fact->text : "";
}

/* A line a platform: which file, and what it says of itself. */
static void
write_legend(FILE *out, const struct platforms *platforms)
{
	const struct platform	*platform;
	const struct facts	*host;
	struct buffer		 line = { .text = NULL };
	size_t			 i;

	for (i = 0; i < platforms->count; i++) {
		platform = &platforms->list[i];
		host = &platform->result->host;
		buffer_add_format(&line, "%zu %s: %s", i + 1, platform->label,
		    platform->file);
		if (*text_of(host, "system") != '\0')
			buffer_add_format(&line, ", %.40s %.60s %.20s on %.40s",
			    text_of(host, "system"), text_of(host, "release"),
			    text_of(host, "machine"),
			    text_of(host, "hostname"));
		if (*text_of(host, "cpu_model") != '\0')
			buffer_add_format(&line, ", %.48s",
			    text_of(host, "cpu_model"));
		if (platform->emulated)
			buffer_add(&line, ", EMULATED");
		buffer_write(&line, out, INDENT);
	}
}

static bool
any_emulated(const struct platforms *platforms)
{
	size_t	i;

	for (i = 0; i < platforms->count; i++)
		if (platforms->list[i].emulated)
			return true;
	return false;
}

static bool
any_mean(const struct platforms *platforms)
{
	size_t	i, j;

	for (i = 0; i < platforms->row_count; i++)
		for (j = 0; j < platforms->count; j++)
			if (platform_cell_is_measured(
			    &platforms->rows[i].cells[j]) &&
			    platforms->rows[i].cells[j].test->headline_is_mean)
				return true;
	return false;
}

/* A test that was not measured, on its way to a line that tells why. */
struct lack {
	const char	*reason, *spec;
	enum test_status status;
	size_t		 platform, order;
};

static int
compare_lacks(const void *first, const void *second)
{
	const struct lack	*a = first, *b = second;
	int			 order;

	if (a->status != b->status)
		return a->status == TEST_FAILED ? -1 : 1;
	if ((order = strcmp(a->reason, b->reason)) != 0)
		return order;
	return (a->order > b->order) - (a->order < b->order);
}

static struct lack *
collect_lacks(const struct platforms *platforms, size_t *count)
{
	const struct test_result	*test;
	struct lack			*lacks;
	size_t				 i, j;

	lacks = memory_allocate(platforms->row_count * platforms->count + 1,
	    sizeof *lacks);
	*count = 0;
	for (i = 0; i < platforms->row_count; i++)
		for (j = 0; j < platforms->count; j++) {
			test = platforms->rows[i].cells[j].test;
			if (test == NULL || test->status == TEST_OK)
				continue;
			lacks[*count].reason = test->reason != NULL ?
			    test->reason : "no reason was recorded";
			lacks[*count].spec = test->spec;
			lacks[*count].status = test->status;
			lacks[*count].platform = j;
			lacks[*count].order = *count;
			++*count;
		}
	qsort(lacks, *count, sizeof *lacks, compare_lacks);
	return lacks;
}

/* Each platform once. */
static void
add_platforms(struct buffer *line, const struct platforms *platforms,
    const struct lack *lacks, size_t count)
{
	bool		*named = memory_allocate(platforms->count, sizeof *named);
	const char	*between = "";
	size_t		 i;

	for (i = 0; i < count; i++)
		named[lacks[i].platform] = true;
	for (i = 0; i < platforms->count; i++) {
		if (!named[i])
			continue;
		buffer_add_format(line, "%s%s", between,
		    platforms->list[i].label);
		between = ", ";
	}
	free(named);
}

/* Each test once: those of one stand together. */
static void
add_tests(struct buffer *line, const struct lack *lacks, size_t count)
{
	size_t	i, tests = 0;

	for (i = 0; i < count; i++) {
		if (i > 0 && strcmp(lacks[i].spec, lacks[i - 1].spec) == 0)
			continue;
		if (tests < SPECS_NAMED)
			buffer_add_format(line, "%s%s", tests > 0 ? ", " : "",
			    lacks[i].spec);
		tests++;
	}
	if (tests > SPECS_NAMED)
		buffer_add_format(line, " and %zu more", tests - SPECS_NAMED);
}

/* The platforms, then the tests, of one reason. */
static void
write_lack(FILE *out, const struct platforms *platforms,
    const struct lack *lacks, size_t count,
    void (*write)(FILE *, const char *))
{
	struct buffer	line = { .text = NULL };

	buffer_add(&line, lacks->status == TEST_FAILED ? "failed on " :
	    "skipped on ");
	add_platforms(&line, platforms, lacks, count);
	buffer_add(&line, ": ");
	add_tests(&line, lacks, count);
	buffer_add_format(&line, ": %s", lacks->reason);
	write(out, line.text);
	buffer_free(&line);
}

bool
columns_write_lacks(FILE *out, const struct platforms *platforms,
    void (*write)(FILE *, const char *))
{
	struct lack	*lacks;
	size_t		 i, end, count;

	lacks = collect_lacks(platforms, &count);
	for (i = 0; i < count; i = end) {
		for (end = i + 1; end < count; end++)
			if (lacks[end].status != lacks[i].status ||
			    strcmp(lacks[end].reason, lacks[i].reason) != 0)
				break;
		write_lack(out, platforms, &lacks[i], end - i, write);
	}
	free(lacks);
	return count > 0;
}

static void
write_note(FILE *out, const char *text)
{
	format_paragraph(out, INDENT, text);
}

int
columns_write_text(FILE *out, const struct platforms *platforms)
{
	size_t	first, count;

	write_legend(out, platforms);
	putc('\n', out);
	format_paragraph(out, 0, "Latency in us (p50), and its ratio to the "
	    "first column.");
	for (first = 1; first < platforms->count; first += count) {
		count = platforms->count - first;
		if (count > ACROSS - 1)
			count = ACROSS - 1;
		if (first > 1)
			putc('\n', out);
		write_block(out, platforms, first, count);
	}
	if (any_mean(platforms))
		format_paragraph(out, INDENT, "* elapsed time over round "
		    "trips: a mean.");
	if (any_emulated(platforms))
		format_paragraph(out, INDENT, EMULATED " emulated: its figures "
		    "are those of the emulator.");
	format_paragraph(out, INDENT, "'ipclat compare' tells changes from "
	    "noise; a ratio is missing where it would compare other things.");
	columns_write_lacks(out, platforms, write_note);
	return comparison_reporter_finish(out);
}
