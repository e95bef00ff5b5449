/* What the bare loops of bench/ must know of udp. */

#ifndef TRANSPORTS_UDP_H
#define TRANSPORTS_UDP_H

#include "transports/transport.h"

/* The socket of an attached side. */
int	 udp_descriptor(const struct side *, unsigned link, bool sending);

#endif
