/* Stands in for strlcpy(). */

#include "config.h"

#include <string.h>

#include "compat/compat.h"

size_t
strlcpy(char *restrict to, const char *restrict from, size_t size)
{
	size_t	length = strlen(from), kept;

	if (size == 0)
		return length;
	kept = length < size ? length : size - 1;
	memcpy(to, from, kept);
	to[kept] = '\0';
	return length;
}
