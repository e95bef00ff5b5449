/* Reading what is to be compared or shown, whoever wrote it. */

#ifndef RESULTS_EVIDENCE_H
#define RESULTS_EVIDENCE_H

#include <stddef.h>

#include "results/result.h"

/*
 * Reads an ipclat result or lmbench's output, which the bytes tell apart,
 * from a file or standard input ("-") into a zeroed result.  Nothing in it is
 * trusted.  remarks, unless NULL, gets what the reader itself had to say,
 * "FILE: 3 values of other hosts are left out", which is among the warnings of
 * the result as well.  0, or -1 with a one-line reason that names the file;
 * then the result needs no freeing.
 */
int	 evidence_read(const char *path, struct texts *remarks, struct result *);

/* Reads all files into as many zeroed results.  0, or -1 with a reason; then
 * none needs freeing. */
int	 evidence_read_all(char *const *paths, size_t count, struct result *);

/* Whether standard input is named once at most.  0, or -1 with a reason. */
int	 evidence_check_names(char *const *paths, size_t count);

#endif
