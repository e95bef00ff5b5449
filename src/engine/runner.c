/* Carries a run out and makes of it a result. */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/invocation.h"
#include "engine/measure.h"
#include "engine/placement.h"
#include "engine/plan.h"
#include "engine/report.h"
#include "engine/runner.h"
#include "engine/warnings.h"
#include "statistics/histogram.h"
#include "system/osdep.h"

#define BATCH_NS		5000000u
#define BATCHES			20u	/* in a measuring time of the default */
#define BATCH_LEAST_NS		500000u
#define WARM_UP_NS		5000000u
#define WARM_UP_SCALING_NS	20000000u	/* where frequencies change */
#define PADDING_LIMIT		4096u
#define STALLED_NS		1000000000u	/* of --count, where each round trip stalls */

/* One row of the run: a test and how it is measured. */
struct runner_row {
	const struct testspec	*spec;
	struct job		 job;
	const char		*relation;
	bool			 active;	/* neither skipped nor failed */
	bool			 calibrated;
	uint64_t		 overflows, syn_retransmits;	/* of the system meanwhile */
};

struct runner {
	const struct run_request *request;
	const struct run_listener *listener;
	struct result		*result;
	size_t			 first;		/* our first test in the result */
	struct runner_row	*rows;
	struct cpu		*cpus;
	size_t			 cpu_count;
	unsigned		 machine_cpus;
	struct job_report	*report;
	struct run_state	 state;
	struct plan_random	 random;
};

static bool
runner_is_stopped(const struct runner *runner)
{
	return runner->request->stop != NULL && *runner->request->stop != 0;
}

static struct test_result *
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

/* Takes a row out of the rest of the run, for the reason recorded last. */
static void
runner_give_up(struct runner *runner, size_t row, int outcome)
{
	struct test_result *test = runner_get_test(runner, row);

	runner->rows[row].active = false;
	test->status = outcome == OUTCOME_SKIPPED ? TEST_SKIPPED : TEST_FAILED;
	free(test->reason);
	test->reason = runner_copy(fail_reason());
}

static int
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
	row->job.timeout_ns = request->timeout_ns;
	if (request->directory != NULL)
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

static void
runner_add_row(struct runner *runner, size_t number)
{
	struct runner_row  *row = &runner->rows[number];
	struct test_result *test = result_add_test(runner->result);
	int		    outcome;

	row->spec = &runner->request->specs->list[number];
	testspec_format(row->spec, row->job.spec, sizeof row->job.spec);
	test->name = runner_copy(row->spec->transport->name);
	test->spec = runner_copy(row->job.spec);
	runner_add_params(&test->params, row->spec);
	test->method = row->spec->transport->method;
	if (row->spec->transport->mechanism != NULL)
		test->mechanism = runner_copy(
		    row->spec->transport->mechanism);
	test->carries_data =
	    (row->spec->transport->flags & TRANSPORT_CARRIES_DATA) != 0;
	/* Percentiles would measure how long the queue is. */
	test->headline_is_mean =
	    row->spec->parameters.value[KEY_WINDOW] != 1 ||
	    row->spec->parameters.value[KEY_PAIRS] != 1;
	row->active = true;
	runner_set_limits(runner, row);
	if ((outcome = runner_check_row(runner, row)) != OUTCOME_OK)
		runner_give_up(runner, number, outcome);
}

static void
runner_add_invocation(struct runner *runner, size_t row)
{
	const struct job_report	*report = runner->report;

	/* Whatever was planned: this is how it was done. */
	if (!report->executed)
		facts_set_text(&runner->result->host, "fresh", "fork");
	runner->rows[row].overflows += report->overflows;
	runner->rows[row].syn_retransmits += report->syn_retransmits;
	report_add_invocation(runner_get_test(runner, row), report,
	    runner->rows[row].relation, runner->cpus, runner->cpu_count,
	    runner->machine_cpus);
}

static int
runner_execute(struct runner *runner, const struct job *job)
{
	unsigned padding = (unsigned)plan_random_below(&runner->random,
		    PADDING_LIMIT);

	memset(runner->report, 0, sizeof *runner->report);
	return invocation_execute(job, padding, runner->request->stop,
	    runner->report);
}

/* What the first invocation finds out is kept for all of them. */
static int
runner_calibrate(struct runner *runner, struct runner_row *row)
{
	int	outcome;

	row->job.calibrate = true;
	outcome = runner_execute(runner, &row->job);
	row->job.calibrate = false;
	if (outcome != OUTCOME_OK)
		return outcome;
	row->job.limits.count = runner->report->count;
	row->job.limits.timed_per = runner->report->timed_per;
	row->calibrated = true;
	return OUTCOME_OK;
}

