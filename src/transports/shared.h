/*
 * Memory that both sides inherit, and turns taken by two words in it: what
 * futex and shm-spin are made of.
 */

#ifndef TRANSPORTS_SHARED_H
#define TRANSPORTS_SHARED_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "transports/transport.h"

/* No two words on one cache line, nor on one that is fetched along with it. */
#define SHARED_LINE	128

/* Written by one side, watched by the other: how often that has posted. */
struct shared_word {
	_Alignas(SHARED_LINE) _Atomic uint32_t	posts;	/* modulo 2^32 */
};

/* Between two operations both hold the same. */
struct shared_words {
	struct shared_word	request;	/* posted by the client */
	struct shared_word	reply;		/* posted by the server */
};

/* The state of a transport whose sides take turns. */
struct shared_turns {
	struct shared_words	*words;		/* the same memory for both sides */
	uint32_t		 done;		/* what this side has posted; to ask its word costs a fifth of shm-spin: the other CPU has that */
};

/*
 * Zeroed memory that processes forked later share; NULL with a reason.  It
 * belongs to the supervisor, whose shared_unmap() takes NULL too.
 */
void	*shared_map(size_t);
void	 shared_unmap(void *memory, size_t);

/* Prepare and dispose of transports whose state is a struct shared_turns. */
int	 shared_turns_prepare(struct side *);
void	 shared_turns_dispose(struct side *);

#endif
