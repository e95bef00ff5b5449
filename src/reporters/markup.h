/*
 * Text in HTML and SVG.  Every text that is not a constant of this program
 * passes markup_text(), and nothing else writes such a text.
 */

#ifndef REPORTERS_MARKUP_H
#define REPORTERS_MARKUP_H

#include <stdio.h>

/*
 * Writes a text that means nothing but itself, in an element or a quoted
 * attribute: what markup is made of is escaped; controls, bytes that are no
 * UTF-8, and characters that XML lacks or that turn the direction of text
 * become U+FFFD.  A line's end or a tab is a blank.
 */
void	 markup_text(FILE *, const char *);

/* The same, by a format. */
void	 markup_format(FILE *, const char *, ...)
#if defined(__GNUC__)
	     __attribute__((format(printf, 2, 3)))
#endif
	     ;

/* <ELEMENT class="CLASS">TEXT</ELEMENT>; element and class (NULL: none) are
 * constants. */
void	 markup_element(FILE *, const char *element, const char *class,
	     const char *text);

/* A name in an element, with places where its line may end behind its marks. */
void	 markup_name(FILE *, const char *);

/* The head of a column, and of a row, which is a name. */
void	 markup_heading(FILE *, const char *class, const char *text);
void	 markup_row_heading(FILE *, const char *text);

#endif
