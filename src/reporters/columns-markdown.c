/* Platforms as columns of a table of Markdown. */

#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "reporters/columns.h"
#include "reporters/comparison-reporter.h"
#include "reporters/format.h"
#include "reporters/headline.h"
#include "reporters/markdown-text.h"

static void
put_heading(FILE *out, const struct platforms *platforms)
{
	size_t	i;

	fputs("| test |", out);
	for (i = 0; i < platforms->count; i++) {
		putc(' ', out);
		markdown_put_code(out, platforms->list[i].label);
		fputs(platforms->list[i].emulated ? " (emulated) |" : " |",
		    out);
		if (i > 0)
			fputs(" ratio |", out);
	}
	fputs("\n|---|---:|", out);
	for (i = 1; i < platforms->count; i++)
		fputs("---:|---:|", out);
	putc('\n', out);
}

static void
put_cell(FILE *out, const struct platform_cell *cell)
{
	char	text[FORMAT_SIZE];

	putc(' ', out);
	if (platform_cell_is_measured(cell))
		markdown_put_prose(out, headline_format(cell->test, text));
	else if (cell->test == NULL)
		putc('-', out);
	else
		fputs(cell->test->status == TEST_FAILED ? "failed" : "skipped",
		    out);
	fputs(" |", out);
}

static void
put_ratio(FILE *out, const struct platform_cell *cell)
{
	if (cell->compared != NULL && isfinite(cell->compared->ratio))
		fprintf(out, " %.2f |", cell->compared->ratio);
	else
		fputs(" - |", out);
}

static void
put_row(FILE *out, const struct platforms *platforms,
    const struct platform_row *row)
{
	size_t	i;

	fputs("| ", out);
	markdown_put_code(out, row->spec);
	if (row->relation != NULL) {
		fputs(" (", out);
		markdown_put_prose(out, row->relation);
		putc(')', out);
	}
	fputs(" |", out);
	for (i = 0; i < platforms->count; i++) {
		put_cell(out, &row->cells[i]);
		if (i > 0)
			put_ratio(out, &row->cells[i]);
	}
	putc('\n', out);
}

static void
put_note(FILE *out, const char *text)
{
	fputs("- ", out);
	markdown_put_prose(out, text);
	putc('\n', out);
}

int
columns_write_markdown(FILE *out, const struct platforms *platforms)
{
	size_t	i;

	fputs("Latency in us (p50), and its ratio to the first platform.\n\n",
	    out);
	put_heading(out, platforms);
	for (i = 0; i < platforms->row_count; i++)
		put_row(out, platforms, &platforms->rows[i]);
	putc('\n', out);
	columns_write_lacks(out, platforms, put_note);
	return comparison_reporter_finish(out);
}
