/* The engine: patterns, measuring with made-up batches, invocations. */

#include "config.h"

#include "unit.h"
#include <signal.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/entropy.h"
#include "base/fdio.h"
#include "engine/channel.h"
#include "engine/crew.h"
#include "engine/invocation.h"
#include "engine/measure.h"
#include "engine/pattern.h"
#include "engine/runner.h"
#include "engine/supervisor.h"
#include "faulty.h"
#include "system/self.h"
#include "transports/registry.h"

START_TEST(test_pattern_fill_check)
{
	unsigned char	data[1000];
	size_t		size;

	for (size = 1; size <= sizeof data; size = size * 3 + 1) {
		pattern_fill(data, size, PATTERN_REPLY, size);
		ck_assert_int_eq(pattern_check(data, size, 0,
		    PATTERN_REPLY,
		    size), 0);
		/* Neither the other direction nor the next batch will do. */
		ck_assert_int_ne(pattern_check(data, size, 0,
		    PATTERN_REQUEST,
		    size), 0);
		ck_assert_int_ne(pattern_check(data, size, 0,
		    PATTERN_REPLY,
		    size + 1), 0);
		data[size - 1] ^= 1;
		ck_assert_int_ne(pattern_check(data, size, 0,
		    PATTERN_REPLY,
		    size), 0);
	}
}
END_TEST

START_TEST(test_pattern_shift)
{
	unsigned char	data[4096 + 1024];
	size_t		shift;

	pattern_fill(data, sizeof data, PATTERN_REQUEST, 5);
	for (shift = 1; shift <= 1024; shift++)
		ck_assert_int_ne(pattern_check(data + shift, 4096, 0,
		    PATTERN_REQUEST, 5), 0);
}
END_TEST

START_TEST(test_pattern_spoil)
{
	unsigned char	spoilt[512], right[512];
	size_t		i;

	pattern_spoil(spoilt, sizeof spoilt, PATTERN_REPLY, 9);
	pattern_fill(right, sizeof right, PATTERN_REPLY, 9);
	for (i = 0; i < sizeof spoilt; i++)
		ck_assert_uint_ne(spoilt[i], right[i]);
}
END_TEST

/* A machine made up: each operation takes so long, and some batches stall. */
struct made_up {
	double		operation_ns, stall_ns;
	unsigned	stall_once;	/* the number of the batch that stalls */
	uint64_t	lost;		/* in each batch that stalls */
	unsigned	batches, stall_every, measured, timed, untimed;
	uint64_t	operations;
	unsigned	fail_at;
};

static int
made_up_batch(void *context, struct batch *batch, bool measured)
{
	struct made_up	*made_up = context;

	if (++made_up->batches == made_up->fail_at)
		return fail("made up");
	batch->elapsed_ns = (uint64_t)(made_up->operation_ns *
	    (double)batch->count);
	batch->lost = 0;
	if (made_up->batches == made_up->stall_once ||
	    (made_up->stall_every != 0 &&
	    made_up->batches % made_up->stall_every == 0)) {
		batch->elapsed_ns += (uint64_t)made_up->stall_ns;
		batch->lost = made_up->lost;
	}
	made_up->operations += batch->count;
	made_up->measured += measured;
	if (measured && batch->timed_per != 0)
		made_up->timed++;
	else if (measured)
		made_up->untimed++;
	ck_assert_uint_gt(batch->count, 0);
	return OUTCOME_OK;
}

static const struct job_limits usual = {
	.time_ns = 100000000, .batch_ns = 5000000, .warm_up_ns = 5000000,
	.group_ns = 1800,
};

START_TEST(test_calibrate)
{
	static const double lengths[] = { 0.3, 1, 40, 300, 1800, 2500, 12000,
	    900000, 88e6 };
	struct made_up	  made_up = { .operation_ns = lengths[_i] };
	struct job_report report = { 0 };
	double		  batch_ns;

	ck_assert_int_eq(measure_calibrate(&usual, made_up_batch, &made_up,
	    &report), OUTCOME_OK);
	batch_ns = (double)report.count * lengths[_i];
	ck_assert_uint_eq(report.count % report.timed_per, 0);
	/* A reading of the clock is at most 2 % of a group. */
	ck_assert(lengths[_i] * (double)report.timed_per >= usual.group_ns);
	if (lengths[_i] >= usual.group_ns)
		ck_assert_uint_eq(report.timed_per, 1);
	if (lengths[_i] < 5e6)
		ck_assert_msg(batch_ns > 4e6 && batch_ns < 6e6, "%f",
		    batch_ns);
	else
		ck_assert_uint_eq(report.count, 1);
	ck_assert_uint_eq(made_up.measured, 0);
}
END_TEST

