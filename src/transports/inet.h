/* Addresses and sockets of the loopback interface, for all that speak IP. */

#ifndef TRANSPORTS_INET_H
#define TRANSPORTS_INET_H

/* What to do where no port is left, for reasons. */
#define INET_PORTS	" (see ss -s; Linux: sysctl net.ipv4.ip_local_port_range)"

#include <stdbool.h>
#include <sys/socket.h>

/*
 * Where a server waits: all that a client needs to find it.  The secret keeps
 * others on the machine from taking a side's place: a connection begins with
 * it, outside every batch.
 */
struct inet_address {
	struct sockaddr_storage	socket_address;
	socklen_t		length;
	int			protocol;	/* of its streams; 0: the usual one */
	unsigned char		secret[16];
};

/* Whether the system has IP on loopback, of either version: OK or a skip. */
int	 inet_probe(void);

/*
 * A socket of that type, bound to a free port of loopback; for streams it
 * listens.  Publishes its address.  An enum outcome: a machine without
 * loopback of that version is a skip.
 */
int	 inet_bind(int version, int type, struct inet_address *, int *fd);

/*
 * A stream socket that listens on such an address of any family, made by the
 * caller with a port for the system to choose; completes it.  An enum outcome
 * with errno; -1 in *fd where it is not OK.
 */
int	 inet_listen(struct inet_address *, int *fd);

/* The client's stream connection to that address.  An enum outcome. */
int	 inet_connect(const struct inet_address *, int *fd);

/* A datagram socket that sends to that address and hears only it. */
int	 inet_connect_datagram(const struct inet_address *, int *fd);

/*
 * The server's end of that connection.  Connections that bring no secret,
 * another one, or nothing at all are closed and cost no time.  Leaves the
 * listening socket non-blocking.  An enum outcome.
 */
int	 inet_accept(const struct inet_address *, int listening, int *fd);

/*
 * The same without the secret, for protocols of their own: a stream that is
 * connected, a datagram socket that is not.  An enum outcome.
 */
int	 inet_open(const struct inet_address *, int type, int *fd);

/* Sets TCP_NODELAY.  An enum outcome. */
int	 inet_set_nodelay(int fd, bool on);

#endif
