/* A comparison as a table of Markdown, for issues and pull requests. */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "reporters/comparison-format.h"
#include "reporters/comparison-reporter.h"
#include "reporters/markdown-text.h"

static void
put_row(FILE *out, const struct comparison_row *row)
{
	char	old[FORMAT_SIZE], new[FORMAT_SIZE], change[CHANGE_SIZE];

	fputs("| ", out);
	markdown_put_code(out, row->spec);
	if (row->new_spec != NULL) {
		fputs(" -> ", out);
		markdown_put_code(out, row->new_spec);
	}
	fprintf(out, " | %s | %s | %s | %s |\n",
	    format_microseconds(row->old_ns, old),
	    format_microseconds(row->new_ns, new),
	    comparison_format_change(row, change),
	    verdict_name(row->verdict));
}

/* Paragraphs, each of what the function says, if that is anything. */
static void
put_buffer(FILE *out, struct buffer *buffer)
{
	if (buffer->text == NULL)
		return;
	putc('\n', out);
	markdown_put_prose(out, buffer->text);
	putc('\n', out);
	free(buffer->text);
	memset(buffer, 0, sizeof *buffer);
}

static void
put_notes(FILE *out, const struct comparison *comparison)
{
	const char	*before = "\n- ";
	size_t		 i;

	for (i = 0; i < comparison->warnings.count; i++) {
		fprintf(out, "%swarning: ", before);
		markdown_put_prose(out, comparison->warnings.list[i]);
		putc('\n', out);
		before = "- ";
	}
	for (i = 0; i < comparison->count; i++) {
		if (comparison->rows[i].note == NULL)
			continue;
		fputs(before, out);
		markdown_put_code(out, comparison->rows[i].spec);
		fputs(": ", out);
		markdown_put_prose(out, comparison->rows[i].note);
		putc('\n', out);
		before = "- ";
	}
}

static int
markdown_report(FILE *out, const struct comparison *comparison,
    const struct comparison_request *request,
    const struct report_request *report)
{
	struct buffer	buffer = { .text = NULL };
	size_t		i;

	(void)report;
	for (i = 0; i < comparison->differences.count; i++) {
		fputs("- differs: ", out);
		markdown_put_code(out, comparison->differences.list[i]);
		putc('\n', out);
	}
	if (comparison->differences.count > 0)
		putc('\n', out);
	fprintf(out, "| test | %s us | %s us | change [95%% interval] | "
	    "verdict |\n|---|---:|---:|---|---|\n",
	    comparison_side_name(request, 0), comparison_side_name(request, 1));
	for (i = 0; i < comparison->count; i++)
		put_row(out, &comparison->rows[i]);
	comparison_format_verdicts(comparison, &buffer);
	put_buffer(out, &buffer);
	comparison_format_counts(comparison, request, &buffer);
	put_buffer(out, &buffer);
	comparison_format_resolution(comparison, &buffer);
	put_buffer(out, &buffer);
	comparison_format_needed(comparison, &buffer);
	put_buffer(out, &buffer);
	put_notes(out, comparison);
	return comparison_reporter_finish(out);
}

const struct comparison_reporter comparison_markdown = {
	.name = "markdown",
	.summary = "a table for issues and pull requests",
	.report = markdown_report,
};