START_TEST(test_calibrate_stalls)
{
	struct made_up	  made_up = {
		.operation_ns = 2500, .stall_ns = 4e6, .stall_every = 2
	};
	struct job_report report = { 0 };

	/* Half of the probes stall: the least of them counts. */
	ck_assert_int_eq(measure_calibrate(&usual, made_up_batch, &made_up,
	    &report), OUTCOME_OK);
	ck_assert_uint_ge(report.count, 1800);
	ck_assert_uint_le(report.count, 2200);
}
END_TEST

START_TEST(test_measure_by_time)
{
	struct job_limits limits = usual;
	struct made_up	  made_up = { .operation_ns = 2500 };
	struct job_report report = { 0 };

	limits.count = 2000;
	limits.timed_per = 1;
	ck_assert_int_eq(measure_invocation(&limits, made_up_batch, &made_up,
	    &report), OUTCOME_OK);
	/* 20 batches of 5 ms, timed and untimed in turn, one to warm up. */
	ck_assert_uint_eq(made_up.timed, 10);
	ck_assert_uint_eq(made_up.untimed, 10);
	ck_assert_uint_eq(made_up.batches, 21);
	ck_assert_uint_eq(report.round_trips, 40000);
	ck_assert_uint_eq(report.timed, 20000);
	ck_assert_uint_eq(report.untimed, 20000);
	ck_assert_uint_eq(report.elapsed_ns, 100000000);
	ck_assert_uint_eq(report.untimed_ns, 50000000);
}
END_TEST

START_TEST(test_measure_overlong)
{
	struct job_limits limits = usual;
	struct made_up	  made_up = { .operation_ns = 88e6 };
	struct job_report report = { 0 };

	/* Calibrated when it was quick; now each round trip stalls. */
	limits.count = 2000;
	limits.timed_per = 1;
	ck_assert_int_eq(measure_invocation(&limits, made_up_batch, &made_up,
	    &report), OUTCOME_OK);
	ck_assert_uint_eq(report.round_trips, 1);
	ck_assert_uint_eq(report.timed, 1);
}
END_TEST

/* A stall while warming up: the batches after it are whole again. */
START_TEST(test_measure_stalled_warm_up)
{
	struct job_limits limits = usual;
	struct made_up	  made_up = {
		.operation_ns = 2500, .stall_ns = 60e6, .stall_once = 1
	};
	struct job_report report = { 0 };

	limits.count = 2000;
	limits.timed_per = 1;
	ck_assert_int_eq(measure_invocation(&limits, made_up_batch, &made_up,
	    &report), OUTCOME_OK);
	ck_assert_uint_le(made_up.batches, 25);
	ck_assert_uint_ge(report.round_trips, 38000);
}
END_TEST

/* Nor does a stall now and then cost more than its own batch. */
START_TEST(test_measure_stalls)
{
	struct job_limits limits = usual;
	struct made_up	  made_up = {
		.operation_ns = 2500, .stall_ns = 60e6, .stall_every = 3
	};
	struct job_report report = { 0 };

	limits.count = 2000;
	limits.timed_per = 1;
	limits.time_ns = 1000000000;
	ck_assert_int_eq(measure_invocation(&limits, made_up_batch, &made_up,
	    &report), OUTCOME_OK);
	ck_assert_uint_ge(report.elapsed_ns, limits.time_ns);
	ck_assert_uint_eq(report.round_trips,
	    2000 * (made_up.timed + made_up.untimed));
}
END_TEST

/* Waiting for lost messages does not cut the rest short. */
START_TEST(test_measure_losses)
{
	struct job_limits limits = usual;
	struct made_up	  made_up = {
		.operation_ns = 2500, .stall_ns = 60e6, .stall_every = 2,
		.lost = 3
	};
	struct job_report report = { 0 };

	limits.count = 2000;
	limits.timed_per = 1;
	ck_assert_int_eq(measure_invocation(&limits, made_up_batch, &made_up,
	    &report), OUTCOME_OK);
	ck_assert_uint_ge(made_up.untimed, 1);
	ck_assert_uint_eq(report.round_trips + report.lost,
	    2000 * (made_up.timed + made_up.untimed));
}
END_TEST

START_TEST(test_measure_single)
{
	struct job_limits limits = usual;
	struct made_up	  made_up = { .operation_ns = 10 };
	struct job_report report = { 0 };

	limits.single = true;
	limits.count = 100000;
	ck_assert_int_eq(measure_invocation(&limits, made_up_batch, &made_up,
	    &report), OUTCOME_OK);
	ck_assert_uint_eq(report.round_trips, 100000);
	ck_assert_uint_eq(report.timed, 100000);
	ck_assert_uint_eq(made_up.operations, 100010);
	ck_assert_uint_eq(report.timed_per, 181);
}
END_TEST

