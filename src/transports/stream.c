/* The parts of streams that stand outside every timed loop. */

#include "config.h"

#include "base/fdio.h"
#include "system/clock.h"
#include "transports/burst.h"
#include "transports/stream.h"

#define FULL_NS	50000u		/* until a full buffer is tried again */

/* How far one call got: 0 where it was interrupted; -1 with a reason. */
static ssize_t
stream_moved(ssize_t moved, bool sending)
{
	if (moved > 0)
		return moved;
	if (moved == 0)
		return fail("the other side closed the connection");
	if (errno == EINTR)
		return 0;
	/* On systems of BSD: the other side's buffer is full, and nothing
	 * tells when it no longer is. */
	if (sending && errno == ENOBUFS) {
		clock_sleep(FULL_NS);
		return 0;
	}
	if (errno == EMSGSIZE)
		return fail("a message of that size is more than this system "
		    "sends at once");
	return fail_errno("%s", sending ? "write" : "read");
}

int
stream_send_rest(int fd, const unsigned char *data, size_t size, ssize_t n)
{
	for (;;) {
		if ((n = stream_moved(n, true)) < 0)
			return OUTCOME_FAILED;
		data += n;
		size -= (size_t)n;
		if (size == 0)
			return OUTCOME_OK;
		n = write(fd, data, size);
	}
}

int
stream_receive_rest(int fd, unsigned char *data, size_t size, ssize_t n)
{
	for (;;) {
		if ((n = stream_moved(n, false)) < 0)
			return OUTCOME_FAILED;
		data += n;
		size -= (size_t)n;
		if (size == 0)
			return OUTCOME_OK;
		n = read(fd, data, size);
	}
}

ssize_t
stream_some(ssize_t moved, bool sending)
{
	if (moved < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
		return 0;
	return stream_moved(moved, sending);
}

void
stream_initialise(struct stream *stream)
{
	int	i;

	for (i = 0; i < MESSAGE_LINKS; i++)
		stream->link[i].in = stream->link[i].out = -1;
	stream->burst = NULL;
}

int
stream_attach(struct side *side)
{
	struct stream	*stream = side->state;
	const struct message_discipline *discipline;
	int		 outcome = message_attach(side, &stream_methods);

	discipline = side->discipline;
	if (outcome != OUTCOME_OK || discipline == NULL ||
	    !discipline->moves_freely ||
	    (side->role != ROLE_BROKER && !discipline->coalesces))
		return outcome;
	return burst_open(side, &stream->burst);
}

void
stream_detach(struct side *side)
{
	struct stream	*stream = side->state;
	int		 i;

	burst_close(stream->burst);
	stream->burst = NULL;
	message_detach(side);
	for (i = 0; i < MESSAGE_LINKS; i++) {
		if (stream->link[i].in == stream->link[i].out)
			stream->link[i].in = -1;
		fdio_close(&stream->link[i].in);
		fdio_close(&stream->link[i].out);
	}
}

void
stream_begin(struct side *side)
{
	struct stream	*stream = side->state;

	if (stream->burst != NULL && side->role != ROLE_BROKER)
		burst_begin(side, stream->burst);
}

void
stream_end(struct side *side)
{
	const struct stream *stream = side->state;

	if (stream->burst != NULL && side->role != ROLE_BROKER)
		burst_end(side, stream->burst);
}

int
stream_run_burst(struct side *side, struct batch *batch)
{
	struct stream	*stream = side->state;

	return side->role == ROLE_BROKER ?
	    burst_forward(side, stream->burst, batch) :
	    burst_exchange(side, stream->burst, batch);
}
