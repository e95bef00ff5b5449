/* udp: there and back in datagrams on loopback; losses are counted. */

#include "config.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

#include "base/fdio.h"
#include "system/clock.h"
#include "transports/inet.h"
#include "transports/message.h"
#include "transports/udp.h"

/*
 * The first byte of a message: its direction, and the number of its request,
 * which pairs replies with requests and tells late ones from those that are
 * due.
 */
#define UDP_TAG_MASK	0x7fu
#define UDP_TAG_LATE	0x40u		/* that far ahead means behind */
#define UDP_REPLY_BIT	0x80u

/* What IPv4 can carry; IPv6 carries 20 bytes more. */
#define UDP_SIZE_MAX	65507u

#define UDP_HELLO_MS	50		/* between tries to meet the server */
#define UDP_HELLO_NS	2000000000u
#define UDP_QUIET_MS	500		/* then the client has heard the server */

struct udp_state {
	struct inet_address	address;
	int			waiting;	/* the server's socket, from prepare */
	int			fd;
	unsigned char		tag;		/* of the last request sent or served */
};

int
udp_descriptor(const struct side *side)
{
	const struct udp_state *state = side->state;

	return state->fd;
}

static int
udp_prepare(struct side *side)
{
	struct udp_state *state = side->state;

	int		  outcome;

	state->waiting = state->fd = -1;
	outcome = inet_bind((int)side->parameters->value[KEY_IP], SOCK_DGRAM,
	    &state->address, &state->waiting);
	/* What comes late of the meeting is no request, nor a reply to one. */
	state->address.secret[0] = UDP_REPLY_BIT;
	return outcome;
}

/* Room for one message each way, or a skip that names the limit. */
static int
udp_reserve(int fd, size_t size)
{
	static const int options[] = { SO_SNDBUF, SO_RCVBUF };
	socklen_t	 length;
	int		 room, wanted = (int)size, i;

	for (i = 0; i < 2; i++) {
		length = sizeof room;
		if (getsockopt(fd, SOL_SOCKET, options[i], &room, &length) != 0)
			return fail_errno("ask for the size of a socket "
			    "buffer");
		if (room >= wanted)
			continue;
		if (setsockopt(fd, SOL_SOCKET, options[i], &wanted,
		    sizeof wanted) != 0)
			return skip_errno("a datagram of %d bytes: the socket "
			    "buffer holds %d", wanted, room);
	}
	return OUTCOME_OK;
}

/* Whether a datagram comes within the time. */
static bool
udp_wait(int fd, int timeout_ms)
{
	struct pollfd	polled = { .fd = fd, .events = POLLIN };

	return poll(&polled, 1, timeout_ms) > 0;
}

/*
 * Client and server meet: the secret goes there and back, then the client
 * gives thanks, one byte.  Each may be lost: the client asks again, the server
 * answers each asking until it is thanked or asked no more.
 */
static int
udp_meet_server(struct udp_state *state)
{
	const unsigned char *secret = state->address.secret;
	unsigned char	answer[sizeof state->address.secret + 1];
	uint64_t	end_ns = clock_now() + UDP_HELLO_NS;
	int		outcome;

	outcome = inet_connect_datagram(&state->address, &state->fd);
	if (outcome != OUTCOME_OK)
		return outcome;
	while (clock_now() < end_ns) {
		(void)send(state->fd, secret, sizeof state->address.secret, 0);
		if (udp_wait(state->fd, UDP_HELLO_MS) &&
		    recv(state->fd, answer, sizeof answer, 0) ==
		    (ssize_t)sizeof state->address.secret &&
		    memcmp(answer, secret, sizeof state->address.secret) == 0) {
			(void)send(state->fd, secret, 1, 0);
			return OUTCOME_OK;
		}
	}
	return fail("the server does not answer: all datagrams are lost");
}

