/* ipclat report: stored results as a page that stands by itself. */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/memory.h"
#include "commands/command.h"
#include "commands/drawings.h"
#include "commands/options.h"
#include "reporters/page.h"
#include "results/destination.h"
#include "results/evidence.h"

static int
page_check_is_ours(const char *name, const char *path)
{
	return drawings_check_mark(name, path, PAGE_MARK, "page");
}

/* The destination tells whether all of it has arrived. */
static int
page_put(FILE *out, const void *data)
{
	page_write(out, data);
	return OUTCOME_OK;
}

/* Writes the page where it was asked for.  OK, or FAILED with a reason. */
static int
page_write_to(const char *name, const struct plot_data *data)
{
	struct destination	*destination;

	if (name == NULL)
		return OUTCOME_OK;
	if (strcmp(name, "-") == 0) {
		page_write(stdout, data);
		return OUTCOME_OK;
	}
	destination = destination_open(name, page_check_is_ours);
	if (destination == NULL)
		return OUTCOME_FAILED;
	return destination_close(destination, page_put, data);
}

static int
report_write(const struct options *options, char *const *files,
    const struct result *results, size_t count)
{
	const struct comparison_request	request = {
		.threshold_percent = options->threshold_percent,
		.correction = (enum comparison_correction)options->correction,
	};
	struct platforms		platforms;
	struct plot_data		data;
	int				outcome;

	memset(&platforms, 0, sizeof platforms);
	platforms_make(results, files, count, &request, &platforms);
	plot_data_make(&platforms, &data);
	outcome = page_write_to(options->output, &data);
	if (outcome == OUTCOME_OK && options->svg != NULL)
		outcome = drawings_write(options->svg, &data);
	plot_data_free(&data);
	platforms_free(&platforms);
	return outcome;
}

static int
command_report_run(const struct options *options, int operand_count,
    char **operands)
{
	struct result	*results;
	size_t		 count = (size_t)operand_count, i;
	int		 outcome;

	if (operand_count == 0)
		return command_usage_error("report: no file named; "
		    "usage: ipclat report -o PAGE.html FILE...");
	if (options->output == NULL && options->svg == NULL)
		return command_usage_error("report: says not where to; add -o "
		    "PAGE.html, or --svg DIRECTORY for the plots alone");
	results = memory_allocate(count, sizeof *results);
	if (evidence_read_all(operands, count, results) != 0) {
		free(results);
		return command_usage_error("%s", fail_reason());
	}
	outcome = report_write(options, operands, results, count);
	for (i = 0; i < count; i++)
		result_free(&results[i]);
	free(results);
	return outcome != OUTCOME_OK ?
	    command_usage_error("%s", fail_reason()) :
	    command_finish_output(EXIT_MEASURED);
}

const struct command command_report = {
	.name = "report",
	.summary = "make a page with plots of stored results",
	.usage = "-o PAGE.html [OPTION]... FILE...",
	.description =
	    "Makes one page of HTML, with nothing outside it, of results that "
	    "'ipclat run\n-o FILE' stored, or that lmbench printed; with "
	    "several files each is compared\nwith the first.  - is standard "
	    "input.",
	.run = command_report_run,
};
