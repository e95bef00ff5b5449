/*
 * tcp-connect, unix-connect: a connection made, one byte from the server, and
 * closed again.  The byte is what keeps the client from running ahead of
 * accept() and measuring how a full queue is retried.
 */

#include "config.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/fdio.h"
#include "transports/batch.h"
#include "transports/connect.h"
#include "transports/inet.h"
#include "transports/message.h"

/* In the private directory, which is the current one; with the pair's number. */
#define CONNECT_PATH	"connect-%u"

/*
 * The server is the one that ends a TCP connection, byte and end in one
 * segment: its port keeps the TIME_WAIT states, and the client never runs out
 * of ports.
 */
#ifdef MSG_MORE
#define CONNECT_SEND_FLAGS MSG_MORE
#else
#define CONNECT_SEND_FLAGS 0
#endif

struct connect_state {
	struct inet_address	address;	/* of the server, of either family */
	int			listening;
};

const struct sockaddr *
connect_address(const struct side *side, socklen_t *length)
{
	const struct connect_state *state = side->state;

	*length = state->address.length;
	return (const struct sockaddr *)&state->address.socket_address;
}

int
connect_listening(const struct side *side)
{
	const struct connect_state *state = side->state;

	return state->listening;
}

/* A connect() that a signal interrupted goes on by itself. */
static int
connect_await(int fd)
{
	struct pollfd	polled = { .fd = fd, .events = POLLOUT };
	int		error = 0;
	socklen_t	length = sizeof error;

	while (poll(&polled, 1, -1) < 0 && errno == EINTR)
		;
	if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) != 0)
		return -1;
	errno = error;
	return error == 0 ? 0 : -1;
}

static int
connect_fail(int fd, const char *what)
{
	int	outcome = errno == EADDRNOTAVAIL ?
		    fail_errno("%s: no port is free" INET_PORTS, what) :
		    fail_errno("%s", what);

	close(fd);
	return outcome;
}

/* Each operation has a byte of its own, which only its server can know. */
static unsigned char
connect_byte(const struct side *side)
{
	return (unsigned char)(side->progress->done ^ 0x5a);
}

/*
 * Where byte and end are two segments, the client must have seen both before
 * it closes, or it may be the one that keeps the TIME_WAIT state.
 */
static int
connect_await_end(int fd)
{
#ifndef MSG_MORE
	unsigned char	byte;

	return read(fd, &byte, 1) == 0 ? 0 : -1;
#else
	(void)fd;
	return 0;
#endif
}

static int
connect_receive(int fd, unsigned char expected)
{
	unsigned char	byte;
	ssize_t		n;

	while ((n = read(fd, &byte, 1)) < 0 && errno == EINTR)
		;
	if (n < 0)
		return connect_fail(fd, "receive the byte of the server");
	if (n == 1 && byte == expected && connect_await_end(fd) == 0)
		return OUTCOME_OK;
	close(fd);
	return fail("the server served another connection: did another "
	    "program connect to its port?");
}

static int
connect_call(struct side *side, const struct message_methods *methods)
{
	const struct connect_state *state = side->state;
	const struct sockaddr *to =
		    (const struct sockaddr *)&state->address.socket_address;
	int	fd = socket(to->sa_family, SOCK_STREAM, 0);

	(void)methods;
	if (BATCH_UNLIKELY(fd < 0))
		return fail_errno("make a socket");
	if (BATCH_UNLIKELY(connect(fd, to, state->address.length) != 0) &&
	    (errno != EINTR || connect_await(fd) != 0))
		return connect_fail(fd, "connect");
	if (BATCH_UNLIKELY(connect_receive(fd, connect_byte(side)) !=
	    OUTCOME_OK))
		return OUTCOME_FAILED;
	close(fd);
	return OUTCOME_OK;
}

static int
connect_serve(struct side *side, const struct message_methods *methods)
{
	const struct connect_state *state = side->state;
	unsigned char	byte = connect_byte(side);
	int		fd;

	(void)methods;
	do
		fd = accept(state->listening, NULL, NULL);
	while (BATCH_UNLIKELY(fd < 0) && (errno == EINTR ||
	    errno == ECONNABORTED));
	if (BATCH_UNLIKELY(fd < 0))
		return fail_errno("accept");
	if (BATCH_UNLIKELY(send(fd, &byte, 1, CONNECT_SEND_FLAGS) != 1))
		return connect_fail(fd, "send a byte");
	close(fd);
	return OUTCOME_OK;
}

