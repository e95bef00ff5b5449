/*
 * What all transports that send messages have in common: call, serve and
 * forward, plain or as the keys say (wait, watch, sigmask, frame), and the
 * client's loop with many requests in flight.  Built once, from the few inline
 * functions that a transport gives.
 */

#ifndef TRANSPORTS_MESSAGE_H
#define TRANSPORTS_MESSAGE_H

#include <signal.h>
#include <string.h>
#include <sys/types.h>

#include "transports/batch.h"
#include "transports/transport.h"
#include "transports/waiter.h"

/*
 * How one side sends and receives.  A link is a side's connection to one
 * other side: a client and a server have link 0 only; a broker has link 0 to
 * the client and link 1 to the server.
 */
struct message_methods {
	/* One whole message, however long that takes: an enum outcome. */
	int	(*send)(struct side *, unsigned link, const unsigned char *,
		    size_t);
	int	(*receive)(struct side *, unsigned link, unsigned char *,
		    size_t);

	/*
	 * For windows, on the client's link, NULL where there are none: as
	 * much of a message as goes without waiting, in one system call.
	 * Bytes moved, 0 where nothing goes now, -1 with a reason.
	 */
	ssize_t	(*send_some)(struct side *, const unsigned char *, size_t);
	ssize_t	(*receive_some)(struct side *, unsigned char *, size_t);

	/*
	 * The descriptor to wait on before sending or receiving more.  NULL
	 * where there is none: a window then waits in receive.
	 */
	int	(*descriptor)(const struct side *, unsigned link, bool sending);
};

#define MESSAGE_LINKS	2

/* How many links lie between client and server: a broker makes two of one. */
unsigned message_count_links(const struct side *);

/*
 * Places of a ring for so many requests in flight, from 1: the next power of
 * two, as a mask then finds the place of any number.
 */
uint64_t message_round_window(uint64_t limit);

/*
 * How a side sends and receives where that is not the plain way, from
 * message_attach().
 */
struct message_discipline {
	uint64_t	 limit;		/* most requests in flight; 1: each waits for its reply */
	uint64_t	 mask;		/* of the ring below */
	uint64_t	*sent_ns;	/* client: when each request in flight was begun */
	uint64_t	 in_flight;	/* requests not answered nor given up, for receive_some */
	uint64_t	 given_up;	/* of those, set by a receive_some that finds that many were lost */
	struct waiter	*waiters[MESSAGE_LINKS];	/* to receive from a link; NULL: the receiving call blocks */
	struct waiter	*window_waiter;	/* for whatever comes first */
	unsigned	 window_bit[MESSAGE_LINKS][2];	/* of a link's descriptor in it: to receive, to send */
	size_t		 header;	/* bytes of the length before a message; 0: none */
	bool		 splits;	/* sends the header in a call of its own */
	bool		 coalesces;	/* moves several messages in one call */
	bool		 moves_freely;	/* its descriptors do not block: a client's with a window, all that coalesce, a broker's */
	bool		 looks_once;	/* with a waiter: then the receiving call blocks */
	bool		 masks;		/* blocks signals around each receive */
	sigset_t	 masked, unmasked;
};

/*
 * For attach, once the descriptors are there: makes what the parameters ask
 * for.  Where everything is plain, side->discipline stays NULL.  An enum
 * outcome.
 */
int	 message_attach(struct side *, const struct message_methods *);
void	 message_detach(struct side *);

/*
 * Writes the length before the messages that are sent, once a batch, as its
 * pattern has overwritten it.
 */
void	 message_write_header(struct side *);

/* Whether a received header is right: OUTCOME_OK, or OUTCOME_FAILED. */
int	 message_check_header(const unsigned char *, size_t size);

/* The parts of receiving that are made of system calls: an enum outcome. */
int	 message_await(struct side *, unsigned link);
void	 message_mask(struct message_discipline *);
void	 message_unmask(struct message_discipline *);

/*
 * Waits until one of the descriptors, bits of window_bit, can be read or
 * written.  OUTCOME_LOST: what is in flight is to be given up.
 */
