/* Sockets of every family that send a message whole or not at all. */

#ifndef TRANSPORTS_SOCKET_H
#define TRANSPORTS_SOCKET_H

#include <stddef.h>

/*
 * Makes room in a socket's buffers for one message of that size, which may be
 * there already.  An enum outcome; what the system does not give is a skip
 * that names the limit.
 */
int	 socket_reserve(int fd, size_t size);

#endif
