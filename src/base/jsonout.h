/*
 * Writing JSON as it goes: numbers in the shortest form that reads back as
 * the same double, never NaN or infinity, whatever the locale is; strings
 * always valid UTF-8.
 */

#ifndef BASE_JSONOUT_H
#define BASE_JSONOUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* A text longer than this, in bytes, is cut: readers refuse more. */
#define JSONOUT_TEXT_LIMIT	65536

/* Set out and line_depth, leave the rest zero. */
struct jsonout {
	FILE		*out;		/* its error flag tells whether all went well */
	unsigned	 line_depth;	/* containers deeper than this stand on one line */
	unsigned	 depth;
	bool		 filled;	/* the innermost container holds something */
};

/*
 * Open and close a container, '{' '}' or '[' ']'.  The key, here and below,
 * is NULL for elements of arrays and for the outermost value; it is not
 * escaped.  Closing the outermost one ends the line.
 */
void	 jsonout_open(struct jsonout *, const char *key, char bracket);
void	 jsonout_close(struct jsonout *, char bracket);

/* NULL: null.  Bytes that are no UTF-8 become U+FFFD. */
void	 jsonout_text(struct jsonout *, const char *key, const char *text);

/* NaN and infinity: null.  Whole numbers below 2^53 have no point or exponent. */
void	 jsonout_number(struct jsonout *, const char *key, double);
void	 jsonout_count(struct jsonout *, const char *key, uint64_t);
void	 jsonout_claim(struct jsonout *, const char *key, bool);
void	 jsonout_null(struct jsonout *, const char *key);

#endif
