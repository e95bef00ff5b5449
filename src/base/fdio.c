/* Whole reads and writes, and the flags of descriptors. */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/fdio.h"

int
fdio_read_all(int fd, void *data, size_t size)
{
	unsigned char	*next = data;
	ssize_t		 n;

	while (size > 0) {
		n = read(fd, next, size);
		if (n > 0) {
			next += n;
			size -= (size_t)n;
		} else if (n == 0) {
			errno = 0;
			return -1;
		} else if (errno != EINTR) {
			return -1;
		}
	}
	return 0;
}

int
fdio_write_all(int fd, const void *data, size_t size)
{
	const unsigned char	*next = data;
	ssize_t			 n;

	while (size > 0) {
		n = write(fd, next, size);
		if (n >= 0) {
			next += n;
			size -= (size_t)n;
		} else if (errno != EINTR) {
			return -1;
		}
	}
	return 0;
}

int
fdio_set_cloexec(int fd)
{
	int	flags = fcntl(fd, F_GETFD);

	if (flags < 0)
		return -1;
	return fcntl(fd, F_SETFD, flags | FD_CLOEXEC) < 0 ? -1 : 0;
}

int
fdio_set_blocking(int fd, bool blocking)
{
	int	flags = fcntl(fd, F_GETFL);

	if (flags < 0)
		return -1;
	flags = blocking ? flags & ~O_NONBLOCK : flags | O_NONBLOCK;
	return fcntl(fd, F_SETFL, flags) < 0 ? -1 : 0;
}

/* Moves a descriptor out of the way of standard input, output and error. */
static int
fdio_raise(int *fd)
{
	int	raised;

	if (*fd > 2)
		return fdio_set_cloexec(*fd);
	if ((raised = fcntl(*fd, F_DUPFD, 3)) < 0)
		return -1;
	close(*fd);
	*fd = raised;
	return fdio_set_cloexec(*fd);
}

static int
fdio_raise_both(int fds[2])
{
	if (fdio_raise(&fds[0]) == 0 && fdio_raise(&fds[1]) == 0)
		return 0;
	fdio_close(&fds[0]);
	fdio_close(&fds[1]);
	return -1;
}

int
fdio_pipe(int fds[2])
{
	return pipe(fds) == 0 ? fdio_raise_both(fds) : -1;
}

int
fdio_socketpair_of(int type, int fds[2])
{
	if (socketpair(AF_UNIX, type, 0, fds) != 0)
		return -1;
	return fdio_raise_both(fds);
}

int
fdio_socketpair(int fds[2])
{
	return fdio_socketpair_of(SOCK_STREAM, fds);
}

void
fdio_close(int *fd)
{
	int	error = errno;

	if (*fd >= 0)
		close(*fd);
	*fd = -1;
	errno = error;
}

void
fdio_lower(int *fd)
{
	int	lower = fcntl(*fd, F_DUPFD, 0);

	if (lower >= 0 && lower < *fd && fdio_set_cloexec(lower) == 0) {
		close(*fd);
		*fd = lower;
	} else {
		fdio_close(&lower);
	}
}

void
fdio_close_range(int first, int end)
{
	if (first >= end)
		return;
#if HAVE_CLOSE_RANGE
	if (close_range((unsigned)first, (unsigned)end - 1, 0) == 0)
		return;
#endif
	for (; first < end; first++)
		close(first);
}

int
fdio_occupy_standard(void)
{
	int	closed = 0, fd;

	for (fd = 0; fd <= 2; fd++) {
		if (fcntl(fd, F_GETFD) >= 0)
			continue;
		/* open() takes the lowest free number, which is this one. */
		if (open("/dev/null", fd == 0 ? O_RDONLY : O_WRONLY) != fd)
			return -1;
		closed |= 1 << fd;
	}
	return closed;
}
