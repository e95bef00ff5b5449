/*
 * Limits that a test must keep, as users give them: TEST=VALUE, the most that
 * its latency may be, or the least that its rate must be.
 */

#ifndef RESULTS_LIMIT_H
#define RESULTS_LIMIT_H

#include <stdbool.h>
#include <stddef.h>

#include "results/result.h"

/* Owned by the limits that it is of. */
struct limit {
	char		*text;		/* as it was given */
	char		*pattern;	/* of names of tests: a name or a glob */
	char		*keys;		/* "place=same,size=4k"; "": any */
	const struct limit_figure *figure;
	double		 value;		/* ns, or round trips a second */
};

/* In the order in which they were given.  Zeroed: none. */
struct limits {
	struct limit	*list;
	size_t		 count;
};

/*
 * Reads and adds a limit, TEST=VALUE or TEST=FIGURE:VALUE.  TEST is a name or
 * a pattern, with or without keys: "pipe", "unix-*:place=same".  FIGURE is
 * median, mean, p90, p99, p999 or max; without it the figure is the headline.
 * VALUE is a number with its unit: ns, us, ms, s, or for rates /s, k/s, M/s.
 * 0, or -1 with a reason that names the word and the remedy.
 */
int	 limits_add(struct limits *, const char *);
void	 limits_free(struct limits *);

/* Whether the limit is one of that test, whose name and params are looked at. */
bool	 limit_applies(const struct limit *, const struct test_result *);

/*
 * Whether a test that was measured keeps the limit.  A figure that the data
 * do not carry keeps none.  Where it is missed, *said becomes a line that
 * says by what, to be freed: "p99 25.3 us is above the limit pipe=p99:20us".
 */
bool	 limit_is_kept(const struct limit *, const struct test_result *,
	     char **said);

#endif
