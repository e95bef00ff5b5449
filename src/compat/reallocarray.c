/* Stands in for reallocarray(). */

#include "config.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "compat/compat.h"

void *
reallocarray(void *memory, size_t count, size_t size)
{
	if (size != 0 && count > SIZE_MAX / size) {
		errno = ENOMEM;
		return NULL;
	}
	return realloc(memory, count * size);
}
