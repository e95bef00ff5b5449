/* What the options say of passing and failing. */

#ifndef COMMANDS_JUDGING_H
#define COMMANDS_JUDGING_H

#include <stdbool.h>

#include "reporters/report-request.h"

struct options;

/*
 * Fills a zeroed request from the options; has_ktap: the format chosen has
 * that dialect.  limits, zeroed, gets those that the request points to.  0, or
 * -1 with a reason; limits must be freed in either case.
 */
int	 judging_read(const struct options *, bool has_ktap, struct limits *,
	     struct report_request *);

/* Whether each limit is one of some test.  0, or -1 with a reason. */
int	 judging_check_limits(const struct limits *, const struct result *,
	     size_t count);

#endif
