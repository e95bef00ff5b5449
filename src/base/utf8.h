/* Telling valid UTF-8 from other bytes. */

#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>

/*
 * The length, 1 to 4, of the character that the text begins with: 0 where it
 * is no valid UTF-8 (too long a form, a surrogate, beyond U+10FFFF), or where
 * the text is at its end.
 */
size_t	 utf8_length(const char *);

#endif
