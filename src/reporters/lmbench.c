/* The format "lmbench": the lines that lmbench itself prints. */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "reporters/reporter.h"
#include "results/lmbench.h"

#define NS_PER_US	1e3

/* The place, if nothing else in the specification differs from lmbench's. */
static const char *
lmbench_get_place(const struct test_result *test)
{
	size_t		 length = strlen(test->name);
	const char	*rest = test->spec + length;

	if (strncmp(test->spec, test->name, length) != 0 ||
	    strncmp(rest, ":place=", 7) != 0 || strchr(rest, ',') != NULL)
		return NULL;
	return rest + 7;
}

static bool
lmbench_has_line(const struct test_result *test)
{
	return test->status == TEST_OK && isfinite(test->summary.mean_ns) &&
	    lmbench_name(test->name) != NULL && lmbench_get_place(test) != NULL;
}

/* Whether an earlier test of the result has the same place. */
static bool
lmbench_is_known_place(const struct result *result, size_t number)
{
	const char	*place = lmbench_get_place(&result->tests[number]);
	size_t		 i;

	for (i = 0; i < number; i++)
		if (lmbench_has_line(&result->tests[i]) &&
		    strcmp(lmbench_get_place(&result->tests[i]), place) == 0)
			return true;
	return false;
}

/* A block of one place; `any`, which is lmbench's own, needs no heading. */
static void
lmbench_report_place(FILE *out, const struct result *result, const char *place)
{
	size_t	i;

	if (strcmp(place, "any") != 0)
		fprintf(out, "# place=%s\n", place);
	for (i = 0; i < result->test_count; i++) {
		const struct test_result *test = &result->tests[i];

		if (lmbench_has_line(test) &&
		    strcmp(lmbench_get_place(test), place) == 0)
			fprintf(out, "%s: %.4f microseconds\n",
			    lmbench_name(test->name),
			    test->summary.mean_ns / NS_PER_US);
	}
}

static bool
lmbench_report_one(FILE *out, const struct result *result)
{
	bool	found = false;
	size_t	i;

	/* What lines are without a heading must come first. */
	for (i = 0; i < result->test_count && !found; i++)
		found = lmbench_has_line(&result->tests[i]) && strcmp(
		    lmbench_get_place(&result->tests[i]), "any") == 0;
	if (found)
		lmbench_report_place(out, result, "any");
	for (i = 0; i < result->test_count; i++) {
		const struct test_result *test = &result->tests[i];

		if (!lmbench_has_line(test) ||
		    strcmp(lmbench_get_place(test), "any") == 0 ||
		    lmbench_is_known_place(result, i))
			continue;
		lmbench_report_place(out, result, lmbench_get_place(test));
		found = true;
	}
	return found;
}

static int
lmbench_report(FILE *out, const struct result *results, size_t count,
    const struct report_request *request)
{
	bool	found = false;
	size_t	i;

	(void)request;
	for (i = 0; i < count; i++)
		found |= lmbench_report_one(out, &results[i]);
	if (!found)
		return fail("lmbench has none of these tests: use @lmbench, "
		    "with default keys");
	return reporter_finish(out);
}

const struct reporter reporter_lmbench = {
	.name = "lmbench",
	.summary = "lmbench's own lines: means; run measures place=any for it",
	.any_place = true,
	.readable = true,
	.report = lmbench_report,
};
