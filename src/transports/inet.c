/* Addresses and sockets of the loopback interface, for all that speak IP. */

#include "config.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "base/entropy.h"
#include "base/fdio.h"
#include "base/fail.h"
#include "transports/inet.h"

/* Connections whose secret is waited for at the same time. */
#define INET_GUESTS	32

static void
inet_set_loopback(int version, struct inet_address *address)
{
	struct sockaddr_in	four;
	struct sockaddr_in6	six;

	memset(address, 0, sizeof *address);
	if (version == 6) {
		memset(&six, 0, sizeof six);
		six.sin6_family = AF_INET6;
		six.sin6_addr = in6addr_loopback;
		memcpy(&address->socket_address, &six, sizeof six);
		address->length = sizeof six;
	} else {
		memset(&four, 0, sizeof four);
		four.sin_family = AF_INET;
		four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
		memcpy(&address->socket_address, &four, sizeof four);
		address->length = sizeof four;
	}
}

/* Descriptors 0 to 2 are always taken, so a socket never lands there. */
static int
inet_socket(const struct inet_address *address, int type, int *fd)
{
	*fd = socket(address->socket_address.ss_family, type,
	    type == SOCK_STREAM ? address->protocol : 0);
	if (*fd >= 0 && fdio_set_cloexec(*fd) == 0)
		return OUTCOME_OK;
	fdio_close(fd);
	if (errno == EAFNOSUPPORT || errno == EPROTONOSUPPORT ||
	    errno == EPERM || errno == EACCES)
		return skip_errno("this kernel refuses the socket");
	return fail_errno("make a socket");
}

/* What it means that an address of loopback cannot be used. */
static int
inet_refuse(const struct inet_address *address, bool binding)
{
	int	family = address->socket_address.ss_family;
	int	version = family == AF_INET6 ? 6 : 4;

	if (family != AF_INET && family != AF_INET6)
		return fail_errno("%s loopback", binding ? "bind to" :
		    "connect over");
	if ((errno == EADDRNOTAVAIL && binding) || errno == ENETDOWN ||
	    errno == ENETUNREACH || errno == ENODEV)
		return skip_errno("no IPv%d over loopback (bring up lo)",
		    version);
	/* UDP says EAGAIN. */
	if (errno == EADDRNOTAVAIL || errno == EADDRINUSE || errno == EAGAIN)
		return skip_errno("no port of IPv%d is free" INET_PORTS,
		    version);
	return fail_errno("%s IPv%d loopback", binding ? "bind to" :
	    "connect over", version);
}

static int
inet_connect_type(const struct inet_address *address, int type, int *fd)
{
	int	outcome;

	if ((outcome = inet_socket(address, type, fd)) != OUTCOME_OK)
		return outcome;
	if (connect(*fd, (const struct sockaddr *)&address->socket_address,
	    address->length) == 0)
		return OUTCOME_OK;
	outcome = inet_refuse(address, false);
	fdio_close(fd);
	return outcome;
}

/* An interface that is down lends its address but carries nothing; to connect
 * a datagram socket sends nothing, but asks for the way. */
static int
inet_check_route(const struct inet_address *address)
{
	int	fd, outcome = inet_connect_type(address, SOCK_DGRAM, &fd);

	fdio_close(&fd);
	return outcome;
}

int
inet_bind(int version, int type, struct inet_address *address, int *fd)
{
	int	outcome;

	inet_set_loopback(version, address);
	entropy_fill(address->secret, sizeof address->secret);
	if ((outcome = inet_socket(address, type, fd)) != OUTCOME_OK)
		return outcome;
	if (bind(*fd, (struct sockaddr *)&address->socket_address,
	    address->length) != 0)
		outcome = inet_refuse(address, true);
	else if ((type == SOCK_STREAM && listen(*fd, 8) != 0) ||
	    getsockname(*fd, (struct sockaddr *)&address->socket_address,
	    &address->length) != 0)
		outcome = fail_errno("listen on IPv%d loopback", version);
	else
		outcome = inet_check_route(address);
	if (outcome != OUTCOME_OK)
		fdio_close(fd);
	return outcome;
}

int
inet_listen(struct inet_address *address, int *fd)
{
	struct sockaddr	*name = (struct sockaddr *)&address->socket_address;
	int		 outcome = inet_socket(address, SOCK_STREAM, fd);

	if (outcome != OUTCOME_OK)
		return outcome;
	entropy_fill(address->secret, sizeof address->secret);
	if (bind(*fd, name, address->length) == 0 && listen(*fd, 8) == 0 &&
	    getsockname(*fd, name, &address->length) == 0)
		return OUTCOME_OK;
	outcome = fail_errno("listen on loopback");
	fdio_close(fd);
	return outcome;
}

static int
inet_probe_version(int version)
{
	struct inet_address	address;
	int			fd, outcome;

	if ((outcome = inet_bind(version, SOCK_STREAM, &address, &fd)) ==
	    OUTCOME_OK)
		fdio_close(&fd);
	return outcome;
}

int
inet_probe(void)
{
	int	outcome;

	if (inet_probe_version(4) == OUTCOME_OK ||
	    inet_probe_version(6) == OUTCOME_OK)
		return OUTCOME_OK;
	/* For its reason; which of them a test asks for is not known here. */
	outcome = inet_probe_version(4);
	return outcome == OUTCOME_SKIPPED ? skip("nothing over loopback: %s",
	    fail_reason()) : outcome;
}

