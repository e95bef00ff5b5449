/* Results as tables of Markdown, for issues and pull requests. */

#include "config.h"

#include <stdlib.h>

#include "reporters/heading.h"
#include "reporters/markdown-text.h"
#include "reporters/reporter.h"
#include "reporters/table.h"

static void
put_item(FILE *out, const char *text)
{
	fputs("- ", out);
	markdown_put_prose(out, text);
	putc('\n', out);
}

static void
put_heading(FILE *out)
{
	size_t	i;

	fputs("| test |", out);
	for (i = 0; i < TABLE_COLUMNS; i++)
		fprintf(out, " %s |", table_columns[i].heading);
	fputs("\n|---|", out);
	for (i = 0; i < TABLE_COLUMNS; i++)
		fputs(table_columns[i].align_left ? "---|" : "---:|", out);
	putc('\n', out);
}

static void
put_row(FILE *out, const struct test_result *test)
{
	struct grid_row	row;
	size_t		i;

	table_fill_row(&row, test);
	fputs("| ", out);
	markdown_put_code(out, row.name);
	fputs(" |", out);
	for (i = 0; i < TABLE_COLUMNS; i++) {
		putc(' ', out);
		markdown_put_prose(out, row.cells[i]);
		fputs(" |", out);
	}
	putc('\n', out);
	free(row.name);
}

static void
put_table(FILE *out, const struct result *result)
{
	size_t	i;
	bool	begun = false;

	for (i = 0; i < result->test_count; i++) {
		if (result->tests[i].status != TEST_OK)
			continue;
		if (!begun) {
			fputs("\nRound trips in us.\n\n", out);
			put_heading(out);
		}
		begun = true;
		put_row(out, &result->tests[i]);
	}
}

static void
put_result(FILE *out, const struct result *result,
    const struct judgement_rules *rules)
{
	const struct notes	notes = { out, put_item };

	heading_write(result, &notes);
	put_table(out, result);
	putc('\n', out);
	notes_write_marks(&notes, result);
	notes_write_missed(&notes, result, rules);
	notes_write_unmeasured(&notes, result);
	notes_write_warnings(&notes, result);
}

static int
markdown_report(FILE *out, const struct result *results, size_t count,
    const struct report_request *request)
{
	size_t	i;

	for (i = 0; i < count; i++) {
		if (count > 1)
			fprintf(out, "%s### Result %zu of %zu\n\n",
			    i > 0 ? "\n" : "", i + 1, count);
		put_result(out, &results[i], &request->rules);
	}
	return reporter_finish(out);
}

const struct reporter reporter_markdown = {
	.name = "markdown",
	.summary = "a table for issues and pull requests",
	.report = markdown_report,
};
