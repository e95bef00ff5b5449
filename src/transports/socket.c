/* Owns the sizes of socket buffers. */

#include "config.h"

#include <sys/socket.h>

#include "base/fail.h"
#include "transports/socket.h"

/* What Linux keeps of a buffer for itself. */
#define SOCKET_OVERHEAD	32

static const struct {
	int		 option;
	const char	*limit;
} buffers[] = {
	{ SO_SNDBUF, "net.core.wmem_max" },
	{ SO_RCVBUF, "net.core.rmem_max" },
};

static int
socket_get_room(int fd, int option, int *room)
{
	socklen_t	length = sizeof *room;

	return getsockopt(fd, SOL_SOCKET, option, room, &length) == 0 ?
	    OUTCOME_OK : fail_errno("ask for the size of a socket buffer");
}

/* A system may give less than was asked for, and say nothing. */
int
socket_reserve(int fd, size_t size)
{
	int	room, wanted = (int)size + SOCKET_OVERHEAD;
	size_t	i;

	for (i = 0; i < sizeof buffers / sizeof buffers[0]; i++) {
		if (socket_get_room(fd, buffers[i].option, &room) !=
		    OUTCOME_OK)
			return OUTCOME_FAILED;
		if (room >= wanted)
			continue;
		(void)setsockopt(fd, SOL_SOCKET, buffers[i].option, &wanted,
		    sizeof wanted);
		if (socket_get_room(fd, buffers[i].option, &room) !=
		    OUTCOME_OK)
			return OUTCOME_FAILED;
		if (room < wanted)
			return skip("a message of %zu bytes is more than the "
			    "%d that a socket buffer holds here (Linux: "
			    "sysctl %s)", size, room - SOCKET_OVERHEAD,
			    buffers[i].limit);
	}
	return OUTCOME_OK;
}
