/* ipclat show: prints results that were stored. */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/fail.h"
#include "base/memory.h"
#include "commands/command.h"
#include "commands/options.h"
#include "commands/print.h"
#include "results/evidence.h"

/* Reads all files; each result read is counted, whatever comes behind it. */
static int
results_read(char **paths, size_t count, struct result *results, size_t *read)
{
	*read = 0;
	if (evidence_check_names(paths, count) != 0)
		return OUTCOME_FAILED;
	for (; *read < count; ++*read)
		if (evidence_read(paths[*read], NULL, &results[*read]) != 0)
			return OUTCOME_FAILED;
	return OUTCOME_OK;
}

static int
command_show_run(const struct options *options, int operand_count,
    char **operands)
{
	const struct reporter	*reporter;
	struct result		*results;
	size_t			 count = (size_t)operand_count, read;
	int			 status;

	if (operand_count == 0)
		return command_usage_error("show: no file named; "
		    "usage: ipclat show FILE...");
	if ((reporter = print_choose_reporter(options->format)) == NULL)
		return command_usage_error("%s", fail_reason());
	results = memory_allocate(count, sizeof *results);
	if (results_read(operands, count, results, &read) != 0)
		status = command_usage_error("%s", fail_reason());
	else
		status = command_print_results(reporter, results, count,
		    EXIT_MEASURED);
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
	    "Prints results that 'ipclat run -o FILE' stored, or that lmbench "
	    "printed;\n- is standard input.",
	.run = command_show_run,
};
