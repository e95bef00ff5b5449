/*
 * What all transports that send messages have in common: call, serve and
 * forward, plain or verified, and the client's loop with many requests in
 * flight.  Built once, from the few inline functions that a transport gives.
 */

#ifndef TRANSPORTS_MESSAGE_H
#define TRANSPORTS_MESSAGE_H

#include <string.h>
#include <sys/types.h>

#include "transports/batch.h"
#include "transports/transport.h"

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

	/* The descriptor to wait on before sending or receiving more. */
	int	(*descriptor)(const struct side *, bool sending);
};

/* The client's requests in flight, from message_window_attach(). */
struct message_window {
	uint64_t	 limit;		/* most requests in flight */
	uint64_t	 mask;		/* of the ring below */
	uint64_t	*sent_ns;	/* when each request in flight was begun */
};

/*
 * For the client's attach, once its descriptors are there: makes them
 * non-blocking and makes room for the window that the parameters ask for.
 * Does nothing without a window or on other sides.  An enum outcome.
 */
int	 message_window_attach(struct side *, const struct message_methods *);
void	 message_window_detach(struct side *);

/* Waits until the client can receive, or send where that is blocked too. */
int	 message_window_wait(struct side *, const struct message_methods *,
	     bool sending);

/*
 * Says where the received bytes, but for so many at the beginning, differ from
 * those expected: OUTCOME_FAILED.
 */
int	 message_fail_verify(const struct side *, size_t skipped);

BATCH_INLINE int
message_verify(struct side *side)
{
	return BATCH_UNLIKELY(memcmp(side->incoming, side->expected,
	    side->incoming_size) != 0) ? message_fail_verify(side, 0) : OUTCOME_OK;
}

/* Request and reply, as the client sees them. */
BATCH_INLINE int
message_call(struct side *side, const struct message_methods *methods)
{
	int	outcome = methods->send(side, 0, side->outgoing,
		    side->outgoing_size);

	return BATCH_UNLIKELY(outcome != OUTCOME_OK) ? outcome :
	    methods->receive(side, 0, side->incoming, side->incoming_size);
}

/* The same, as the server sees them. */
BATCH_INLINE int
message_serve(struct side *side, const struct message_methods *methods)
{
	int	outcome = methods->receive(side, 0, side->incoming,
		    side->incoming_size);

	return BATCH_UNLIKELY(outcome != OUTCOME_OK) ? outcome :
	    methods->send(side, 0, side->outgoing, side->outgoing_size);
}

/* Request from the client to the server, reply back: the broker. */
BATCH_INLINE int
message_forward(struct side *side, const struct message_methods *methods)
{
	int	outcome = methods->receive(side, 0, side->incoming,
		    side->incoming_size);

	if (outcome == OUTCOME_OK)
		outcome = methods->send(side, 1, side->incoming,
		    side->incoming_size);
	if (outcome == OUTCOME_OK)
		outcome = methods->receive(side, 1, side->incoming,
		    side->outgoing_size);
	if (outcome == OUTCOME_OK)
		outcome = methods->send(side, 0, side->incoming,
		    side->outgoing_size);
	return outcome;
}

BATCH_INLINE int
message_call_verified(struct side *side, const struct message_methods *methods)
{
	int	outcome = message_call(side, methods);

	return outcome != OUTCOME_OK ? outcome : message_verify(side);
}

BATCH_INLINE int
message_serve_verified(struct side *side,
    const struct message_methods *methods)
{
	int	outcome = methods->receive(side, 0, side->incoming,
		    side->incoming_size);

	if (outcome == OUTCOME_OK)
		outcome = message_verify(side);
	return outcome != OUTCOME_OK ? outcome :
	    methods->send(side, 0, side->outgoing, side->outgoing_size);
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
	struct message_window *window = side->window;
	const uint64_t	count = batch->count;
	const bool	timed = batch->timed_per != 0;
	uint64_t	sent = 0, received = 0, began = clock_now();
	size_t		out = 0, in = 0;	/* bytes of the message under way */
	ssize_t		n, moved;

	while (received < count) {
		for (n = 1, moved = 0; n > 0 && sent < count &&
		    sent - received < window->limit; moved += n) {
			if (timed && out == 0)
				window->sent_ns[sent & window->mask] =
				    clock_now();
			n = methods->send_some(side, side->outgoing + out,
			    side->outgoing_size - out);
			if (BATCH_UNLIKELY(n < 0))
				return OUTCOME_FAILED;
			out += (size_t)n;
			if (out == side->outgoing_size) {
				out = 0;
				sent++;
			}
		}
		if (sent > received) {
			n = methods->receive_some(side, side->incoming + in,
			    side->incoming_size - in);
			if (BATCH_UNLIKELY(n < 0))
				return OUTCOME_FAILED;
			in += (size_t)n;
			moved += n;
		}
		if (in == side->incoming_size) {
			if (timed)
				histogram_record(side->histogram, clock_now() -
				    window->sent_ns[received & window->mask]);
			if (side->expected != NULL &&
			    message_verify(side) != OUTCOME_OK)
				return OUTCOME_FAILED;
			in = 0;
			side->progress->done = ++received;
		}
		if (moved == 0 && message_window_wait(side, methods,
		    sent < count && sent - received < window->limit) !=
		    OUTCOME_OK)
			return OUTCOME_FAILED;
	}
	batch->elapsed_ns = clock_now() - began;
	return OUTCOME_OK;
}

/* The run of every message transport; methods must be a static const. */
BATCH_INLINE int
message_run(struct side *side, struct batch *batch,
    const struct message_methods *methods)
{
	if (side->role == ROLE_BROKER)
		return batch_run(side, batch, message_forward, methods);
	if (side->window != NULL)
		return message_run_window(side, batch, methods);
	if (side->role == ROLE_CLIENT)
		return side->expected != NULL ?
		    batch_run(side, batch, message_call_verified, methods) :
		    batch_run(side, batch, message_call, methods);
	return side->expected != NULL ?
	    batch_run(side, batch, message_serve_verified, methods) :
	    batch_run(side, batch, message_serve, methods);
}

#endif
