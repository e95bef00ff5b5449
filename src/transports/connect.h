/* What the bare loops of bench/ must know of the connection tests. */

#ifndef TRANSPORTS_CONNECT_H
#define TRANSPORTS_CONNECT_H

#include <sys/socket.h>

#include "transports/transport.h"

/* Where the server of an attached side waits. */
const struct sockaddr *connect_address(const struct side *, socklen_t *);

/* The listening socket of an attached server. */
int	 connect_listening(const struct side *);

#endif
