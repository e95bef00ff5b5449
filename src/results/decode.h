/* JSON from an untrusted file as a result. */

#ifndef RESULTS_DECODE_H
#define RESULTS_DECODE_H

#include <stddef.h>

#include "results/jsonin.h"
#include "results/result.h"

/*
 * Reads a result from so many bytes into a zeroed one.  0, or -1 with a
 * reason that begins with the name given, is one line and printable; then
 * nothing needs freeing.
 */
int	 decode_result(const char *name, const char *text, size_t,
	     struct result *);

/* The member "histogram" of a test.  0, or -1 with a reason. */
int	 decode_histogram(struct jsonin *, const json_t *test_object,
	     struct test_result *);

#endif
