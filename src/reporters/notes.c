/* Writes what stands below a table. */

#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "reporters/buffer.h"
#include "reporters/format.h"
#include "reporters/notes.h"
#include "statistics/stats.h"

#define INDENT	2

static bool
is_mean(const struct test_result *test)
{
	return test->headline_is_mean;
}

static bool
lacks_interval(const struct test_result *test)
{
	return !isfinite(test->summary.ci_low_ns);
}

static bool
lacks_percentile(const struct test_result *test)
{
	return !test->headline_is_mean && !isfinite(test->summary.p99_ns);
}

static bool
any_measured(const struct result *result,
    bool (*claim)(const struct test_result *))
{
	size_t	i;

	for (i = 0; i < result->test_count; i++)
		if (result->tests[i].status == TEST_OK &&
		    claim(&result->tests[i]))
			return true;
	return false;
}

/* Writes "SPEC: N of M THINGS". */
static void
write_share(FILE *out, const struct test_result *test, uint64_t part,
    uint64_t whole, const char *things)
{
	struct buffer	line = { .text = NULL };
	char		numbers[64];

	snprintf(numbers, sizeof numbers, ": %" PRIu64 " of %" PRIu64 " ",
	    part, whole);
	buffer_add(&line, test->spec);
	buffer_add(&line, numbers);
	buffer_add(&line, things);
	buffer_write(&line, out, INDENT);
}

static void
write_grouping(FILE *out, const struct test_result *test)
{
	struct buffer	line = { .text = NULL };
	char		numbers[128];

	snprintf(numbers, sizeof numbers, ": timed in groups of %" PRIu64
	    " round trips; its p99 is that of their means", test->timed_per);
	buffer_add(&line, test->spec);
	buffer_add(&line, numbers);
	buffer_write(&line, out, INDENT);
}

/* What is said of a single test in numbers. */
static void
write_counts(FILE *out, const struct test_result *test)
{
	uint64_t	round_trips = 0, lost = 0, disturbed = 0;
	size_t		i;

	for (i = 0; i < test->invocation_count; i++) {
		round_trips += test->invocations[i].round_trips;
		lost += test->invocations[i].lost;
		disturbed += test->invocations[i].disturbed;
	}
	if (lost > 0)
		write_share(out, test, lost, round_trips + lost,
		    "round trips lost");
	if (disturbed > 0)
		write_share(out, test, disturbed, test->invocation_count,
		    disturbed < test->invocation_count ?
		    "invocations disturbed and left out" :
		    "invocations disturbed; used for want of others");
	if (test->timed_per > 1)
		write_grouping(out, test);
}

void
notes_write_marks(FILE *out, const struct result *result)
{
	size_t	i;

	if (any_measured(result, is_mean))
		format_paragraph(out, INDENT, "* mean time per round trip, and "
		    "its interval: several requests are in flight, or nothing "
		    "else was recorded.");
	if (any_measured(result, lacks_interval))
		format_paragraph(out, INDENT,
		    "n/a: an interval needs 6 invocations.");
	if (any_measured(result, lacks_percentile))
		format_paragraph(out, INDENT, "-: too few round trips were "
		    "timed for that percentile.");
	for (i = 0; i < result->test_count; i++)
		if (result->tests[i].status == TEST_OK)
			write_counts(out, &result->tests[i]);
}

static void
write_unmeasured(FILE *out, const struct result *result,
    enum test_status status, const char *word)
{
	const struct test_result	*test;
	struct buffer			 line;
	size_t				 i;

	for (i = 0; i < result->test_count; i++) {
		test = &result->tests[i];
		if (test->status != status)
			continue;
		memset(&line, 0, sizeof line);
		buffer_add(&line, word);
		buffer_add(&line, test->spec);
		buffer_add(&line, ": ");
		buffer_add(&line, test->reason != NULL ? test->reason :
		    "no reason was recorded");
		buffer_write(&line, out, INDENT);
	}
}

void
notes_write_unmeasured(FILE *out, const struct result *result)
{
	write_unmeasured(out, result, TEST_FAILED, "failed: ");
	write_unmeasured(out, result, TEST_SKIPPED, "skipped: ");
}

/* One warning of one test. */
struct warning {
	const char	*text, *spec;
	size_t		 order;		/* among all, as they were given */
	size_t		 shared;	/* first of equal ones: how many; else 0 */
};

static int
compare_orders(const void *first, const void *second)
{
	const struct warning	*a = first, *b = second;

	return (a->order > b->order) - (a->order < b->order);
}

static int
compare_texts(const void *first, const void *second)
{
	const struct warning	*a = first, *b = second;
	int			 order = strcmp(a->text, b->text);

	return order != 0 ? order : compare_orders(first, second);
}

/* All warnings of tests, sorted by text, in an array to be freed. */
static struct warning *
collect_warnings(const struct result *result, size_t *count)
{
	const struct test_result	*test;
	struct warning			*warnings;
	size_t				 i, j, total = 0;

	for (i = 0; i < result->test_count; i++)
		total += result->tests[i].warnings.count;
	if ((warnings = calloc(total + 1, sizeof *warnings)) == NULL)
		abort();
	*count = 0;
	for (i = 0; i < result->test_count; i++) {
		test = &result->tests[i];
		for (j = 0; j < test->warnings.count; j++) {
			warnings[*count].text = test->warnings.list[j];
			warnings[*count].spec = test->spec;
			warnings[*count].order = *count;
			(*count)++;
		}
	}
	qsort(warnings, total, sizeof *warnings, compare_texts);
	return warnings;
}

static void
write_warning(FILE *out, const struct warning *warnings, size_t shared,
    size_t test_count)
{
	struct buffer	line = { .text = NULL };
	size_t		i;

	buffer_add(&line, "warning: ");
	if (shared > 1 && shared == test_count)
		buffer_add(&line, "all tests");
	else
		for (i = 0; i < shared; i++) {
			buffer_add(&line, i > 0 ? ", " : "");
			buffer_add(&line, warnings[i].spec);
		}
	buffer_add(&line, ": ");
	buffer_add(&line, warnings[0].text);
	buffer_write(&line, out, INDENT);
}

/* Groups in the order in which their first warning was given. */
static void
write_groups(FILE *out, const struct warning *sorted, size_t count,
    size_t test_count)
{
	struct warning	*groups = calloc(count + 1, sizeof *groups);
	size_t		*begins = calloc(count + 1, sizeof *begins);
	size_t		 i, j, group_count = 0;

	if (groups == NULL || begins == NULL)
		abort();
	for (i = 0; i < count; i = j) {
		for (j = i + 1; j < count; j++)
			if (strcmp(sorted[i].text, sorted[j].text) != 0)
				break;
		groups[group_count] = sorted[i];
		groups[group_count++].shared = j - i;
		begins[sorted[i].order] = i;
	}
	qsort(groups, group_count, sizeof *groups, compare_orders);
	for (i = 0; i < group_count; i++)
		write_warning(out, &sorted[begins[groups[i].order]],
		    groups[i].shared, test_count);
	free(groups);
	free(begins);
}

void
notes_write_warnings(FILE *out, const struct result *result)
{
	struct warning	*warnings;
	struct buffer	 line;
	size_t		 i, count;

	for (i = 0; i < result->warnings.count; i++) {
		memset(&line, 0, sizeof line);
		buffer_add(&line, "warning: ");
		buffer_add(&line, result->warnings.list[i]);
		buffer_write(&line, out, INDENT);
	}
	warnings = collect_warnings(result, &count);
	write_groups(out, warnings, count, result->test_count);
	free(warnings);
}
