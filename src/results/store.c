/* Owns the result file on disk: checks, atomic replacement, reading. */

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
#include "results/decode.h"
#include "results/encode.h"
#include "results/input.h"
#include "results/store.h"
#include "results/temporary.h"

#define LINKS_LIMIT	40
#define STREAM_TRIES	20u
#define STREAM_PAUSE_MS	50

struct store {
	char		*name;		/* as the user gave it, for messages */
	char		*path;		/* absolute, and no symbolic link */
	bool		 is_fifo;
	bool		 is_stream;	/* a device or a pipe: written once */
	int		 stream;	/* open from the beginning; -1: none */
	bool		 known;		/* what stands there was checked or is ours: */
	dev_t		 device;
	ino_t		 inode;
	bool		 replaces;	/* an earlier result, none of ours */
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
is_replaceable(const struct store *store, const struct stat *status)
{
	struct stat	directory;
	char		*path = format_path(store->path,
			    directory_length(store->path), ".");
	bool		 replaceable;

	path[directory_length(store->path) + 1] = '\0';
	replaceable = geteuid() == 0 || status->st_uid == geteuid() ||
	    stat(path, &directory) != 0 ||
	    (directory.st_mode & S_ISVTX) == 0 ||
	    directory.st_uid == geteuid();
	free(path);
	return replaceable;
}

/* A file that is no ipclat result is never replaced. */
static int
check_regular(struct store *store, const struct stat *status)
{
	struct result	present;

	if (check_not_standard(store->name, status) != 0)
		return -1;
	if (access(store->path, W_OK) != 0)
		return fail_errno("%s: cannot be replaced; make it writable or"
		    " name another file", store->name);
	if (!is_replaceable(store, status))
		return fail("%s: belongs to another user, and its directory "
		    "lets only him replace it; name another file",
		    store->name);
	if (status->st_size == 0)
		return 0;
	memset(&present, 0, sizeof present);
	if (store_read(store->path, &present) != 0)
		return fail("%s; it will not be replaced: move it away or name "
		    "another file", fail_reason());
	result_free(&present);
	store->replaces = true;
	return 0;
}

static void
remember(struct store *store, const struct stat *status)
{
	store->known = true;
	store->device = status->st_dev;
	store->inode = status->st_ino;
}

/*
 * Looks at what stands at the destination now, and checks it unless it was
 * checked before or written by this store.
 */
static int
check_destination(struct store *store)
{
	struct stat	status;

	if (stat(store->path, &status) != 0) {
		if (errno == ENOENT)
			return 0;
		return fail_errno("%s", store->name);
	}
	if (S_ISDIR(status.st_mode))
		return fail("%s: is a directory; name a file in it",
		    store->name);
	if (S_ISSOCK(status.st_mode))
		return fail("%s: is a socket; name a file", store->name);
	store->is_stream = !S_ISREG(status.st_mode);
	store->is_fifo = S_ISFIFO(status.st_mode);
	if (store->is_fifo)
		return check_not_standard(store->name, &status);
	if (store->is_stream)
		return 0;
	if (store->known && store->device == status.st_dev &&
	    store->inode == status.st_ino)
		return 0;
	if (check_regular(store, &status) != 0)
		return -1;
	remember(store, &status);
	return 0;
}

static int
check_directory(struct store *store)
{
	char	*name;
	int	 fd;

	temporary_sweep(store->path);
	fd = temporary_create(store->path, &name);
	if (fd < 0)
		return fail_errno("%s: its directory takes no new file; name "
		    "one elsewhere", store->name);
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
open_stream(struct store *store)
{
	unsigned	tries = 0;
	int		error;

	do {
		if (tries > 0)
			poll(NULL, 0, STREAM_PAUSE_MS);
		store->stream = open(store->path,
		    O_WRONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
		error = errno;
	} while (store->stream < 0 && errno == ENXIO && store->is_fifo &&
	    ++tries < STREAM_TRIES);
	errno = error;
	if (store->stream < 0 && errno == ENXIO && store->is_fifo)
		return fail("%s: nobody reads from this pipe; start its reader "
		    "first", store->name);
	if (store->stream < 0 ||
	    fdio_set_blocking(store->stream, true) != 0)
		return fail_errno("%s: cannot be opened; name something that "
		    "can be written", store->name);
	return 0;
}

static void
store_free(struct store *store)
{
	free(store->name);
	free(store->path);
	fdio_close(&store->stream);
	free(store);
}

struct store *
store_open(const char *name)
{
	struct store	*store = calloc(1, sizeof *store);
	struct stat	 status;

	if (store == NULL)
		abort();
	store->stream = -1;
	store->name = format_path("", 0, name);
	/* What a link like /dev/stdout leads to may have no path. */
	if (*name != '\0' && stat(name, &status) == 0 &&
	    !S_ISREG(status.st_mode))
		store->path = make_absolute(name);
	else
		store->path = resolve_links(name);
	if (*name == '\0')
		fail("the name of the output file is empty; name a file");
	else if (store->path != NULL && check_destination(store) == 0 &&
	    (store->is_stream ? open_stream(store) : check_directory(store)) ==
	    0)
		return store;
	store_free(store);
	return NULL;
}

static int
write_out(FILE *out, const struct result *result, bool durable)
{
	encode_result(out, result);
	errno = 0;
	if (fflush(out) == 0 && !ferror(out) &&
	    (!durable || fsync(fileno(out)) == 0))
		return 0;
	if (errno == 0)
		errno = EIO;
	return -1;
}

/* Owner, where that is allowed, and permissions of the file to be replaced. */
static void
keep_permissions(const struct store *store, int fd)
{
	struct stat	status;

	if (stat(store->path, &status) != 0)
		return;
	if (fchown(fd, status.st_uid, status.st_gid) != 0)
		errno = 0;
	fchmod(fd, status.st_mode & 0777);
}

/* Writes the temporary file of that name and puts it in place. */
static int
replace_by(struct store *store, const char *name, FILE *out,
    const struct result *result)
{
	struct stat	status;

	keep_permissions(store, fileno(out));
	if (fstat(fileno(out), &status) != 0)
		return fail_errno("%s", name);
	if (write_out(out, result, true) != 0)
		return fail_errno("%s: write a new file beside it; what stood "
		    "there is unchanged", store->name);
	if (rename(name, store->path) != 0)
		return fail_errno("%s: put a new file in its place; what stood "
		    "there is unchanged", store->name);
	remember(store, &status);
	return 0;
}

static int
replace(struct store *store, const struct result *result)
{
	char	*name;
	FILE	*out;
	int	 fd = temporary_create(store->path, &name), outcome;

	if (fd < 0)
		return fail_errno("%s: create a file beside it", store->name);
	if ((out = fdopen(fd, "w")) == NULL) {
		outcome = fail_errno("%s", name);
		close(fd);
	} else {
		outcome = replace_by(store, name, out, result);
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
store_save(struct store *store, const struct result *result)
{
	if (store->is_stream)
		return 0;
	if (check_destination(store) != 0)
		return -1;
	if (store->is_stream)
		return fail("%s: is no regular file any more", store->name);
	return replace(store, result);
}

bool
store_replaces(const struct store *store)
{
	return store->replaces;
}

static int
write_stream(struct store *store, const struct result *result)
{
	FILE	*out = fdopen(store->stream, "w");
	int	 outcome;

	if (out == NULL)
		return fail_errno("%s", store->name);
	store->stream = -1;
	if ((outcome = write_out(out, result, false)) != 0)
		outcome = fail_errno("%s: write", store->name);
	if (fclose(out) != 0 && outcome == 0)
		outcome = fail_errno("%s: write", store->name);
	return outcome;
}

int
store_close(struct store *store, const struct result *result)
{
	int	outcome = 0;

	if (result != NULL)
		outcome = store->is_stream ? write_stream(store, result) :
		    store_save(store, result);
	store_free(store);
	return outcome;
}

int
store_write(FILE *out, const struct result *result)
{
	encode_result(out, result);
	errno = 0;
	if (fflush(out) != 0 || ferror(out))
		return fail_errno("write the result");
	return 0;
}

int
store_read(const char *path, struct result *result)
{
	char	*text;
	size_t	 size;
	int	 outcome;

	if ((text = input_read(path, &size)) == NULL)
		return -1;
	outcome = decode_result(input_name(path), text, size, result);
	free(text);
	return outcome;
}
