/* Memory for what is not measuring: where there is none, the program aborts, as
 * there is nothing to keep by going on. */

#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

/* So many elements of a size, zeroed; never NULL. */
void	*memory_allocate(size_t count, size_t size);

char	*memory_duplicate(const char *);

/*
 * Room for one more element, zeroed, behind so many.  The array grows whenever
 * its count is a power of two, so no capacity need be kept.
 */
void	*memory_grow(void *list, size_t count, size_t size);

#endif
