/* Owns the temporary files of results: their names, their locks, their end. */

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fdio.h"
#include "results/temporary.h"

#define TEMPORARY_PREFIX	".ipclat-"
#define TEMPORARY_SUFFIX	".tmp"
#define TEMPORARY_ATTEMPTS	100u

/* The directory of a path, "" if it names none, and a name in it; to be freed. */
static char *
temporary_path(const char *beside, const char *name)
{
	const char	*slash = strrchr(beside, '/');
	size_t		 length = slash == NULL ? 0 :
			    (size_t)(slash - beside) + 1;
	char		*path = malloc(length + strlen(name) + 1);

	if (path == NULL)
		abort();
	memcpy(path, beside, length);
	memcpy(path + length, name, strlen(name) + 1);
	return path;
}

/* 0, or -1 with errno: EAGAIN or EACCES where another process has it. */
static int
temporary_lock(int fd)
{
	struct flock	lock;

	memset(&lock, 0, sizeof lock);
	lock.l_type = F_WRLCK;
	lock.l_whence = SEEK_SET;
	return fcntl(fd, F_SETLK, &lock) < 0 ? -1 : 0;
}

/* False: a sweeper came between making and locking it.  Not every file system
 * has locks. */
static bool
temporary_is_kept(int fd)
{
	struct stat	status;

	if (temporary_lock(fd) != 0 && (errno == EAGAIN || errno == EACCES))
		return false;
	return fstat(fd, &status) == 0 && status.st_nlink > 0;
}

int
temporary_create(const char *beside, char **name)
{
	char		last[64];
	unsigned	attempt;
	int		fd;

	for (attempt = 0; attempt < TEMPORARY_ATTEMPTS; attempt++) {
		snprintf(last, sizeof last, TEMPORARY_PREFIX "%ld-%u"
		    TEMPORARY_SUFFIX, (long)getpid(), attempt);
		*name = temporary_path(beside, last);
		fd = open(*name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd >= 0 && temporary_is_kept(fd))
			return fd;
		if (fd >= 0) {
			fdio_close(&fd);
			errno = EEXIST;
		}
		free(*name);
		*name = NULL;
		if (errno != EEXIST)
			break;
	}
	return -1;
}

static bool
temporary_is_name(const char *name)
{
	size_t	length = strlen(TEMPORARY_PREFIX);

	if (strncmp(name, TEMPORARY_PREFIX, length) != 0)
		return false;
	name += length;
	length = strspn(name, "0123456789");
	if (length == 0 || name[length] != '-')
		return false;
	name += length + 1;
	length = strspn(name, "0123456789");
	return length > 0 && strcmp(name + length, TEMPORARY_SUFFIX) == 0;
}

/* Where files cannot be locked, nobody is known to be dead. */
static void
temporary_sweep_one(int directory, const char *name)
{
	struct stat	status;
	int		fd = openat(directory, name,
			    O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);

	if (fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
	    status.st_uid == geteuid() && temporary_lock(fd) == 0)
		unlinkat(directory, name, 0);
	fdio_close(&fd);
}

void
temporary_sweep(const char *beside)
{
	char		*path = temporary_path(beside, ".");
	DIR		*directory = opendir(path);
	struct dirent	*entry;

	free(path);
	if (directory == NULL)
		return;
	while ((entry = readdir(directory)) != NULL)
		if (temporary_is_name(entry->d_name))
			temporary_sweep_one(dirfd(directory), entry->d_name);
	closedir(directory);
}
