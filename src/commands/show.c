/* ipclat show: prints results that were stored. */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/fail.h"
#include "base/memory.h"
#include "commands/command.h"
#include "commands/judging.h"
#include "commands/options.h"
#include "commands/print.h"
#include "results/evidence.h"

static int
command_show_run(const struct options *options, int operand_count,
    char **operands)
{
	const struct reporter	*reporter;
	struct report_request	 request = { .ktap = false };
	struct limits		 limits = { .count = 0 };
	struct result		*results;
	size_t			 count = (size_t)operand_count, i;
	int			 status;

	if (operand_count == 0)
		return command_usage_error("show: no file named; "
		    "usage: ipclat show FILE...");
	if ((reporter = print_choose_reporter(options->format)) == NULL ||
	    print_check_count(reporter, count) != 0 ||
	    judging_read(options, reporter->has_ktap, &limits, &request) != 0)
		return command_usage_error("%s", fail_reason());
	results = memory_allocate(count, sizeof *results);
	if (evidence_read_all(operands, count, results) != 0) {
		free(results);
		return command_usage_error("%s", fail_reason());
	}
	status = command_print_results(reporter, results, count, &request,
	    EXIT_MEASURED);
	for (i = 0; i < count; i++)
		result_free(&results[i]);
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
