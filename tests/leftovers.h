/* What a test leaves in the system that outlives processes. */

#ifndef TESTS_LEFTOVERS_H
#define TESTS_LEFTOVERS_H

/*
 * What there is now, as far as this system tells: System V objects, and the
 * names of POSIX ones.  To be freed.
 */
char	*leftovers_list(void);

/*
 * What was not there before and stays, though it is given some seconds to go:
 * others run beside us.  An enum outcome, with a reason that names one.
 */
int	 leftovers_check(const char *before);

#endif
