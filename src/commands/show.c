/* ipclat show: prints results that were stored. */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/memory.h"
#include "commands/command.h"
#include "commands/judging.h"
#include "commands/options.h"
#include "commands/print.h"
#include "commands/terminal.h"
#include "reporters/columns.h"
#include "reporters/plot-terminal.h"
#include "results/evidence.h"

#define COLUMNS_LEAST	40u
#define COLUMNS_MOST	160u
#define COLUMNS_USUAL	80u

/* Forms in which several platforms stand beside each other. */
static const struct columns_form {
	const char	*name;		/* as given to -f; the first: by default */
	int		(*write)(FILE *, const struct platforms *);
} columns_forms[] = {
	{ "text", columns_write_text },
	{ "markdown", columns_write_markdown },
};

/* NULL: those results are printed one after the other. */
static const struct columns_form *
columns_form_find(const char *given)
{
	size_t	i;

	if (given == NULL)
		return &columns_forms[0];
	for (i = 0; i < sizeof columns_forms / sizeof columns_forms[0]; i++)
		if (strcmp(columns_forms[i].name, given) == 0)
			return &columns_forms[i];
	return NULL;
}

static int
show_plots(FILE *out, const struct platforms *platforms)
{
	struct plot_terminal	terminal = { .utf8 = terminal_is_utf8() };

	terminal.columns = terminal_width(STDOUT_FILENO);
	if (terminal.columns == 0)
		terminal.columns = COLUMNS_USUAL;
	if (terminal.columns < COLUMNS_LEAST)
		terminal.columns = COLUMNS_LEAST;
	if (terminal.columns > COLUMNS_MOST)
		terminal.columns = COLUMNS_MOST;
	return plot_terminal_write(out, platforms, &terminal);
}

/* Puts them side by side, and writes that.  The exit status. */
static int
show_platforms(const struct options *options, char *const *files,
    const struct result *results, size_t count,
    int (*write)(FILE *, const struct platforms *))
{
	const struct comparison_request	request = {
		.threshold_percent = options->threshold_percent,
	};
	struct platforms		platforms;
	int				outcome;

	memset(&platforms, 0, sizeof platforms);
	platforms_make(results, files, count, &request, &platforms);
	outcome = write(stdout, &platforms);
	platforms_free(&platforms);
	return outcome != OUTCOME_OK ?
	    command_usage_error("cannot write standard output: %s",
	    fail_reason()) : command_finish_output(EXIT_MEASURED);
}

static int
command_show_run(const struct options *options, int operand_count,
    char **operands)
{
	const struct columns_form	*form;
	const struct reporter		*reporter = NULL;
	struct report_request		 request = { .ktap = false };
	struct limits			 limits = { .count = 0 };
	struct result			*results;
	size_t				 count = (size_t)operand_count, i;
	int				 status;

	if (operand_count == 0)
		return command_usage_error("show: no file named; "
		    "usage: ipclat show FILE...");
	if (options->plot && options->format != NULL)
		return command_usage_error("show: --plot and --format exclude "
		    "each other; give one of them");
	form = count > 1 ? columns_form_find(options->format) : NULL;
	if (form == NULL && !options->plot &&
	    ((reporter = print_choose_reporter(options->format)) == NULL ||
	    print_check_count(reporter, count) != 0))
		return command_usage_error("%s", fail_reason());
	if (judging_read(options, reporter != NULL && reporter->has_ktap,
	    &limits, &request) != 0)
		return command_usage_error("%s", fail_reason());
	results = memory_allocate(count, sizeof *results);
	if (evidence_read_all(operands, count, results) != 0) {
		free(results);
		return command_usage_error("%s", fail_reason());
	}
	if (options->plot || form != NULL)
		status = show_platforms(options, operands, results, count,
		    options->plot ? show_plots : form->write);
	else
		status = command_print_results(reporter, results, count,
		    &request, EXIT_MEASURED);
	for (i = 0; i < count; i++)
		result_free(&results[i]);
	free(results);
	return status;
}

const struct command command_show = {
	.name = "show",
	.summary = "print stored results again, several as columns",
	.usage = "[OPTION]... FILE...",
	.description =
	    "Prints results that 'ipclat run -o FILE' stored, or that lmbench "
	    "printed;\nseveral side by side, with ratios to the first.  - is "
	    "standard input.",
	.run = command_show_run,
};
