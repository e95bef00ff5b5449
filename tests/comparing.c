/* Builds results to compare, and looks at what comes of it. */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "comparing.h"
#include "unit.h"

const struct comparison_request	plain = { .threshold_percent = 2 };

struct result		old[FILES_MAX], new[FILES_MAX];
struct comparison	made;

void
forget(void)
{
	size_t	i;

	comparison_free(&made);
	for (i = 0; i < FILES_MAX; i++) {
		result_free(&old[i]);
		result_free(&new[i]);
	}
}

void
compare(size_t old_count, size_t new_count,
    const struct comparison_request *request)
{
	comparison_free(&made);
	comparison_make(old, old_count, new, new_count, request, &made);
}

char *
duplicate(const char *text)
{
	return strcpy(malloc(strlen(text) + 1), text);
}

struct test_result *
add_test(struct result *result, const char *spec)
{
	struct test_result	*test = result_add_test(result);

	test->spec = duplicate(spec);
	test->name = duplicate("pipe");
	test->method = 1;
	return test;
}

struct invocation_result *
add_invocation(struct test_result *test, double ns)
{
	struct invocation_result	*invocation = test_add_invocation(test);
	struct side_result		*side;
	size_t				 i;

	invocation->median_ns = ns;
	invocation->mean_ns = 1.1 * ns;
	invocation->round_trips = 1000;
	strcpy(invocation->relation, "cache");
	for (i = 0; i < 2; i++) {
		side = invocation_add_side(invocation);
		strcpy(side->role, i == 0 ? "client" : "server");
		side->user_ns = 100 * ns;
		side->system_ns = 400 * ns;
		side->voluntary_switches = 1000;
		side->involuntary_switches = 0;
		side->work_ns = 9000;
	}
	return invocation;
}

struct test_result *
add_spread(struct result *result, const char *spec, size_t count, double ns)
{
	struct test_result	*test = add_test(result, spec);
	size_t			 i;

	for (i = 0; i < count; i++)
		add_invocation(test, ns * (0.99 + 0.02 * ((double)i + 0.5) /
		    (double)count));
	return test;
}

size_t
count_lines(const struct texts *texts, const char *words)
{
	size_t	i, count = 0;

	for (i = 0; i < texts->count; i++)
		count += strstr(texts->list[i], words) != NULL;
	return count;
}

void
check_line(const struct texts *texts, const char *line)
{
	size_t	i;

	for (i = 0; i < texts->count; i++)
		if (strcmp(texts->list[i], line) == 0)
			return;
	for (i = 0; i < texts->count; i++)
		printf("  %s\n", texts->list[i]);
	ck_abort_msg("no line \"%s\"", line);
}

void
check_note(size_t row, const char *note)
{
	const char	*is = made.rows[row].note;

	ck_assert_msg(note == NULL ? is == NULL : is != NULL &&
	    strstr(is, note) != NULL, "row %zu: note \"%s\", not \"%s\"", row,
	    is != NULL ? is : "none", note != NULL ? note : "none");
}

void
check_verdict(size_t row, const char *verdict)
{
	ck_assert(row < made.count);
	ck_assert_str_eq(verdict_name(made.rows[row].verdict), verdict);
	ck_assert_uint_gt(made.verdicts[made.rows[row].verdict], 0);
}

void
check_near(double value, double wanted)
{
	ck_assert_msg(fabs(value - wanted) <= 1e-9 * fabs(wanted),
	    "%.17g instead of %.17g", value, wanted);
}

void
add_rows(struct result *result, size_t rows, size_t count, double ns)
{
	char	spec[48];
	size_t	i;

	for (i = 0; i < rows; i++) {
		snprintf(spec, sizeof spec, "pipe:place=%zu+0", i);
		add_spread(result, spec, count, ns);
	}
}

void
add_boots(struct result *files, size_t count, size_t rows, const char *name,
    double ns)
{
	char	id[48];
	size_t	i;

	for (i = 0; i < count; i++) {
		snprintf(id, sizeof id, "%s-%zu", name, i);
		facts_add_text(&files[i].host, "boot_id", id);
		add_rows(&files[i], rows, 5, ns + (double)i);
	}
}

unsigned
turns(unsigned few)
{
	return getenv("IPCLAT_CHECK_SLOW") != NULL ? 20 * few : few;
}

void
check_count(unsigned count, unsigned of, double chance, const char *what)
{
	double	deviation = sqrt(chance * (1 - chance) / of);

	ck_assert_msg(fabs((double)count / of - chance) <= BOUND * deviation +
	    0.5 / of, "%s: %u of %u, but the chance is %g", what, count, of,
	    chance);
}
