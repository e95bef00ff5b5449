/*
 * A library to be preloaded: of the datagrams that a process sends, some are
 * dropped (DROP_PERCENT, the first DROP_FIRST, and those whose first byte is
 * from DROP_BYTE_FIRST to DROP_BYTE_LAST), some are held back until the next
 * one (LATE_PERCENT).
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

typedef ssize_t (*sender)(int, const void *, size_t, int,
	    const struct sockaddr *, socklen_t);

static uint64_t		 state;
static unsigned char	 held[65536];
static size_t		 held_size;
static unsigned		 sent;
static struct sockaddr_storage held_to;
static socklen_t	 held_length;

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

/* By its first byte, which numbers the requests of udp. */
static int
is_chosen(const void *data, size_t size)
{
	unsigned	last = get_number("DROP_BYTE_LAST"), byte;

	if (last == 0 || size == 0)
		return 0;
	byte = *(const unsigned char *)data;
	return byte >= get_number("DROP_BYTE_FIRST") && byte <= last;
}

static void
hold(const void *data, size_t size, const struct sockaddr *to,
    socklen_t length)
{
	memcpy(held, data, size);
	held_size = size;
	if (to != NULL)
		memcpy(&held_to, to, length);
	held_length = to != NULL ? length : 0;
}

ssize_t
sendto(int fd, const void *data, size_t size, int flags,
    const struct sockaddr *to, socklen_t length)
{
	static sender	next;
	unsigned	drop = get_number("DROP_PERCENT"), drawn;

	if (next == NULL)
		*(void **)&next = dlsym(RTLD_NEXT, "sendto");
	if (!is_datagram(fd))
		return next(fd, data, size, flags, to, length);
	if (held_size != 0) {
		next(fd, held, held_size, flags, held_length != 0 ?
		    (struct sockaddr *)&held_to : NULL, held_length);
		held_size = 0;
	}
	drawn = draw_percent();
	if (sent++ < get_number("DROP_FIRST") || drawn < drop ||
	    is_chosen(data, size))
		return (ssize_t)size;
	if (drawn < drop + get_number("LATE_PERCENT")) {
		hold(data, size, to, length);
		return (ssize_t)size;
	}
	return next(fd, data, size, flags, to, length);
}

ssize_t
send(int fd, const void *data, size_t size, int flags)
{
	return sendto(fd, data, size, flags, NULL, 0);
}

/* Without its control data, which a datagram can do without. */
ssize_t
sendmsg(int fd, const struct msghdr *message, int flags)
{
	static ssize_t (*next)(int, const struct msghdr *, int);
	static unsigned char whole[65536];
	size_t		size = 0, i;

	if (next == NULL)
		*(void **)&next = dlsym(RTLD_NEXT, "sendmsg");
	if (!is_datagram(fd))
		return next(fd, message, flags);
	for (i = 0; i < message->msg_iovlen; i++) {
		memcpy(whole + size, message->msg_iov[i].iov_base,
		    message->msg_iov[i].iov_len);
		size += message->msg_iov[i].iov_len;
	}
	return sendto(fd, whole, size, flags, message->msg_name,
	    message->msg_namelen);
}
