/* Tests of the facts about the machine, and the system's answers. */

#include "config.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check_system.h"
#include "base/entropy.h"
#include "results/result.h"
#include "system/clock.h"
#include "system/machine.h"
#include "system/osdep.h"
#include "system/self.h"

static struct cpu	cpus[OSDEP_CPUS_MAX];

START_TEST(entropy_differs)
{
	unsigned char	buffers[2][1000], zero[1000] = { 0 };

	memset(buffers, 0, sizeof buffers);
	ck_assert_int_eq(entropy_fill(buffers[0], 999), 0);
	ck_assert_int_eq(entropy_fill(buffers[1], 999), 0);
	ck_assert_int_ne(memcmp(buffers[0], buffers[1], 999), 0);
	ck_assert_int_ne(memcmp(buffers[0] + 900, zero, 99), 0);
	ck_assert_uint_eq(buffers[0][999], 0);
	ck_assert_int_eq(entropy_fill(NULL, 0), 0);
}
END_TEST

START_TEST(osdep_cpus_rise)
{
	size_t	count = osdep_get_cpus(cpus), i;

	ck_assert_uint_le(count, OSDEP_CPUS_MAX);
	for (i = 0; i < count; i++) {
		ck_assert_int_ge(cpus[i].number, 0);
		if (i > 0)
			ck_assert_int_gt(cpus[i].number, cpus[i - 1].number);
		ck_assert_int_ge(cpus[i].core, -1);
		ck_assert_int_ge(cpus[i].cache, -1);
		ck_assert_int_ge(cpus[i].node, -1);
		ck_assert_int_ge(cpus[i].capacity, -1);
	}
}
END_TEST

START_TEST(osdep_pins)
{
	size_t	count = osdep_get_cpus(cpus), i;
	unsigned machine = osdep_count_cpus();
	int	now;

	if (count == 0) {
		ck_assert_int_eq(osdep_pin(0), -1);
		ck_assert_int_eq(errno, ENOSYS);
		return;
	}
	ck_assert_int_eq(osdep_pin(-1), -1);
	ck_assert_int_eq(osdep_pin(INT_MAX), -1);
	for (i = 0; i < count && i < 8; i++) {
		ck_assert_int_eq(osdep_pin(cpus[i].number), 0);
		now = osdep_current_cpu();
		/* An emulator may take the wish without heeding it. */
		ck_assert(now == -1 || now == cpus[i].number ||
		    osdep_emulator() != NULL);
	}
	ck_assert_uint_eq(osdep_get_cpus(cpus), 1);
	/* Counted by the machine, not by the mask, where that can be told. */
	ck_assert(osdep_count_cpus() == machine || osdep_count_cpus() == 1);
}
END_TEST

START_TEST(osdep_busy_time_grows)
{
	uint64_t	before, after, start = clock_now(), step;

	if (!osdep_busy_time(&before, &step))
		return;
	ck_assert_uint_gt(step, 0);
	do {
		ck_assert(osdep_busy_time(&after, &step));
		ck_assert_uint_ge(after + step, before);
	} while (after == before && clock_now() - start < 2000000000);
}
END_TEST

/* Single CPUs, the same twice, all of them; and one that there is not. */
START_TEST(osdep_cpu_times_add_up)
{
	static const int	nowhere[] = { OSDEP_CPUS_MAX * 1000 };
	struct osdep_cpu_times	all, one, sum, after;
	int			numbers[2];
	size_t			count = osdep_get_cpus(cpus), i;

	if (count == 0 || !osdep_get_cpu_times(NULL, 0, &all))
		return;
	ck_assert_uint_gt(all.step_ns, 0);
	memset(&sum, 0, sizeof sum);
	for (i = 0; i < count; i++) {
		ck_assert(osdep_get_cpu_times(&cpus[i].number, 1, &one));
		sum.busy_ns += one.busy_ns;
	}
	ck_assert(osdep_get_cpu_times(NULL, 0, &after));
	/* Each is rounded on its own. */
	ck_assert_uint_le(sum.busy_ns, after.busy_ns +
	    2 * (count + 1) * all.step_ns);
	if (count > 1) {
		numbers[0] = cpus[0].number;
		numbers[1] = cpus[1].number;
		ck_assert(osdep_get_cpu_times(numbers, 2, &one));
		ck_assert_uint_le(one.busy_ns, after.busy_ns +
		    100 * all.step_ns);
	}
	ck_assert(!osdep_get_cpu_times(nowhere, 1, &one));
}
END_TEST

START_TEST(osdep_delays_and_throttling_never_fall)
{
	struct osdep_throttling	first, second;
	uint64_t		before, after;

	if (osdep_get_delay((int)getpid(), &before)) {
		ck_assert(osdep_get_delay((int)getpid(), &after));
		ck_assert_uint_ge(after, before);
	}
	ck_assert(!osdep_get_delay(0x7ffffffe, &after));
	if (osdep_get_throttling(&first)) {
		ck_assert(osdep_get_throttling(&second));
		ck_assert_uint_ge(second.thermal, first.thermal);
		ck_assert_uint_ge(second.quota, first.quota);
	}
}
END_TEST

