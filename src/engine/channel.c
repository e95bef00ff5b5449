/* Messages between a supervisor and the command. */

#include "config.h"

#include <errno.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/time.h>

#include "base/fail.h"
#include "base/fdio.h"
#include "engine/channel.h"

struct channel_header {
	int32_t		kind;
	uint32_t	size;
};

static bool	channel_timed_out;

void
channel_set_timeout(int fd, unsigned seconds)
{
	struct timeval	limit = { .tv_sec = (time_t)seconds };

	/* Without it there is no harm unless the sender is stopped. */
	(void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

bool
channel_has_timed_out(void)
{
	return channel_timed_out;
}

static int
channel_read(int fd, void *data, size_t size)
{
	int	outcome = fdio_read_all(fd, data, size);

	channel_timed_out = outcome != 0 &&
	    (errno == EAGAIN || errno == EWOULDBLOCK);
	return outcome;
}

int
channel_send(int fd, int kind, const void *body, size_t size)
{
	struct channel_header header = { kind, (uint32_t)size };

	if (fdio_write_all(fd, &header, sizeof header) != 0)
		return -1;
	return size == 0 ? 0 : fdio_write_all(fd, body, size);
}

int
channel_receive(int fd, void *body, size_t *size)
{
	struct channel_header header;

	if (channel_read(fd, &header, sizeof header) != 0)
		return errno == 0 ? fail("the channel was closed") :
		    fail_errno("read from a channel");
	if (header.kind < 0 || header.size > *size)
		return fail("a message that is none: kind %d, size %u",
		    (int)header.kind, (unsigned)header.size);
	*size = header.size;
	if (header.size != 0 && channel_read(fd, body, header.size) != 0)
		return fail_errno("read from a channel");
	return header.kind;
}
