/* ipclat export: a stored result in another format. */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/fail.h"
#include "base/memory.h"
#include "commands/command.h"
#include "commands/judging.h"
#include "commands/options.h"
#include "commands/print.h"
#include "results/destination.h"
#include "results/evidence.h"
#include "results/store.h"

struct export {
	const struct options	*options;
	const struct reporter	*reporter;
	struct report_request	 request;
	struct limits		 limits;
	struct result		*results;	/* owned */
	size_t			 count;
};

/* The format asked for, and all else that the options say; NULL with a reason. */
static const struct reporter *
export_choose(struct export *export)
{
	const struct options	*options = export->options;
	const struct reporter	*reporter;

	if (options->format == NULL) {
		fail("export: no format named; give -f and one of those that "
		    "'ipclat export --help' names");
		return NULL;
	}
	reporter = print_choose_reporter(options->format);
	if (reporter == NULL ||
	    print_check_count(reporter, export->count) != 0 ||
	    judging_read(options, reporter->has_ktap, &export->limits,
	    &export->request) != 0)
		return NULL;
	return reporter;
}

/* A measurement is not lost to a view of it. */
static int
check_is_no_result(const char *name, const char *path)
{
	struct result	present;

	memset(&present, 0, sizeof present);
	if (store_read(path, &present) != 0)
		return OUTCOME_OK;
	result_free(&present);
	return fail("%s: is an ipclat result; it will not be replaced: name "
	    "another file", name);
}

static int
check_nothing(const char *name, const char *path)
{
	(void)name;
	(void)path;
	return OUTCOME_OK;
}

/* A file that was read is not written. */
static int
check_is_no_input(const char *output, char **inputs, size_t count)
{
	struct stat	status, input;
	size_t		i;

	if (stat(output, &status) != 0 || !S_ISREG(status.st_mode))
		return OUTCOME_OK;
	for (i = 0; i < count; i++)
		if (strcmp(inputs[i], "-") != 0 &&
		    stat(inputs[i], &input) == 0 &&
		    input.st_dev == status.st_dev &&
		    input.st_ino == status.st_ino)
			return fail("%s: is what is exported; name another "
			    "file", output);
	return OUTCOME_OK;
}

static int
write_report(FILE *out, const void *context)
{
	const struct export	*export = context;

	return export->reporter->report(out, export->results, export->count,
	    &export->request);
}

static int
export_to_file(const struct export *export)
{
	struct destination	*destination;

	destination = destination_open(export->options->output,
	    export->reporter->readable ? check_nothing : check_is_no_result);
	if (destination == NULL)
		return OUTCOME_FAILED;
	return destination_close(destination, write_report, export);
}

/* The work is done, whatever it tells of, unless a judgement was asked for. */
static int
export_judge(const struct export *export)
{
	const struct judgement_rules	*rules = &export->request.rules;
	size_t				 i, failures = 0;

	if (export->limits.count == 0 && !rules->strict)
		return EXIT_MEASURED;
	for (i = 0; i < export->count; i++)
		failures += judgement_count(&export->results[i],
		    rules).failures;
	return failures > 0 ? EXIT_TEST_FAILED : EXIT_MEASURED;
}

static int
export_write(const struct export *export)
{
	const char	*output = export->options->output;

	if (output == NULL || strcmp(output, "-") == 0)
		return command_print_results(export->reporter,
		    export->results, export->count, &export->request,
		    export_judge(export));
	if (export_to_file(export) != 0)
		return command_usage_error("%s", fail_reason());
	return export_judge(export);
}

static int
export_read(struct export *export, char **operands)
{
	const char	*output = export->options->output;
	size_t		 i;
	int		 status = EXIT_USAGE;

	export->results = memory_allocate(export->count,
	    sizeof *export->results);
	if ((output != NULL && check_is_no_input(output, operands,
	    export->count) != 0) || evidence_read_all(operands, export->count,
	    export->results) != 0) {
		command_usage_error("%s", fail_reason());
	} else {
		if (judging_check_limits(&export->limits, export->results,
		    export->count) != 0)
			command_usage_error("%s", fail_reason());
		else
			status = export_write(export);
		for (i = 0; i < export->count; i++)
			result_free(&export->results[i]);
	}
	free(export->results);
	return status;
}

static int
command_export_run(const struct options *options, int operand_count,
    char **operands)
{
	struct export	export = {
		.options = options, .count = (size_t)operand_count,
	};
	int		status;

	if (operand_count == 0)
		return command_usage_error("export: no file named; "
		    "usage: ipclat export -f FORMAT FILE...");
	if ((export.reporter = export_choose(&export)) == NULL)
		status = command_usage_error("%s", fail_reason());
	else
		status = export_read(&export, operands);
	limits_free(&export.limits);
	return status;
}

const struct command command_export = {
	.name = "export",
	.summary = "write stored results in another format",
	.usage = "-f FORMAT [OPTION]... FILE...",
	.description =
	    "Writes results that 'ipclat run -o FILE' stored, or that lmbench "
	    "printed, in\nanother format; - is standard input.  The exit "
	    "status is 0; 1 with --limit or\n--strict and a test that fails.",
	.run = command_export_run,
};