/* Each of several pairs does the operations of a batch, which lasts longer. */
START_TEST(test_measure_pairs)
{
	struct job_limits limits = usual;
	struct made_up	  made_up = { .operation_ns = 2500 };
	struct job_report report = { 0 };

	limits.count = 2000;
	limits.timed_per = 1;
	limits.pairs = 8;
	ck_assert_int_eq(measure_invocation(&limits, made_up_batch, &made_up,
	    &report), OUTCOME_OK);
	ck_assert_uint_eq(report.round_trips, 8 * 40000);
	ck_assert_uint_eq(report.timed, 8 * 20000);
	ck_assert_uint_eq(report.untimed, 8 * 20000);
	ck_assert_uint_eq(report.untimed_ns, 50000000);
	ck_assert_uint_eq(measure_stretch(5000000, 0), 5000000);
	ck_assert_uint_eq(measure_stretch(5000000, 1), 5000000);
	ck_assert_uint_eq(measure_stretch(5000000, 11), 10000000);
}
END_TEST

/* The keys of all pairs are different, and none is beyond the last number. */
START_TEST(test_keys_of_pairs)
{
	struct job	job = { .timeout_ns = 0 };
	unsigned	i, tries;

	for (tries = 0; tries < 1000; tries++) {
		job.key = job_choose_key();
		ck_assert_uint_eq(job.key % JOB_KEYS_OF_PAIR, 0);
		for (i = 1; i < PAIRS_LIMIT; i++)
			ck_assert_uint_ge(job_get_key(&job, i),
			    job_get_key(&job, i - 1) + JOB_KEYS_OF_PAIR);
		ck_assert_uint_le(job_get_key(&job, PAIRS_LIMIT - 1),
		    UINT32_MAX - JOB_KEYS_OF_PAIR);
	}
}
END_TEST

/* What stalls is cut, but only where that is asked for. */
START_TEST(test_measure_single_stalls)
{
	struct job_limits limits = usual;
	struct made_up	  made_up = { .operation_ns = 88000000 };
	struct job_report report = { 0 };

	limits.single = true;
	limits.count = 1000;
	ck_assert_int_eq(measure_invocation(&limits, made_up_batch, &made_up,
	    &report), OUTCOME_OK);
	ck_assert_uint_eq(report.round_trips, 1000);
	memset(&report, 0, sizeof report);
	limits.stalled_ns = 2000000000;
	ck_assert_int_eq(measure_invocation(&limits, made_up_batch, &made_up,
	    &report), OUTCOME_OK);
	ck_assert_uint_eq(report.round_trips, 23);
	memset(&report, 0, sizeof report);
	made_up.operation_ns = 8000000;
	ck_assert_int_eq(measure_invocation(&limits, made_up_batch, &made_up,
	    &report), OUTCOME_OK);
	ck_assert_uint_eq(report.round_trips, 1000);
}
END_TEST

START_TEST(test_measure_fails)
{
	struct job_limits limits = usual;
	struct job_report report;
	unsigned	  at;

	limits.count = 2000;
	limits.timed_per = 1;
	for (at = 1; at <= 21; at++) {
		struct made_up	made_up = {
			.operation_ns = 2500, .fail_at = at
		};

		memset(&report, 0, sizeof report);
		ck_assert_int_eq(measure_invocation(&limits, made_up_batch,
		    &made_up, &report), OUTCOME_FAILED);
		ck_assert_uint_eq(made_up.batches, at);
	}
}
END_TEST

static void
set_job(struct job *job, const char *spec)
{
	memset(job, 0, sizeof *job);
	strcpy(job->spec, spec);
	job->client_cpu = job->server_cpu = job->watcher_cpu = -1;
	job->timeout_ns = 10000000000u;
	job->limits = usual;
	job->limits.single = true;
	job->limits.count = 100;
}

static struct job_report report;

START_TEST(test_invocation)
{
	struct job	job;

	set_job(&job, "pipe:place=any,size=64");
	ck_assert_msg(invocation_execute(&job, 100, NULL, &report) ==
	    OUTCOME_OK, "%s", fail_reason());
	ck_assert(report.executed == (self_executable() != NULL));
	ck_assert_uint_eq(report.round_trips, 100);
	ck_assert_uint_eq(report.histogram.count, 100 / report.timed_per);
	ck_assert_uint_eq(report.side_count, 2);
	ck_assert_int_eq(report.sides[0].role, ROLE_CLIENT);
	ck_assert_int_eq(report.sides[1].role, ROLE_SERVER);
	ck_assert_uint_gt(report.elapsed_ns, 0);
	/* No process is left. */
	ck_assert(waitpid(-1, NULL, 0) < 0 && errno == ECHILD);
}
END_TEST

