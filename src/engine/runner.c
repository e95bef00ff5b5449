/* Carries a run out and makes of it a result. */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/disturbance.h"
#include "engine/invocation.h"
#include "engine/quiet.h"
#include "engine/report.h"
#include "engine/runner-parts.h"
#include "engine/warnings.h"

#define PADDING_LIMIT		4096u
#define START_NS		100000000u	/* of processes, before any is known */
#define TIMEOUT_LEAST_NS	100000000u	/* at the end of a budget */

static bool
runner_is_stopped(const struct runner *runner)
{
	return runner->request->stop != NULL && *runner->request->stop != 0;
}

static uint64_t
runner_get_elapsed(const struct runner *runner)
{
	return clock_now() - runner->state.began_ns;
}

static void
runner_add_invocation(struct runner *runner, size_t row)
{
	const struct job_report	*report = runner->report;
	struct test_result	*test = runner_get_test(runner, row);

	/* Whatever was planned: this is how it was done. */
	if (!report->executed)
		facts_set_text(&runner->result->host, "fresh", "fork");
	runner->rows[row].overflows += report->overflows;
	runner->rows[row].syn_retransmits += report->syn_retransmits;
	test->batch = runner->rows[row].job.limits.count;
	report_add_invocation(test, report, runner->rows[row].relation,
	    runner->cpus, runner->cpu_count, runner->machine_cpus,
	    &runner->speeds);
}

/* What hangs may take no longer than the budget has left. */
static int
runner_execute(struct runner *runner, struct job *job)
{
	unsigned padding = (unsigned)plan_random_below(&runner->random,
		    PADDING_LIMIT);
	uint64_t left_ns = schedule_left(runner->request->budget_ns,
		    runner_get_elapsed(runner));

	job->timeout_ns = runner->request->timeout_ns;
	if (job->timeout_ns > left_ns)
		job->timeout_ns = left_ns > TIMEOUT_LEAST_NS ? left_ns :
		    TIMEOUT_LEAST_NS;
	memset(runner->report, 0, sizeof *runner->report);
	return invocation_execute(job, padding, runner->request->stop,
	    runner->report);
}

/* Of equal tests, which ab has, one is as good as the other. */
static bool
runner_copy_calibration(const struct runner *runner, struct runner_row *row)
{
	const struct runner_row	*other;
	size_t			 i;

	for (i = 0; i < runner->request->specs->count; i++) {
		other = &runner->rows[i];
		if (other != row && other->calibrated &&
		    strcmp(other->job.spec, row->job.spec) == 0) {
			row->job.limits.count = other->job.limits.count;
			row->job.limits.timed_per =
			    other->job.limits.timed_per;
			row->calibrated = true;
			return true;
		}
	}
	return false;
}

