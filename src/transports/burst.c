/* Owns the loops of streams with many messages on their way. */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "transports/burst.h"

/*
 * Messages of one size in one direction.  The buffer holds a number of whole
 * ones, and the byte that is moved next stands where moved leaves it.
 */
struct flow {
	unsigned char	*buffer;	/* owned */
	size_t		 capacity;	/* a multiple of size */
	size_t		 size;		/* of a message */
	uint64_t	 moved;		/* bytes in that direction, since the batch began */
};

/* What a broker holds of one direction: bytes of the buffer from begin to end. */
struct relay {
	struct flow	 flow;		/* moved: read */
	unsigned	 from, to;	/* links */
	uint64_t	 written;	/* bytes */
	size_t		 begin, end;
};

struct burst {
	struct flow	out, in;	/* of a client or a server */
	struct relay	relay[2];	/* of a broker: requests, replies */
};

static int
flow_open(struct flow *flow, size_t size)
{
	size_t	count = size < BURST_SIZE ? BURST_SIZE / size : 1;

	flow->size = size;
	flow->capacity = count * size;
	flow->buffer = calloc(count, size);
	return flow->buffer != NULL ? OUTCOME_OK :
	    fail_errno("memory for messages of %zu bytes", size);
}

static int
burst_open_relay(const struct side *side, struct burst *burst)
{
	burst->relay[0].to = 1;
	burst->relay[1].from = 1;
	if (flow_open(&burst->relay[0].flow, side->incoming_size) !=
	    OUTCOME_OK)
		return OUTCOME_FAILED;
	return flow_open(&burst->relay[1].flow, side->outgoing_size);
}

int
burst_open(struct side *side, struct burst **opened)
{
	struct burst	*burst;

	if ((*opened = burst = calloc(1, sizeof *burst)) == NULL)
		return fail_errno("memory for several messages");
	if (side->role == ROLE_BROKER)
		return burst_open_relay(side, burst);
	if (flow_open(&burst->out, side->outgoing_size) != OUTCOME_OK)
		return OUTCOME_FAILED;
	return flow_open(&burst->in, side->incoming_size);
}

void
burst_close(struct burst *burst)
{
	if (burst == NULL)
		return;
	free(burst->out.buffer);
	free(burst->in.buffer);
	free(burst->relay[0].flow.buffer);
	free(burst->relay[1].flow.buffer);
	free(burst);
}

static size_t
burst_least(uint64_t a, uint64_t b)
{
	return (size_t)(a < b ? a : b);
}

static ssize_t
burst_write(const struct side *side, unsigned link, const unsigned char *data,
    size_t size)
{
	ssize_t	n = write(stream_descriptor(side, link, true), data, size);

	return n > 0 ? n : stream_some(n, true);
}

static ssize_t
burst_read(struct side *side, unsigned link, unsigned char *data, size_t size)
{
	struct message_discipline *discipline = side->discipline;
	ssize_t	n;

	if (discipline->masks)
		message_mask(discipline);
	n = read(stream_descriptor(side, link, false), data, size);
	if (discipline->masks)
		message_unmask(discipline);
	return n > 0 ? n : stream_some(n, false);
}

/* The messages that have been begun with these bytes were sent now. */
static void
burst_stamp(const struct message_discipline *discipline,
    const struct flow *out, size_t bytes)
{
	uint64_t	now = clock_now();
	uint64_t	first = (out->moved + out->size - 1) / out->size;
	uint64_t	end = (out->moved + bytes + out->size - 1) / out->size;

	for (; first < end; first++)
		discipline->sent_ns[first & discipline->mask] = now;
}

/* Sends so many messages in all, as far as they go: bytes, or -1. */
static ssize_t
burst_send(struct side *side, struct flow *out, uint64_t messages,
    bool timed)
{
	size_t	place = (size_t)(out->moved % out->capacity);
	size_t	bytes = burst_least(messages * out->size - out->moved,
		    out->capacity - place);
	ssize_t	n;

	if (bytes == 0)
		return 0;
	if (timed)
		burst_stamp(side->discipline, out, bytes);
	n = burst_write(side, 0, out->buffer + place, bytes);
	if (n > 0)
		out->moved += (uint64_t)n;
	return n;
}

/* What must hold of a message, and its time; now is 0 where that is not taken. */
static int
burst_settle(struct side *side, const struct flow *in, uint64_t number,
    uint64_t now)
{
	const struct message_discipline *discipline = side->discipline;
	const unsigned char *message = in->buffer +
		    (size_t)(number * in->size % in->capacity);

	if (now != 0)
		histogram_record(side->histogram, now -
		    discipline->sent_ns[number & discipline->mask]);
	if (discipline->header != 0 &&
	    message_check_header(message, in->size) != OUTCOME_OK)
		return OUTCOME_FAILED;
	if (side->expected == NULL || memcmp(message + side->marked,
	    side->expected + side->marked, in->size - side->marked) == 0)
		return OUTCOME_OK;
	memcpy(side->incoming, message, in->size);
	return message_fail_verify(side);
}

/* Receives what is there, up to so many messages in all: bytes, or -1. */
static ssize_t
burst_receive(struct side *side, struct flow *in, uint64_t messages,
    bool timed)
{
	size_t		place = (size_t)(in->moved % in->capacity);
	size_t		bytes = burst_least(messages * in->size - in->moved,
			    in->capacity - place);
	uint64_t	number = in->moved / in->size, now;
	ssize_t		n;

	if (bytes == 0)
		return 0;
	if ((n = burst_read(side, 0, in->buffer + place, bytes)) < 0)
		return n;
	in->moved += (uint64_t)n;
	now = timed ? clock_now() : 0;
	for (; number < in->moved / in->size; number++)
		if (burst_settle(side, in, number, now) != OUTCOME_OK)
			return -1;
	return n;
}

