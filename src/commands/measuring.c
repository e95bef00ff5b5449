/* Owns what commands that measure have in common. */

#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/entropy.h"
#include "commands/command.h"
#include "commands/measuring.h"
#include "commands/options.h"
#include "engine/cleanup.h"
#include "engine/placement.h"
#include "system/machine.h"
#include "system/self.h"

#define SEED_BITS 53	/* exact in every reader of JSON */

volatile sig_atomic_t measuring_stop;

static void
measuring_catch(int signal_number)
{
	measuring_stop = signal_number;
}

/* What the parent had ignored stays ignored, as under nohup. */
void
measuring_catch_signals(void)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action, before;
	sigset_t	 none;
	size_t		 i;

	/* Whoever started us may have blocked them. */
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);

	memset(&action, 0, sizeof action);
	action.sa_handler = measuring_catch;
	for (i = 0; i < sizeof signals / sizeof signals[0]; i++)
		if (sigaction(signals[i], NULL, &before) == 0 &&
		    before.sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
}

char *
measuring_get_time(void)
{
	char	*text = malloc(CLOCK_RFC3339_SIZE);

	if (text == NULL)
		abort();
	clock_format_utc(text, time(NULL));
	return text;
}

int
measuring_choose_tests(const struct options *options, int count, char **words,
    bool any_place, struct testspecs *tests)
{
	const struct testspec_lists lists = {
		.sizes = options->sizes, .places = options->places,
	};
	struct cpu	*cpus = calloc(OSDEP_CPUS_MAX, sizeof *cpus);
	int64_t		 places[2];
	size_t		 place_count;

	if (cpus == NULL)
		abort();
	place_count = placement_defaults(cpus, osdep_get_cpus(cpus), places);
	free(cpus);
	if (any_place) {
		places[0] = PLACE_ANY;
		place_count = 1;
	}
	return testspec_parse(words, (size_t)count, &lists, places,
	    place_count, tests);
}

void
measuring_make_directory(const struct testspecs *tests,
    struct measuring_directory *directory)
{
	size_t	i;

	(void)tmpdir_sweep(cleanup_settle);
	for (i = 0; i < tests->count; i++)
		if (cleanup_needs_directory(tests->list[i].transport))
			break;
	if (i == tests->count || tmpdir_create(directory->path) == 0)
		return;
	directory->path[0] = '\0';
	snprintf(directory->lack, sizeof directory->lack, "%s", fail_reason());
}

void
measuring_remove_directory(const struct measuring_directory *directory)
{
	if (directory->path[0] != '\0')
		tmpdir_remove(directory->path);
}

uint64_t
measuring_get_seed(const struct options *options)
{
	uint64_t	seed = options->seed;

	if (!options->seed_given)
		entropy_fill(&seed, sizeof seed);
	return seed & (((uint64_t)1 << SEED_BITS) - 1);
}

void
measuring_fill_request(const struct options *options,
    const struct testspecs *tests,
    const struct measuring_directory *directory, struct run_request *request)
{
	request->specs = tests;
	request->schedule.invocations = options->invocations;
	if (options->rigorous)
		request->schedule.most = SCHEDULE_MOST;
	request->schedule.within = SCHEDULE_WITHIN;
	request->time_ns = (uint64_t)(options->time_s * 1e9);
	request->count = options->count;
	request->timeout_ns = (uint64_t)(options->timeout_s * 1e9);
	request->budget_ns = (uint64_t)(options->budget_s * 1e9);
	request->wait_quiet = options->wait_quiet_given;
	request->quiet_ns = (uint64_t)(options->wait_quiet_s * 1e9);
	request->seed = measuring_get_seed(options);
	request->directory = directory->path;
	request->directory_lack = directory->lack;
	request->stop = &measuring_stop;
	clock_measure(&request->clock);
}

void
measuring_describe(const struct options *options,
    const struct run_request *request, struct result *result)
{
	size_t	i;

	result->started = measuring_get_time();
	result->seed = request->seed;
	for (i = 0; i < options->arguments.count; i++)
		texts_append(&result->arguments, options->arguments.list[i]);
	machine_add_program(&result->program, &result->libraries);
	machine_add_facts(&result->host, &request->clock, self_fresh());
}

bool
measuring_has_figures(const struct result *result)
{
	size_t	i;

	for (i = 0; i < result->test_count; i++)
		if (result->tests[i].invocation_count > 0)
			return true;
	return false;
}

int
measuring_store(struct store *store, const char *name,
    const struct result *result, bool round_whole)
{
	const struct result *kept = result;

	if (measuring_stop != 0 && !round_whole && store_replaces(store)) {
		kept = NULL;
		command_usage_error("%s: the earlier result stays there, since "
		    "the run was stopped before its first round was whole",
		    name);
	} else if (measuring_stop != 0 && !measuring_has_figures(result)) {
		kept = NULL;
	}
	return store_close(store, kept);
}
