/* Memory for what is not measuring: where there is none, the program aborts, as
 * there is nothing to keep by going on. */

#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdarg.h>
#include <stddef.h>

/* So many elements of a size, zeroed; never NULL. */
void	*memory_allocate(size_t count, size_t size);

char	*memory_duplicate(const char *);

/* What vprintf() would print; to be freed, never NULL. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 0)))
#endif
char	*memory_format(const char *, va_list);

/*
 * Room for one more element, zeroed, behind so many.  The array grows whenever
 * its count is a power of two, so no capacity need be kept.
 */
void	*memory_grow(void *list, size_t count, size_t size);

#endif
