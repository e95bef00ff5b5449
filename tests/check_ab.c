/* Checks what ab is made of: programs run to their end, runs made one result. */

#include "config.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/memory.h"
#include "results/absorb.h"
#include "statistics/histogram.h"
#include "support.h"
#include "system/clock.h"
#include "system/osdep.h"
#include "system/subprocess.h"
#include "unit.h"

#define S	1000000000u

static struct subprocess made;

static void
tear_down(void)
{
	subprocess_free(&made);
}

/* Runs a script of the shell. */
static int
run(const char *script, uint64_t timeout_ns, size_t most,
    const volatile sig_atomic_t *stop)
{
	static char	shell[] = "sh", option[] = "-c";
	char		*text = memory_duplicate(script);
	char		*argv[] = { shell, option, text, NULL };
	int		 outcome;

	subprocess_free(&made);
	outcome = subprocess_run(argv, timeout_ns, most, stop, &made);
	free(text);
	/* Nothing of it is left. */
	ck_assert(waitpid(-1, NULL, 0) < 0 && errno == ECHILD);
	return outcome;
}

START_TEST(output_and_status_are_told)
{
	ck_assert_int_eq(run("echo out; echo first >&2; echo second >&2; "
	    "exit 3", 10 * (uint64_t)S, 1000, NULL), OUTCOME_OK);
	ck_assert_uint_eq(made.size, 4);
	ck_assert(memcmp(made.bytes, "out\n", 4) == 0);
	ck_assert_str_eq(made.words, "first");
	ck_assert(WIFEXITED(made.status) && WEXITSTATUS(made.status) == 3);
	ck_assert_int_eq(run("kill -9 $$", 10 * (uint64_t)S, 1000, NULL),
	    OUTCOME_OK);
	ck_assert(WIFSIGNALED(made.status) && WTERMSIG(made.status) == 9);
	ck_assert_uint_eq(made.size, 0);
	/* Far more than a pipe holds, and nothing to be read. */
	ck_assert_int_eq(run("cat; i=0; while [ $i -lt 3000 ]; do i=$((i + 1)); "
	    "printf '%0100d' $i; printf '%0100d' $i >&2; done", 60 * (uint64_t)S,
	    400000, NULL), OUTCOME_OK);
	ck_assert_uint_eq(made.size, 300000);
	ck_assert_uint_lt(strlen(made.words), sizeof made.words);
}
END_TEST

START_TEST(what_cannot_be_executed_is_told)
{
	static char	name[] = "/nonexistent/program";
	char		*argv[] = { name, NULL };

	ck_assert_int_eq(subprocess_run(argv, S, 1000, NULL, &made),
	    OUTCOME_FAILED);
	ck_assert_msg(strstr(fail_reason(), "cannot run '/nonexistent/program'"
	    ": No such file") != NULL, "%s", fail_reason());
	ck_assert(waitpid(-1, NULL, 0) < 0 && errno == ECHILD);
}
END_TEST

START_TEST(too_long_and_too_much_are_ended)
{
	uint64_t	began_ns = clock_now();

	ck_assert_int_eq(run("sleep 60", S / 10, 1000, NULL), OUTCOME_FAILED);
	ck_assert(strstr(fail_reason(), "takes longer than 0.1 s") != NULL);
	ck_assert_int_eq(run("while :; do echo xxxxxxxxxxxxxxxxxxxx; done",
	    60 * (uint64_t)S, 1 << 20, NULL), OUTCOME_FAILED);
	ck_assert(strstr(fail_reason(), "writes more than 1 MB") != NULL);
	/* Whoever goes on in its group is ended too, and is not waited for. */
	ck_assert_int_eq(run("sleep 60 & echo done", 60 * (uint64_t)S, 1000,
	    NULL), OUTCOME_OK);
	ck_assert_uint_eq(made.size, 5);
	ck_assert_uint_lt((clock_now() - began_ns) / S, 30);
}
END_TEST

/* It is asked to end before it is killed. */
START_TEST(stopped_is_asked_to_end)
{
	static volatile sig_atomic_t stop = SIGINT;

	ck_assert_int_eq(run("trap 'echo bye; exit' TERM; sleep 0.2; while :; "
	    "do sleep 0.1; done", 60 * (uint64_t)S, 1000, &stop),
	    OUTCOME_FAILED);
	ck_assert_str_eq(fail_reason(), "stopped by signal 2");
}
END_TEST

/* Where the system can see to it, it does not outlive whoever runs it. */
START_TEST(killed_takes_it_along)
{
	char		script[64], byte;
	int		ends[2], status;
	pid_t		pid;

	ck_assert_int_eq(pipe(ends), 0);
	snprintf(script, sizeof script, "echo >&%d; exec sleep 300", ends[1]);
	pid = fork();
	if (pid == 0) {
		if (osdep_die_with_parent((int)getppid()) != 0)
			_exit(77);
		(void)run(script, 300 * (uint64_t)S, 1000, NULL);
		_exit(1);
	}
	close(ends[1]);
	/* It has begun, or never will. */
	if (read(ends[0], &byte, 1) == 1)
		ck_assert_int_eq(kill(pid, SIGKILL), 0);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFSIGNALED(status) || WEXITSTATUS(status) == 77);
	/* Its end of the pipe is closed with it. */
	ck_assert_int_eq(read(ends[0], &byte, 1), 0);
	close(ends[0]);
}
END_TEST