/* A child that works for some time, says so, and sleeps. */
static pid_t
usage_start_worker(int said)
{
	uint64_t	end_ns;
	char		byte = 0;
	pid_t		pid = fork();
	int		i;

	if (pid != 0)
		return pid;
	for (i = 0; i < 20; i++)
		clock_sleep(100000);
	for (end_ns = (uint64_t)clock() + 60 * CLOCKS_PER_SEC / 1000;
	    (uint64_t)clock() < end_ns; )
		;
	(void)!write(said, &byte, 1);
	for (;;)
		pause();
}

START_TEST(osdep_usage_is_told)
{
	struct osdep_usage usage;
	uint64_t tick_ns = 1000000000u / (uint64_t)sysconf(_SC_CLK_TCK);
	uint64_t ticked_ns;
	int	said[2];
	char	byte;
	pid_t	pid;

	ck_assert_int_eq(pipe(said), 0);
	pid = usage_start_worker(said[1]);
	ck_assert_int_gt(pid, 0);
	ck_assert_int_eq(read(said[0], &byte, 1), 1);
	if (osdep_get_usage(pid, &usage)) {
		ck_assert_uint_ge(usage.cpu_ns, 59000000);
		ck_assert_uint_lt(usage.cpu_ns, 60000000000u);
		ticked_ns = (usage.user_ticks + usage.system_ticks) * tick_ns;
		if (usage.ticks_known)
			ck_assert_uint_le(ticked_ns, usage.cpu_ns + 20000000);
		if (usage.ticks_known)
			ck_assert_uint_ge(ticked_ns, usage.cpu_ns / 2);
		if (usage.switches_known)
			ck_assert_uint_ge(usage.voluntary, 20);
		ck_assert_int_ge(usage.cpu, -1);
	}
	kill(pid, SIGKILL);
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
	/* Nobody is left to be asked about. */
	ck_assert(!osdep_get_usage(pid, &usage));
	close(said[0]);
	close(said[1]);
}
END_TEST

START_TEST(osdep_child_dies_with_parent)
{
	int	fds[2];
	char	byte;
	pid_t	child;

	ck_assert_int_eq(pipe(fds), 0);
	ck_assert_int_ge(child = fork(), 0);
	if (child == 0) {
		pid_t	parent = getpid();

		close(fds[0]);
		if (fork() == 0) {
			byte = osdep_die_with_parent(parent) == 0;
			if (write(fds[1], &byte, 1) == 1 && byte)
				for (;;)
					pause();
			_exit(0);
		}
		for (;;)
			pause();
	}
	close(fds[1]);
	ck_assert_int_eq(read(fds[0], &byte, 1), 1);
	kill(child, SIGKILL);
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	/* The end of the file: the grandchild has ended too. */
	ck_assert_int_eq(read(fds[0], &byte, 1), 0);
}
END_TEST

