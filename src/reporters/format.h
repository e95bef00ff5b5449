/* Figures and texts as they stand in a report: short, ASCII, 80 columns. */

#ifndef REPORTERS_FORMAT_H
#define REPORTERS_FORMAT_H

#include <stdio.h>

#define FORMAT_COLUMNS	80

/* Enough for any figure below, its NUL included. */
#define FORMAT_SIZE	24

/*
 * Each writes a figure and returns the text: "-" where it is unknown, never
 * "nan" or "inf", and "0" for nothing but 0.
 */

/* Nanoseconds as microseconds, four digits that count (three below 1). */
const char *format_microseconds(double ns, char [FORMAT_SIZE]);

/* Anything a second, three digits that count, with k, M, G or T. */
const char *format_rate(double, char [FORMAT_SIZE]);

/* Per cent with one decimal. */
const char *format_percent(double, char [FORMAT_SIZE]);

/*
 * A copy, to be freed, in which each control character, each character
 * beyond ASCII and each byte that is no UTF-8 has become "?".
 */
char	*format_harmless(const char *);

/*
 * Writes the words of a text in lines of at most FORMAT_COLUMNS, all but the
 * first indented by so many blanks.  The text is made harmless; words too
 * long for a line are broken.
 */
void	 format_paragraph(FILE *, size_t indent, const char *);

#endif