/* A run of two tests, whose figures are around a value. */
static struct result
make_run(double ns)
{
	struct result		 run;
	struct test_result	*test;
	unsigned		 i;

	memset(&run, 0, sizeof run);
	run.started = memory_duplicate("then");
	run.finished = memory_duplicate("now");
	facts_add_number(&run.host, "cpus", 2);
	texts_add(&run.warnings, "of the run");
	for (i = 0; i < 2; i++) {
		test = result_add_test(&run);
		test->name = memory_duplicate("pipe");
		test->spec = memory_duplicate(i == 0 ? "pipe:place=same" :
		    "pipe:place=cross");
		test_add_invocation(test)->median_ns = ns * (i + 1);
		side_add_cpu(invocation_add_side(&test->invocations[0]), 1);
		test->histogram = memory_allocate(1, sizeof *test->histogram);
		histogram_clear(test->histogram);
		histogram_record(test->histogram, (uint64_t)ns);
	}
	return run;
}

START_TEST(runs_become_one_result)
{
	struct result	result, run;
	unsigned	i;

	memset(&result, 0, sizeof result);
	for (i = 0; i < 9; i++) {
		run = make_run(1000 + i);
		result_absorb(&result, &run);
		ck_assert_ptr_null(run.tests);
	}
	ck_assert_uint_eq(result.test_count, 2);
	ck_assert_uint_eq(result.warnings.count, 1);
	for (i = 0; i < 9; i++) {
		ck_assert(fabs(result.tests[1].invocations[i].median_ns -
		    2 * (1000 + i)) < 1e-9);
		ck_assert_int_eq(result.tests[1].invocations[i].sides[0].
		    cpus[0], 1);
	}
	ck_assert_uint_eq(result.tests[0].invocation_count, 9);
	ck_assert_uint_eq(result.tests[0].histogram->count, 9);
	result_summarise(&result);
	ck_assert(fabs(result.tests[0].summary.median_ns - 1004) < 1e-9);
	result_free(&result);
}
END_TEST

/* What one run lacks is told, and what another has is kept. */
START_TEST(runs_may_lack_tests)
{
	struct result	result, run;

	memset(&result, 0, sizeof result);
	run = make_run(1000);
	run.tests[0].status = TEST_FAILED;
	run.tests[0].reason = memory_duplicate("no progress");
	result_absorb(&result, &run);
	run = make_run(1000);
	/* Another test stands in its place. */
	free(run.tests[1].spec);
	run.tests[1].spec = memory_duplicate("tcp:place=cross");
	result_absorb(&result, &run);
	ck_assert_int_eq(result.tests[0].status, TEST_OK);
	ck_assert_ptr_null(result.tests[0].reason);
	ck_assert_str_eq(result.tests[0].warnings.list[0],
	    "not measured in one of the runs: no progress");
	ck_assert_uint_eq(result.tests[0].invocation_count, 2);
	ck_assert_uint_eq(result.tests[1].invocation_count, 1);
	result_free(&result);
}
END_TEST

/* Any two results, and no memory lost or freed twice. */
START_TEST(any_runs_can_be_absorbed)
{
	uint64_t	state = support_fresh_seed();
	struct result	result, run;
	unsigned	i, j;

	for (i = 0; i < 50; i++) {
		memset(&result, 0, sizeof result);
		for (j = 0; j < 4; j++) {
			memset(&run, 0, sizeof run);
			support_random_result(&state, &run);
			result_absorb(&result, &run);
		}
		result_summarise(&result);
		result_free(&result);
	}
}
END_TEST

static Suite *
suite(void)
{
	Suite	*all = suite_create("ab");
	TCase	*process = tcase_create("process");
	TCase	*absorb = tcase_create("absorb");

	tcase_add_checked_fixture(process, NULL, tear_down);
	tcase_set_timeout(process, 120);
	tcase_add_test(process, output_and_status_are_told);
	tcase_add_test(process, what_cannot_be_executed_is_told);
	tcase_add_test(process, too_long_and_too_much_are_ended);
	tcase_add_test(process, stopped_is_asked_to_end);
	tcase_add_test(process, killed_takes_it_along);
	tcase_add_test(absorb, runs_become_one_result);
	tcase_add_test(absorb, runs_may_lack_tests);
	tcase_add_test(absorb, any_runs_can_be_absorbed);
	suite_add_tcase(all, process);
	suite_add_tcase(all, absorb);
	return all;
}

int
main(void)
{
	return unit_run(suite());
}
