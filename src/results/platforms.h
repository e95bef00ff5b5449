/*
 * Results of several platforms side by side: what tells them apart, and which
 * of their tests belong in one row.  Plain data, made once, only read.
 */

#ifndef RESULTS_PLATFORMS_H
#define RESULTS_PLATFORMS_H

#include <stdbool.h>
#include <stddef.h>

#include "results/comparison.h"
#include "results/result.h"

/* Texts may hold any bytes that the files had: a reporter makes them harmless. */
struct platform {
	const struct result	*result;	/* not owned */
	char			*label;		/* what tells it from the others, as short as they let it be; owned */
	char			*file;		/* as it was named; owned */
	bool			 emulated;
	struct comparison	 comparison;	/* with the first platform; of the first: empty */
};

/* A test on one platform. */
struct platform_cell {
	const struct test_result	*test;		/* NULL: not in its file */
	const struct comparison_row	*compared;	/* with the first platform's; NULL: nothing to compare */
};

/*
 * One test on all platforms.  Tests whose CPUs are related otherwise, one
 * core cluster here and two packages there, have rows of their own.
 */
struct platform_row {
	const char		*spec;		/* not owned */
	const char		*relation;	/* of the CPUs, where that tells rows of one spec apart; else NULL */
	struct platform_cell	*cells;		/* one a platform; owned */
};

struct platforms {
	struct platform			*list;
	size_t				 count;	/* at least 1 */
	struct platform_row		*rows;	/* in the order in which the files have them */
	size_t				 row_count;
	struct comparison_request	 request;	/* as it was compared */
};

/*
 * Puts the results beside each other and compares each with the first as
 * asked for.  The results stay, and must stay as long as the platforms do; the
 * names of their files are copied.  The platforms must be zeroed.
 */
void	 platforms_make(const struct result *, char *const *files,
	     size_t count, const struct comparison_request *,
	     struct platforms *);
void	 platforms_free(struct platforms *);

/* Whether the test was measured there. */
bool	 platform_cell_is_measured(const struct platform_cell *);

#endif
