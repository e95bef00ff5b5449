/* The fields of CSV as RFC 4180 has it; what is unknown is an empty field. */

#ifndef REPORTERS_CSV_FIELD_H
#define REPORTERS_CSV_FIELD_H

#include <stdint.h>
#include <stdbool.h>
#include <stdio.h>

/* Set out, leave the rest zero.  Its error flag tells whether all went well. */
struct csv {
	FILE	*out;
	bool	 filled;	/* the row holds something */
};

/*
 * Any bytes, made harmless, in quotes; where a spreadsheet would take it for
 * a formula an apostrophe stands before it.  NULL: unknown.
 */
void	 csv_put_text(struct csv *, const char *);

/* A word of our own, as it is. */
void	 csv_put_word(struct csv *, const char *);

/* NaN and infinity: unknown. */
void	 csv_put_number(struct csv *, double);
void	 csv_put_count(struct csv *, uint64_t);
void	 csv_end_row(struct csv *);

#endif
