/* Results as TAP or KTAP: a point a test. */

#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "reporters/buffer.h"
#include "reporters/format.h"
#include "reporters/heading.h"
#include "reporters/reporter.h"
#include "reporters/tap-point.h"

/* "2: tcp:place=same" of the second of several results. */
static void
put_test(struct tap *tap, const struct test_result *test, size_t number,
    const struct judgement_rules *rules)
{
	const struct summary	*summary = &test->summary;
	const struct tap_detail	 details[] = {
		{ "median_ns", NULL, summary->median_ns },
		{ "ci_low_ns", NULL, summary->ci_low_ns },
		{ "ci_high_ns", NULL, summary->ci_high_ns },
		{ "mean_ns", NULL, summary->mean_ns },
		{ "p99_ns", NULL, summary->p99_ns },
		{ "max_ns", NULL, summary->max_ns },
		{ "round_trips_per_s", NULL, summary->round_trips_per_s },
		{ "invocations", NULL, test->status == TEST_OK ?
		    (double)test->invocation_count : (double)NAN },
	};
	struct judgement	 judgement = judgement_of_test(test, rules);
	struct buffer		 name = { .text = NULL };

	if (number > 0)
		buffer_add_format(&name, "%zu: ", number);
	buffer_add(&name, test->spec);
	tap_point(tap, name.text, &judgement, details,
	    sizeof details / sizeof details[0]);
	buffer_free(&name);
	judgement_free(&judgement);
}

static void
comment(FILE *out, const char *text)
{
	char	*harmless = format_harmless(text);

	fprintf(out, "# %s\n", harmless);
	free(harmless);
}

static int
tap_report(FILE *out, const struct result *results, size_t count,
    const struct report_request *request)
{
	const struct notes	notes = { out, comment };
	struct tap		tap = { .out = out, .ktap = request->ktap };
	size_t			i, j, points = 0;

	for (i = 0; i < count; i++)
		points += results[i].test_count;
	tap_begin(&tap, points);
	for (i = 0; i < count; i++) {
		heading_write(&results[i], &notes);
		for (j = 0; j < results[i].test_count; j++)
			put_test(&tap, &results[i].tests[j],
			    count > 1 ? i + 1 : 0, &request->rules);
	}
	return reporter_finish(out);
}

const struct reporter reporter_tap = {
	.name = "tap",
	.summary = "Test Anything Protocol: a point a test (--ktap: KTAP)",
	.has_ktap = true,
	.report = tap_report,
};
