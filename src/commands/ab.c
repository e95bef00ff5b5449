/* ipclat ab: measures two of a kind in turn, and compares them. */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/memory.h"
#include "commands/ab-parts.h"
#include "commands/command.h"
#include "commands/options.h"


static void
ab_before_invocation(void *context, const struct run_state *state)
{
	const struct ab	*ab = context;

	progress_show(ab->progress, state);
}

/* "x.json" becomes "x.a.json", so that it still is one by its name. */
static char *
ab_name_file(const char *name, int side)
{
	const char	*base = strrchr(name, '/'), *dot;
	const char	 letter = side == A ? 'a' : 'b';
	size_t		 size = strlen(name) + 3;
	char		*text = memory_allocate(size, 1);

	base = base != NULL ? base + 1 : name;
	dot = strrchr(base, '.');
	if (dot == NULL || dot == base)
		dot = name + strlen(name);
	snprintf(text, size, "%.*s.%c%s", (int)(dot - name), name, letter,
	    dot);
	return text;
}

int
ab_open_stores(struct ab *ab)
{
	const char	*name = ab->options->output;
	int		 side;

	if (name == NULL)
		return OUTCOME_OK;
	if (strcmp(name, "-") == 0)
		return fail("ab: -o keeps two results, which one standard "
		    "output cannot hold; name a file");
	for (side = A; side < SIDES; side++) {
		ab->names[side] = ab_name_file(name, side);
		ab->stores[side] = store_open(ab->names[side]);
		if (ab->stores[side] == NULL)
			return OUTCOME_FAILED;
	}
	return OUTCOME_OK;
}

/* Keeps both results, unless NULL; closes what is open. */
static int
ab_close_stores(struct ab *ab, const struct result results[SIDES])
{
	int	side, outcome = OUTCOME_OK;

	for (side = A; side < SIDES; side++) {
		if (ab->stores[side] == NULL)
			continue;
		if (results == NULL)
			(void)store_close(ab->stores[side], NULL);
		else if (measuring_store(ab->stores[side], ab->names[side],
		    &results[side], ab->round_whole) != OUTCOME_OK)
			outcome = OUTCOME_FAILED;
		ab->stores[side] = NULL;
	}
	return outcome;
}

void
ab_say(struct ab *ab, const struct result *result)
{
	size_t	i;

	for (i = 0; i < result->warnings.count; i++)
		texts_add(&ab->said, "%s", result->warnings.list[i]);
}

int
ab_conclude(struct ab *ab, struct comparer *comparer,
    const struct result results[SIDES])
{
	struct comparison	comparison;
	int			status = EXIT_MEASURED;
	size_t			i;

	memset(&comparison, 0, sizeof comparison);
	comparer_finish(comparer, &comparison);
	for (i = 0; i < ab->said.count; i++)
		texts_add(&comparison.warnings, "%s", ab->said.list[i]);
	if (measuring_stop == 0 || comparison.count > 0)
		status = comparing_print(&ab->comparing, &comparison);
	comparison_free(&comparison);
	if (ab_close_stores(ab, results) != OUTCOME_OK)
		return command_usage_error("%s", fail_reason());
	return measuring_stop != 0 ? EXIT_SIGNAL + (int)measuring_stop :
	    status;
}

/* Two tests, or lists of them. */
struct ab_tests {
	struct ab		*ab;
	struct testspecs	 tests;		/* those of A, then those of B */
	struct run_request	 request;
	struct result		 result;
};

/* The tests of one side, as a result that owns nothing. */
static struct result
tests_get_side(const struct result *result, int side)
{
	struct result	half = *result;

	half.test_count = result->test_count / 2;
	half.tests += side == A ? 0 : half.test_count;
	return half;
}

static void
tests_after_round(void *context, const struct result *result)
{
	struct ab	*ab = context;
	struct result	 half;
	int		 side;

	ab->round_whole = true;
	for (side = A; side < SIDES; side++) {
		half = tests_get_side(result, side);
		/* At the end it is tried again, and told. */
		if (ab->stores[side] != NULL)
			(void)store_save(ab->stores[side], &half);
	}
}