static int
connect_run(struct side *side, struct batch *batch)
{
	return side->role == ROLE_CLIENT ?
	    batch_run(side, batch, connect_call, NULL) :
	    batch_run(side, batch, connect_serve, NULL);
}

static int
connect_attach(struct side *side)
{
	struct connect_state *state = side->state;

	/* Connections would wait in a queue that nobody serves. */
	if (side->role == ROLE_CLIENT)
		side_close_foreign(side, &state->listening);
	return OUTCOME_OK;
}

static void
connect_close(struct side *side)
{
	struct connect_state *state = side->state;

	fdio_close(&state->listening);
}

static int
tcp_connect_prepare(struct side *side)
{
	struct connect_state *state = side->state;

	state->listening = -1;
	return inet_bind((int)side->parameters->value[KEY_IP], SOCK_STREAM,
	    &state->address, &state->listening);
}

static int
unix_connect_prepare(struct side *side)
{
	struct connect_state *state = side->state;
	struct sockaddr_un    name;

	state->listening = -1;
	memset(&name, 0, sizeof name);
	name.sun_family = AF_UNIX;
	snprintf(name.sun_path, sizeof name.sun_path, CONNECT_PATH, side->pair);
	memcpy(&state->address.socket_address, &name, sizeof name);
	state->address.length = sizeof name;
	/* What a killed supervisor left would be in the way. */
	(void)unlink(name.sun_path);
	state->listening = socket(AF_UNIX, SOCK_STREAM, 0);
	if (state->listening < 0 || fdio_set_cloexec(state->listening) != 0)
		return fail_errno("make a socket");
	if (bind(state->listening, (struct sockaddr *)&name,
	    sizeof name) != 0 || listen(state->listening, 8) != 0)
		return fail_errno("listen on a path in the private directory");
	return OUTCOME_OK;
}

static void
unix_connect_dispose(struct side *side)
{
	char	path[sizeof CONNECT_PATH + 16];

	connect_close(side);
	snprintf(path, sizeof path, CONNECT_PATH, side->pair);
	(void)unlink(path);
}

const struct transport transport_tcp_connect = {
	.name = "tcp-connect",
	.summary = "make and end a TCP connection on loopback",
	.operation = "client: socket, connect, read a byte, close; server: "
	    "accept, send a byte, close",
	.paths = "socket, connect, accept, close of TCP: handshake, port "
	    "allocation, accept queue, FIN, TIME_WAIT on the server's side",
	.keys = KEY_BIT(KEY_IP) | KEY_BIT(KEY_PAIRS) | KEY_BIT(KEY_PEER),
	.flags = TRANSPORT_BLOCKS | TRANSPORT_CONNECTS |
	    TRANSPORT_CROSSES_HOSTS,
	.method = 1,
	.state_size = sizeof(struct connect_state),
	.probe = inet_probe,
	.prepare = tcp_connect_prepare,
	.attach = connect_attach,
	.run = connect_run,
	.detach = connect_close,
	.dispose = connect_close,
};

const struct transport transport_unix_connect = {
	.name = "unix-connect",
	.summary = "make and end a connection of AF_UNIX sockets",
	.operation = "client: socket, connect by path, read a byte, close; "
	    "server: accept, send a byte, close",
	.paths = "socket, connect, accept, close of AF_UNIX: look-up of the "
	    "path, accept queue, wake-up",
	.keys = KEY_BIT(KEY_PAIRS) | KEY_BIT(KEY_PEER),
	.flags = TRANSPORT_BLOCKS | TRANSPORT_USES_DIRECTORY,
	.method = 1,
	.state_size = sizeof(struct connect_state),
	.prepare = unix_connect_prepare,
	.attach = connect_attach,
	.run = connect_run,
	.detach = connect_close,
	.dispose = unix_connect_dispose,
};
