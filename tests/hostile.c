/*
 * Writes reports of results and comparisons whose every text is hostile, in
 * every format, for consumers that others wrote: DIR/result-N.FORMAT,
 * DIR/comparison-N.FORMAT.
 */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "reporters/comparison-reporter.h"
#include "reporters/reporter.h"

static const char *const texts[] = {
	"plain",
	"a \"quoted\" 'word' \\ and \\n",
	"first line\nsecond line\r\nthird\ttab",
	"\x01\x02\x1b[2J\x07\x7f control",
	"\xff\xfe\xc0\x80 \xed\xa0\x80 \xf5 no UTF-8",
	"\xef\xbf\xbe \xef\xbf\xbf \xe2\x80\xae caf\xc3\xa9 \xf0\x9f\x98\x80",
	"]]> <![CDATA[x]]> <!-- & &amp; &#0; </testsuite>",
	"a | b `code` **bold** [link](x) <b>html</b> $x^2$",
	"# SKIP not at all # TODO \\# x",
	"=cmd|'/c calc'!A1",
	"@SUM(1+1), 5; 6",
	" -1+1",
	"{x=\"y\"} 1 # HELP",
	"ok 1 - x\nnot ok 2\n1..7\nBail out!\n  ---\n  ...",
	"Benchmark/x-8\t1 1 ns/op: v",
	"---\n- x: [1, {",
	"",
};

static char *
join(const char *text, const char *end)
{
	size_t	 length = strlen(text) + strlen(end) + 1;
	char	*joined = malloc(length);

	if (joined == NULL)
		abort();
	snprintf(joined, length, "%s%s", text, end);
	return joined;
}

static void
add_invocation(struct test_result *test, double scale)
{
	struct invocation_result *invocation = test_add_invocation(test);
	struct side_result	 *side = invocation_add_side(invocation);

	invocation->round_trips = 1000;
	invocation->timed = 500;
	invocation->median_ns = 1000 * scale;
	invocation->mean_ns = 1100 * scale;
	invocation->p99_ns = 2000 * scale;
	invocation->elapsed_ns = 1.1e6 * scale;
	snprintf(side->role, sizeof side->role, "client");
	snprintf(invocation->relation, sizeof invocation->relation, "same");
	side->user_ns = 1e5;
	side->system_ns = 2e5;
}

/* Two tests of one name that pass a limit or miss it, one that was skipped,
 * one that failed, and the first once more. */
static void
fill(struct result *result, const char *text)
{
	static const struct {
		const char		*end;
		enum test_status	 status;
		double			 scale;
	} rows[] = {
		{ "a:place=same", TEST_OK, 1 },
		{ "b:place=same", TEST_OK, 10 },
		{ "c:place=same", TEST_SKIPPED, 0 },
		{ "d:place=same", TEST_FAILED, 0 },
		{ "a:place=same", TEST_OK, 1 },
	};
	struct test_result	*test;
	size_t			 i, j;

	facts_add_text(&result->program, "version", text);
	facts_add_text(&result->host, "hostname", text);
	facts_add_text(&result->host, "system", text);
	facts_add_text(&result->host, "release", text);
	facts_add_text(&result->host, "cpu_model", text);
	result->started = join(text, "");
	result->finished = join("2002-03-01T12:00:00Z", "");
	texts_append(&result->arguments, text);
	texts_append(&result->warnings, text);
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		test = result_add_test(result);
		test->name = join(text, "x");
		test->spec = join(text, rows[i].end);
		test->mechanism = join(text, "");
		test->status = rows[i].status;
		if (test->status != TEST_OK)
			test->reason = join(text, "");
		facts_add_text(&test->params, "place", text);
		texts_append(&test->warnings, text);
		for (j = 0; j < 6 && test->status == TEST_OK; j++)
			add_invocation(test, rows[i].scale + 0.01 * (double)j);
		test_summarise(test, 2);
	}
}

static FILE *
create(const char *directory, const char *kind, size_t number,
    const char *format)
{
	char	path[4096];
	FILE	*file;

	snprintf(path, sizeof path, "%s/%s-%zu.%s", directory, kind, number,
	    format);
	if ((file = fopen(path, "w")) == NULL) {
		perror(path);
		exit(1);
	}
	return file;
}

static void
write_result(const char *directory, size_t number,
    const struct report_request *request)
{
	const struct reporter	*reporter;
	struct result		 result = { .seed = 0 };
	FILE			*file;
	size_t			 i;

	fill(&result, texts[number]);
	for (i = 0; (reporter = reporter_get(i)) != NULL; i++) {
		if (request->ktap && !reporter->has_ktap)
			continue;
		file = create(directory, "result", number,
		    request->ktap ? "ktap" : reporter->name);
		/* lmbench knows none of these tests. */
		if (reporter->report(file, &result, 1, request) != 0 &&
		    strstr(fail_reason(), "lmbench") == NULL)
			abort();
		fclose(file);
	}
	result_free(&result);
}

/* A row of each verdict. */
static void
fill_comparison(struct comparison *comparison, const char *text)
{
	struct comparison_row	*row;
	char			 end[32];
	size_t			 i;

	comparison->rows = calloc(VERDICT_COUNT, sizeof *comparison->rows);
	if (comparison->rows == NULL)
		abort();
	comparison->count = VERDICT_COUNT;
	comparison->threshold_percent = 2;
	comparison->resolution_percent = (double)NAN;
	texts_append(&comparison->differences, text);
	texts_append(&comparison->warnings, text);
	for (i = 0; i < VERDICT_COUNT; i++) {
		row = &comparison->rows[i];
		snprintf(end, sizeof end, "%zu", i);
		row->spec = join(text, end);
		row->new_spec = i % 2 == 0 ? join(text, "") : NULL;
		row->note = join(text, "");
		row->verdict = (enum verdict)i;
		row->old_ns = 1000;
		row->new_ns = 1100;
		row->ratio = 1.1;
		row->change_percent = -10;
		row->change_low = -11;
		row->change_high = -9;
		row->p = row->p_adjusted = 0.001;
		row->ci_low = row->ci_high = row->invocations_needed =
		    (double)NAN;
		comparison->verdicts[i]++;
	}
}

static void
write_comparison(const char *directory, size_t number,
    const struct report_request *request)
{
	const struct comparison_request		 plain = {
		.threshold_percent = 2,
	};
	const struct comparison_reporter	*reporter;
	struct comparison			 comparison;
	FILE					*file;
	size_t					 i;

	memset(&comparison, 0, sizeof comparison);
	fill_comparison(&comparison, texts[number]);
	for (i = 0; (reporter = comparison_reporter_get(i)) != NULL; i++) {
		if (request->ktap && !reporter->has_ktap)
			continue;
		file = create(directory, "comparison", number,
		    request->ktap ? "ktap" : reporter->name);
		if (reporter->report(file, &comparison, &plain, request) != 0)
			abort();
		fclose(file);
	}
	comparison_free(&comparison);
}

int
main(int argc, char **argv)
{
	struct limits		limits = { .count = 0 };
	struct report_request	request = {
		.rules = { .limits = &limits, .slower_fails = true },
	};
	size_t			i;
	unsigned		ktap;

	if (argc != 2 || limits_add(&limits, "*x=5us") != 0)
		return 2;
	for (i = 0; i < sizeof texts / sizeof texts[0]; i++)
		for (ktap = 0; ktap < 2; ktap++) {
			request.ktap = ktap == 1;
			write_result(argv[1], i, &request);
			write_comparison(argv[1], i, &request);
		}
	limits_free(&limits);
	return 0;
}
