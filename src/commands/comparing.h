/* What commands that compare have in common: the request, printing, exit status. */

#ifndef COMMANDS_COMPARING_H
#define COMMANDS_COMPARING_H

#include "reporters/comparison-reporter.h"
#include "reporters/report-request.h"
#include "results/comparison.h"

struct options;

/* How a comparison is made and printed. */
struct comparing {
	const struct options			*options;
	const char				*command;	/* its name, for messages */
	const struct comparison_reporter	*reporter;
	struct comparison_request		 request;
	struct report_request			 report;
	struct limits				 limits;	/* none: comparisons have no such */
};

/*
 * Fills it in from the options, which must stay.  0, or -1 with a reason: an
 * unknown format, or values that contradict each other.
 */
int	 comparing_choose(const struct options *, const char *command,
	     struct comparing *);

/* Sorts it if that is wanted, and prints it.  The exit status it stands for. */
int	 comparing_print(const struct comparing *, struct comparison *);

#endif
