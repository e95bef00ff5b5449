/* Owns what commands that compare have in common. */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "commands/command.h"
#include "commands/comparing.h"
#include "commands/judging.h"
#include "commands/options.h"
#include "commands/print.h"

static int
options_check(const struct options *options, const char *command)
{
	if (options->fail_if_slower > 0 &&
	    options->fail_if_slower < options->threshold_percent)
		return fail("%s: --fail-if-slower=%g is below the "
		    "threshold of %g %%, under which nothing counts as "
		    "slower; lower --threshold too", command,
		    options->fail_if_slower,
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

/* The exit status that the comparison stands for. */
static int
comparison_judge(const struct comparison *comparison,
    const struct comparing *comparing)
{
	const struct judgement_counts	counts =
	    judgement_count_rows(comparison, &comparing->report.rules);
	size_t				i, comparable = 0;

	for (i = 0; i < comparison->count; i++)
		comparable += isfinite(comparison->rows[i].ratio);
	if (comparable == 0)
		return command_usage_error("%s: no test can be compared; "
		    "the table says why", comparing->command);
	if (counts.of[JUDGED_TOO_SLOW] > 0)
		return EXIT_SLOWER;
	return counts.of[JUDGED_OPEN] > 0 ? EXIT_INCONCLUSIVE : EXIT_MEASURED;
}

int
comparing_choose(const struct options *options, const char *command,
    struct comparing *comparing)
{
	memset(comparing, 0, sizeof *comparing);
	comparing->options = options;
	comparing->command = command;
	comparing->request.threshold_percent = options->threshold_percent;
	comparing->request.correction =
	    (enum comparison_correction)options->correction;
	comparing->request.metric = (enum comparison_metric)options->metric;
	comparing->request.force = options->force;
	comparing->reporter =
	    print_choose_comparison_reporter(options->format);
	if (comparing->reporter == NULL ||
	    options_check(options, command) != OUTCOME_OK)
		return OUTCOME_FAILED;
	return judging_read(options, comparing->reporter->has_ktap,
	    &comparing->limits, &comparing->report);
}

int
comparing_print(const struct comparing *comparing,
    struct comparison *comparison)
{
	int	status;

	if (comparing->options->sort && comparison->count > 0)
		qsort(comparison->rows, comparison->count,
		    sizeof *comparison->rows, rows_order);
	if (comparing->reporter->report(stdout, comparison,
	    &comparing->request, &comparing->report) != 0)
		return command_usage_error("cannot write standard output: %s",
		    fail_reason());
	status = command_finish_output(EXIT_MEASURED);
	return status != EXIT_MEASURED ? status :
	    comparison_judge(comparison, comparing);
}