int	 message_await_any(struct side *, unsigned readable, unsigned writable);

/*
 * Says where the received bytes, but for those marked, differ from those
 * expected: OUTCOME_FAILED.
 */
int	 message_fail_verify(const struct side *);

BATCH_INLINE int
message_verify(struct side *side)
{
	size_t	marked = side->marked;

	return BATCH_UNLIKELY(memcmp(side->incoming + marked,
	    side->expected + marked, side->incoming_size - marked) != 0) ?
	    message_fail_verify(side) : OUTCOME_OK;
}

BATCH_INLINE int
message_send_plainly(struct side *side, unsigned link,
    const unsigned char *data, size_t size,
    const struct message_methods *methods)
{
	return methods->send(side, link, data, size);
}

BATCH_INLINE int
message_receive_plainly(struct side *side, unsigned link, unsigned char *data,
    size_t size, const struct message_methods *methods)
{
	return methods->receive(side, link, data, size);
}

BATCH_INLINE int
message_send_disciplined(struct side *side, unsigned link,
    const unsigned char *data, size_t size,
    const struct message_methods *methods)
{
	const struct message_discipline *discipline = side->discipline;
	size_t	header = discipline->splits ? discipline->header : 0;
	int	outcome = OUTCOME_OK;

	if (header != 0)
		outcome = methods->send(side, link, data, header);
	return outcome != OUTCOME_OK ? outcome :
	    methods->send(side, link, data + header, size - header);
}

BATCH_INLINE int
message_receive_disciplined(struct side *side, unsigned link,
    unsigned char *data, size_t size, const struct message_methods *methods)
{
	struct message_discipline *discipline = side->discipline;
	size_t	header = discipline->header;
	int	outcome = OUTCOME_OK;

	if (discipline->masks)
		message_mask(discipline);
	if (discipline->waiters[link] != NULL)
		outcome = message_await(side, link);
	if (header != 0 && outcome == OUTCOME_OK) {
		outcome = methods->receive(side, link, data, header);
		if (outcome == OUTCOME_OK)
			outcome = message_check_header(data, size);
	}
	if (outcome == OUTCOME_OK)
		outcome = methods->receive(side, link, data + header,
		    size - header);
	if (discipline->masks)
		message_unmask(discipline);
	return outcome;
}

/*
 * Request and reply as the client sees them, as the server does, and as a
 * broker between them; each plainly and as the keys say.
 */
#define MESSAGE_OPERATIONS(manner)					\
BATCH_INLINE int							\
message_call_##manner(struct side *side,				\
    const struct message_methods *methods)				\
{									\
	int	outcome = message_send_##manner(side, 0, side->outgoing,	\
		    side->outgoing_size, methods);			\
									\
	return BATCH_UNLIKELY(outcome != OUTCOME_OK) ? outcome :	\
	    message_receive_##manner(side, 0, side->incoming,		\
	    side->incoming_size, methods);				\
}									\
BATCH_INLINE int							\
message_call_verified_##manner(struct side *side,			\
    const struct message_methods *methods)				\
{									\
	int	outcome = message_call_##manner(side, methods);		\
									\
	return outcome != OUTCOME_OK ? outcome : message_verify(side);	\
}									\
BATCH_INLINE int							\
message_serve_##manner(struct side *side,				\
    const struct message_methods *methods)				\
{									\
	int	outcome = message_receive_##manner(side, 0,		\
		    side->incoming, side->incoming_size, methods);	\
									\
	return BATCH_UNLIKELY(outcome != OUTCOME_OK) ? outcome :	\
	    message_send_##manner(side, 0, side->outgoing,		\
	    side->outgoing_size, methods);				\
}									\
BATCH_INLINE int							\
message_serve_verified_##manner(struct side *side,			\
    const struct message_methods *methods)				\
{									\
	int	outcome = message_receive_##manner(side, 0,		\
		    side->incoming, side->incoming_size, methods);	\
									\
	if (outcome == OUTCOME_OK)					\
		outcome = message_verify(side);				\
	return outcome != OUTCOME_OK ? outcome :			\
	    message_send_##manner(side, 0, side->outgoing,		\
	    side->outgoing_size, methods);				\
}									\
BATCH_INLINE int							\
message_forward_##manner(struct side *side,				\
    const struct message_methods *methods)				\
{									\
	int	outcome = message_receive_##manner(side, 0,		\
		    side->incoming, side->incoming_size, methods);	\
									\
	if (outcome == OUTCOME_OK)					\
		outcome = message_send_##manner(side, 1, side->incoming,	\
		    side->incoming_size, methods);			\
	if (outcome == OUTCOME_OK)					\
		outcome = message_receive_##manner(side, 1,		\
		    side->incoming, side->outgoing_size, methods);	\
	if (outcome == OUTCOME_OK)					\
		outcome = message_send_##manner(side, 0, side->incoming,	\
		    side->outgoing_size, methods);			\
	return outcome;							\
}
MESSAGE_OPERATIONS(plainly)
MESSAGE_OPERATIONS(disciplined)
#undef MESSAGE_OPERATIONS

