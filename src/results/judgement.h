/*
 * What passes and what fails: the one definition behind exit statuses and
 * the formats that tell of both.
 */

#ifndef RESULTS_JUDGEMENT_H
#define RESULTS_JUDGEMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "results/comparison.h"
#include "results/limit.h"
#include "results/result.h"

/* What a test, or a row of a comparison, comes to. */
enum judgement_kind {
	JUDGED_PASSED,
	JUDGED_SKIPPED,		/* cannot be judged, and need not be */
	JUDGED_OPEN,		/* cannot be judged, and must be */
	JUDGED_TOO_SLOW,	/* misses a limit, or is slower than it may be */
	JUDGED_FAILED,		/* was not measured */
	JUDGED_KINDS
};

/* What is asked for.  Zeroed: a test that failed fails, and nothing else. */
struct judgement_rules {
	bool			 strict;	/* a test that was skipped fails */
	const struct limits	*limits;	/* NULL: none */
	bool			 slower_fails;	/* a row that is slower, by so many */
	double			 slower_percent;	/* per cent or more, >= 0 */
	bool			 require_conclusive;	/* what is inconclusive or without evidence fails */
};

struct judgement {
	enum judgement_kind	 kind;
	char			*reason;	/* one line of any bytes, owned; NULL where PASSED */
};

/*
 * Test: one that was measured passes if it keeps all limits that apply to it.
 * Row: what is slower by less than the rules say passes, as does what is
 * faster or equivalent; all others cannot be judged.  To be freed.
 */
struct judgement judgement_of_test(const struct test_result *,
	     const struct judgement_rules *);
struct judgement judgement_of_row(const struct comparison_row *,
	     const struct judgement_rules *);
void	 judgement_free(struct judgement *);

/* Whether that is a failure: OPEN, TOO_SLOW or FAILED. */
bool	 judgement_fails(enum judgement_kind);

/* "passed", "skipped", "open", "too-slow", "failed". */
const char *judgement_name(enum judgement_kind);

/* How many of the tests of a result, or rows of a comparison, come to what. */
struct judgement_counts {
	size_t	of[JUDGED_KINDS];
	size_t	failures;		/* of those that fail */
};
struct judgement_counts judgement_count(const struct result *,
	     const struct judgement_rules *);
struct judgement_counts judgement_count_rows(const struct comparison *,
	     const struct judgement_rules *);

#endif
