/* A comparison as JUnit XML: a suite, and a case a row. */

#include "config.h"

#include "reporters/buffer.h"
#include "reporters/comparison-format.h"
#include "reporters/comparison-reporter.h"
#include "reporters/junit-suite.h"

static void
put_case(FILE *out, const struct comparison_row *row,
    const struct judgement_rules *rules)
{
	struct buffer		name = { .text = NULL };
	struct junit_case	test = {
		.class_name = "ipclat.compare",
		.judgement = judgement_of_row(row, rules),
	};

	comparison_format_name(row, &name);
	test.name = name.text;
	junit_put_case(out, &test);
	buffer_free(&name);
	judgement_free(&test.judgement);
}

static void
put_figures(FILE *out, const struct comparison_row *row)
{
	char		old[FORMAT_SIZE], new[FORMAT_SIZE], change[CHANGE_SIZE];
	struct buffer	line = { .text = NULL };

	comparison_format_name(row, &line);
	buffer_add_format(&line, ": %s us, %s us, %s, %s",
	    format_microseconds(row->old_ns, old),
	    format_microseconds(row->new_ns, new),
	    comparison_format_change(row, change),
	    verdict_name(row->verdict));
	junit_put_text(out, line.text);
	putc('\n', out);
	buffer_free(&line);
}

static void
put_lines(FILE *out, const char *label, const struct texts *texts)
{
	size_t	i;

	for (i = 0; i < texts->count; i++) {
		fprintf(out, "%s: ", label);
		junit_put_text(out, texts->list[i]);
		putc('\n', out);
	}
}

static int
junit_report(FILE *out, const struct comparison *comparison,
    const struct comparison_request *request,
    const struct report_request *report)
{
	const struct judgement_rules	*rules = &report->rules;
	const struct judgement_counts	 counts =
	    judgement_count_rows(comparison, rules);
	struct junit_suite		 suite = {
		.name = "ipclat compare",
		.tests = comparison->count,
	};
	size_t				 i;

	suite.skipped = counts.of[JUDGED_SKIPPED];
	suite.failures = counts.failures;
	junit_begin(out);
	junit_begin_suite(out, &suite);
	junit_put_property(out, "metric",
	    comparison_reporter_metric(request->metric));
	junit_end_properties(out);
	for (i = 0; i < comparison->count; i++)
		put_case(out, &comparison->rows[i], rules);
	junit_begin_output(out);
	put_lines(out, "differs", &comparison->differences);
	for (i = 0; i < comparison->count; i++)
		put_figures(out, &comparison->rows[i]);
	put_lines(out, "warning", &comparison->warnings);
	junit_end_suite(out);
	junit_end(out);
	return comparison_reporter_finish(out);
}

const struct comparison_reporter comparison_junit = {
	.name = "junit",
	.summary = "JUnit XML: a case a row",
	.report = junit_report,
};