/* How much of a message one call moves: its header goes by itself. */
static inline size_t
message_portion(size_t moved, size_t size, size_t header)
{
	return moved < header ? header - moved : size - moved;
}

/* The requests in flight of a client's batch. */
struct message_flight {
	uint64_t	sent, received;
	size_t		out, in;	/* bytes of the message under way */
};

/* Sends as many requests as the window and the mechanism take: bytes, or -1. */
BATCH_INLINE ssize_t
message_fill_window(struct side *side, const struct batch *batch,
    const struct message_methods *methods, struct message_flight *flight)
{
	struct message_discipline *discipline = side->discipline;
	size_t	header = discipline->splits ? discipline->header : 0;
	ssize_t	n = 1, moved = 0;

	while (n > 0 && flight->sent < batch->count &&
	    flight->sent - flight->received < discipline->limit) {
		if (batch->timed_per != 0 && flight->out == 0)
			discipline->sent_ns[flight->sent & discipline->mask] =
			    clock_now();
		n = methods->send_some(side, side->outgoing + flight->out,
		    message_portion(flight->out, side->outgoing_size, header));
		if (BATCH_UNLIKELY(n < 0))
			return -1;
		moved += n;
		flight->out += (size_t)n;
		if (flight->out == side->outgoing_size) {
			flight->out = 0;
			flight->sent++;
		}
	}
	return moved;
}

/* Receives what is there of one reply: bytes, or -1. */
BATCH_INLINE ssize_t
message_receive_window(struct side *side, const struct message_methods *methods,
    struct message_flight *flight)
{
	struct message_discipline *discipline = side->discipline;
	size_t	header = discipline->header;
	ssize_t	n;

	discipline->in_flight = flight->sent - flight->received;
	if (discipline->in_flight == 0)
		return 0;
	if (discipline->masks)
		message_mask(discipline);
	n = methods->receive_some(side, side->incoming + flight->in,
	    message_portion(flight->in, side->incoming_size, header));
	if (discipline->masks)
		message_unmask(discipline);
	if (BATCH_UNLIKELY(n < 0))
		return -1;
	flight->in += (size_t)n;
	if (header != 0 && n > 0 && flight->in == header &&
	    message_check_header(side->incoming, side->incoming_size) !=
	    OUTCOME_OK)
		return -1;
	return n;
}

/* Where nothing goes now: waits until something does. */
BATCH_INLINE int
message_await_flight(struct side *side, const struct batch *batch,
    const struct message_methods *methods, struct message_flight *flight)
{
	const struct message_discipline *discipline = side->discipline;

	if (methods->descriptor != NULL)
		return message_await_any(side, discipline->window_bit[0][0],
		    flight->sent < batch->count &&
		    flight->sent - flight->received < discipline->limit ?
		    discipline->window_bit[0][1] : 0);
	flight->in = side->incoming_size;
	return methods->receive(side, 0, side->incoming, side->incoming_size);
}

