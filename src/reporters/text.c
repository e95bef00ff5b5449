/* A result as one would paste it into a mail: 80 columns of plain ASCII. */

#include "config.h"

#include <stdbool.h>

#include "reporters/format.h"
#include "reporters/heading.h"
#include "reporters/notes.h"
#include "reporters/reporter.h"
#include "reporters/table.h"
#include "reporters/view.h"

#define INDENT	2

static void
write_paragraph(FILE *out, const char *text)
{
	format_paragraph(out, INDENT, text);
}

static bool
has_status(const struct result *result, bool measured)
{
	size_t	i;

	for (i = 0; i < result->test_count; i++)
		if ((result->tests[i].status == TEST_OK) == measured)
			return true;
	return false;
}

static bool
carries_data(const struct result *result)
{
	size_t	i;

	for (i = 0; i < result->test_count; i++)
		if (result->tests[i].carries_data)
			return true;
	return false;
}

static void
write_measured(FILE *out, const struct result *result,
    const struct notes *notes)
{
	format_paragraph(out, 0, carries_data(result) ?
	    "Round trips in us, of 1 byte unless size is named; cpu% is of all "
	    "CPUs." :
	    "Round trips in us; cpu% is of all CPUs.");
	table_write(out, result);
	notes_write_marks(notes, result);
	view_write_all(out, result);
}

/* Each part stands behind a blank line. */
static void
write_result(FILE *out, const struct result *result,
    const struct judgement_rules *rules)
{
	const struct notes	notes = { out, write_paragraph };

	heading_write(result, &notes);
	if (has_status(result, true)) {
		putc('\n', out);
		write_measured(out, result, &notes);
	}
	if (judgement_count(result, rules).of[JUDGED_TOO_SLOW] > 0) {
		putc('\n', out);
		notes_write_missed(&notes, result, rules);
	}
	if (has_status(result, false)) {
		putc('\n', out);
		notes_write_unmeasured(&notes, result);
	}
	if (notes_has_warnings(result)) {
		putc('\n', out);
		notes_write_warnings(&notes, result);
	}
}

static int
text_report(FILE *out, const struct result *results, size_t count,
    const struct report_request *request)
{
	size_t	i;

	for (i = 0; i < count; i++) {
		if (count > 1)
			fprintf(out, "%sResult %zu of %zu\n", i > 0 ? "\n" : "",
			    i + 1, count);
		write_result(out, &results[i], &request->rules);
	}
	return reporter_finish(out);
}

const struct reporter reporter_text = {
	.name = "text",
	.summary = "a table of 80 columns",
	.report = text_report,
};
