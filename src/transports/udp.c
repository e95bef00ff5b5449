/* udp: there and back in datagrams on loopback; losses are counted. */

#include "config.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/fdio.h"
#include "system/clock.h"
#include "transports/inet.h"
#include "transports/message.h"
#include "transports/socket.h"
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

/* Beyond this many in flight, what is late and what is due look alike. */
#define UDP_WINDOW_MAX	(UDP_TAG_LATE - 1)

struct udp_state {
	struct inet_address	address;
	int			waiting;	/* the server's socket, from prepare */
	int			fd;
	unsigned char		tag;		/* of the last request sent or served */
};

int
udp_descriptor(const struct side *side, unsigned link, bool sending)
{
	const struct udp_state *state = side->state;

	(void)link;
	(void)sending;
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
udp_send(struct side *side, const unsigned char *data, size_t size)
{
	const struct udp_state *state = side->state;
	ssize_t		 n;
	int		 outcome;

	for (;;) {
		n = send(state->fd, data, size, 0);
		if (n == (ssize_t)size)
			return OUTCOME_OK;
		outcome = udp_settle(side, n, side->role == ROLE_CLIENT ?
		    OUTCOME_LOST : OUTCOME_ENDED, "send");
		if (outcome != OUTCOME_OK)
			return outcome;
	}
}

static inline void
udp_tag_request(struct side *side)
{
	struct udp_state *state = side->state;

	state->tag = (state->tag + 1) & UDP_TAG_MASK;
	side->outgoing[0] = state->tag;
}

BATCH_INLINE int
udp_send_request(struct side *side, unsigned link, const unsigned char *data,
    size_t size)
{
	(void)link;
	udp_tag_request(side);
	return udp_send(side, data, size);
}

BATCH_INLINE int
udp_receive_reply(struct side *side, unsigned link, unsigned char *data,
    size_t size)
{
	struct udp_state *state = side->state;
	ssize_t		  n;
	int		  outcome;

	(void)link;
	for (;;) {
		n = recv(state->fd, data, size, 0);
		if (n == (ssize_t)size &&
		    data[0] == (state->tag | UDP_REPLY_BIT))
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

BATCH_INLINE int
udp_receive_request(struct side *side, unsigned link, unsigned char *data,
    size_t size)
{
	struct udp_state *state = side->state;
	ssize_t		  n;
	int		  outcome;

	(void)link;
	for (;;) {
		n = recv(state->fd, data, size, 0);
		if (n == (ssize_t)size && udp_is_due(state, data[0]))
			break;
		outcome = udp_settle(side, n, OUTCOME_ENDED, "receive");
		if (outcome != OUTCOME_OK)
			return outcome;
	}
	state->tag = data[0];
	return OUTCOME_OK;
}

BATCH_INLINE int
udp_send_reply(struct side *side, unsigned link, const unsigned char *data,
    size_t size)
{
	const struct udp_state *state = side->state;

	(void)link;
	side->outgoing[0] = state->tag | UDP_REPLY_BIT;
	return udp_send(side, data, size);
}

/* In a window, one call that does not wait. */
static ssize_t
udp_some(struct side *side, ssize_t n, const char *what)
{
	if (n >= 0)
		return n;
	if (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS)
		return 0;
	return udp_settle(side, n, OUTCOME_OK, what) == OUTCOME_OK ? 0 : -1;
}

static ssize_t
udp_send_some(struct side *side, const unsigned char *data, size_t size)
{
	struct udp_state *state = side->state;
	ssize_t		  n;

	udp_tag_request(side);
	n = udp_some(side, send(state->fd, data, size, 0), "send");
	if (n == 0)
		state->tag = (state->tag - 1) & UDP_TAG_MASK;
	return n;
}

/*
 * Replies come in order, so a number left out was lost.  What is late, as the
 * answer to a request that was given up, counts as nothing received.
 */
static ssize_t
udp_receive_some(struct side *side, unsigned char *data, size_t size)
{
	struct message_discipline *discipline = side->discipline;
	const struct udp_state *state = side->state;
	ssize_t		  n;
	unsigned	  ahead;

	n = udp_some(side, recv(state->fd, data, size, 0), "receive");
	if (n <= 0)
		return n;
	ahead = (unsigned)(data[0] - (state->tag - discipline->in_flight)) &
	    UDP_TAG_MASK;
	if (n != (ssize_t)size || !(data[0] & UDP_REPLY_BIT) || ahead == 0 ||
	    ahead > discipline->in_flight)
		return 0;
	discipline->given_up = ahead - 1;
	return n;
}

static const struct message_methods udp_client_methods = {
	.send = udp_send_request,
	.receive = udp_receive_reply,
	.send_some = udp_send_some,
	.receive_some = udp_receive_some,
	.descriptor = udp_descriptor,
};
static const struct message_methods udp_server_methods = {
	.send = udp_send_reply,
	.receive = udp_receive_request,
	.descriptor = udp_descriptor,
};

/*
 * How many datagrams of a size a socket of ours takes before it drops any: by
 * trial, as systems count differently.  Linux gives room back late, when a
 * quarter of the buffer has been read.
 */
static unsigned
udp_measure_room(const struct side *side, size_t size)
{
	struct inet_address address;
	unsigned char	*data = calloc(1, size);
	int		 to = -1, from = -1;
	unsigned	 sent, room = 0;

	if (data != NULL && inet_bind((int)side->parameters->value[KEY_IP],
	    SOCK_DGRAM, &address, &to) == OUTCOME_OK &&
	    inet_connect_datagram(&address, &from) == OUTCOME_OK &&
	    socket_reserve(to, size) == OUTCOME_OK &&
	    socket_reserve(from, size) == OUTCOME_OK) {
		for (sent = 0; sent < 2 * UDP_WINDOW_MAX; sent++)
			(void)send(from, data, size, MSG_DONTWAIT);
		while (recv(to, data, size, MSG_DONTWAIT) == (ssize_t)size)
			room++;
	}
	free(data);
	fdio_close(&to);
	fdio_close(&from);
	room = room * 3 / 4;
	return room < UDP_WINDOW_MAX ? room : UDP_WINDOW_MAX;
}

/* A window may not be larger than what is sure not to be dropped. */
static int
udp_attach_window(struct side *side, size_t largest)
{
	int64_t	 asked = side->parameters->value[KEY_WINDOW];
	unsigned room = UDP_WINDOW_MAX;
	struct message_discipline *discipline;
	int	 outcome;

	if (asked != 1)
		room = udp_measure_room(side, largest);
	if (asked > room)
		return skip("window=%lld: %u datagrams of %zu bytes can be in "
		    "flight, more may get lost", (long long)asked, room,
		    largest);
	outcome = message_attach(side, side->role == ROLE_CLIENT ?
	    &udp_client_methods : &udp_server_methods);
	discipline = side->discipline;
	if (discipline != NULL && asked == WINDOW_MAX)
		discipline->limit = room > 1 ? room : 1;
	return outcome;
}

static int
udp_attach(struct side *side)
{
	struct udp_state *state = side->state;
	size_t	largest = parameters_get_largest(side->parameters);
	int	outcome;

	if (side->role == ROLE_CLIENT) {
		side_close_foreign(side, &state->waiting);
		outcome = udp_meet_server(state);
	} else {
		outcome = udp_meet_client(state);
	}
	if (outcome == OUTCOME_OK)
		outcome = socket_reserve(state->fd, largest);
	return outcome != OUTCOME_OK ? outcome : udp_attach_window(side,
	    largest);
}

/* However many were lost, both sides begin the next batch at one number. */
static int
udp_run(struct side *side, struct batch *batch)
{
	struct udp_state *state = side->state;
	unsigned char	  first = state->tag;
	int		  outcome = side->role == ROLE_CLIENT ?
			    message_run_client(side, batch,
			    &udp_client_methods) :
			    message_run_server(side, batch,
			    &udp_server_methods);

	state->tag = (unsigned char)(first + batch->count) & UDP_TAG_MASK;
	return outcome;
}

static void
udp_detach(struct side *side)
{
	struct udp_state *state = side->state;

	message_detach(side);
	fdio_close(&state->fd);
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
	.keys = MESSAGE_DATA_KEYS | MESSAGE_WAIT_KEYS | KEY_BIT(KEY_IP) |
	    KEY_BIT(KEY_WINDOW),
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS | TRANSPORT_LOSES |
	    TRANSPORT_TAGS | TRANSPORT_CROSSES_HOSTS,
	.method = 1,
	.max_size = UDP_SIZE_MAX,
	.state_size = sizeof(struct udp_state),
	.probe = inet_probe,
	.prepare = udp_prepare,
	.attach = udp_attach,
	.begin = udp_drain,
	.run = udp_run,
	.detach = udp_detach,
	.dispose = udp_dispose,
};
