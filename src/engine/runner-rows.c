/* Owns the rows of a run: whether each can run here, where, and how long. */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/measure.h"
#include "engine/cleanup.h"
#include "engine/runner-parts.h"

#define BATCH_NS		5000000u
#define BATCHES			20u	/* in a measuring time of the default */
#define BATCH_LEAST_NS		500000u
#define WARM_UP_NS		5000000u
#define WARM_UP_SCALING_NS	20000000u	/* where frequencies change */
#define ADOPTED_MOST		20000000u	/* round trips in a batch: 5 ms of the shortest */
#define ADOPTED_MOST_NS		1e9
#define STALLED_NS		1000000000u	/* of --count, where each round trip stalls */

struct test_result *
runner_get_test(const struct runner *runner, size_t row)
{
	return &runner->result->tests[runner->first + row];
}

static char *
runner_copy(const char *text)
{
	char	*copy = strdup(text);

	if (copy == NULL)
		abort();
	return copy;
}

void
runner_give_up(struct runner *runner, size_t row, int outcome)
{
	struct test_result *test = runner_get_test(runner, row);

	runner->rows[row].active = false;
	test->status = outcome == OUTCOME_SKIPPED ? TEST_SKIPPED : TEST_FAILED;
	free(test->reason);
	test->reason = runner_copy(fail_reason());
}

int
runner_check_sizes(const struct testspec *spec)
{
	const struct transport *transport = spec->transport;
	size_t	largest = parameters_get_largest(&spec->parameters);

	if (!(transport->flags & TRANSPORT_CARRIES_DATA) ||
	    largest <= transport->max_size)
		return OUTCOME_OK;
	return skip("%zu bytes are more than the %zu that %s carries",
	    largest, transport->max_size, transport->name);
}

/*
 * Of sides that never sleep each needs a CPU of its own.  A broker runs where
 * the server does.
 */
static int
runner_check_spinning(const struct runner *runner, const struct testspec *spec,
    const struct placement *placement)
{
	const int64_t	*value = spec->parameters.value;
	bool	pinned = placement->client_cpu >= 0;
	bool	broker = value[KEY_VIA] == VIA_BROKER;
	size_t	sides = (size_t)value[KEY_PAIRS] * (broker ? 3 : 2);
	size_t	cpus = pinned ? 2 : runner->cpu_count;

	if (!testspec_spins(spec))
		return OUTCOME_OK;
	if (pinned && placement->client_cpu == placement->server_cpu)
		return skip("spinning on one CPU measures the scheduler's "
		    "time slice; use place=cross");
	if (cpus > 0 && sides > cpus)
		return skip("%zu processes that spin on %zu CPU%s measure the "
		    "scheduler's time slice; %s%s", sides, cpus,
		    cpus == 1 ? "" : "s",
		    broker ? "leave out wait=spin" : "take fewer pairs",
		    pinned ? ", or use place=any" : "");
	return OUTCOME_OK;
}

/* Whether the row can run here, and where. */
static int
runner_check_row(const struct runner *runner, struct runner_row *row)
{
	const struct transport	*transport = row->spec->transport;
	struct placement	 placement;
	int			 outcome;

	if (transport->absent != NULL)
		return skip("not built: %s", transport->absent);
	if (transport->probe != NULL &&
	    (outcome = transport->probe()) != OUTCOME_OK)
		return outcome;
	if ((outcome = runner_check_sizes(row->spec)) != OUTCOME_OK)
		return outcome;
	if (cleanup_needs_directory(transport) &&
	    runner->request->directory[0] == '\0')
		return fail("%s", runner->request->directory_lack);
	outcome = placement_choose(row->spec->parameters.value[KEY_PLACE],
	    runner->cpus, runner->cpu_count, &placement);
	if (outcome != OUTCOME_OK)
		return outcome;
	outcome = runner_check_spinning(runner, row->spec, &placement);
	if (outcome != OUTCOME_OK)
		return outcome;
	row->relation = placement.relation;
	row->job.client_cpu = placement.client_cpu;
	row->job.server_cpu = placement.server_cpu;
	row->job.watcher_cpu = placement_choose_watcher(&placement,
	    runner->cpus, runner->cpu_count);
	return OUTCOME_OK;
}

/* Whether Nagle's algorithm may wait for acknowledgements that are delayed. */
static bool
runner_may_stall(const struct testspec *spec)
{
	return (spec->transport->keys & KEY_BIT(KEY_NODELAY)) != 0 &&
	    spec->parameters.value[KEY_NODELAY] == SWITCH_OFF;
}

/* A timed batch and an untimed one always fit into the measuring time. */
static uint64_t
runner_stretch(const struct job_limits *limits, uint64_t pairs)
{
	uint64_t	longer_ns = measure_stretch(limits->batch_ns, pairs);

	if (pairs > 1 && longer_ns > limits->time_ns / 2)
		longer_ns = limits->time_ns / 2;
	return longer_ns > limits->batch_ns ? longer_ns : limits->batch_ns;
}