/* Whether a datagram from the client, or from anyone, asks for the server. */
static bool
udp_is_asked(const struct udp_state *state, const unsigned char *asked,
    ssize_t size)
{
	return size == (ssize_t)sizeof state->address.secret &&
	    memcmp(asked, state->address.secret, (size_t)size) == 0;
}

static int
udp_meet_client(struct udp_state *state)
{
	unsigned char	asked[sizeof state->address.secret + 1];
	struct sockaddr_storage from;
	socklen_t	length;
	ssize_t		n;

	do {
		length = sizeof from;
		n = recvfrom(state->waiting, asked, sizeof asked, 0,
		    (struct sockaddr *)&from, &length);
		if (n < 0 && errno != EINTR)
			return fail_errno("wait for the client");
	} while (!udp_is_asked(state, asked, n));
	/* From now on only this client is heard. */
	if (connect(state->waiting, (struct sockaddr *)&from, length) != 0)
		return fail_errno("connect to the client");
	state->fd = state->waiting;
	state->waiting = -1;
	do {
		if (send(state->fd, state->address.secret,
		    sizeof state->address.secret, 0) < 0)
			return fail_errno("answer the client");
	} while (udp_wait(state->fd, UDP_QUIET_MS) &&
	    udp_is_asked(state, asked, recv(state->fd, asked, sizeof asked,
	    0)));
	return OUTCOME_OK;
}

static int
udp_attach(struct side *side)
{
	struct udp_state *state = side->state;
	size_t	largest = side->outgoing_size > side->incoming_size ?
		    side->outgoing_size : side->incoming_size;
	int	outcome;

	if (side->role == ROLE_CLIENT) {
		fdio_close(&state->waiting);
		outcome = udp_meet_server(state);
	} else {
		outcome = udp_meet_client(state);
	}
	return outcome != OUTCOME_OK ? outcome :
	    udp_reserve(state->fd, largest);
}

/* Late messages, and a client's repeated asking. */
static void
udp_drain(struct side *side)
{
	struct udp_state *state = side->state;

	while (recv(state->fd, side->incoming, side->incoming_size,
	    MSG_DONTWAIT) >= 0 || errno == EINTR)
		;
}

/* Off the usual path: what a call that moved no whole message means. */
static int
udp_settle(const struct side *side, ssize_t n, int end, const char *what)
{
	if (n >= 0)
		return OUTCOME_OK;
	if (errno == EINTR)
		return side_gives_up(side) ? end : OUTCOME_OK;
	if (errno == EMSGSIZE)
		return fail("a datagram of %zu bytes is more than this system "
		    "sends", side->outgoing_size);
	return fail_errno("%s a datagram", what);
}

BATCH_INLINE int
udp_send(struct side *side)
{
	const struct udp_state *state = side->state;
	ssize_t		 n;
	int		 outcome;

	for (;;) {
		n = send(state->fd, side->outgoing, side->outgoing_size, 0);
		if (n == (ssize_t)side->outgoing_size)
			return OUTCOME_OK;
		outcome = udp_settle(side, n, OUTCOME_LOST, "send");
		if (outcome != OUTCOME_OK)
			return outcome;
	}
}

static int
udp_call(struct side *side, const struct message_methods *methods)
{
	struct udp_state *state = side->state;
	ssize_t		  n;
	int		  outcome;

	(void)methods;
	state->tag = (state->tag + 1) & UDP_TAG_MASK;
	side->outgoing[0] = state->tag;
	if (BATCH_UNLIKELY((outcome = udp_send(side)) != OUTCOME_OK))
		return outcome;
	for (;;) {
		n = recv(state->fd, side->incoming, side->incoming_size, 0);
		if (n == (ssize_t)side->incoming_size &&
		    side->incoming[0] == (state->tag | UDP_REPLY_BIT))
			return OUTCOME_OK;
		/* A late reply, or one that is none, is passed over. */
		outcome = udp_settle(side, n, OUTCOME_LOST, "receive");
		if (outcome != OUTCOME_OK)
			return outcome;
	}
}

