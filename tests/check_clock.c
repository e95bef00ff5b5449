/* Tests of the clock. */

#include "config.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check_system.h"
#include "system/clock.h"

START_TEST(clock_is_measured)
{
	struct clock_facts	facts;

	clock_measure(&facts);
	ck_assert(facts.name != NULL && facts.name[0] != '\0');
	ck_assert(facts.cost_ns >= 0.0 && facts.cost_ns < 1e9);
	ck_assert_uint_gt(facts.step_ns, 0);
	ck_assert_uint_eq(facts.backsteps, 0);
}
END_TEST

START_TEST(clock_sleeps_long_enough)
{
	uint64_t	start = clock_now();

	clock_sleep(3000000);
	ck_assert_uint_ge(clock_now() - start, 3000000);
}
END_TEST

/* As if somebody had stopped the process for a minute. */
START_TEST(clock_patience_outlasts_a_stop)
{
	struct clock_patience	patience;
	uint64_t		waited;

	clock_patience_begin(&patience, 1000);
	patience.looked_ns -= UINT64_C(60000000000);
	ck_assert_uint_eq(clock_patience_look(&patience), 1000);
	clock_patience_begin(&patience, UINT64_C(3600000000000));
	clock_sleep(2000000);
	waited = clock_patience_look(&patience);
	ck_assert_uint_ge(waited, 2000000);
	ck_assert_uint_ge(clock_patience_look(&patience), waited);
}
END_TEST

static void
ignore_signal(int number)
{
	(void)number;
}

START_TEST(clock_sleep_ends_by_signal)
{
	struct sigaction	action;
	pid_t			child;
	uint64_t		start = clock_now();

	memset(&action, 0, sizeof action);
	action.sa_handler = ignore_signal;
	sigaction(SIGUSR1, &action, NULL);
	ck_assert_int_ge(child = fork(), 0);
	if (child == 0) {
		/* Repeated, since the first may come before the sleep. */
		while (kill(getppid(), SIGUSR1) == 0)
			clock_sleep(5000000);
		_exit(0);
	}
	clock_sleep(UINT64_C(3600) * 1000000000);
	kill(child, SIGKILL);
	while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
	ck_assert_uint_lt(clock_now() - start, UINT64_C(3000) * 1000000000);
}
END_TEST

START_TEST(clock_formats_utc)
{
	static const struct {
		time_t		 time;
		const char	*text;
	} rows[] = {
		{ 0, "1970-01-01T00:00:00Z" },
		{ 1014984000, "2002-03-01T12:00:00Z" },
		{ 951782399, "2000-02-28T23:59:59Z" },
		{ 951782400, "2000-02-29T00:00:00Z" },
	};
	char	text[CLOCK_RFC3339_SIZE];
	size_t	i;

	setenv("TZ", "XYZ-5", 1);
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		clock_format_utc(text, rows[i].time);
		ck_assert_str_eq(text, rows[i].text);
	}
}
END_TEST

TCase *
case_clock(void)
{
	TCase	*tests = tcase_create("clock");

	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, clock_is_measured);
	tcase_add_test(tests, clock_sleeps_long_enough);
	tcase_add_test(tests, clock_sleep_ends_by_signal);
	tcase_add_test(tests, clock_patience_outlasts_a_stop);
	tcase_add_test(tests, clock_formats_utc);
	return tests;
}
