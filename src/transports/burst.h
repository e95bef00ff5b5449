/*
 * Streams with many messages on their way: sides that move several of them in
 * one system call (coalesce=on), and a broker with a window.  Nobody blocks in
 * a call, so that no size and no window makes two wait for each other; each
 * side knows by the number of bytes which messages are whole.
 */

#ifndef TRANSPORTS_BURST_H
#define TRANSPORTS_BURST_H

#include "transports/stream.h"

#define BURST_SIZE	65536u	/* bytes of one call, where that holds a message */

struct burst;

/*
 * Makes the buffers of an attached side, to be freed by burst_close(), which
 * takes NULL too.  An enum outcome.
 */
int	 burst_open(struct side *, struct burst **);
void	 burst_close(struct burst *);

/*
 * Of a client or a server.  Before a batch: makes copies of the message in
 * outgoing.  After it: the last message received is put into incoming.
 */
void	 burst_begin(struct side *, struct burst *);
void	 burst_end(struct side *, const struct burst *);

/* The batch of a client or a server: an enum outcome. */
int	 burst_exchange(struct side *, struct burst *, struct batch *);

/*
 * The batch of a broker, one message a call unless it coalesces: an enum
 * outcome.
 */
int	 burst_forward(struct side *, struct burst *, struct batch *);

#endif
