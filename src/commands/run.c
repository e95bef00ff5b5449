/* ipclat run: measures, prints, keeps the result. */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "commands/command.h"
#include "commands/judging.h"
#include "commands/measuring.h"
#include "commands/options.h"
#include "commands/print.h"
#include "commands/progress.h"
#include "reporters/reporter.h"

struct run {
	const struct options	*options;
	const struct reporter	*reporter;
	struct report_request	 report;
	struct limits		 limits;
	struct testspecs	 specs;
	struct run_request	 request;
	struct store		*store;		/* NULL: nothing is kept */
	struct result		 result;
	struct result		 like;		/* read, if asked for */
	bool			 round_whole;	/* one at least */
	enum progress_style	 progress;
	struct measuring_directory directory;
};

static bool
run_is_to_stdout(const struct options *options)
{
	return options->output != NULL && strcmp(options->output, "-") == 0;
}

static int
run_choose_reporter(struct run *run)
{
	const struct options *options = run->options;
	bool		 to_stdout = run_is_to_stdout(options);

	if (to_stdout && options->format != NULL &&
	    strcmp(options->format, "json") != 0)
		return fail("-o - is JSON, and -f asks for '%s' on the same "
		    "standard output: leave one of them out", options->format);
	run->reporter = print_choose_reporter(to_stdout ? "json" :
	    options->format);
	if (run->reporter == NULL)
		return OUTCOME_FAILED;
	return judging_read(options, run->reporter->has_ktap, &run->limits,
	    &run->report);
}

/* A limit of nothing that is going to be measured would never be missed. */
static int
run_check_limits(const struct run *run)
{
	struct result	planned = { .seed = 0 };
	size_t		i;
	int		outcome;

	for (i = 0; i < run->specs.count; i++)
		runner_describe(&run->specs.list[i], result_add_test(&planned));
	outcome = judging_check_limits(&run->limits, &planned, 1);
	result_free(&planned);
	return outcome;
}

/* The result whose batches are to be followed. */
static int
run_read_like(struct run *run)
{
	if (run->options->like == NULL)
		return OUTCOME_OK;
	if (store_read(run->options->like, &run->like) != 0)
		return OUTCOME_FAILED;
	run->request.like = &run->like;
	return OUTCOME_OK;
}

static int
run_open_store(struct run *run)
{
	const struct options *options = run->options;

	if (options->output == NULL || run_is_to_stdout(options))
		return OUTCOME_OK;
	run->store = store_open(options->output);
	return run->store != NULL ? OUTCOME_OK : OUTCOME_FAILED;
}

/* The tables that answer what was asked. */
static void
run_choose_views(struct run *run, int count, char **words)
{
	const struct options	*options = run->options;
	const struct testspec_group *group;
	char			 name[32];
	int			 i;

	for (i = 0; i < count; i++) {
		snprintf(name, sizeof name, "%.*s",
		    (int)strcspn(words[i], ":"), words[i]);
		group = testspec_find_group(name);
		if (group != NULL && group->view != NULL)
			texts_add(&run->result.views, "%s", group->view);
	}
	if (options->sizes != NULL && strchr(options->sizes, ',') != NULL)
		texts_add(&run->result.views, "sizes");
	if (options->count != 0)
		texts_add(&run->result.views, "elapsed");
}

static void
run_before_invocation(void *context, const struct run_state *state)
{
	struct run	*run = context;

	progress_show(run->progress, state);
}

/* A result that cannot be kept is still worth measuring to its end. */
static void
run_after_round(void *context, const struct result *result)
{
	struct run	*run = context;

	run->round_whole = true;
	/* At the end it is tried again, and told. */
	if (run->store != NULL)
		(void)store_save(run->store, result);
}

static int
run_get_status(const struct run *run)
{
	if (measuring_stop != 0)
		return EXIT_SIGNAL + (int)measuring_stop;
	if (judgement_count(&run->result, &run->report.rules).failures > 0)
		return EXIT_TEST_FAILED;
	return measuring_has_figures(&run->result) ? EXIT_MEASURED :
	    EXIT_ALL_SKIPPED;
}

static int
run_measure(struct run *run)
{
	const struct run_listener listener = {
		.context = run,
		.before_invocation = run_before_invocation,
		.after_round = run_after_round,
	};
	int	status;

	run->progress = progress_choose(run->options->quiet,
	    run->options->verbose);
	runner_run(&run->request, &listener, &run->result);
	progress_clear(run->progress);
	run->result.finished = measuring_get_time();
	status = command_print_results(run->reporter, &run->result, 1,
	    &run->report, run_get_status(run));
	if (run->store != NULL && measuring_store(run->store,
	    run->options->output, &run->result, run->round_whole) !=
	    OUTCOME_OK)
		status = command_usage_error("%s", fail_reason());
	return status;
}

static int
run_run(const struct options *options, int count, char **words)
{
	struct run	run = { .options = options };
	int		status;

	/* Before there is anything to be cleaned up. */
	measuring_catch_signals();
	if (run_choose_reporter(&run) != 0 ||
	    measuring_choose_tests(options, count, words,
	    run.reporter != NULL && run.reporter->any_place, &run.specs) != 0 ||
	    run_check_limits(&run) != 0 ||
	    run_read_like(&run) != 0 || run_open_store(&run) != 0) {
		status = command_usage_error("%s", fail_reason());
	} else {
		measuring_make_directory(&run.specs, &run.directory);
		measuring_fill_request(options, &run.specs, &run.directory,
		    &run.request);
		measuring_describe(options, &run.request, &run.result);
		run_choose_views(&run, count, words);
		status = run_measure(&run);
	}
	measuring_remove_directory(&run.directory);
	testspecs_free(&run.specs);
	limits_free(&run.limits);
	result_free(&run.result);
	result_free(&run.like);
	return status;
}

const struct command command_run = {
	.name = "run",
	.summary = "measure, and print a table",
	.usage = "[OPTION]... [TEST]...",
	.description =
	    "Measures the round trip, a request and its reply, of each TEST "
	    "(default:\n@default) in several invocations, each with fresh "
	    "processes, and prints a\ntable.  'ipclat list' names all tests "
	    "and their keys.",
	.run = run_run,
};
