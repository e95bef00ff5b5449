/* What a report follows besides what it reports. */

#ifndef REPORTERS_REPORT_REQUEST_H
#define REPORTERS_REPORT_REQUEST_H

#include <stdbool.h>

#include "results/judgement.h"

/* Zeroed: nothing was asked for. */
struct report_request {
	struct judgement_rules	 rules;
	bool			 ktap;	/* the kernel's dialect, from those that have it */
};

#endif
