/*
 * The descriptors of all sides of a test, made before the sides are forked:
 * between client and server, or between client and broker and between broker
 * and server.
 */

#ifndef TRANSPORTS_WIRING_H
#define TRANSPORTS_WIRING_H

#include "transports/stream.h"

/* The two ends of one link: that nearer the client, and the other. */
struct wire {
	struct stream_link	near, far;
};

/* To be the first member of a transport's state. */
struct wiring {
	struct stream	stream;
	struct wire	wire[MESSAGE_LINKS];
};

/*
 * Makes one wire, as the parameters of the side ask: an enum outcome.  What it
 * leaves at -1 is not there; ends that are the same descriptor are alike.
 */
typedef int (*wiring_maker)(const struct side *, struct wire *);

/* For prepare: makes as many wires as there are links.  An enum outcome. */
int	 wiring_prepare(struct side *, wiring_maker);

/* For attach: the ends of this side become its links, the rest is closed. */
int	 wiring_attach(struct side *);

/* For dispose. */
void	 wiring_dispose(struct side *);

/* The life of a transport whose state is a struct wiring, but its prepare. */
#define WIRING_ROW \
	.state_size = sizeof(struct wiring), \
	.attach = wiring_attach, \
	.begin = stream_begin, \
	.run = stream_run, \
	.end = stream_end, \
	.detach = stream_detach, \
	.dispose = wiring_dispose

/* Makers.  A pipe for each direction. */
int	 wiring_make_pipes(const struct side *, struct wire *);

/*
 * A pair of connected AF_UNIX sockets of that type; with sockets=2 one for
 * each direction.  A message that such a socket cannot hold is a skip.
 */
int	 wiring_make_sockets(const struct side *, struct wire *, int type);

/*
 * For probe: whether the kernel has pairs of AF_UNIX sockets of that type, as
 * it is called in messages.  OUTCOME_OK or a skip.
 */
int	 wiring_probe_sockets(int type, const char *name);

#endif
