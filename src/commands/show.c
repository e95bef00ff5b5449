/* ipclat show: prints results that were stored. */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/fail.h"
#include "commands/command.h"
#include "commands/options.h"
#include "commands/print.h"
#include "results/store.h"

/* Reads all files; each result read is counted, whatever comes behind it. */
static int
results_read(char **paths, int count, struct result *results, int *read)
{
	for (*read = 0; *read < count; ++*read)
		if (store_read(paths[*read], &results[*read]) != 0)
			return OUTCOME_FAILED;
	return OUTCOME_OK;
}

static int
command_show_run(const struct options *options, int operand_count,
    char **operands)
{
	const struct reporter	*reporter;
	struct result		*results;
	int			 read, status;

	if (operand_count == 0)
		return command_usage_error("show: no file named; "
		    "usage: ipclat show FILE...");
	if ((reporter = print_choose_reporter(options->format)) == NULL)
		return command_usage_error("%s", fail_reason());
	results = calloc((size_t)operand_count, sizeof *results);
	if (results == NULL)
		abort();
	if (results_read(operands, operand_count, results, &read) != 0)
		status = command_usage_error("%s", fail_reason());
	else
		status = command_print_results(reporter, results,
		    (size_t)operand_count, EXIT_MEASURED);
	while (read > 0)
		result_free(&results[--read]);
	free(results);
	return status;
}

const struct command command_show = {
	.name = "show",
	.summary = "print stored results again",
	.usage = "[OPTION]... FILE...",
	.description =
	    "Prints results that 'ipclat run -o FILE' stored; "
	    "- is standard input.",
	.run = command_show_run,
};
