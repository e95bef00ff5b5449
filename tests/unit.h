/* The header of Check, without those of its names that are ours too. */

#ifndef TESTS_UNIT_H
#define TESTS_UNIT_H

#define test_result check_test_result
#include <check.h>
#undef test_result
#undef fail

#include <unistd.h>

/*
 * Runs all tests of a suite as CK_ENV says; the exit status of the program.
 * Descriptors that the caller left open are closed: what a test finds must not
 * hang on who starts it.
 */
static inline int
unit_run(Suite *suite)
{
	SRunner	*runner = srunner_create(suite);
	int	 fd, failed;

	for (fd = 3; fd < 256; fd++)
		close(fd);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

#endif
