/* Figures and texts as they stand in a report: short, ASCII, 80 columns. */

#ifndef REPORTERS_FORMAT_H
#define REPORTERS_FORMAT_H

#include <stdbool.h>
#include <stdio.h>

#include "results/result.h"

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

/* Per cent with one decimal, more where that would be 0. */
const char *format_percent(double, char [FORMAT_SIZE]);

/*
 * A change in per cent with its sign, "+8.6%": one decimal, none from 1000 on.
 * whole: none at all.
 */
const char *format_change(double percent, bool whole, char [FORMAT_SIZE]);

/*
 * The canonical form of a test without its place, to be freed, and the place
 * alone, "-" where there is none; both harmless:
 * "tcp:nodelay=off,place=same,size=64" -> "tcp:nodelay=off,size=64", "same".
 */
char	*format_name(const char *spec);
void	 format_place(const char *spec, char [FORMAT_SIZE]);

/*
 * The same for any key: the form without it, to be freed, and its value, which
 * is cut to fit and otherwise where the key is not there.  All are harmless.
 */
char	*format_without(const char *spec, const char *key);
void	 format_value(const char *spec, const char *key, const char *otherwise,
	     char [FORMAT_SIZE]);

/*
 * A copy, to be freed, in which each control character, each character
 * beyond ASCII and each byte that is no UTF-8 has become "?".
 */
char	*format_harmless(const char *);

/* Whether a number needs no fraction: those up to 2^53 are exact. */
bool	 format_is_whole(double);

/* A recorded fact as text, "unknown" for NULL or what is not known; to be freed,
 * and not harmless. */
char	*format_fact(const struct fact *);

/*
 * Writes a text in double quotes, made harmless; before a quote and a backslash
 * in it stands a backslash.
 */
void	 format_put_quoted(FILE *, const char *);

/*
 * Writes the words of a text in lines of at most FORMAT_COLUMNS, all but the
 * first indented by so many blanks.  The text is made harmless; words too
 * long for a line are broken.
 */
void	 format_paragraph(FILE *, size_t indent, const char *);

#endif