START_TEST(test_invocation_three_sides)
{
	struct job	job;

	set_job(&job, "faulty-relay:place=any,size=1000,verify=on");
	ck_assert_msg(invocation_execute(&job, 0, NULL, &report) ==
	    OUTCOME_OK, "%s", fail_reason());
	ck_assert_uint_eq(report.side_count, 3);
	ck_assert_int_eq(report.sides[1].role, ROLE_BROKER);
}
END_TEST

START_TEST(test_invocation_refused)
{
	struct job	job;

	set_job(&job, "faulty-refuse:place=any");
	ck_assert_int_eq(invocation_execute(&job, 0, NULL, &report),
	    OUTCOME_SKIPPED);
	ck_assert_str_eq(fail_reason(), "the kernel refuses it");
}
END_TEST

START_TEST(test_invocation_stopped)
{
	static volatile sig_atomic_t stop = SIGINT;
	struct job	job;

	set_job(&job, "pipe:place=any");
	job.limits.count = (uint64_t)1 << 40;
	ck_assert_int_eq(invocation_execute(&job, 0, &stop, &report),
	    OUTCOME_FAILED);
	ck_assert(waitpid(-1, NULL, 0) < 0 && errno == ECHILD);
}
END_TEST

/* A sender that was stopped in the middle of a message. */
START_TEST(test_channel_times_out)
{
	const int32_t	header[2] = { JOB_REPORT, 100 };
	char		body[100];
	int		pair[2];
	size_t		size = sizeof body;

	ck_assert(fdio_socketpair(pair) == 0);
	channel_set_timeout(pair[0], 1);
	ck_assert(fdio_write_all(pair[1], header, sizeof header) == 0);
	ck_assert_int_lt(channel_receive(pair[0], body, &size), 0);
	ck_assert(channel_has_timed_out());
	fdio_close(&pair[1]);
	size = sizeof body;
	ck_assert_int_lt(channel_receive(pair[0], body, &size), 0);
	ck_assert(!channel_has_timed_out());
	fdio_close(&pair[0]);
}
END_TEST

/* The slowest pair takes no longer than all of them together. */
START_TEST(test_invocation_pairs)
{
	struct job	job;

	set_job(&job, "pipe:pairs=5,place=any,size=64");
	ck_assert_msg(invocation_execute(&job, 0, NULL, &report) ==
	    OUTCOME_OK, "%s", fail_reason());
	ck_assert_uint_eq(report.round_trips, 5 * 100);
	ck_assert_uint_eq(report.histogram.count, 5 * (100 / report.timed_per));
	ck_assert_uint_eq(report.side_count, 2);
	ck_assert(report.slowest_per_s > 0);
	ck_assert(report.fastest_per_s >= report.slowest_per_s);
	ck_assert(100 / report.slowest_per_s <=
	    (double)report.elapsed_ns / 1e9 * 1.01);
	ck_assert(waitpid(-1, NULL, 0) < 0 && errno == ECHILD);
}
END_TEST

static Suite *
engine_suite(void)
{
	Suite	*suite = suite_create("engine");
	TCase	*pattern = tcase_create("pattern");
	TCase	*measure = tcase_create("measure");
	TCase	*invocation = tcase_create("invocation");

	tcase_add_test(pattern, test_pattern_fill_check);
	tcase_add_test(pattern, test_pattern_shift);
	tcase_add_test(pattern, test_pattern_spoil);
	suite_add_tcase(suite, pattern);
	tcase_add_loop_test(measure, test_calibrate, 0, 9);
	tcase_add_test(measure, test_calibrate_stalls);
	tcase_add_test(measure, test_measure_by_time);
	tcase_add_test(measure, test_measure_overlong);
	tcase_add_test(measure, test_measure_stalled_warm_up);
	tcase_add_test(measure, test_measure_stalls);
	tcase_add_test(measure, test_measure_losses);
	tcase_add_test(measure, test_measure_single);
	tcase_add_test(measure, test_measure_single_stalls);
	tcase_add_test(measure, test_measure_fails);
	tcase_add_test(measure, test_measure_pairs);
	tcase_add_test(measure, test_keys_of_pairs);
	suite_add_tcase(suite, measure);
	tcase_add_test(invocation, test_invocation);
	tcase_add_test(invocation, test_invocation_three_sides);
	tcase_add_test(invocation, test_invocation_refused);
	tcase_add_test(invocation, test_invocation_pairs);
	tcase_add_test(invocation, test_invocation_stopped);
	tcase_add_test(invocation, test_channel_times_out);
	tcase_set_timeout(invocation, 60);
	suite_add_tcase(suite, invocation);
	return suite;
}

int
main(int argc, char **argv)
{
	signal(SIGPIPE, SIG_IGN);
	faulty_begin();
	registry_extend(faulty_transports);
	self_initialise(argv[0]);
	if (supervisor_is_asked_for(argc, argv))
		return supervisor_main(argc, argv);
	return unit_run(engine_suite());
}
