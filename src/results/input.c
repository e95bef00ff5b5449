/* Owns reading the bytes of files that nobody vouches for. */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/fdio.h"
#include "results/input.h"
#include "results/store.h"

#define READ_CHUNK	65536u
#define WRITER_MOMENTS	50	/* of 10 ms in which a writer has to come */

const char *
input_name(const char *path)
{
	return strcmp(path, "-") == 0 ? "standard input" : path;
}

/*
 * Whether to read on.  A descriptor that does not block, as standard input
 * may be left by somebody, is waited for.
 */
static bool
may_go_on(int fd, ssize_t n)
{
	struct pollfd	waited = { .fd = fd, .events = POLLIN };

	if (n >= 0)
		return n > 0;
	if (errno == EAGAIN || errno == EWOULDBLOCK)
		return poll(&waited, 1, -1) >= 0 || errno == EINTR;
	return errno == EINTR;
}

/* All bytes up to the end, a chunk more than the limit at most, to be freed;
 * NULL with errno. */
static char *
read_all(int fd, size_t *size)
{
	char	*bytes = NULL, *grown;
	size_t	 room = 0;
	ssize_t	 n;

	*size = 0;
	do {
		if (room - *size < READ_CHUNK) {
			room = room == 0 ? READ_CHUNK : 2 * room;
			if ((grown = realloc(bytes, room)) == NULL)
				abort();
			bytes = grown;
		}
		n = read(fd, bytes + *size, READ_CHUNK);
		if (n > 0)
			*size += (size_t)n;
	} while (*size <= STORE_SIZE_LIMIT && may_go_on(fd, n));
	if (n >= 0)
		return bytes;
	free(bytes);
	return NULL;
}

static char *
read_descriptor(const char *name, int fd, const char *when_empty, size_t *size)
{
	char	*bytes = read_all(fd, size);

	if (bytes == NULL)
		fail_errno("%s", name);
	else if (*size > STORE_SIZE_LIMIT)
		fail("%s: is larger than %u MB", name, STORE_SIZE_LIMIT >> 20);
	else if (*size == 0)
		fail("%s: %s", name, when_empty);
	else
		return bytes;
	free(bytes);
	return NULL;
}

/*
 * A pipe opened without waiting for a writer is at its end as long as it has
 * none.  What another process writes, <(...), has one; one that was only just
 * started may need a moment to open a named pipe.
 */
static char *
read_pipe(const char *name, int fd, size_t *size)
{
	const struct timespec	moment = { .tv_nsec = 10000000 };
	char			*bytes = NULL;
	unsigned		 i;

	for (i = 0; i < WRITER_MOMENTS && bytes == NULL; i++) {
		if (i > 0)
			nanosleep(&moment, NULL);
		bytes = read_descriptor(name, fd, "is a pipe that nobody "
		    "writes to", size);
		if (*size > 0)
			break;
	}
	return bytes;
}

/* What the named thing is; NULL: something to be read. */
static const char *
objection(mode_t mode)
{
	if (S_ISDIR(mode))
		return "is a directory; name a file in it";
	if (S_ISCHR(mode) || S_ISBLK(mode))
		return "is a device; name a file, or - for standard input";
	if (S_ISREG(mode) || S_ISFIFO(mode))
		return NULL;
	return "is no file; name one, or - for standard input";
}

char *
input_read(const char *path, size_t *size)
{
	struct stat	 status;
	const char	*trouble;
	char		*bytes = NULL;
	int		 fd;

	if (strcmp(path, "-") == 0)
		return read_descriptor(input_name(path), STDIN_FILENO,
		    "is empty", size);
	fd = open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &status) != 0)
		fail_errno("%s", path);
	else if ((trouble = objection(status.st_mode)) != NULL)
		fail("%s: %s", path, trouble);
	else if (S_ISFIFO(status.st_mode))
		bytes = read_pipe(path, fd, size);
	else
		bytes = read_descriptor(path, fd, "is empty", size);
	fdio_close(&fd);
	return bytes;
}