int
inet_connect_datagram(const struct inet_address *address, int *fd)
{
	return inet_connect_type(address, SOCK_DGRAM, fd);
}

int
inet_open(const struct inet_address *address, int type, int *fd)
{
	return type == SOCK_STREAM ? inet_connect_type(address, type, fd) :
	    inet_socket(address, type, fd);
}

int
inet_connect(const struct inet_address *address, int *fd)
{
	int	outcome = inet_connect_type(address, SOCK_STREAM, fd);

	if (outcome == OUTCOME_OK && fdio_write_all(*fd, address->secret,
	    sizeof address->secret) != 0) {
		outcome = fail_errno("send the secret of the connection");
		fdio_close(fd);
	}
	return outcome;
}

/* A connection that has not brought the secret yet, or not all of it. */
struct inet_guest {
	int		fd;
	size_t		size;
	unsigned char	received[sizeof ((struct inet_address *)0)->secret];
};

struct inet_guests {
	struct inet_guest	list[INET_GUESTS];
	size_t			count;
};

static void
inet_dismiss(struct inet_guests *guests, size_t number)
{
	fdio_close(&guests->list[number].fd);
	memmove(&guests->list[number], &guests->list[number + 1],
	    (--guests->count - number) * sizeof guests->list[0]);
}

/* Reads what is there: 1, it is the secret; 0, more is due; -1, a stranger. */
static int
inet_hear(const struct inet_address *address, struct inet_guest *guest)
{
	ssize_t	n = read(guest->fd, guest->received + guest->size,
		    sizeof guest->received - guest->size);

	if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK ||
	    errno == EINTR))
		return 0;
	if (n <= 0)
		return -1;
	guest->size += (size_t)n;
	if (guest->size < sizeof guest->received)
		return 0;
	return memcmp(guest->received, address->secret,
	    sizeof guest->received) == 0 ? 1 : -1;
}

/* Takes a connection in, if need be for the one that has kept silent longest. */
static int
inet_welcome(struct inet_guests *guests, int listening)
{
	struct inet_guest	guest = { .size = 0 };

	guest.fd = accept(listening, NULL, NULL);
	if (guest.fd < 0)
		return errno == EINTR || errno == ECONNABORTED ||
		    errno == EAGAIN || errno == EWOULDBLOCK ? OUTCOME_OK :
		    fail_errno("accept a connection");
	if (fdio_set_cloexec(guest.fd) != 0 ||
	    fdio_set_blocking(guest.fd, false) != 0) {
		fdio_close(&guest.fd);
		return fail_errno("make a connection non-blocking");
	}
	if (guests->count == INET_GUESTS)
		inet_dismiss(guests, 0);
	guests->list[guests->count++] = guest;
	return OUTCOME_OK;
}

/* Hears the guests that speak; true: *fd is the one that knew the secret. */
static bool
inet_hear_all(const struct inet_address *address, struct inet_guests *guests,
    const struct pollfd *polled, int *fd)
{
	size_t	i;
	int	heard;

	/* Backwards, since those behind one that is dismissed move. */
	for (i = guests->count; i-- > 0; ) {
		if (polled[i].revents == 0)
			continue;
		heard = inet_hear(address, &guests->list[i]);
		if (heard > 0) {
			*fd = guests->list[i].fd;
			guests->list[i].fd = -1;
			return true;
		}
		if (heard < 0)
			inet_dismiss(guests, i);
	}
	return false;
}

static int
inet_await_guest(const struct inet_address *address,
    struct inet_guests *guests, int listening, int *fd)
{
	struct pollfd	polled[INET_GUESTS + 1];
	size_t		i, count;

	for (;;) {
		count = guests->count;
		for (i = 0; i < count; i++)
			polled[i] = (struct pollfd){ guests->list[i].fd,
			    POLLIN, 0 };
		polled[count] = (struct pollfd){ listening, POLLIN, 0 };
		if (poll(polled, (nfds_t)count + 1, -1) < 0) {
			if (errno == EINTR)
				continue;
			return fail_errno("wait for a connection");
		}
		if (inet_hear_all(address, guests, polled, fd))
			return OUTCOME_OK;
		if (polled[count].revents != 0 &&
		    inet_welcome(guests, listening) != OUTCOME_OK)
			return OUTCOME_FAILED;
	}
}

int
inet_accept(const struct inet_address *address, int listening, int *fd)
{
	struct inet_guests	guests = { .count = 0 };
	int			outcome;

	*fd = -1;
	if (fdio_set_blocking(listening, false) != 0)
		return fail_errno("make a socket non-blocking");
	outcome = inet_await_guest(address, &guests, listening, fd);
	while (guests.count > 0)
		inet_dismiss(&guests, guests.count - 1);
	if (outcome == OUTCOME_OK && fdio_set_blocking(*fd, true) != 0) {
		outcome = fail_errno("make a connection blocking");
		fdio_close(fd);
	}
	return outcome;
}

int
inet_set_nodelay(int fd, bool on)
{
	int	flag = on;

	if (setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &flag, sizeof flag) != 0)
		return fail_errno("set TCP_NODELAY");
	return OUTCOME_OK;
}