/* Counts requests of the window that will never be answered. */
static inline void
message_count_lost(struct side *side, struct batch *batch,
    struct message_flight *flight, uint64_t lost)
{
	batch->lost += lost;
	side->progress->lost = batch->lost;
	flight->received += lost;
	side->progress->done = flight->received;
}

/*
 * Many requests in flight, one message a system call.  The client never
 * waits for room to send without also looking for replies, so the server may
 * simply block: no size and no window can make the two wait for each other.
 */
BATCH_INLINE int
message_run_window(struct side *side, struct batch *batch,
    const struct message_methods *methods)
{
	struct message_discipline *discipline = side->discipline;
	struct message_flight flight = { 0, 0, 0, 0 };
	uint64_t	began = clock_now();
	ssize_t		out, in;
	int		outcome;

	while (flight.received < batch->count) {
		out = message_fill_window(side, batch, methods, &flight);
		in = out < 0 ? -1 :
		    message_receive_window(side, methods, &flight);
		if (BATCH_UNLIKELY(in < 0))
			return OUTCOME_FAILED;
		if (discipline->given_up != 0) {
			message_count_lost(side, batch, &flight,
			    discipline->given_up);
			discipline->given_up = 0;
		}
		if (out + in == 0) {
			outcome = message_await_flight(side, batch, methods,
			    &flight);
			if (outcome == OUTCOME_LOST)
				message_count_lost(side, batch, &flight,
				    flight.sent - flight.received);
			else if (outcome != OUTCOME_OK)
				return outcome;
		}
		if (flight.in == side->incoming_size) {
			if (batch->timed_per != 0)
				histogram_record(side->histogram, clock_now() -
				    discipline->sent_ns[flight.received &
				    discipline->mask]);
			if (side->expected != NULL &&
			    message_verify(side) != OUTCOME_OK)
				return OUTCOME_FAILED;
			flight.in = 0;
			side->progress->done = ++flight.received;
		}
	}
	batch->elapsed_ns = clock_now() - began;
	return OUTCOME_OK;
}

/* The run of a client; methods must be a static const. */
BATCH_INLINE int
message_run_client(struct side *side, struct batch *batch,
    const struct message_methods *methods)
{
	const struct message_discipline *discipline = side->discipline;

	if (BATCH_UNLIKELY(discipline != NULL)) {
		message_write_header(side);
		/* Without the latter a call through NULL would be left. */
		if (discipline->moves_freely && methods->send_some != NULL)
			return message_run_window(side, batch, methods);
		return side->expected != NULL ?
		    batch_run(side, batch, message_call_verified_disciplined,
		    methods) :
		    batch_run(side, batch, message_call_disciplined, methods);
	}
	return side->expected != NULL ?
	    batch_run(side, batch, message_call_verified_plainly, methods) :
	    batch_run(side, batch, message_call_plainly, methods);
}

/* The run of a server. */
BATCH_INLINE int
message_run_server(struct side *side, struct batch *batch,
    const struct message_methods *methods)
{
	if (BATCH_UNLIKELY(side->discipline != NULL)) {
		message_write_header(side);
		return side->expected != NULL ?
		    batch_run(side, batch, message_serve_verified_disciplined,
		    methods) :
		    batch_run(side, batch, message_serve_disciplined, methods);
	}
	return side->expected != NULL ?
	    batch_run(side, batch, message_serve_verified_plainly, methods) :
	    batch_run(side, batch, message_serve_plainly, methods);
}

/* The run of a broker that forwards one message at a time. */
BATCH_INLINE int
message_run_broker(struct side *side, struct batch *batch,
    const struct message_methods *methods)
{
	return side->discipline != NULL ?
	    batch_run(side, batch, message_forward_disciplined, methods) :
	    batch_run(side, batch, message_forward_plainly, methods);
}

/* The run of every message transport whose sides have the same methods. */
BATCH_INLINE int
message_run(struct side *side, struct batch *batch,
    const struct message_methods *methods)
{
	switch (side->role) {
	case ROLE_CLIENT:
		return message_run_client(side, batch, methods);
	case ROLE_BROKER:
		return message_run_broker(side, batch, methods);
	default:
		return message_run_server(side, batch, methods);
	}
}

#endif
