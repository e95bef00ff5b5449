/*
 * Reporters turn a result into bytes of one format.  They never measure and
 * never compute.  A new format is one file and one row in reporter.c.
 */

#ifndef REPORTERS_REPORTER_H
#define REPORTERS_REPORTER_H

#include <stdbool.h>
#include <stdio.h>

#include "reporters/report-request.h"
#include "results/result.h"

struct reporter {
	const char	*name;		/* as given to -f */
	const char	*summary;
	bool		 any_place;	/* run measures place=any for it, unless told otherwise */
	bool		 single;	/* holds one result and no more */
	bool		 readable;	/* what it writes is a result again */
	bool		 has_ktap;	/* has the dialect of --ktap */
	/* Writes the results, count >= 1.  0, or -1 with a reason. */
	int		(*report)(FILE *, const struct result *, size_t count,
			    const struct report_request *);
};

/* The reporter of that number, in the order of listings; NULL past the last. */
const struct reporter *reporter_get(size_t);

/* The reporter of that name, or NULL. */
const struct reporter *reporter_find(const char *);

/* After the last byte: 0, or -1 with a reason where something was not written. */
int	 reporter_finish(FILE *);

#endif
