/* ipclat run: measures, prints, keeps the result. */

#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/entropy.h"
#include "base/fail.h"
#include "base/tmpdir.h"
#include "commands/command.h"
#include "commands/options.h"
#include "commands/print.h"
#include "commands/progress.h"
#include "engine/cleanup.h"
#include "engine/placement.h"
#include "engine/runner.h"
#include "engine/testspec.h"
#include "reporters/reporter.h"
#include "results/store.h"
#include "system/machine.h"
#include "system/self.h"

#define SEED_BITS 53	/* exact in every reader of JSON */

struct run {
	const struct options	*options;
	const struct reporter	*reporter;
	struct testspecs	 specs;
	struct run_request	 request;
	struct store		*store;		/* NULL: nothing is kept */
	struct result		 result;
	bool			 round_whole;	/* one at least */
	enum progress_style	 progress;
	char			 directory[TMPDIR_PATH_SIZE];	/* "": none */
};

static volatile sig_atomic_t run_stop;

static void
run_catch(int signal_number)
{
	run_stop = signal_number;
}

/* What the parent had ignored stays ignored, as under nohup. */
static void
run_catch_signals(void)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action, before;
	sigset_t	 none;
	size_t		 i;

	/* Whoever started us may have blocked them. */
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);

	memset(&action, 0, sizeof action);
	action.sa_handler = run_catch;
	for (i = 0; i < sizeof signals / sizeof signals[0]; i++)
		if (sigaction(signals[i], NULL, &before) == 0 &&
		    before.sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
}

static char *
run_get_time(void)
{
	char	*text = malloc(CLOCK_RFC3339_SIZE);

	if (text == NULL)
		abort();
	clock_format_utc(text, time(NULL));
	return text;
}

static bool
run_is_to_stdout(const struct options *options)
{
	return options->output != NULL && strcmp(options->output, "-") == 0;
}

static int
run_choose_tests(struct run *run, int count, char **words)
{
	const struct testspec_lists lists = {
		.sizes = run->options->sizes, .places = run->options->places,
	};
	struct cpu	*cpus = calloc(OSDEP_CPUS_MAX, sizeof *cpus);
	int64_t		 places[2];
	size_t		 place_count;

	if (cpus == NULL)
		abort();
	place_count = placement_defaults(cpus, osdep_get_cpus(cpus), places);
	free(cpus);
	if (run->reporter != NULL && run->reporter->any_place) {
		places[0] = PLACE_ANY;
		place_count = 1;
	}
	return testspec_parse(words, (size_t)count, &lists, places,
	    place_count, &run->specs);
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
	return run->reporter != NULL ? OUTCOME_OK : OUTCOME_FAILED;
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

static int
run_make_directory(struct run *run)
{
	size_t	i;

	(void)tmpdir_sweep(cleanup_settle);
	for (i = 0; i < run->specs.count; i++)
		if (cleanup_needs_directory(run->specs.list[i].transport))
			return tmpdir_create(run->directory);
	return OUTCOME_OK;
}

static void
run_fill_request(struct run *run)
{
	const struct options *options = run->options;
	struct run_request   *request = &run->request;

	request->specs = &run->specs;
	request->invocations = options->invocations;
	request->time_ns = (uint64_t)(options->time_s * 1e9);
	request->count = options->count;
	request->timeout_ns = (uint64_t)(options->timeout_s * 1e9);
	request->seed = options->seed;
	if (!options->seed_given)
		entropy_fill(&request->seed, sizeof request->seed);
	request->seed &= ((uint64_t)1 << SEED_BITS) - 1;
	request->directory = run->directory[0] != '\0' ? run->directory : NULL;
	request->stop = &run_stop;
	clock_measure(&request->clock);
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
run_describe(struct run *run)
{
	struct result	*result = &run->result;
	size_t		 i;

	result->started = run_get_time();
	result->seed = run->request.seed;
	for (i = 0; i < run->options->arguments.count; i++)
		texts_append(&result->arguments,
		    run->options->arguments.list[i]);
	machine_add_program(&result->program, &result->libraries);
	machine_add_facts(&result->host, &run->request.clock, self_fresh());
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

static bool
run_has(const struct run *run, enum test_status status)
{
	size_t	i;

	for (i = 0; i < run->result.test_count; i++)
		if (run->result.tests[i].status == status)
			return true;
	return false;
}

static bool
run_has_figures(const struct run *run)
{
	size_t	i;

	for (i = 0; i < run->result.test_count; i++)
		if (run->result.tests[i].invocation_count > 0)
			return true;
	return false;
}

static int
run_get_status(const struct run *run)
{
	if (run_stop != 0)
		return EXIT_SIGNAL + (int)run_stop;
	if (run_has(run, TEST_FAILED))
		return EXIT_TEST_FAILED;
	if (run_has(run, TEST_SKIPPED) && run->options->strict)
		return EXIT_TEST_FAILED;
	return run_has_figures(run) ? EXIT_MEASURED : EXIT_ALL_SKIPPED;
}

/* Of a run that was stopped only whole rounds replace an earlier result, and
 * nothing measured makes no file. */
static int
run_store(struct run *run)
{
	const struct result *kept = &run->result;

	if (run->store == NULL)
		return OUTCOME_OK;
	if (run_stop != 0 && !run->round_whole &&
	    store_replaces(run->store)) {
		kept = NULL;
		command_usage_error("%s: the earlier result stays there, since "
		    "the run was stopped before its first round was whole",
		    run->options->output);
	} else if (run_stop != 0 && !run_has_figures(run)) {
		kept = NULL;
	}
	return store_close(run->store, kept);
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
	run->result.finished = run_get_time();
	status = command_print_results(run->reporter, &run->result, 1,
	    run_get_status(run));
	if (run_store(run) != OUTCOME_OK)
		status = command_usage_error("%s", fail_reason());
	return status;
}

static int
run_run(const struct options *options, int count, char **words)
{
	struct run	run = { .options = options };
	int		status;

	/* Before there is anything to be cleaned up. */
	run_catch_signals();
	if (run_choose_reporter(&run) != 0 ||
	    run_choose_tests(&run, count, words) != 0 ||
	    run_open_store(&run) != 0) {
		status = command_usage_error("%s", fail_reason());
	} else if (run_make_directory(&run) != 0) {
		status = command_usage_error("%s", fail_reason());
		if (run.store != NULL)
			(void)store_close(run.store, NULL);
	} else {
		run_fill_request(&run);
		run_describe(&run);
		run_choose_views(&run, count, words);
		status = run_measure(&run);
	}
	if (run.directory[0] != '\0')
		tmpdir_remove(run.directory);
	testspecs_free(&run.specs);
	result_free(&run.result);
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
