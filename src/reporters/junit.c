/* Results as JUnit XML: a suite a result, a case a test. */

#include "config.h"

#include <math.h>

#include "reporters/buffer.h"
#include "reporters/format.h"
#include "reporters/heading.h"
#include "reporters/junit-suite.h"
#include "reporters/reporter.h"

#define NS_PER_S	1e9

/* What was measured on. */
static const char *const property_keys[] = {
	"system", "release", "version", "machine", "cpu_model",
};

/* How long the invocations measured. */
static double
add_seconds(const struct test_result *test)
{
	double	seconds = 0;
	size_t	i;

	for (i = 0; i < test->invocation_count; i++)
		if (isfinite(test->invocations[i].elapsed_ns))
			seconds += test->invocations[i].elapsed_ns / NS_PER_S;
	return seconds;
}

static void
put_properties(FILE *out, const struct result *result)
{
	const char	*text;
	size_t		 i;

	text = heading_text(&result->program, "version", NULL);
	if (text != NULL)
		junit_put_property(out, "ipclat", text);
	for (i = 0; i < sizeof property_keys / sizeof property_keys[0]; i++) {
		text = heading_text(&result->host, property_keys[i], NULL);
		if (text != NULL)
			junit_put_property(out, property_keys[i], text);
	}
	junit_end_properties(out);
}

static void
put_case(FILE *out, const struct test_result *test,
    const struct judgement_rules *rules)
{
	struct buffer		class_name = { .text = NULL };
	struct junit_case	row = {
		.name = test->spec,
		.seconds = add_seconds(test),
		.judgement = judgement_of_test(test, rules),
	};

	buffer_add_format(&class_name, "ipclat.%s", test->name);
	row.class_name = class_name.text;
	junit_put_case(out, &row);
	buffer_free(&class_name);
	judgement_free(&row.judgement);
}

static void
put_line(FILE *out, const char *text)
{
	junit_put_text(out, text);
	putc('\n', out);
}

/* The figures, which a case has no place for. */
static void
put_figures(FILE *out, const struct test_result *test)
{
	const struct summary	*summary = &test->summary;
	char			 middle[FORMAT_SIZE], low[FORMAT_SIZE];
	char			 high[FORMAT_SIZE], p99[FORMAT_SIZE];
	struct buffer		 line = { .text = NULL };

	buffer_add_format(&line, "%s: %s us [%s, %s], p99 %s us", test->spec,
	    format_microseconds(test->headline_is_mean ? summary->mean_ns :
	    summary->median_ns, middle),
	    format_microseconds(summary->ci_low_ns, low),
	    format_microseconds(summary->ci_high_ns, high),
	    format_microseconds(summary->p99_ns, p99));
	put_line(out, line.text);
	buffer_free(&line);
}

static void
put_result(FILE *out, const struct result *result, size_t number,
    const struct judgement_rules *rules)
{
	const struct notes	notes = { out, put_line };
	const struct judgement_counts counts = judgement_count(result, rules);
	struct junit_suite	suite = {
		.name = "ipclat run",
		.hostname = heading_text(&result->host, "hostname", NULL),
		.started = result->started,
		.number = number,
		.tests = result->test_count,
	};
	size_t			i;

	suite.skipped = counts.of[JUDGED_SKIPPED];
	suite.failures = counts.failures;
	for (i = 0; i < result->test_count; i++)
		suite.seconds += add_seconds(&result->tests[i]);
	junit_begin_suite(out, &suite);
	put_properties(out, result);
	for (i = 0; i < result->test_count; i++)
		put_case(out, &result->tests[i], rules);
	junit_begin_output(out);
	heading_write(result, &notes);
	for (i = 0; i < result->test_count; i++)
		if (result->tests[i].status == TEST_OK)
			put_figures(out, &result->tests[i]);
	notes_write_warnings(&notes, result);
	junit_end_suite(out);
}

static int
junit_report(FILE *out, const struct result *results, size_t count,
    const struct report_request *request)
{
	size_t	i;

	junit_begin(out);
	for (i = 0; i < count; i++)
		put_result(out, &results[i], i, &request->rules);
	junit_end(out);
	return reporter_finish(out);
}

const struct reporter reporter_junit = {
	.name = "junit",
	.summary = "JUnit XML: a suite a result, a case a test",
	.report = junit_report,
};
