/*
 * A library to be preloaded: of the datagrams that a process sends, some are
 * dropped (DROP_PERCENT, and the first DROP_FIRST), some are held back until
 * the next one (LATE_PERCENT).
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static uint64_t		 state;
static unsigned char	 held[65536];
static size_t		 held_size;
static unsigned		 sent;

/* That it was loaded at all is told by a file that it makes, DROP_LOADED. */
__attribute__((constructor)) static void
tell_loaded(void)
{
	const char	*path = getenv("DROP_LOADED");

	if (path != NULL)
		close(open(path, O_CREAT | O_WRONLY, 0600));
}

/* SplitMix64: processes with neighbouring numbers draw unrelated sequences. */
static unsigned
draw_percent(void)
{
	uint64_t	mixed;

	if (state == 0)
		state = (uint64_t)getpid() << 32;
	mixed = state += 0x9e3779b97f4a7c15u;
	mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
	mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
	return (unsigned)((mixed ^ (mixed >> 31)) % 100);
}

static unsigned
get_number(const char *name)
{
	const char	*text = getenv(name);

	return text != NULL ? (unsigned)atoi(text) : 0;
}

static int
is_datagram(int fd)
{
	struct sockaddr_storage name;
	socklen_t	length = sizeof name, size = sizeof(int);
	int		type = 0;

	return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 &&
	    type == SOCK_DGRAM && getsockname(fd, (struct sockaddr *)&name,
	    &length) == 0 && name.ss_family != AF_UNIX;
}

ssize_t
send(int fd, const void *data, size_t size, int flags)
{
	static ssize_t (*next)(int, const void *, size_t, int);
	unsigned	drop = get_number("DROP_PERCENT"), drawn;

	if (next == NULL)
		*(void **)&next = dlsym(RTLD_NEXT, "send");
	if (!is_datagram(fd))
		return next(fd, data, size, flags);
	if (held_size != 0) {
		next(fd, held, held_size, flags);
		held_size = 0;
	}
	drawn = draw_percent();
	if (sent++ < get_number("DROP_FIRST") || drawn < drop)
		return (ssize_t)size;
	if (drawn < drop + get_number("LATE_PERCENT")) {
		memcpy(held, data, size);
		held_size = size;
		return (ssize_t)size;
	}
	return next(fd, data, size, flags);
}
