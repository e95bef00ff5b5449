/* What stands below a table: marks, what was lost, failures, warnings. */

#ifndef REPORTERS_NOTES_H
#define REPORTERS_NOTES_H

#include <stdio.h>

#include "results/result.h"

/* What must be known to read the table: one line each. */
void	 notes_write_marks(FILE *, const struct result *);

/* The tests that failed or were skipped, one paragraph each. */
void	 notes_write_unmeasured(FILE *, const struct result *);

/*
 * The warnings of the run, then those of tests; one that several tests share
 * once, with their names.
 */
void	 notes_write_warnings(FILE *, const struct result *);

#endif
