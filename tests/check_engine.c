/* The engine: invocations in processes of their own. */

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
#include "engine/runner.h"
#include "engine/supervisor.h"
#include "faulty.h"
#include "system/self.h"
#include "transports/registry.h"

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

static void
set_job(struct job *job, const char *spec)
{
	memset(job, 0, sizeof *job);
	strcpy(job->spec, spec);
	job->client_cpu = job->server_cpu = job->watcher_cpu = -1;
	job->timeout_ns = 10000000000u;
	job->limits.time_ns = 100000000;
	job->limits.batch_ns = job->limits.warm_up_ns = 5000000;
	job->limits.group_ns = 1800;
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
	TCase	*invocation = tcase_create("invocation");

	tcase_add_test(invocation, test_keys_of_pairs);
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
