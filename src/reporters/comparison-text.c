/* A comparison as one would paste it into a mail: 80 columns of plain ASCII. */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "reporters/comparison-format.h"
#include "reporters/comparison-reporter.h"
#include "reporters/grid.h"

#define INDENT		2
#define CELL_LIMIT	26	/* one such column leaves room for a test */


static void
fill_row(struct grid_row *grid, const struct comparison_row *row)
{
	struct buffer	name = { .text = NULL };
	char		change[CHANGE_SIZE];

	if (row->new_spec != NULL) {
		buffer_add_format(&name, "%s -> %s", row->spec, row->new_spec);
		grid->name = format_harmless(name.text);
		strcpy(grid->cells[0], "-");
		free(name.text);
	} else {
		grid->name = format_name(row->spec);
		format_place(row->spec, grid->cells[0]);
	}
	format_microseconds(row->old_ns, grid->cells[1]);
	format_microseconds(row->new_ns, grid->cells[2]);
	snprintf(grid->cells[3], CELL_LIMIT + 1, "%s",
	    comparison_format_change(row, change));
	strcpy(grid->cells[4], verdict_name(row->verdict));
}

static void
write_table(FILE *out, const struct comparison *comparison,
    const struct comparison_request *request)
{
	const struct grid_column columns[] = {
		{ "place", true },
		{ comparison_side_name(request, 0), false },
		{ comparison_side_name(request, 1), false },
		{ "change", true },
		{ "verdict", true },
	};
	struct grid	grid = { .columns = columns,
			    .column_count = sizeof columns / sizeof columns[0]
			};
	size_t		i;

	if (comparison->count == 0)
		return;
	grid.rows = memory_allocate(comparison->count, sizeof *grid.rows);
	for (i = 0; i < comparison->count; i++)
		fill_row(&grid.rows[grid.count++], &comparison->rows[i]);
	format_paragraph(out, 0, "Microseconds a round trip; change: by how "
	    "much the latency fell [95% interval].");
	grid_write(out, &grid);
	grid_free(&grid);
	putc('\n', out);
}

/* One line each, with a word before it. */
static void
write_texts(FILE *out, const char *word, const struct texts *texts)
{
	struct buffer	line = { .text = NULL };
	size_t		i;

	for (i = 0; i < texts->count; i++) {
		buffer_add_format(&line, "%s: %s", word, texts->list[i]);
		buffer_write(&line, out, INDENT);
	}
}

static void
write_notes(FILE *out, const struct comparison *comparison)
{
	struct buffer	line = { .text = NULL };
	size_t		i;

	for (i = 0; i < comparison->count; i++) {
		if (comparison->rows[i].note == NULL)
			continue;
		buffer_add_format(&line, "%s: %s", comparison->rows[i].spec,
		    comparison->rows[i].note);
		buffer_write(&line, out, INDENT);
	}
}

static int
text_report(FILE *out, const struct comparison *comparison,
    const struct comparison_request *request,
    const struct report_request *report)
{
	struct buffer	line = { .text = NULL };

	(void)report;
	write_texts(out, "differs", &comparison->differences);
	if (comparison->differences.count > 0)
		putc('\n', out);
	write_table(out, comparison, request);
	comparison_format_verdicts(comparison, &line);
	buffer_write(&line, out, INDENT);
	comparison_format_counts(comparison, request, &line);
	buffer_write(&line, out, INDENT);
	comparison_format_resolution(comparison, &line);
	buffer_write(&line, out, INDENT);
	comparison_format_needed(comparison, &line);
	buffer_write(&line, out, INDENT);
	write_texts(out, "warning", &comparison->warnings);
	write_notes(out, comparison);
	return comparison_reporter_finish(out);
}

const struct comparison_reporter comparison_text = {
	.name = "text",
	.summary = "a table of 80 columns",
	.report = text_report,
};
