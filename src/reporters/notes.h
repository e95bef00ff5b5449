/* What stands below a table: marks, what was lost, failures, warnings. */

#ifndef REPORTERS_NOTES_H
#define REPORTERS_NOTES_H

#include <stdbool.h>
#include <stdio.h>

#include "results/judgement.h"
#include "results/result.h"

/* Where they go, and what writes a paragraph in the form wanted; its texts may
 * hold any bytes. */
struct notes {
	FILE	*out;
	void	(*write)(FILE *, const char *);
};

/* What must be known to read the table: one line each. */
void	 notes_write_marks(const struct notes *, const struct result *);

/* The tests that failed or were skipped, one paragraph each. */
void	 notes_write_unmeasured(const struct notes *, const struct result *);

/* The tests that miss a limit, one paragraph each. */
void	 notes_write_missed(const struct notes *, const struct result *,
	     const struct judgement_rules *);

/*
 * The warnings of the run, then those of tests; one that several tests share
 * once, with their names.
 */
void	 notes_write_warnings(const struct notes *, const struct result *);

/* Whether there are any. */
bool	 notes_has_warnings(const struct result *);

#endif