/* What the first invocation finds out is kept for all of them. */
static int
runner_calibrate(struct runner *runner, struct runner_row *row)
{
	int	outcome;

	if (runner_copy_calibration(runner, row))
		return OUTCOME_OK;
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
runner_tell(struct runner *runner, bool waiting)
{
	runner->state.waiting = waiting;
	if (runner->listener->before_invocation != NULL)
		runner->listener->before_invocation(runner->listener->context,
		    &runner->state);
}

/* The whole run waits in vain for no longer than it was allowed to. */
static void
runner_wait_quiet(struct runner *runner)
{
	const struct run_request *request = runner->request;
	uint64_t	left_ns, budget_ns;
	struct quiet_outcome outcome;

	if (!request->wait_quiet || runner->blind)
		return;
	runner_tell(runner, true);
	left_ns = request->quiet_ns > runner->vain_ns ?
	    request->quiet_ns - runner->vain_ns : 0;
	budget_ns = schedule_left(request->budget_ns,
	    runner_get_elapsed(runner));
	outcome = quiet_wait(left_ns < budget_ns ? left_ns : budget_ns,
	    request->stop);
	runner->vain_ns += outcome.vain_ns;
	runner->looked++;
	runner->loud += outcome.state == QUIET_GIVEN_UP;
	runner->blind = outcome.state == QUIET_NOT_YET &&
	    !runner_is_stopped(runner);
}

static struct schedule_state
runner_get_state(const struct runner *runner, size_t row)
{
	const struct test_result *test = runner_get_test(runner, row);
	struct schedule_state state = { .made = test->invocation_count };
	size_t	i;

	for (i = 0; i < test->invocation_count; i++)
		state.disturbed += test->invocations[i].disturbed;
	state.median = test->headline_is_mean ? test->summary.mean_ns :
	    test->summary.median_ns;
	state.patient = runner->request->wait_quiet &&
	    runner->vain_ns < runner->request->quiet_ns;
	state.low = test->summary.ci_low_ns;
	state.high = test->summary.ci_high_ns;
	return state;
}

/* The next invocation is in the place of one that was disturbed. */
static bool
runner_makes_again(const struct runner *runner, size_t row)
{
	const struct schedule_state state = runner_get_state(runner, row);
	size_t	asked = runner->request->schedule.invocations;

	return state.made >= asked && state.made - state.disturbed < asked;
}

/* It had less time than it may take: nothing is known of the test. */
static bool
runner_was_hurried(const struct runner *runner, const struct runner_row *row)
{
	return row->job.timeout_ns < runner->request->timeout_ns &&
	    schedule_left(runner->request->budget_ns,
	    runner_get_elapsed(runner)) == 0;
}

static void
runner_invoke(struct runner *runner, size_t number)
{
	struct runner_row *row = &runner->rows[number];
	uint64_t	   began_ns;
	int		   outcome = OUTCOME_OK;

	runner->state.spec = row->job.spec;
	runner_wait_quiet(runner);
	runner_tell(runner, false);
	if (!row->calibrated)
		outcome = runner_calibrate(runner, row);
	began_ns = clock_now();
	if (outcome == OUTCOME_OK)
		outcome = runner_execute(runner, &row->job);
	if (runner_is_stopped(runner))
		return;
	if (outcome == OUTCOME_FAILED && runner_was_hurried(runner, row)) {
		runner->cut = true;
		if (runner_get_test(runner, number)->invocation_count == 0)
			runner_give_up(runner, number, skip("the budget of "
			    "%g s was used up before it was measured: %s",
			    (double)runner->request->budget_ns / 1e9,
			    fail_reason()));
		return;
	}
	if (outcome != OUTCOME_OK) {
		runner_give_up(runner, number, outcome);
		return;
	}
	row->cost_ns = clock_now() - began_ns;
	if (runner_makes_again(runner, number))
		runner->vain_ns += row->cost_ns;
	row->job.limits.timed_per = runner->report->timed_per;
	runner_add_invocation(runner, number);
}

/* How slow a core was is known only when it has been quicker. */
static void
runner_judge_cores(struct runner *runner)
{
	struct test_result *test;
	size_t	i, j;

	for (i = 0; i < runner->request->specs->count; i++) {
		test = runner_get_test(runner, i);
		for (j = 0; j < test->invocation_count; j++)
			disturbance_judge_cores(&test->invocations[j],
			    &runner->speeds);
	}
}

static void
runner_summarise(struct runner *runner)
{
	size_t	i;

	runner_judge_cores(runner);
	for (i = 0; i < runner->request->specs->count; i++)
		test_summarise(runner_get_test(runner, i),
		    runner->machine_cpus);
}

static bool
runner_wants(const struct runner *runner, size_t row)
{
	const struct schedule_state state = runner_get_state(runner, row);

	return runner->rows[row].active &&
	    schedule_wants_more(&runner->request->schedule, &state);
}

/* What is wanted in the next round; what one of a pair needs both do.  How
 * many invocations that is. */
static size_t
runner_plan_round(struct runner *runner)
{
	size_t	count = runner->request->specs->count, half = count / 2;
	size_t	i, wanted = 0;

	for (i = 0; i < count; i++)
		runner->rows[i].wanted = runner_wants(runner, i);
	for (i = 0; runner->request->paired && i < half; i++)
		runner->rows[i].wanted = runner->rows[i + half].wanted =
		    runner->rows[i].wanted || runner->rows[i + half].wanted;
	for (i = 0; i < count; i++)
		wanted += runner->rows[i].wanted && runner->rows[i].active;
	return wanted;
}

static void
runner_order_round(const struct runner *runner, unsigned round, size_t *order)
{
	const struct run_request *request = runner->request;

	if (request->paired)
		plan_shuffle_pairs(request->seed, round, order,
		    request->specs->count / 2);
	else
		plan_shuffle_round(request->seed, round, order,
		    request->specs->count);
}

static bool
runner_has_time(const struct runner *runner, const struct runner_row *row)
{
	uint64_t	cost_ns = row->cost_ns;

	if (cost_ns == 0 && !row->job.limits.single)
		cost_ns = row->job.limits.time_ns +
		    row->job.limits.warm_up_ns + START_NS;
	return schedule_fits(runner->request->budget_ns,
	    runner_get_elapsed(runner), cost_ns, WARNINGS_WINDOW_NS);
}

static void
runner_run_round(struct runner *runner, unsigned round, size_t *order)
{
	size_t	count = runner->request->specs->count, i;

	runner_order_round(runner, round, order);
	runner->state.round = round + 1;
	if (runner->state.round > runner->state.rounds)
		runner->state.rounds = runner->state.round;
	for (i = 0; i < count && !runner_is_stopped(runner); i++) {
		struct runner_row *row = &runner->rows[order[i]];

		if (!row->active || !row->wanted)
			continue;
		if (!runner_has_time(runner, row)) {
			runner->cut = true;
			break;
		}
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

/* How many invocations there will be, as far as that can be known. */
static void
runner_expect(struct runner *runner, unsigned round, size_t wanted)
{
	unsigned	asked = runner->request->schedule.invocations;

	runner->state.total = runner->state.done + wanted *
	    (round < asked ? asked - round : 1);
}

static void
runner_run_rounds(struct runner *runner)
{
	size_t		*order = calloc(runner->request->specs->count,
			    sizeof *order);
	size_t		 wanted;
	unsigned	 round;

	if (order == NULL)
		abort();
	for (round = 0; !runner->cut && !runner_is_stopped(runner) &&
	    (wanted = runner_plan_round(runner)) > 0; round++) {
		runner_expect(runner, round, wanted);
		runner_run_round(runner, round, order);
	}
	free(order);
}

/* Those that could follow no result. */
static size_t
runner_count_calibrated(const struct runner *runner)
{
	size_t	i, count = 0;

	for (i = 0; i < runner->request->specs->count; i++)
		count += runner->rows[i].active && !runner->rows[i].adopted;
	return count;
}

static void
runner_add_warnings(struct runner *runner, const struct warnings_load *load)
{
	const struct warnings_quiet quiet = {
		.is_wanted = runner->request->wait_quiet,
		.is_blind = runner->blind,
		.seconds = (double)runner->request->quiet_ns / 1e9,
		.loud = runner->loud, .looked = runner->looked,
	};
	struct test_result *test;
	size_t	i;

	runner_summarise(runner);
	for (i = 0; i < runner->request->specs->count; i++) {
		test = runner_get_test(runner, i);
		warnings_add_test(test, runner->rows[i].spec);
		warnings_add_cap(test, runner->request->count);
		warnings_add_connections(test, runner->rows[i].overflows,
		    runner->rows[i].syn_retransmits);
		if (runner->request->schedule.most > 0)
			warnings_add_width(test,
			    &runner->request->schedule);
	}
	if (runner->request->like != NULL)
		warnings_add_like(runner->result,
		    runner_count_calibrated(runner),
		    runner->request->specs->count);
	if (runner->cut)
		warnings_add_budget(runner->result,
		    (double)runner->request->budget_ns / 1e9,
		    runner->request->schedule.invocations);
	warnings_add_quiet(runner->result, &quiet);
	warnings_add_run(runner->result, load);
}

/* What the run was stopped before. */
static void
runner_skip_rest(struct runner *runner)
{
	size_t	i;

	for (i = 0; i < runner->request->specs->count; i++) {
		if (!runner->rows[i].active ||
		    runner_get_test(runner, i)->invocation_count > 0)
			continue;
		if (runner->cut)
			runner_give_up(runner, i, skip("the budget of %g s was "
			    "used up before it was measured",
			    (double)runner->request->budget_ns / 1e9));
		else
			runner_give_up(runner, i, skip("the run was stopped "
			    "before it was measured"));
	}
}

/* Cores that were quicker in a result to be followed are slow by that. */
static void
runner_learn_speeds(struct runner *runner)
{
	const struct result	*like = runner->request->like;
	size_t			 i, j;

	if (like == NULL || !facts_do_like_work(&like->host, &like->program,
	    &runner->result->host, &runner->result->program))
		return;
	for (i = 0; i < like->test_count; i++)
		for (j = 0; j < like->tests[i].invocation_count; j++)
			disturbance_add_cores(&like->tests[i].invocations[j],
			    &runner->speeds);
}

static void
runner_measure(struct runner *runner)
{
	struct warnings_load load;

	runner_learn_speeds(runner);
	runner->state.began_ns = clock_now();
	warnings_begin_run(&load);
	runner_run_rounds(runner);
	runner_skip_rest(runner);
	warnings_end_run(&load, runner->machine_cpus,
	    !runner_is_stopped(runner));
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
	runner.state.rounds = request->schedule.invocations;
	for (i = 0; i < request->specs->count; i++)
		runner_add_row(&runner, i);
	if (runner_has_active(&runner))
		runner_measure(&runner);
	free(runner.rows);
	free(runner.cpus);
	free(runner.report);
	core_speeds_free(&runner.speeds);
}
