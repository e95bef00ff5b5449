/*
 * A part of a text that is being read, anywhere in it and without a NUL at its
 * end.  Letters are equal in either case.
 */

#ifndef RESULTS_SPAN_H
#define RESULTS_SPAN_H

#include <stdbool.h>
#include <stddef.h>

struct span {
	const char	*start;
	size_t		 length;
};

/* Blanks within a line. */
bool	 span_is_blank(char);

/* What is left behind so many bytes, which it must have. */
struct span span_after(struct span, size_t);

/* Without the blanks at its start, or end. */
struct span span_trim_start(struct span);
struct span span_trim_end(struct span);

/* The bytes up to the first blank. */
struct span span_word(struct span);

/* How many decimal digits it begins with. */
size_t	 span_digits(struct span);

/* Whether it is that text, or the beginning of that text. */
bool	 span_equals(struct span, const char *);
bool	 span_begins(struct span, const char *);

/*
 * Takes a name of so many bytes from the start; a blank in it stands for any
 * number of them.  False, and nothing taken: something else is there.
 */
bool	 span_take(struct span *, const char *name, size_t);

#endif