void
burst_begin(struct side *side, struct burst *burst)
{
	size_t	i;

	message_write_header(side);
	burst->in.moved = burst->out.moved = 0;
	for (i = 0; i < burst->out.capacity; i += burst->out.size)
		memcpy(burst->out.buffer + i, side->outgoing, burst->out.size);
}

void
burst_end(struct side *side, const struct burst *burst)
{
	const struct flow *in = &burst->in;

	memcpy(side->incoming, in->buffer +
	    (size_t)((in->moved - in->size) % in->capacity), in->size);
}

int
burst_exchange(struct side *side, struct burst *burst, struct batch *batch)
{
	const struct message_discipline *discipline = side->discipline;
	const uint64_t	 count = batch->count;
	const bool	 client = side->role == ROLE_CLIENT;
	const bool	 timed = client && batch->timed_per != 0;
	struct flow *out = &burst->out, *in = &burst->in;
	uint64_t	 began, sent = 0, received = 0, may_send;
	ssize_t		 nwritten, nread;

	for (began = clock_now(); (client ? received : sent) < count; ) {
		may_send = !client ? received :
		    burst_least(count, received + discipline->limit);
		if ((nwritten = burst_send(side, out, may_send, timed)) < 0)
			return OUTCOME_FAILED;
		sent = out->moved / out->size;
		nread = burst_receive(side, in, client ? sent : count, timed);
		if (nread < 0)
			return OUTCOME_FAILED;
		received = in->moved / in->size;
		side->progress->done = client ? received : sent;
		if (nwritten + nread == 0 && message_await_any(side,
		    received < count ? discipline->window_bit[0][0] : 0,
		    out->moved < may_send * out->size ?
		    discipline->window_bit[0][1] : 0) != OUTCOME_OK)
			return OUTCOME_FAILED;
	}
	batch->elapsed_ns = clock_now() - began;
	return OUTCOME_OK;
}

/* How much may be read at once: a message, or what there is room for. */
static size_t
relay_room(const struct side *side, const struct relay *relay,
    uint64_t bytes)
{
	const struct message_discipline *discipline = side->discipline;
	const struct flow *flow = &relay->flow;
	size_t	room = flow->capacity - relay->end, portion;

	if (flow->moved == bytes || discipline->coalesces)
		return flow->moved == bytes ? 0 : room;
	portion = message_portion((size_t)(flow->moved % flow->size),
	    flow->size, discipline->header);
	return portion <= room ? portion : 0;
}

static ssize_t
relay_read(struct side *side, struct relay *relay, uint64_t bytes)
{
	size_t	room = relay_room(side, relay, bytes);
	ssize_t	n;

	if (room == 0)
		return 0;
	n = burst_read(side, relay->from, relay->flow.buffer + relay->end,
	    room);
	if (n > 0) {
		relay->end += (size_t)n;
		relay->flow.moved += (uint64_t)n;
	}
	return n;
}

/* How much could be written at once: whole messages, unless it coalesces. */
static size_t
relay_held(const struct side *side, const struct relay *relay)
{
	const struct message_discipline *discipline = side->discipline;
	size_t	held = relay->end - relay->begin, portion;

	if (discipline->coalesces)
		return held;
	portion = message_portion((size_t)(relay->written % relay->flow.size),
	    relay->flow.size, discipline->splits ? discipline->header : 0);
	return held >= portion ? portion : 0;
}

static ssize_t
relay_write(struct side *side, struct relay *relay)
{
	size_t	held = relay_held(side, relay);
	ssize_t	n;

	if (held == 0)
		return 0;
	n = burst_write(side, relay->to, relay->flow.buffer + relay->begin,
	    held);
	if (n > 0) {
		relay->begin += (size_t)n;
		relay->written += (uint64_t)n;
	}
	if (relay->begin == relay->end)
		relay->begin = relay->end = 0;
	return n;
}

/* Moves a direction on, and adds what it waits for where nothing moved. */
static ssize_t
relay_step(struct side *side, struct relay *relay, uint64_t count,
    unsigned *readable, unsigned *writable)
{
	const struct message_discipline *discipline = side->discipline;
	uint64_t	bytes = count * relay->flow.size;
	ssize_t		nread, nwritten;

	if ((nread = relay_read(side, relay, bytes)) < 0 ||
	    (nwritten = relay_write(side, relay)) < 0)
		return -1;
	if (relay_held(side, relay) != 0)
		*writable |= discipline->window_bit[relay->to][1];
	if (relay_room(side, relay, bytes) != 0)
		*readable |= discipline->window_bit[relay->from][0];
	return nread + nwritten;
}

int
burst_forward(struct side *side, struct burst *burst, struct batch *batch)
{
	struct relay *request = &burst->relay[0];
	struct relay *reply = &burst->relay[1];
	uint64_t	 began = clock_now(), done;
	unsigned	 readable, writable;
	ssize_t		 there, back;

	request->flow.moved = reply->flow.moved = 0;
	request->written = reply->written = 0;
	for (done = 0; done < batch->count; ) {
		readable = writable = 0;
		there = relay_step(side, request, batch->count, &readable,
		    &writable);
		back = there < 0 ? -1 : relay_step(side, reply, batch->count,
		    &readable, &writable);
		if (back < 0)
			return OUTCOME_FAILED;
		side->progress->done = done = reply->written / reply->flow.size;
		if (there + back == 0 && message_await_any(side, readable,
		    writable) != OUTCOME_OK)
			return OUTCOME_FAILED;
	}
	batch->elapsed_ns = clock_now() - began;
	return OUTCOME_OK;
}
