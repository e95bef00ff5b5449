/*
 * Memory that both sides have, no two things in it on one cache line, with a
 * place for the request and one for the reply: what the shared-memory tests
 * have in common.
 */

#ifndef TRANSPORTS_SEGMENT_H
#define TRANSPORTS_SEGMENT_H

#include <stddef.h>

#include "transports/shared.h"
#include "transports/transport.h"

/*
 * The supervisor's prepare maps it, the sides inherit it.  base NULL: not
 * mapped.  in and out are what a side reads and writes, after segment_take().
 */
struct segment {
	void			*base;
	size_t			 size;
	unsigned char		*request, *reply;
	const unsigned char	*in;
	unsigned char		*out;
};

/*
 * Bytes needed for so many at the beginning, a multiple of SHARED_LINE,
 * a request and a reply.
 */
size_t	 segment_size(const struct side *, size_t before);

/* Takes memory of that size over and finds the places in it. */
void	 segment_place(struct segment *, const struct side *, void *base,
	     size_t before);

/* Zeroed memory that forked processes share: an enum outcome; takes it over. */
int	 segment_map_anonymous(struct segment *, const struct side *,
	     size_t before);

/*
 * For attach: which place is whose; touches both, so that no batch takes a
 * page fault for them.
 */
void	 segment_take(struct segment *, const struct side *);

#endif
