/* ipclat compare: tells real changes from noise. */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "commands/command.h"
#include "commands/options.h"
#include "commands/print.h"
#include "results/comparison.h"
#include "results/evidence.h"

/* The operands: so many files of the old side, then those of the new one. */
struct sides {
	char	**files;
	size_t	  old_count, new_count;
};

/*
 * Divides the operands where "--" stands.  The first one on the command line
 * is not among them; if it stood before all of them it only ended the
 * options, and the one that divides may follow.
 */
static int
sides_find(const struct options *options, int count, char **operands,
    struct sides *sides)
{
	int	i, kept = 0, old_count = options->operands_before_end;

	if (old_count == 0)
		old_count = -1;
	for (i = 0; i < count; i++) {
		if (strcmp(operands[i], "--") != 0)
			operands[kept++] = operands[i];
		else if (old_count < 0)
			old_count = kept;
		else
			return fail("compare: '--' stands twice; it divides "
			    "two sides");
	}
	if (old_count < 0 && kept == 2)
		old_count = 1;
	if (old_count <= 0 || old_count >= kept)
		return fail("compare: needs two files, OLD NEW, or several a "
		    "side, OLD... -- NEW...");
	sides->files = operands;
	sides->old_count = (size_t)old_count;
	sides->new_count = (size_t)(kept - old_count);
	return evidence_check_names(operands, (size_t)kept);
}

static int
options_check(const struct options *options)
{
	if (options->fail_if_slower > 0 &&
	    options->fail_if_slower < options->threshold_percent)
		return fail("compare: --fail-if-slower=%g is below the "
		    "threshold of %g %%, under which nothing counts as "
		    "slower; lower --threshold too", options->fail_if_slower,
		    options->threshold_percent);
	return OUTCOME_OK;
}

/* What became slower most comes first; what has no figure last. */
static int
rows_order(const void *first, const void *second)
{
	const struct comparison_row	*a = first, *b = second;
	bool				 a_known = isfinite(a->change_percent);
	bool				 b_known = isfinite(b->change_percent);

	if (a_known != b_known)
		return a_known ? -1 : 1;
	if (a_known && a->change_percent < b->change_percent)
		return -1;
	if (a_known && a->change_percent > b->change_percent)
		return 1;
	return strcmp(a->spec, b->spec);
}

static bool
row_is_too_slow(const struct comparison_row *row, double percent)
{
	return row->verdict == VERDICT_SLOWER &&
	    -row->change_percent >= percent;
}

/* The exit status that the comparison stands for. */
static int
comparison_judge(const struct comparison *comparison,
    const struct options *options)
{
	const struct comparison_row	*row;
	size_t				 i, comparable = 0, open = 0;
	bool				 too_slow = false;

	for (i = 0; i < comparison->count; i++) {
		row = &comparison->rows[i];
		comparable += isfinite(row->ratio);
		open += row->verdict == VERDICT_INCONCLUSIVE ||
		    row->verdict == VERDICT_NO_EVIDENCE;
		too_slow |= options->fail_if_slower >= 0 &&
		    row_is_too_slow(row, options->fail_if_slower);
	}
	if (comparable == 0)
		return command_usage_error("compare: no test can be compared; "
		    "the table says why");
	if (too_slow)
		return EXIT_SLOWER;
	return options->require_conclusive && open > 0 ? EXIT_INCONCLUSIVE :
	    EXIT_MEASURED;
}

/*
 * Reads the files, one after the other, and compares what was read.  OK, or
 * FAILED with a reason.
 */
static int
sides_compare(const struct sides *sides,
    const struct comparison_request *request, struct comparison *comparison)
{
	struct comparer	*comparer = comparer_new(request);
	struct texts	 remarks = { NULL, 0 };
	struct result	 result;
	size_t		 i, count = sides->old_count + sides->new_count;

	for (i = 0; i < count; i++) {
		memset(&result, 0, sizeof result);
		if (evidence_read(sides->files[i], &remarks, &result) != 0)
			break;
		if (i < sides->old_count)
			comparer_add_old(comparer, &result);
		else
			comparer_add_new(comparer, &result);
		result_free(&result);
	}
	if (i < count) {
		comparer_free(comparer);
		texts_free(&remarks);
		return OUTCOME_FAILED;
	}
	comparer_finish(comparer, comparison);
	for (i = 0; i < remarks.count; i++)
		texts_add(&comparison->warnings, "%s", remarks.list[i]);
	texts_free(&remarks);
	return OUTCOME_OK;
}

static int
comparison_print(const struct options *options,
    const struct comparison_reporter *reporter,
    const struct comparison_request *request, struct comparison *comparison)
{
	int	status;

	if (options->sort && comparison->count > 0)
		qsort(comparison->rows, comparison->count,
		    sizeof *comparison->rows, rows_order);
	if (reporter->report(stdout, comparison, request) != 0)
		return command_usage_error("cannot write standard output: %s",
		    fail_reason());
	status = command_finish_output(EXIT_MEASURED);
	return status != EXIT_MEASURED ? status :
	    comparison_judge(comparison, options);
}

static int
command_compare_run(const struct options *options, int operand_count,
    char **operands)
{
	const struct comparison_request		 request = {
		.threshold_percent = options->threshold_percent,
		.correction = (enum comparison_correction)options->correction,
		.metric = (enum comparison_metric)options->metric,
		.force = options->force,
	};
	const struct comparison_reporter	*reporter;
	struct sides				 sides = { NULL, 0, 0 };
	struct comparison			 comparison;
	int					 status;

	reporter = print_choose_comparison_reporter(options->format);
	memset(&comparison, 0, sizeof comparison);
	if (reporter == NULL || options_check(options) != 0 ||
	    sides_find(options, operand_count, operands, &sides) != 0 ||
	    sides_compare(&sides, &request, &comparison) != 0)
		return command_usage_error("%s", fail_reason());
	status = comparison_print(options, reporter, &request, &comparison);
	comparison_free(&comparison);
	return status;
}

const struct command command_compare = {
	.name = "compare",
	.summary = "compare stored results, and tell changes from noise",
	.usage = "[OPTION]... OLD NEW | OLD... -- NEW...",
	.description =
	    "Compares results that 'ipclat run -o FILE' stored, or that "
	    "lmbench printed:\none file a side, or several runs, or, better, "
	    "boots a side; - is standard\ninput.  The exit status is 0; 1 "
	    "with --fail-if-slower and something slower;\n2 where nothing "
	    "could be compared; 3 with --require-conclusive and something\n"
	    "open.  1 wins over 3.",
	.run = command_compare_run,
};
