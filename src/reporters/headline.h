/* The figure that a test is told by: a median, or the mean with several
 * requests in flight. */

#ifndef REPORTERS_HEADLINE_H
#define REPORTERS_HEADLINE_H

#include "reporters/format.h"
#include "results/result.h"

/* In nanoseconds, NaN where it is unknown. */
double	 headline_of_test(const struct test_result *);
double	 headline_of_invocation(const struct test_result *,
	     const struct invocation_result *);

/* In microseconds; a mean has a "*" behind it.  The text. */
const char *headline_format(const struct test_result *, char [FORMAT_SIZE]);

#endif
