/* A comparison as a table of Markdown, for issues and pull requests. */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "reporters/comparison-format.h"
#include "reporters/comparison-reporter.h"

/* What came with the files stands as code, where nothing has a meaning. */
static void
put_code(FILE *out, const char *text)
{
	char	*harmless = format_harmless(text), *next;

	putc('`', out);
	for (next = harmless; *next != '\0'; next++) {
		if (*next == '|')
			putc('\\', out);
		putc(*next == '`' ? '\'' : *next, out);
	}
	putc('`', out);
	free(harmless);
}

/* Prose, in which nothing has a meaning either. */
static void
put_prose(FILE *out, const char *text)
{
	char	*harmless = format_harmless(text), *next;

	for (next = harmless; *next != '\0'; next++)
		if (strchr("\\`*_[]<>|~&#!", *next) != NULL)
			fprintf(out, "&#%d;", *next);
		else
			putc(*next, out);
	free(harmless);
}

static void
put_row(FILE *out, const struct comparison_row *row)
{
	char	old[FORMAT_SIZE], new[FORMAT_SIZE], change[CHANGE_SIZE];

	fputs("| ", out);
	put_code(out, row->spec);
	if (row->new_spec != NULL) {
		fputs(" -> ", out);
		put_code(out, row->new_spec);
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
	put_prose(out, buffer->text);
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
		put_prose(out, comparison->warnings.list[i]);
		putc('\n', out);
		before = "- ";
	}
	for (i = 0; i < comparison->count; i++) {
		if (comparison->rows[i].note == NULL)
			continue;
		fputs(before, out);
		put_code(out, comparison->rows[i].spec);
		fputs(": ", out);
		put_prose(out, comparison->rows[i].note);
		putc('\n', out);
		before = "- ";
	}
}

static int
markdown_report(FILE *out, const struct comparison *comparison,
    const struct comparison_request *request)
{
	struct buffer	buffer = { .text = NULL };
	size_t		i;

	for (i = 0; i < comparison->differences.count; i++) {
		fputs("- differs: ", out);
		put_code(out, comparison->differences.list[i]);
		putc('\n', out);
	}
	if (comparison->differences.count > 0)
		putc('\n', out);
	fputs("| test | old us | new us | change [95% interval] | verdict |\n"
	    "|---|---:|---:|---|---|\n", out);
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
