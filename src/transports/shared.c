/* Owns the memory that sides share by inheritance. */

#include "config.h"

#include <sys/mman.h>

#include "transports/shared.h"

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif

void *
shared_map(size_t size)
{
	void	*mapped = mmap(NULL, size, PROT_READ | PROT_WRITE,
		    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (mapped != MAP_FAILED)
		return mapped;
	fail_errno("memory shared by both sides");
	return NULL;
}

void
shared_unmap(void *memory, size_t size)
{
	if (memory != NULL)
		(void)munmap(memory, size);
}

int
shared_turns_prepare(struct side *side)
{
	struct shared_turns *turns = side->state;

	turns->words = shared_map(sizeof *turns->words);
	return turns->words == NULL ? OUTCOME_FAILED : OUTCOME_OK;
}

void
shared_turns_dispose(struct side *side)
{
	struct shared_turns *turns = side->state;

	shared_unmap(turns->words, sizeof *turns->words);
}
