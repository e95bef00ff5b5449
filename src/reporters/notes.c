/* Writes what stands below a table. */

#include "config.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "reporters/buffer.h"
#include "reporters/format.h"
#include "reporters/notes.h"
#include "statistics/stats.h"

#define SPECS_NAMED	3	/* more tests that share a warning are counted */
#define DIGITS		"0123456789"
#define NUMBER		DIGITS "."
#define NS_PER_US	1e3

/* Writes a paragraph, and empties it. */
static void
finish(const struct notes *notes, struct buffer *line)
{
	notes->write(notes->out, line->text);
	buffer_free(line);
}

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
write_share(const struct notes *notes, const struct test_result *test,
    uint64_t part, uint64_t whole, const char *things)
{
	struct buffer	line = { .text = NULL };
	char		numbers[64];

	snprintf(numbers, sizeof numbers, ": %" PRIu64 " of %" PRIu64 " ",
	    part, whole);
	buffer_add(&line, test->spec);
	buffer_add(&line, numbers);
	buffer_add(&line, things);
	finish(notes, &line);
}

static void
write_grouping(const struct notes *notes, const struct test_result *test)
{
	struct buffer	line = { .text = NULL };
	char		numbers[128];

	snprintf(numbers, sizeof numbers, ": timed in groups of %" PRIu64
	    " round trips; its p99 is that of their means", test->timed_per);
	buffer_add(&line, test->spec);
	buffer_add(&line, numbers);
	finish(notes, &line);
}

/* How long one waits where several requests are in flight. */
static void
write_replies(const struct notes *notes, const struct test_result *test)
{
	struct buffer	line = { .text = NULL };

	buffer_add(&line, test->spec);
	buffer_add_format(&line, ": from sending to reply %.4g us (median)",
	    test->summary.reply_median_ns / NS_PER_US);
	if (isfinite(test->summary.reply_p99_ns))
		buffer_add_format(&line, ", %.4g us (p99)",
		    test->summary.reply_p99_ns / NS_PER_US);
	finish(notes, &line);
}

/* How far several pairs are apart. */
static void
write_pairs(const struct notes *notes, const struct test_result *test)
{
	struct buffer	line = { .text = NULL };
	char		slowest[FORMAT_SIZE], fastest[FORMAT_SIZE];

	format_rate(test->summary.pair_slowest_per_s, slowest);
	format_rate(test->summary.pair_fastest_per_s, fastest);
	buffer_add(&line, test->spec);
	buffer_add_format(&line, ": slowest pair %s/s, fastest %s/s", slowest,
	    fastest);
	finish(notes, &line);
}

/* What is said of a single test in numbers. */
static void
write_counts(const struct notes *notes, const struct test_result *test)
{
	uint64_t	round_trips = 0, lost = 0;
	size_t		i;

	for (i = 0; i < test->invocation_count; i++) {
		round_trips += test->invocations[i].round_trips;
		lost += test->invocations[i].lost;
	}
	if (lost > 0)
		write_share(notes, test, lost, round_trips + lost,
		    "round trips lost");
	if (test->timed_per > 1)
		write_grouping(notes, test);
	/* What is less than an attosecond is no figure. */
	if (test->summary.reply_median_ns > 1e-9 &&
	    isfinite(test->summary.reply_median_ns))
		write_replies(notes, test);
	if (isfinite(test->summary.pair_slowest_per_s))
		write_pairs(notes, test);
}

static size_t
count_disturbed(const struct test_result *test)
{
	size_t	i, disturbed = 0;

	for (i = 0; i < test->invocation_count; i++)
		disturbed += test->invocations[i].disturbed;
	return disturbed;
}

/* Of each test how many, in one paragraph: of those with others, or without. */
static void
write_disturbed(const struct notes *notes, const struct result *result,
    bool all, const char *heading)
{
	struct buffer	line = { .text = NULL };
	const char	*between = heading;
	size_t		 i, disturbed;

	for (i = 0; i < result->test_count; i++) {
		disturbed = count_disturbed(&result->tests[i]);
		if (disturbed == 0 ||
		    (disturbed == result->tests[i].invocation_count) != all)
			continue;
		buffer_add_format(&line, "%s%s %zu of %zu", between,
		    result->tests[i].spec, disturbed,
		    result->tests[i].invocation_count);
		between = ", ";
	}
	if (line.text != NULL)
		finish(notes, &line);
}

void
notes_write_marks(const struct notes *notes, const struct result *result)
{
	size_t	i;

	if (any_measured(result, is_mean))
		notes->write(notes->out, "* elapsed time over round trips, "
		    "and its interval: with several requests in flight that is "
		    "not how long one waits; or nothing else was recorded.");
	if (any_measured(result, lacks_interval))
		notes->write(notes->out,
		    "n/a: an interval needs 6 invocations that were not "
		    "disturbed (-n).");
	if (any_measured(result, lacks_percentile))
		notes->write(notes->out, "-: in some invocation too few "
		    "round trips were timed for that percentile; -t measures "
		    "longer.");
	for (i = 0; i < result->test_count; i++)
		if (result->tests[i].status == TEST_OK)
			write_counts(notes, &result->tests[i]);
	write_disturbed(notes, result, false,
	    "disturbed invocations, left out: ");
	write_disturbed(notes, result, true,
	    "disturbed, but used for want of others: ");
}

static void
write_unmeasured(const struct notes *notes, const struct result *result,
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
		finish(notes, &line);
	}
}

void
notes_write_unmeasured(const struct notes *notes, const struct result *result)
{
	write_unmeasured(notes, result, TEST_FAILED, "failed: ");
	write_unmeasured(notes, result, TEST_SKIPPED, "skipped: ");
}

