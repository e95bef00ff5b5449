/* Allocates, or aborts. */

#include "config.h"

#include <stdint.h>
#include <stdio.h>
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

char *
memory_format(const char *format, va_list arguments)
{
	va_list	 again;
	char	*text;
	int	 length;

	va_copy(again, arguments);
	length = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (length < 0)
		abort();
	text = memory_allocate((size_t)length + 1, 1);
	vsnprintf(text, (size_t)length + 1, format, arguments);
	return text;
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
