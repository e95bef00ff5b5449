/* Owns making one result of several runs. */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "results/absorb.h"
#include "statistics/histogram.h"

static void
absorb_texts(struct texts *texts, const struct texts *more)
{
	size_t	i;

	for (i = 0; i < more->count; i++)
		texts_add(texts, "%s", more->list[i]);
}

/* Invocations change hands; the run keeps none. */
static void
absorb_invocations(struct test_result *test, struct test_result *more)
{
	size_t	i;

	for (i = 0; i < more->invocation_count; i++)
		*test_add_invocation(test) = more->invocations[i];
	more->invocation_count = 0;
}

/* Groups of another number of round trips cannot be added up. */
static void
absorb_histogram(struct test_result *test, struct test_result *more)
{
	if (more->histogram == NULL || (test->histogram != NULL &&
	    test->timed_per != more->timed_per))
		return;
	if (test->histogram != NULL) {
		histogram_add(test->histogram, more->histogram);
		return;
	}
	test->histogram = more->histogram;
	test->timed_per = more->timed_per;
	more->histogram = NULL;
}

/* One run with figures is enough; the others are not kept secret. */
static void
absorb_status(struct test_result *test, struct test_result *more)
{
	const struct test_result *lacking = more->status != TEST_OK ? more :
				    test;

	if (lacking->status != TEST_OK && test->status != more->status)
		texts_add(&test->warnings, "not measured in one of the runs: %s",
		    lacking->reason != NULL ? lacking->reason :
		    "no reason was recorded");
	if (test->status != TEST_OK && more->status == TEST_OK) {
		free(test->reason);
		test->reason = NULL;
		test->status = TEST_OK;
	}
}

void
result_absorb(struct result *result, struct result *run)
{
	struct test_result	*test, *more;
	size_t			 i;

	if (result->test_count == 0 && result->started == NULL) {
		result_free(result);
		*result = *run;
		memset(run, 0, sizeof *run);
		return;
	}
	for (i = 0; i < result->test_count && i < run->test_count; i++) {
		test = &result->tests[i];
		more = &run->tests[i];
		if (strcmp(test->spec, more->spec) != 0)
			continue;
		absorb_status(test, more);
		absorb_texts(&test->warnings, &more->warnings);
		absorb_histogram(test, more);
		absorb_invocations(test, more);
	}
	absorb_texts(&result->warnings, &run->warnings);
	free(result->finished);
	result->finished = run->finished;
	run->finished = NULL;
	result_free(run);
}