void
notes_write_missed(const struct notes *notes, const struct result *result,
    const struct judgement_rules *rules)
{
	struct judgement	judgement;
	struct buffer		line;
	size_t			i;

	for (i = 0; i < result->test_count; i++) {
		judgement = judgement_of_test(&result->tests[i], rules);
		memset(&line, 0, sizeof line);
		if (judgement.kind == JUDGED_TOO_SLOW) {
			buffer_add(&line, "limit missed: ");
			buffer_add(&line, result->tests[i].spec);
			buffer_add(&line, ": ");
			buffer_add(&line, judgement.reason);
			finish(notes, &line);
		}
		judgement_free(&judgement);
	}
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

/* Past a number, if one begins there. */
static const char *
pass_number(const char *text)
{
	return isdigit((unsigned char)*text) ? text + strspn(text, NUMBER) :
	    text;
}

/* Texts that differ in numbers alone are equal. */
static int
compare_patterns(const char *a, const char *b)
{
	const char	*after_a, *after_b;

	for (;;) {
		after_a = pass_number(a);
		after_b = pass_number(b);
		if (after_a > a && after_b > b) {
			a = after_a;
			b = after_b;
			continue;
		}
		if (*a != *b || *a == '\0')
			return (unsigned char)*a - (unsigned char)*b;
		a++;
		b++;
	}
}

static int
compare_texts(const void *first, const void *second)
{
	const struct warning	*a = first, *b = second;
	int			 order = compare_patterns(a->text, b->text);

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

/* The number of that rank in a text that has it. */
static const char *
find_number(const char *text, size_t rank)
{
	for (;;) {
		text += strcspn(text, DIGITS);
		if (rank-- == 0)
			return text;
		text = pass_number(text);
	}
}

/* The number of that rank: one, or from the least to the greatest. */
static void
add_number(struct buffer *line, const struct warning *warnings, size_t shared,
    size_t rank)
{
	double	least = HUGE_VAL, greatest = 0, number;
	size_t	i;

	for (i = 0; i < shared; i++) {
		number = strtod(find_number(warnings[i].text, rank), NULL);
		least = number < least ? number : least;
		greatest = number > greatest ? number : greatest;
	}
	if (least < greatest)
		buffer_add_format(line, "%g to ", least);
	buffer_add_format(line, "%g", greatest);
}

/* The text that all share, with the range of each number. */
static void
add_pattern(struct buffer *line, const struct warning *warnings, size_t shared)
{
	const char	*text = warnings[0].text, *end;
	size_t		 rank = 0, plain;

	/* One alone stands as it was given. */
	if (shared == 1) {
		buffer_add(line, text);
		return;
	}
	for (; *text != '\0'; text = end) {
		plain = strcspn(text, DIGITS);
		buffer_add_format(line, "%.*s", (int)plain, text);
		end = pass_number(text + plain);
		if (end == text + plain)
			continue;
		/* A full stop behind a number is none of it. */
		if (end[-1] == '.')
			end--;
		add_number(line, warnings, shared, rank++);
	}
}

static void
write_warning(const struct notes *notes, const struct warning *warnings,
    size_t shared, size_t test_count)
{
	struct buffer	line = { .text = NULL };
	size_t		i;

	buffer_add(&line, "warning: ");
	if (shared > 1 && shared == test_count)
		buffer_add(&line, "all tests");
	else if (shared > SPECS_NAMED)
		buffer_add_format(&line, "%zu of %zu tests", shared,
		    test_count);
	else
		for (i = 0; i < shared; i++) {
			buffer_add(&line, i > 0 ? ", " : "");
			buffer_add(&line, warnings[i].spec);
		}
	buffer_add(&line, ": ");
	add_pattern(&line, warnings, shared);
	finish(notes, &line);
}

/* Groups in the order in which their first warning was given. */
static void
write_groups(const struct notes *notes, const struct warning *sorted,
    size_t count, size_t test_count)
{
	struct warning	*groups = calloc(count + 1, sizeof *groups);
	size_t		*begins = calloc(count + 1, sizeof *begins);
	size_t		 i, j, group_count = 0;

	if (groups == NULL || begins == NULL)
		abort();
	for (i = 0; i < count; i = j) {
		for (j = i + 1; j < count; j++)
			if (compare_patterns(sorted[i].text,
			    sorted[j].text) != 0)
				break;
		groups[group_count] = sorted[i];
		groups[group_count++].shared = j - i;
		begins[sorted[i].order] = i;
	}
	qsort(groups, group_count, sizeof *groups, compare_orders);
	for (i = 0; i < group_count; i++)
		write_warning(notes, &sorted[begins[groups[i].order]],
		    groups[i].shared, test_count);
	free(groups);
	free(begins);
}

void
notes_write_warnings(const struct notes *notes, const struct result *result)
{
	struct warning	*warnings;
	struct buffer	 line;
	size_t		 i, count;

	for (i = 0; i < result->warnings.count; i++) {
		memset(&line, 0, sizeof line);
		buffer_add(&line, "warning: ");
		buffer_add(&line, result->warnings.list[i]);
		finish(notes, &line);
	}
	warnings = collect_warnings(result, &count);
	write_groups(notes, warnings, count, result->test_count);
	free(warnings);
}

bool
notes_has_warnings(const struct result *result)
{
	size_t	i;

	for (i = 0; i < result->test_count; i++)
		if (result->tests[i].warnings.count > 0)
			return true;
	return result->warnings.count > 0;
}
