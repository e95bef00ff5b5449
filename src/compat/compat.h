/*
 * Functions that some systems lack.  A .c file that uses one includes this
 * after the system's headers and is none the wiser.
 */

#ifndef COMPAT_COMPAT_H
#define COMPAT_COMPAT_H

#include <stddef.h>

#if !HAVE_STRLCPY
/*
 * Copies a string into so many bytes, cut to fit, always with a final NUL
 * unless there is no room at all.  Returns the length of the source, so that
 * a result not below the size tells that it was cut.
 */
size_t	 strlcpy(char *restrict, const char *restrict, size_t);
#endif

#if !HAVE_REALLOCARRAY
/*
 * realloc() to count members of a size.  NULL with errno ENOMEM, and the
 * memory as it was, also where their product does not fit size_t.
 */
void	*reallocarray(void *, size_t count, size_t size);
#endif

#endif