static void
runner_invoke(struct runner *runner, size_t number)
{
	struct runner_row *row = &runner->rows[number];
	int		   outcome = OUTCOME_OK;

	runner->state.spec = row->job.spec;
	if (runner->listener->before_invocation != NULL)
		runner->listener->before_invocation(runner->listener->context,
		    &runner->state);
	if (!row->calibrated)
		outcome = runner_calibrate(runner, row);
	if (outcome == OUTCOME_OK)
		outcome = runner_execute(runner, &row->job);
	if (runner_is_stopped(runner))
		return;
	if (outcome != OUTCOME_OK) {
		runner_give_up(runner, number, outcome);
		return;
	}
	row->job.limits.timed_per = runner->report->timed_per;
	runner_add_invocation(runner, number);
}

static void
runner_summarise(struct runner *runner)
{
	size_t	i;

	for (i = 0; i < runner->request->specs->count; i++)
		test_summarise(runner_get_test(runner, i),
		    runner->machine_cpus);
}

static void
runner_run_round(struct runner *runner, unsigned round, size_t *order)
{
	size_t	count = runner->request->specs->count, i;

	plan_shuffle_round(runner->request->seed, round, order, count);
	runner->state.round = round + 1;
	for (i = 0; i < count && !runner_is_stopped(runner); i++) {
		if (runner->rows[order[i]].active)
			runner_invoke(runner, order[i]);
		runner->state.done++;
	}
	runner_summarise(runner);
	if (!runner_is_stopped(runner) && runner->listener->after_round != NULL)
		runner->listener->after_round(runner->listener->context,
		    runner->result);
}

static bool
runner_has_active(const struct runner *runner)
{
	size_t	i;

	for (i = 0; i < runner->request->specs->count; i++)
		if (runner->rows[i].active)
			return true;
	return false;
}

static void
runner_run_rounds(struct runner *runner)
{
	size_t		*order = calloc(runner->request->specs->count,
			    sizeof *order);
	unsigned	 round;

	if (order == NULL)
		abort();
	for (round = 0; round < runner->request->invocations &&
	    runner_has_active(runner) && !runner_is_stopped(runner); round++)
		runner_run_round(runner, round, order);
	free(order);
}

static void
runner_add_warnings(struct runner *runner, const struct warnings_load *load)
{
	size_t	i;

	runner_summarise(runner);
	for (i = 0; i < runner->request->specs->count; i++) {
		warnings_add_test(runner_get_test(runner, i),
		    runner->rows[i].spec->transport);
		warnings_add_cap(runner_get_test(runner, i),
		    runner->request->count);
		warnings_add_connections(runner_get_test(runner, i),
		    runner->rows[i].overflows,
		    runner->rows[i].syn_retransmits);
	}
	warnings_add_run(runner->result, load);
}

/* What the run was stopped before. */
static void
runner_skip_rest(struct runner *runner)
{
	size_t	i;

	for (i = 0; i < runner->request->specs->count; i++)
		if (runner->rows[i].active &&
		    runner_get_test(runner, i)->invocation_count == 0)
			runner_give_up(runner, i,
			    skip("the run was stopped before it was measured"));
}

static void
runner_measure(struct runner *runner)
{
	struct warnings_load load = { NAN, NAN, NAN };
	uint64_t	     steal_ns = 0;

	load.before_cpus = warnings_watch_others();
	runner->state.began_ns = clock_now();
	(void)osdep_steal_time(&steal_ns);
	runner_run_rounds(runner);
	runner_skip_rest(runner);
	load.steal = warnings_get_steal(steal_ns, runner->state.began_ns,
	    runner->machine_cpus);
	load.after_cpus = runner_is_stopped(runner) ? NAN :
	    warnings_watch_others();
	facts_add_number(&runner->result->host, "other_cpus_before",
	    load.before_cpus);
	facts_add_number(&runner->result->host, "other_cpus_after",
	    load.after_cpus);
	runner_add_warnings(runner, &load);
}

void
runner_run(const struct run_request *request,
    const struct run_listener *listener, struct result *result)
{
	struct runner	runner = {
		.request = request,
		.listener = listener,
		.result = result,
		.first = result->test_count,
		.machine_cpus = osdep_count_cpus(),
		.random = { request->seed ^ 0x70616464696e67u },
	};
	size_t		i;

	runner.rows = calloc(request->specs->count + 1, sizeof *runner.rows);
	runner.cpus = calloc(OSDEP_CPUS_MAX, sizeof *runner.cpus);
	runner.report = calloc(1, sizeof *runner.report);
	if (runner.rows == NULL || runner.cpus == NULL || runner.report == NULL)
		abort();
	runner.cpu_count = osdep_get_cpus(runner.cpus);
	runner.state.rounds = request->invocations;
	runner.state.total = request->specs->count * request->invocations;
	for (i = 0; i < request->specs->count; i++)
		runner_add_row(&runner, i);
	if (runner_has_active(&runner))
		runner_measure(&runner);
	free(runner.rows);
	free(runner.cpus);
	free(runner.report);
}
