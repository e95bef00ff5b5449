/* What the bare loops of bench/ must know of eventfd. */

#ifndef TRANSPORTS_EVENTFD_H
#define TRANSPORTS_EVENTFD_H

#include "transports/transport.h"

/* The counter that the client, or the server, adds to. */
int	 eventfd_request(const struct side *);
int	 eventfd_reply(const struct side *);

#endif