/* Reads both lists, and puts them behind each other.  0, or -1 with a reason. */
static int
tests_choose(struct ab_tests *tests, int count, char **operands)
{
	const struct options	*options = tests->ab->options;
	struct testspecs	 sides[SIDES] = { { NULL, 0 }, { NULL, 0 } };
	int			 side, outcome = OUTCOME_OK;

	if (count != SIDES)
		return fail("ab: needs two tests, A B, or two commands, "
		    "-- COMMAND_A -- COMMAND_B");
	for (side = A; side < SIDES && outcome == OUTCOME_OK; side++)
		outcome = measuring_choose_tests(options, 1, &operands[side],
		    false, &sides[side]);
	if (outcome == OUTCOME_OK && sides[A].count != sides[B].count)
		outcome = fail("ab: '%.60s' is %zu test%s and '%.60s' %zu: "
		    "they are paired in order, so name as many",
		    operands[A], sides[A].count,
		    sides[A].count == 1 ? "" : "s", operands[B],
		    sides[B].count);
	if (outcome == OUTCOME_OK) {
		tests->tests.list = memory_allocate(2 * sides[A].count,
		    sizeof *tests->tests.list);
		for (side = A; side < SIDES; side++) {
			memcpy(tests->tests.list + tests->tests.count,
			    sides[side].list, sides[side].count *
			    sizeof *sides[side].list);
			tests->tests.count += sides[side].count;
		}
	}
	testspecs_free(&sides[A]);
	testspecs_free(&sides[B]);
	return outcome;
}

/* What the run told of itself, and how many tests have more to tell. */
static void
tests_collect_warnings(struct ab *ab, const struct result *result)
{
	size_t	i, count = 0;

	ab_say(ab, result);
	for (i = 0; i < result->test_count; i++)
		count += result->tests[i].warnings.count > 0;
	if (count > 0)
		texts_add(&ab->said, "%zu of the %zu tests have warnings of "
		    "their own; -o keeps them with the figures", count,
		    result->test_count);
}

static int
tests_measure(struct ab_tests *tests)
{
	const struct run_listener listener = {
		.context = tests->ab,
		.before_invocation = ab_before_invocation,
		.after_round = tests_after_round,
	};
	struct ab	*ab = tests->ab;
	struct comparer	*comparer = comparer_new(&ab->comparing.request);
	struct result	 sides[SIDES];

	runner_run(&tests->request, &listener, &tests->result);
	progress_clear(ab->progress);
	tests->result.finished = measuring_get_time();
	tests_collect_warnings(ab, &tests->result);
	sides[A] = tests_get_side(&tests->result, A);
	sides[B] = tests_get_side(&tests->result, B);
	comparer_add_old(comparer, &sides[A]);
	comparer_add_new(comparer, &sides[B]);
	return ab_conclude(ab, comparer, sides);
}

static int
ab_run_tests(struct ab *ab, int count, char **operands)
{
	struct ab_tests	tests = { .ab = ab };
	int		status;

	if (tests_choose(&tests, count, operands) != 0 ||
	    ab_open_stores(ab) != 0) {
		status = command_usage_error("%s", fail_reason());
	} else {
		measuring_make_directory(&tests.tests, &ab->directory);
		measuring_fill_request(ab->options, &tests.tests,
		    &ab->directory, &tests.request);
		tests.request.paired = true;
		measuring_describe(ab->options, &tests.request,
		    &tests.result);
		status = tests_measure(&tests);
	}
	testspecs_free(&tests.tests);
	result_free(&tests.result);
	return status;
}

static int
command_ab_run(const struct options *options, int count, char **operands)
{
	struct ab	ab = { .options = options };
	int		status;

	/* Before there is anything to be cleaned up. */
	measuring_catch_signals();
	ab.progress = progress_choose(options->quiet, options->verbose);
	if (comparing_choose(options, "ab", &ab.comparing) != 0) {
		status = command_usage_error("%s", fail_reason());
	} else {
		ab.comparing.request.pair_by_order = true;
		status = options->operands_before_end == 0 ?
		    ab_run_commands(&ab, count, operands) :
		    ab_run_tests(&ab, count, operands);
	}
	(void)ab_close_stores(&ab, NULL);
	free(ab.names[A]);
	free(ab.names[B]);
	measuring_remove_directory(&ab.directory);
	texts_free(&ab.said);
	return status;
}

const struct command command_ab = {
	.name = "ab",
	.summary = "measure two tests or commands in turn, and compare them",
	.usage = "[OPTION]... A B | [OPTION]... -- COMMAND_A -- COMMAND_B",
	.description =
	    "Measures two tests, or groups of as many tests each, in pairs, "
	    "in random order\ninside each pair, and compares them as 'ipclat "
	    "compare' does.  Of two commands,\nwhich must be ipclat itself "
	    "with what is to be measured, or a wrapper around\nit (taskset, "
	    "chrt, env), each is run once a pair, with options appended that\n"
	    "make it measure once and tell the result to ab alone.",
	.run = command_ab_run,
};
