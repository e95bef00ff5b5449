/*
 * Reporters of comparisons, as those of results: a comparison becomes bytes of
 * one format.  A new format is one file and one row in comparison-reporter.c.
 */

#ifndef REPORTERS_COMPARISON_REPORTER_H
#define REPORTERS_COMPARISON_REPORTER_H

#include <stdio.h>

#include "reporters/report-request.h"
#include "results/comparison.h"

struct comparison_reporter {
	const char	*name;		/* as given to -f */
	const char	*summary;
	/* Writes the comparison that was made as asked for.  0, or -1 with a reason. */
	int		(*report)(FILE *, const struct comparison *,
			    const struct comparison_request *,
			    const struct report_request *);
	bool		 has_ktap;	/* has the dialect of --ktap */
};

/* The reporter of that number, in the order of listings; NULL past the last. */
const struct comparison_reporter *comparison_reporter_get(size_t);

/* The reporter of that name, or NULL. */
const struct comparison_reporter *comparison_reporter_find(const char *);

/* What is compared, and against what p is adjusted, as users give them. */
const char *comparison_reporter_metric(enum comparison_metric);
const char *comparison_reporter_correction(enum comparison_correction);

/* After the last byte: 0, or -1 with a reason where something was not written. */
int	 comparison_reporter_finish(FILE *);

#endif
