/* The bare loops that ipclat's are held against: written by hand, on purpose. */

#ifndef BENCH_BARE_H
#define BENCH_BARE_H

#include <stddef.h>
#include <stdint.h>

#include "transports/transport.h"

/*
 * One batch of one side: the same system calls on the same descriptors, and
 * nothing else.  times: NULL, or room for count + 1 clock readings, which are
 * taken once an operation.  0, or -1 when a call did not move a whole message.
 */
typedef int (*bare_loop)(struct side *, uint64_t count, uint64_t *times);

/* One row: a transport that has a bare loop. */
struct bare {
	const char	*transport;
	bare_loop	 client, server;
};

/* Of SunRPC; they fail where that is not built. */
int	 bare_rpc_client(struct side *, uint64_t count, uint64_t *times);
int	 bare_rpc_server(struct side *, uint64_t count, uint64_t *times);

/* Ended by a row without a name. */
extern const struct bare bare_rows[];

#endif