START_TEST(osdep_orphan_dies_at_once)
{
	int	status;
	pid_t	child;

	ck_assert_int_ge(child = fork(), 0);
	if (child == 0) {
		/* Its own number is never that of its parent. */
		_exit(osdep_die_with_parent(getpid()) == 0 ? 1 : 0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert((WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) ||
	    (WIFEXITED(status) && WEXITSTATUS(status) == 0));
}
END_TEST

static bool
key_is_proper(const char *key)
{
	return key[0] != '\0' && key[strspn(key,
	    "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

static void
check_facts(const struct facts *facts)
{
	const char	*next;
	size_t		 i, j;

	for (i = 0; i < facts->count; i++) {
		ck_assert_msg(key_is_proper(facts->list[i].key), "key \"%s\"",
		    facts->list[i].key);
		for (j = 0; j < i; j++)
			ck_assert_str_ne(facts->list[i].key,
			    facts->list[j].key);
		if (facts->list[i].kind != FACT_TEXT)
			continue;
		for (next = facts->list[i].text; *next != '\0'; next++)
			ck_assert_msg(*next >= ' ' && *next <= '~',
			    "byte %d in %s", *next, facts->list[i].key);
	}
}

START_TEST(machine_facts_are_complete)
{
	static const char *const keys[] = {
		"system", "release", "version", "machine", "hostname", "cpus",
		"cpu_model", "boot_id", "clock", "clock_cost_ns",
		"clock_step_ns", "virtual", "emulated", "libc", "fresh", NULL
	};
	struct clock_facts	clock = { "CLOCK", 31.5, 0, 7 };
	struct facts		host = { NULL, 0 };
	const struct fact	*fact;
	size_t			 i;

	machine_add_facts(&host, &clock, "fork");
	check_facts(&host);
	for (i = 0; keys[i] != NULL; i++)
		ck_assert_msg(facts_find(&host, keys[i]) != NULL, "no %s",
		    keys[i]);
	fact = facts_find(&host, "clock_cost_ns");
	ck_assert(fact->kind == FACT_NUMBER && fact->number > 31.0);
	ck_assert_int_eq(facts_find(&host, "clock_step_ns")->kind,
	    FACT_UNKNOWN);
	ck_assert_str_eq(facts_find(&host, "fresh")->text, "fork");
	facts_free(&host);
}
END_TEST

START_TEST(machine_program_is_complete)
{
	struct facts	program = { NULL, 0 }, libraries = { NULL, 0 };

	machine_add_program(&program, &libraries);
	check_facts(&program);
	ck_assert_str_eq(facts_find(&program, "version")->text,
	    PACKAGE_VERSION);
	ck_assert_ptr_nonnull(facts_find(&program, "compiler"));
	ck_assert_ptr_nonnull(facts_find(&program, "flags"));
	ck_assert_ptr_nonnull(facts_find(&libraries, "jansson"));
	facts_free(&program);
	facts_free(&libraries);
}
END_TEST

/* Where the system knows no path of its own, argv[0] decides. */
static bool
argv0_decides(void)
{
	return osdep_own_executable() == NULL && !osdep_exec_leaves_emulator();
}

static void
check_self(const char *argv0, const char *expected)
{
	const char	*path;

	self_initialise(argv0);
	path = self_executable();
	ck_assert_str_eq(self_fresh(), path != NULL ? "exec" : "fork");
	if (!argv0_decides())
		return;
	if (expected == NULL)
		ck_assert_ptr_null(path);
	else
		ck_assert_str_eq(path, expected);
}

START_TEST(self_is_found)
{
	char	directory[] = "/tmp/check-self-XXXXXX", *real;
	char	file[PATH_MAX + 64], path[PATH_MAX + 64];
	FILE	*stream;

	ck_assert_ptr_nonnull(mkdtemp(directory));
	ck_assert_ptr_nonnull(real = realpath(directory, NULL));
	snprintf(file, sizeof file, "%s/some-name", real);
	ck_assert_ptr_nonnull(stream = fopen(file, "w"));
	fclose(stream);
	ck_assert_int_eq(chmod(file, 0700), 0);
	ck_assert_int_eq(chdir(directory), 0);

	check_self(file, file);
	check_self("./some-name", file);
	check_self("./missing", NULL);
	check_self("", NULL);
	check_self(NULL, NULL);
	snprintf(path, sizeof path, "/nonexistent:%s:/bin", real);
	setenv("PATH", path, 1);
	check_self("some-name", file);
	check_self("missing", NULL);
	setenv("PATH", "/nonexistent:", 1);
	check_self("some-name", file);
	setenv("PATH", "", 1);
	check_self("some-name", file);
	unsetenv("PATH");
	check_self("some-name", NULL);
	check_self("..", NULL);
	ck_assert_int_eq(chmod(file, 0600), 0);
	check_self(file, NULL);

	ck_assert_int_eq(chdir("/"), 0);
	unlink(file);
	rmdir(real);
	free(real);
}
END_TEST

START_TEST(self_executes)
{
	int		 status;
	pid_t		 child;

	/* The name of another program: the system's own answer counts. */
	self_initialise("/bin/sh");
	if (self_executable() == NULL || argv0_decides())
		return;
	ck_assert_int_ge(child = fork(), 0);
	if (child == 0) {
		setenv("CHECK_SYSTEM_EXIT", "43", 1);
		execl(self_executable(), "check_system", (char *)NULL);
		_exit(44);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 43);
}
END_TEST

static TCase *
case_system(void)
{
	TCase	*tests = tcase_create("system");

	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, entropy_differs);
	tcase_add_test(tests, osdep_cpus_rise);
	tcase_add_test(tests, osdep_pins);
	tcase_add_test(tests, osdep_busy_time_grows);
	tcase_add_test(tests, osdep_cpu_times_add_up);
	tcase_add_test(tests, osdep_delays_and_throttling_never_fall);
	tcase_add_test(tests, osdep_usage_is_told);
	tcase_add_test(tests, osdep_child_dies_with_parent);
	tcase_add_test(tests, osdep_orphan_dies_at_once);
	tcase_add_test(tests, machine_facts_are_complete);
	tcase_add_test(tests, machine_program_is_complete);
	tcase_add_test(tests, self_is_found);
	tcase_add_test(tests, self_executes);
	return tests;
}

int
main(void)
{
	Suite	*suite;

	/* So that executing this program afresh can be told from not. */
	if (getenv("CHECK_SYSTEM_EXIT") != NULL)
		return atoi(getenv("CHECK_SYSTEM_EXIT"));
	suite = suite_create("system");
	suite_add_tcase(suite, case_clock());
	suite_add_tcase(suite, case_system());
	suite_add_tcase(suite, case_tmpdir());
	suite_add_tcase(suite, case_sweep());
	suite_add_tcase(suite, case_note());
	suite_add_tcase(suite, case_placement());
	return unit_run(suite);
}
