/* Allocates, or aborts. */

#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void *
memory_allocate(size_t count, size_t size)
{
	void	*memory = calloc(count > 0 ? count : 1, size);

	if (memory == NULL)
		abort();
	return memory;
}

char *
memory_duplicate(const char *text)
{
	char	*copy = strdup(text);

	if (copy == NULL)
		abort();
	return copy;
}

void *
memory_grow(void *list, size_t count, size_t size)
{
	char	*grown = list;

	if ((count & (count - 1)) == 0) {
		if (count > SIZE_MAX / 2 / size)
			abort();
		grown = realloc(list, (count == 0 ? 1 : 2 * count) * size);
		if (grown == NULL)
			abort();
	}
	memset(grown + count * size, 0, size);
	return grown;
}
