/* Bare loops with many requests in flight over one stream socket. */

#include "config.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "bare.h"
#include "transports/stream.h"

#define WINDOW		64u
#define BURST		65536u

static unsigned char burst_out[BURST], burst_in[BURST];

static int
window_wait(int fd, short events)
{
	struct pollfd	polled = { .fd = fd, .events = events };

	return poll(&polled, 1, -1) == 1 ? 0 : -1;
}

/* One message a call, whole or not at all; the descriptor does not block. */
int
bare_window_client(struct side *side, uint64_t count, uint64_t *times)
{
	const struct stream *stream = side->state;
	int		 fd = stream->link[0].in;
	size_t		 size = side->outgoing_size;
	uint64_t	 sent = 0, received = 0, before;

	(void)times;
	while (received < count) {
		before = sent + received;
		while (sent < count && sent - received < WINDOW &&
		    write(fd, side->outgoing, size) == (ssize_t)size)
			sent++;
		while (received < sent &&
		    read(fd, side->incoming, size) == (ssize_t)size)
			received++;
		if (sent + received == before && window_wait(fd,
		    sent < count && sent - received < WINDOW ?
		    POLLIN | POLLOUT : POLLIN) != 0)
			return -1;
	}
	return 0;
}

/*
 * Bytes of messages there and back, 64 KiB a call; may_send is how many more
 * may go than have come.
 */
static int
window_exchange(struct side *side, uint64_t bytes, uint64_t may_send)
{
	const struct stream *stream = side->state;
	int		 fd = stream->link[0].in;
	uint64_t	 sent = 0, received = 0, size, room, before;
	ssize_t		 n;

	for (size = side->outgoing_size; sent < bytes || received < bytes; ) {
		before = sent + received;
		room = received / size * size + may_send;
		room = (room < bytes ? room : bytes) - sent;
		if (room > 0 && (n = write(fd, burst_out,
		    room < BURST ? room : BURST)) > 0)
			sent += (uint64_t)n;
		if (received < bytes && (n = read(fd, burst_in, BURST)) > 0)
			received += (uint64_t)n;
		if (sent + received == before && window_wait(fd,
		    room > 0 ? POLLIN | POLLOUT : POLLIN) != 0)
			return -1;
	}
	return 0;
}

int
bare_burst_client(struct side *side, uint64_t count, uint64_t *times)
{
	(void)times;
	return window_exchange(side, count * side->outgoing_size,
	    WINDOW * side->outgoing_size);
}

int
bare_burst_server(struct side *side, uint64_t count, uint64_t *times)
{
	(void)times;
	return window_exchange(side, count * side->outgoing_size, 0);
}
