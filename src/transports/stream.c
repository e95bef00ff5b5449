/* The parts of byte streams that stand outside every timed loop. */

#include "config.h"

#include "base/fdio.h"
#include "transports/stream.h"

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

	for (i = 0; i < STREAM_LINKS; i++)
		stream->link[i].in = stream->link[i].out = -1;
}

void
stream_close(struct stream *stream)
{
	int	i;

	for (i = 0; i < STREAM_LINKS; i++) {
		if (stream->link[i].in == stream->link[i].out)
			stream->link[i].in = -1;
		fdio_close(&stream->link[i].in);
		fdio_close(&stream->link[i].out);
	}
}