/* Whether a request is due: not served yet, and not of an earlier batch. */
static inline bool
udp_is_due(const struct udp_state *state, unsigned char first)
{
	unsigned	ahead = (unsigned)(first - state->tag) & UDP_TAG_MASK;

	return (first & UDP_REPLY_BIT) == 0 && ahead != 0 &&
	    ahead < UDP_TAG_LATE;
}

static int
udp_serve(struct side *side, const struct message_methods *methods)
{
	struct udp_state *state = side->state;
	ssize_t		  n;
	int		  outcome;

	(void)methods;
	for (;;) {
		n = recv(state->fd, side->incoming, side->incoming_size, 0);
		if (n == (ssize_t)side->incoming_size &&
		    udp_is_due(state, side->incoming[0]))
			break;
		outcome = udp_settle(side, n, OUTCOME_ENDED, "receive");
		if (outcome != OUTCOME_OK)
			return outcome;
	}
	state->tag = side->incoming[0];
	side->outgoing[0] = state->tag | UDP_REPLY_BIT;
	return udp_send(side);
}

/* The first byte has been looked at already. */
static int
udp_verify(const struct side *side)
{
	return memcmp(side->incoming + 1, side->expected + 1,
	    side->incoming_size - 1) == 0 ? OUTCOME_OK :
	    message_fail_verify(side, 1);
}

static int
udp_call_verified(struct side *side, const struct message_methods *methods)
{
	int	outcome = udp_call(side, methods);

	return outcome != OUTCOME_OK ? outcome : udp_verify(side);
}

static int
udp_serve_verified(struct side *side, const struct message_methods *methods)
{
	int	outcome = udp_serve(side, methods);

	return outcome != OUTCOME_OK ? outcome : udp_verify(side);
}

static int
udp_run_role(struct side *side, struct batch *batch)
{
	if (side->role == ROLE_CLIENT)
		return side->expected != NULL ?
		    batch_run(side, batch, udp_call_verified, NULL) :
		    batch_run(side, batch, udp_call, NULL);
	return side->expected != NULL ?
	    batch_run(side, batch, udp_serve_verified, NULL) :
	    batch_run(side, batch, udp_serve, NULL);
}

/* However many were lost, both sides begin the next batch at one number. */
static int
udp_run(struct side *side, struct batch *batch)
{
	struct udp_state *state = side->state;
	unsigned char	  first = state->tag;
	int		  outcome = udp_run_role(side, batch);

	state->tag = (unsigned char)(first + batch->count) & UDP_TAG_MASK;
	return outcome;
}

static void
udp_detach(struct side *side)
{
	struct udp_state *state = side->state;

	fdio_close(&state->fd);
	fdio_close(&state->waiting);
}

static void
udp_dispose(struct side *side)
{
	struct udp_state *state = side->state;

	fdio_close(&state->waiting);
}

const struct transport transport_udp = {
	.name = "udp",
	.summary = "there and back in UDP datagrams on loopback",
	.operation = "client: send, receive; server: receive, send; both "
	    "connected",
	.paths = "send and recv of a UDP socket: routing, the loopback device, "
	    "softirq, wake-up, context switch; no acknowledgement",
	.keys = KEY_BIT(KEY_SIZE) | KEY_BIT(KEY_REPLY) | KEY_BIT(KEY_VERIFY) |
	    KEY_BIT(KEY_IP),
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS | TRANSPORT_LOSES |
	    TRANSPORT_TAGS | TRANSPORT_CROSSES_HOSTS,
	.method = 1,
	.max_size = UDP_SIZE_MAX,
	.state_size = sizeof(struct udp_state),
	.probe = inet_probe,
	.prepare = udp_prepare,
	.attach = udp_attach,
	.drain = udp_drain,
	.run = udp_run,
	.detach = udp_detach,
	.dispose = udp_dispose,
};
