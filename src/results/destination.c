/* Owns files that are written: checks before, replacement in one step. */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/fdio.h"
#include "results/destination.h"
#include "results/temporary.h"

#define LINKS_LIMIT	40
#define STREAM_TRIES	20u
#define STREAM_PAUSE_MS	50

struct destination {
	char		*name;		/* as the user gave it, for messages */
	char		*path;		/* absolute, and no symbolic link */
	bool		 is_fifo;
	bool		 is_stream;	/* a device or a pipe: written once */
	int		 stream;	/* open from the beginning; -1: none */
	bool		 known;		/* what stands there was checked or is ours: */
	dev_t		 device;
	ino_t		 inode;
	bool		 replaces;	/* what stood there before, none of ours */
	destination_check *check;
};

static char *
format_path(const char *directory, size_t length, const char *name)
{
	char	*path = malloc(length + strlen(name) + 2);

	if (path == NULL)
		abort();
	memcpy(path, directory, length);
	if (length > 0 && directory[length - 1] != '/')
		path[length++] = '/';
	strcpy(path + length, name);
	return path;
}

/* How much of a path is its directory, the last slash included. */
static size_t
directory_length(const char *path)
{
	const char	*slash = strrchr(path, '/');

	return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

static char *
make_absolute(const char *path)
{
	char	current[PATH_MAX];

	if (*path == '/' || getcwd(current, sizeof current) == NULL)
		return format_path("", 0, path);
	return format_path(current, strlen(current), path);
}

/* The path that a symbolic link stands for, step by step: what it names need
 * not exist yet.  NULL with a reason. */
static char *
resolve_links(const char *name)
{
	char		*path = make_absolute(name), *next;
	char		 target[PATH_MAX];
	ssize_t		 length;
	unsigned	 links;

	for (links = 0; links < LINKS_LIMIT; links++) {
		length = readlink(path, target, sizeof target - 1);
		if (length < 0)
			return path;
		target[length] = '\0';
		next = format_path(path, *target == '/' ? 0 :
		    directory_length(path), target);
		free(path);
		path = next;
	}
	free(path);
	errno = ELOOP;
	fail_errno("%s", name);
	return NULL;
}

static int
check_not_standard(const char *name, const struct stat *status)
{
	struct stat	standard;
	int		fd;

	for (fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
		if (fstat(fd, &standard) == 0 &&
		    standard.st_dev == status->st_dev &&
		    standard.st_ino == status->st_ino)
			return fail("%s: standard output or error already goes"
			    " there; name another file, or use -o -", name);
	return 0;
}

/* In directories like /tmp one replaces only what is one's own. */
static bool
is_replaceable(const struct destination *destination, const struct stat *status)
{
	struct stat	directory;
	char		*path = format_path(destination->path,
			    directory_length(destination->path), ".");
	bool		 replaceable;

	path[directory_length(destination->path) + 1] = '\0';
	replaceable = geteuid() == 0 || status->st_uid == geteuid() ||
	    stat(path, &directory) != 0 ||
	    (directory.st_mode & S_ISVTX) == 0 ||
	    directory.st_uid == geteuid();
	free(path);
	return replaceable;
}

static int
check_regular(struct destination *destination, const struct stat *status)
{
	if (check_not_standard(destination->name, status) != 0)
		return -1;
	if (access(destination->path, W_OK) != 0)
		return fail_errno("%s: cannot be replaced; make it writable or"
		    " name another file", destination->name);
	if (!is_replaceable(destination, status))
		return fail("%s: belongs to another user, and its directory "
		    "lets only him replace it; name another file",
		    destination->name);
	if (status->st_size == 0)
		return 0;
	if (destination->check(destination->name, destination->path) != 0)
		return -1;
	destination->replaces = true;
	return 0;
}

static void
remember(struct destination *destination, const struct stat *status)
{
	destination->known = true;
	destination->device = status->st_dev;
	destination->inode = status->st_ino;
}

/*
 * Looks at what stands at the destination now, and checks it unless it was
 * checked before or written by us.
 */
static int
check_destination(struct destination *destination)
{
	struct stat	status;

	if (stat(destination->path, &status) != 0) {
		if (errno == ENOENT)
			return 0;
		return fail_errno("%s", destination->name);
	}
	if (S_ISDIR(status.st_mode))
		return fail("%s: is a directory; name a file in it",
		    destination->name);
	if (S_ISSOCK(status.st_mode))
		return fail("%s: is a socket; name a file", destination->name);
	destination->is_stream = !S_ISREG(status.st_mode);
	destination->is_fifo = S_ISFIFO(status.st_mode);
	if (destination->is_fifo)
		return check_not_standard(destination->name, &status);
	if (destination->is_stream)
		return 0;
	if (destination->known && destination->device == status.st_dev &&
	    destination->inode == status.st_ino)
		return 0;
	if (check_regular(destination, &status) != 0)
		return -1;
	remember(destination, &status);
	return 0;
}

static int
check_directory(struct destination *destination)
{
	char	*name;
	int	 fd;

	temporary_sweep(destination->path);
	fd = temporary_create(destination->path, &name);
	if (fd < 0)
		return fail_errno("%s: its directory takes no new file; name "
		    "one elsewhere", destination->name);
	unlink(name);
	free(name);
	close(fd);
	return 0;
}

/*
 * Opens it before anything is measured, so that a reader sees one writer from
 * beginning to end, and one that is missing is told of at once.  A reader
 * started at the same time is given a moment.
 */
static int
open_stream(struct destination *destination)
{
	unsigned	tries = 0;
	int		error;

	do {
		if (tries > 0)
			poll(NULL, 0, STREAM_PAUSE_MS);
		destination->stream = open(destination->path,
		    O_WRONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
		error = errno;
	} while (destination->stream < 0 && errno == ENXIO && destination->is_fifo &&
	    ++tries < STREAM_TRIES);
	errno = error;
	if (destination->stream < 0 && errno == ENXIO && destination->is_fifo)
		return fail("%s: nobody reads from this pipe; start its reader "
		    "first", destination->name);
	if (destination->stream < 0 ||
	    fdio_set_blocking(destination->stream, true) != 0)
		return fail_errno("%s: cannot be opened; name something that "
		    "can be written", destination->name);
	return 0;
}

static void
destination_free(struct destination *destination)
{
	free(destination->name);
	free(destination->path);
	fdio_close(&destination->stream);
	free(destination);
}

struct destination *
destination_open(const char *name, destination_check *check)
{
	struct destination	*destination = calloc(1, sizeof *destination);
	struct stat	 status;

	if (destination == NULL)
		abort();
	destination->check = check;
	destination->stream = -1;
	destination->name = format_path("", 0, name);
	/* What a link like /dev/stdout leads to may have no path. */
	if (*name != '\0' && stat(name, &status) == 0 &&
	    !S_ISREG(status.st_mode))
		destination->path = make_absolute(name);
	else
		destination->path = resolve_links(name);
	if (*name == '\0')
		fail("the name of the output file is empty; name a file");
	else if (destination->path != NULL && check_destination(destination) == 0 &&
	    (destination->is_stream ? open_stream(destination) :
	    check_directory(destination)) == 0)
		return destination;
	destination_free(destination);
	return NULL;
}

/* Whether all of it has arrived; false with errno. */
static bool
is_written(FILE *out, bool durable)
{
	errno = 0;
	if (fflush(out) == 0 && !ferror(out) &&
	    (!durable || fsync(fileno(out)) == 0))
		return true;
	if (errno == 0)
		errno = EIO;
	return false;
}

/* Owner, where that is allowed, and permissions of the file to be replaced. */
static void
keep_permissions(const struct destination *destination, int fd)
{
	struct stat	status;

	if (stat(destination->path, &status) != 0)
		return;
	if (fchown(fd, status.st_uid, status.st_gid) != 0)
		errno = 0;
	fchmod(fd, status.st_mode & 0777);
}

/* Writes the temporary file of that name and puts it in place. */
static int
replace_by(struct destination *destination, const char *name, FILE *out,
    destination_write *write, const void *context)
{
	struct stat	status;

	keep_permissions(destination, fileno(out));
	if (fstat(fileno(out), &status) != 0)
		return fail_errno("%s", name);
	if (write(out, context) != 0)
		return -1;
	if (!is_written(out, true))
		return fail_errno("%s: write a new file beside it; what stood "
		    "there is unchanged", destination->name);
	if (rename(name, destination->path) != 0)
		return fail_errno("%s: put a new file in its place; what stood "
		    "there is unchanged", destination->name);
	remember(destination, &status);
	return 0;
}

static int
replace(struct destination *destination, destination_write *write,
    const void *context)
{
	char	*name;
	FILE	*out;
	int	 fd = temporary_create(destination->path, &name), outcome;

	if (fd < 0)
		return fail_errno("%s: create a file beside it", destination->name);
	if ((out = fdopen(fd, "w")) == NULL) {
		outcome = fail_errno("%s", name);
		close(fd);
	} else {
		outcome = replace_by(destination, name, out, write, context);
		/* Nothing is left to be written that could fail, and the lock
		 * on the file ends only with this. */
		fclose(out);
	}
	if (outcome != 0)
		unlink(name);
	free(name);
	return outcome;
}

int
destination_save(struct destination *destination, destination_write *write,
    const void *context)
{
	if (destination->is_stream)
		return 0;
	if (check_destination(destination) != 0)
		return -1;
	if (destination->is_stream)
		return fail("%s: is no regular file any more", destination->name);
	return replace(destination, write, context);
}

bool
destination_replaces(const struct destination *destination)
{
	return destination->replaces;
}

static int
write_stream(struct destination *destination, destination_write *write,
    const void *context)
{
	FILE	*out = fdopen(destination->stream, "w");
	int	 outcome;

	if (out == NULL)
		return fail_errno("%s", destination->name);
	destination->stream = -1;
	outcome = write(out, context);
	if (outcome == 0 && !is_written(out, false))
		outcome = fail_errno("%s: write", destination->name);
	if (fclose(out) != 0 && outcome == 0)
		outcome = fail_errno("%s: write", destination->name);
	return outcome;
}

int
destination_close(struct destination *destination, destination_write *write,
    const void *context)
{
	int	outcome = 0;

	if (write != NULL)
		outcome = destination->is_stream ?
		    write_stream(destination, write, context) :
		    destination_save(destination, write, context);
	destination_free(destination);
	return outcome;
}