/* Nobody vouches for the file: a batch must be one that calibrating finds. */
static bool
runner_may_adopt(const struct test_result *test)
{
	return test->batch > 0 && test->batch <= ADOPTED_MOST &&
	    test->timed_per > 0 && test->batch % test->timed_per == 0 &&
	    test->invocation_count > 0 && (double)test->batch *
	    test->invocations[0].mean_ns <= ADOPTED_MOST_NS;
}

/* Takes the batch of the result that is to be followed, as far as it has one. */
static void
runner_adopt(const struct runner *runner, struct runner_row *row)
{
	const struct result	*like = runner->request->like;
	size_t			 i;

	for (i = 0; like != NULL && i < like->test_count; i++) {
		if (strcmp(like->tests[i].spec, row->job.spec) != 0 ||
		    !runner_may_adopt(&like->tests[i]))
			continue;
		row->job.limits.count = like->tests[i].batch;
		row->job.limits.timed_per = like->tests[i].timed_per;
		row->calibrated = row->adopted = true;
		return;
	}
}

static void
runner_set_limits(const struct runner *runner, struct runner_row *row)
{
	const struct run_request *request = runner->request;
	struct job_limits	 *limits = &row->job.limits;

	limits->time_ns = request->time_ns;
	limits->batch_ns = request->time_ns / BATCHES;
	if (limits->batch_ns > BATCH_NS)
		limits->batch_ns = BATCH_NS;
	if (limits->batch_ns < BATCH_LEAST_NS)
		limits->batch_ns = BATCH_LEAST_NS;
	limits->batch_ns = runner_stretch(limits,
	    (uint64_t)row->spec->parameters.value[KEY_PAIRS]);
	limits->warm_up_ns = osdep_scales_frequency() ? WARM_UP_SCALING_NS :
	    WARM_UP_NS;
	limits->group_ns = measure_group_ns(&request->clock);
	limits->single = request->count != 0;
	limits->count = request->count;
	/* In a window each message is timed from its sending. */
	limits->timed_per =
	    row->spec->parameters.value[KEY_WINDOW] != 1 ? 1 : 0;
	if (runner_may_stall(row->spec))
		limits->stalled_ns = STALLED_NS;
	row->calibrated = limits->single;
	if (!limits->single)
		runner_adopt(runner, row);
	row->job.timeout_ns = request->timeout_ns;
	if (cleanup_needs_directory(row->spec->transport))
		snprintf(row->job.directory, sizeof row->job.directory, "%s",
		    request->directory);
}

static void
runner_add_params(struct facts *params, const struct testspec *spec)
{
	char	text[KEY_VALUE_SIZE];
	int	key;

	for (key = 0; key < KEY_COUNT; key++) {
		const struct key_row *row = key_row((enum key)key);
		int64_t		      value = spec->parameters.value[key];

		if (key != KEY_PLACE &&
		    !(spec->transport->keys & KEY_BIT(key)))
			continue;
		if ((row->kind == KEY_KIND_NUMBER ||
		    row->kind == KEY_KIND_SIZE) && !(row->words != NULL &&
		    value == row->word_value))
			facts_add_number(params, row->name, (double)value);
		else
			facts_add_text(params, row->name, key_format(
			    (enum key)key, value, text, sizeof text));
	}
}

void
runner_describe(const struct testspec *spec, struct test_result *test)
{
	const struct transport	*transport = spec->transport;
	char			 text[TESTSPEC_SIZE];

	testspec_format(spec, text, sizeof text);
	test->name = runner_copy(transport->name);
	test->spec = runner_copy(text);
	runner_add_params(&test->params, spec);
	test->method = transport->method;
	if (transport->mechanism != NULL)
		test->mechanism = runner_copy(transport->mechanism);
	test->carries_data = (transport->flags & TRANSPORT_CARRIES_DATA) != 0;
	/* Percentiles would measure how long the queue is. */
	test->headline_is_mean = spec->parameters.value[KEY_WINDOW] != 1 ||
	    spec->parameters.value[KEY_PAIRS] != 1;
}

void
runner_add_row(struct runner *runner, size_t number)
{
	struct runner_row  *row = &runner->rows[number];
	int		    outcome;

	row->spec = &runner->request->specs->list[number];
	testspec_format(row->spec, row->job.spec, sizeof row->job.spec);
	runner_describe(row->spec, result_add_test(runner->result));
	row->active = true;
	runner_set_limits(runner, row);
	if ((outcome = runner_check_row(runner, row)) != OUTCOME_OK)
		runner_give_up(runner, number, outcome);
}
