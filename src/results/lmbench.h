/* Reading what lmbench prints, wherever it stands in a file or a mail. */

#ifndef RESULTS_LMBENCH_H
#define RESULTS_LMBENCH_H

#include <stdbool.h>
#include <stddef.h>

#include "results/result.h"

/* Whether the bytes look like lmbench's output rather than JSON. */
bool	 lmbench_is_text(const char *bytes, size_t size);

/*
 * Reads the latency lines of lmbench 2 and 3 into a zeroed result: each
 * occurrence of a line is one invocation of its test, with its mean alone
 * (headline mean; place=any unless a line "# place=..." precedes).  Lines may
 * be indented, quoted or commented; all others are passed over.  Of a test
 * measured on this and on other hosts the lines of this one count.  The bytes
 * are not trusted.  0, or -1 with a one-line reason that names the file.
 */
int	 lmbench_read(const char *name, const char *bytes, size_t size,
	     struct result *);

/*
 * The name that lmbench gives the test of that transport, "UDP latency using
 * localhost": what it prints before the colon.  NULL: it has no such test.
 */
const char *lmbench_name(const char *transport);

#endif
