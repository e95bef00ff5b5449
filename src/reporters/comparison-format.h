/* What the forms of a comparison for people say alike. */

#ifndef REPORTERS_COMPARISON_FORMAT_H
#define REPORTERS_COMPARISON_FORMAT_H

#include "reporters/buffer.h"
#include "reporters/format.h"
#include "results/comparison.h"

#define CHANGE_SIZE	(3 * FORMAT_SIZE)

/*
 * "+8.6% [+7.9%, +9.1%]": by how much the latency fell.  Whole per cents where
 * there is one value a side, which says nothing about the decimals; "-" where
 * nothing was compared.
 */
const char *comparison_format_change(const struct comparison_row *,
	     char [CHANGE_SIZE]);

/* What a row is called: its test, "A -> B" where there are two. */
void	 comparison_format_name(const struct comparison_row *,
	     struct buffer *);

/* What was compared: files, boots, how much a row. */
void	 comparison_format_counts(const struct comparison *,
	     const struct comparison_request *, struct buffer *);

/* "2 faster, 1 slower": those verdicts that were passed. */
void	 comparison_format_verdicts(const struct comparison *, struct buffer *);

/* How much would tell what is inconclusive; nothing where nothing is. */
void	 comparison_format_needed(const struct comparison *, struct buffer *);

/* What change the files could have shown; nothing where that is unknown. */
void	 comparison_format_resolution(const struct comparison *,
	     struct buffer *);

#endif
