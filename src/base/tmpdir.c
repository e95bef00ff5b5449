/*
 * Private directories, the locks by which their holders are known to live,
 * and the removal of those that nobody holds any more.
 */

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/fdio.h"
#include "base/tmpdir.h"

#define TMPDIR_LOCK	"lock"
/* The lock file has this name until it is locked: one named "lock" that is
 * not locked has lost its holders, however young it is. */
#define TMPDIR_LOCK_NEW	"lock.new"
#define TMPDIR_UNIQUE	6		/* characters that mkdtemp() chooses */
#define TMPDIR_DEPTH	16		/* of directories that are removed */
/* Without a lock file a directory is about to be made or removed; after so
 * many seconds nobody is at it any more. */
#define TMPDIR_PATIENCE	60

/* Who holds which byte of the lock file. */
enum tmpdir_holder { TMPDIR_COMMAND, TMPDIR_SUPERVISOR, TMPDIR_HOLDERS };

/*
 * A directory that this process, or one that it was forked from, has locked.
 * The descriptor stays open: closing any descriptor of the lock file gives up
 * the locks that the process has on it.
 */
struct tmpdir_held {
	struct tmpdir_held	*next;
	int			 fd;
	char			 path[TMPDIR_PATH_SIZE];
};

static struct tmpdir_held	*tmpdir_held_list;

static struct tmpdir_held **
tmpdir_find_held(const char *path)
{
	struct tmpdir_held	**link = &tmpdir_held_list;

	while (*link != NULL && strcmp((*link)->path, path) != 0)
		link = &(*link)->next;
	return link;
}

static void
tmpdir_forget(const char *path)
{
	struct tmpdir_held	**link = tmpdir_find_held(path);
	struct tmpdir_held	 *held = *link;

	if (held == NULL)
		return;
	*link = held->next;
	fdio_close(&held->fd);
	free(held);
}

/* Keeps the descriptor open from now on.  False: no memory. */
static bool
tmpdir_remember(const char *path, int fd)
{
	struct tmpdir_held	*held = malloc(sizeof *held);

	if (held == NULL)
		return false;
	snprintf(held->path, sizeof held->path, "%s", path);
	held->fd = fd;
	held->next = tmpdir_held_list;
	tmpdir_held_list = held;
	return true;
}

/* Locks so many bytes from that of the first holder on, without waiting. */
static int
tmpdir_lock(int fd, enum tmpdir_holder first, int count)
{
	struct flock	lock;

	memset(&lock, 0, sizeof lock);
	lock.l_type = F_WRLCK;
	lock.l_whence = SEEK_SET;
	lock.l_start = (off_t)first;
	lock.l_len = count;
	return fcntl(fd, F_SETLK, &lock) < 0 ? -1 : 0;
}

static bool
tmpdir_is_usable(const char *path)
{
	struct stat	status;

	return path != NULL && path[0] == '/' &&
	    strlen(path) < TMPDIR_PATH_SIZE - 128 &&
	    stat(path, &status) == 0 && S_ISDIR(status.st_mode) &&
	    access(path, W_OK | X_OK) == 0;
}

static const char *
tmpdir_base(void)
{
	const char	*base = getenv("TMPDIR");

	return tmpdir_is_usable(base) ? base : "/tmp";
}

/* What the names of this user's directories begin with. */
static size_t
tmpdir_format_prefix(char *text, size_t size)
{
	return (size_t)snprintf(text, size, "ipclat-%lu-",
	    (unsigned long)geteuid());
}

static bool
tmpdir_is_name(const char *name)
{
	char	prefix[64];
	size_t	length = tmpdir_format_prefix(prefix, sizeof prefix);

	return strncmp(name, prefix, length) == 0 &&
	    strlen(name) == length + TMPDIR_UNIQUE &&
	    strchr(name, '/') == NULL;
}

/*
 * Opens a directory below another that is this user's and no link, which is
 * asked for twice since not every system heeds O_NOFOLLOW here.  -1: errno.
 */
static int
tmpdir_open_at(int parent, const char *name)
{
	struct stat	before, status;
	int		fd;

	if (fstatat(parent, name, &before, AT_SYMLINK_NOFOLLOW) != 0)
		return -1;
	fd = openat(parent, name,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return -1;
	if (fstat(fd, &status) == 0 && status.st_uid == geteuid() &&
	    status.st_dev == before.st_dev && status.st_ino == before.st_ino)
		return fd;
	fdio_close(&fd);
	errno = EPERM;
	return -1;
}

static bool
tmpdir_is_entry(const char *name)
{
	return strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

static unsigned	tmpdir_empty(int, bool, int);

/* Removes one entry of whatever kind.  True: it is gone. */
static bool
tmpdir_remove_entry(int parent, const char *name, int depth)
{
	struct stat	status;
	int		fd;

	if (fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
		return false;
	if (!S_ISDIR(status.st_mode))
		return unlinkat(parent, name, 0) == 0;
	if (depth == 0 || (fd = tmpdir_open_at(parent, name)) < 0)
		return false;
	tmpdir_empty(fd, false, depth - 1);
	fdio_close(&fd);
	return unlinkat(parent, name, AT_REMOVEDIR) == 0;
}

/*
 * Removes what is in a directory, but not its lock file if that is to be
 * kept; one reading of the directory may miss entries while others go, hence
 * it is read until nothing more can be removed.  How many were removed.
 */
static unsigned
tmpdir_empty(int fd, bool keep_lock, int depth)
{
	DIR		*directory;
	struct dirent	*entry;
	unsigned	 removed = 0, before;
	int		 copy = openat(fd, ".",
	    O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (copy < 0 || (directory = fdopendir(copy)) == NULL) {
		fdio_close(&copy);
		return 0;
	}
	do {
		before = removed;
		rewinddir(directory);
		while ((entry = readdir(directory)) != NULL) {
			if (!tmpdir_is_entry(entry->d_name) || (keep_lock &&
			    strcmp(entry->d_name, TMPDIR_LOCK) == 0))
				continue;
			removed += tmpdir_remove_entry(fd, entry->d_name,
			    depth);
		}
	} while (removed > before);
	closedir(directory);
	return removed;
}

/*
 * Makes the lock file, locked before it has its name.  A sweeper that takes
 * the directory for an old one meanwhile removes the nameless lock file, and
 * the renaming fails.
 */
static int
tmpdir_make_lock(int directory)
{
	int	fd;

	fd = openat(directory, TMPDIR_LOCK_NEW,
	    O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return -1;
	/* The supervisor opens it again, whatever the umask took away. */
	if (fchmod(fd, 0600) == 0 && tmpdir_lock(fd, TMPDIR_COMMAND, 1) == 0 &&
	    renameat(directory, TMPDIR_LOCK_NEW, directory, TMPDIR_LOCK) == 0)
		return fd;
	fdio_close(&fd);
	return -1;
}

int
tmpdir_create(char path[TMPDIR_PATH_SIZE])
{
	char	prefix[64];
	int	directory, fd = -1;

	tmpdir_format_prefix(prefix, sizeof prefix);
	snprintf(path, TMPDIR_PATH_SIZE, "%s/%sXXXXXX", tmpdir_base(), prefix);
	if (mkdtemp(path) == NULL)
		return fail_errno("make a private directory in %s (TMPDIR may "
		    "name another)", tmpdir_base());
	/* The umask may have taken away even the user's own rights. */
	if (chmod(path, 0700) == 0 &&
	    (directory = tmpdir_open_at(AT_FDCWD, path)) >= 0) {
		fd = tmpdir_make_lock(directory);
		fdio_close(&directory);
	}
	if (fd >= 0 && tmpdir_remember(path, fd))
		return 0;
	fail_errno("lock the private directory %s (TMPDIR may name another "
	    "place)", path);
	fdio_close(&fd);
	tmpdir_remove(path);
	return -1;
}

/* Opens the lock file of a directory and locks it for the supervisor. */
static int
tmpdir_open_lock(const char *path)
{
	char		lock[TMPDIR_PATH_SIZE + sizeof TMPDIR_LOCK + 1];
	struct stat	status;
	int		fd;

	snprintf(lock, sizeof lock, "%s/%s", path, TMPDIR_LOCK);
	fd = open(lock, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return -1;
	/* A sweeper may have removed the file after it was opened. */
	if (tmpdir_lock(fd, TMPDIR_SUPERVISOR, 1) == 0 &&
	    fstat(fd, &status) == 0) {
		if (status.st_nlink > 0)
			return fd;
		errno = ENOENT;
	}
	fdio_close(&fd);
	return -1;
}

int
tmpdir_join(const char *path)
{
	struct tmpdir_held	*held = *tmpdir_find_held(path);
	int			 fd;

	if (held != NULL) {
		if (tmpdir_lock(held->fd, TMPDIR_SUPERVISOR, 1) == 0)
			return 0;
		return fail_errno("lock the private directory %s", path);
	}
	if ((fd = tmpdir_open_lock(path)) >= 0 && tmpdir_remember(path, fd))
		return 0;
	fail_errno("lock the private directory %s", path);
	fdio_close(&fd);
	return -1;
}

/* Some systems don't remove the current directory, and nobody wants to be in
 * one that is gone. */
static void
tmpdir_leave(int fd)
{
	struct stat	here, there;

	if (stat(".", &here) == 0 && fstat(fd, &there) == 0 &&
	    here.st_dev == there.st_dev && here.st_ino == there.st_ino &&
	    chdir("/") != 0)
		return;
}

void
tmpdir_remove(const char *path)
{
	const char	*name = strrchr(path, '/');
	int		 fd;

	/* A path from elsewhere must not cost anybody his files. */
	if (name != NULL && tmpdir_is_name(name + 1) &&
	    (fd = tmpdir_open_at(AT_FDCWD, path)) >= 0) {
		tmpdir_leave(fd);
		tmpdir_empty(fd, true, TMPDIR_DEPTH);
		unlinkat(fd, TMPDIR_LOCK, 0);
		fdio_close(&fd);
		rmdir(path);
	}
	tmpdir_forget(path);
}

void
tmpdir_part(const char *path)
{
	const struct tmpdir_held	*held = *tmpdir_find_held(path);

	/* While the command lives its byte cannot be locked. */
	if (held != NULL && tmpdir_lock(held->fd, TMPDIR_COMMAND, 1) == 0)
		tmpdir_remove(path);
}

/*
 * A directory without a lock file is being made, or all but removed; either
 * way nothing is in it but perhaps a lock file without its name.  Should its
 * maker be alive all the same, rmdir() or the maker's rename() fails.
 */
static bool
tmpdir_sweep_unlocked(int base, const char *name, int fd)
{
	struct stat	status;
	time_t		now = time(NULL);

	if (fstat(fd, &status) != 0 || now < status.st_mtime ||
	    now - status.st_mtime < TMPDIR_PATIENCE)
		return false;
	unlinkat(fd, TMPDIR_LOCK_NEW, 0);
	return unlinkat(base, name, AT_REMOVEDIR) == 0;
}

/* The lock is held meanwhile, which keeps other sweepers out. */
static bool
tmpdir_sweep_locked(int base, const char *name, int fd, int lock,
    void (*settle)(const char *))
{
	struct stat	status;
	char		note[TMPDIR_NOTE_SIZE];

	if (tmpdir_lock(lock, TMPDIR_COMMAND, TMPDIR_HOLDERS) != 0 ||
	    fstat(lock, &status) != 0 || status.st_nlink == 0)
		return false;
	/* Until all is undone the note stays, for whoever sweeps next. */
	if (settle != NULL && tmpdir_read_note(fd, note))
		settle(note);
	tmpdir_empty(fd, true, TMPDIR_DEPTH);
	unlinkat(fd, TMPDIR_LOCK, 0);
	return unlinkat(base, name, AT_REMOVEDIR) == 0;
}

static bool
tmpdir_sweep_one(int base, const char *name, void (*settle)(const char *))
{
	bool	removed = false;
	int	fd, lock;

	if ((fd = tmpdir_open_at(base, name)) < 0)
		return false;
	lock = openat(fd, TMPDIR_LOCK,
	    O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
	if (lock >= 0)
		removed = tmpdir_sweep_locked(base, name, fd, lock,
		    settle);
	else if (errno == ENOENT)
		removed = tmpdir_sweep_unlocked(base, name, fd);
	fdio_close(&lock);
	fdio_close(&fd);
	return removed;
}

/* To open and close the lock file of one's own directory would unlock it. */
static bool
tmpdir_is_held(const char *name)
{
	const struct tmpdir_held	*held;

	for (held = tmpdir_held_list; held != NULL; held = held->next) {
		if (strcmp(strrchr(held->path, '/') + 1, name) == 0)
			return true;
	}
	return false;
}

unsigned
tmpdir_sweep(void (*settle)(const char *note))
{
	DIR		*directory = opendir(tmpdir_base());
	struct dirent	*entry;
	unsigned	 removed = 0;

	if (directory == NULL)
		return 0;
	while ((entry = readdir(directory)) != NULL) {
		if (tmpdir_is_name(entry->d_name) &&
		    !tmpdir_is_held(entry->d_name))
			removed += tmpdir_sweep_one(dirfd(directory),
			    entry->d_name, settle);
	}
	closedir(directory);
	return removed;
}

int
tmpdir_count_entries(const char *path)
{
	DIR		*directory = opendir(path);
	struct dirent	*entry;
	int		 count = 0;

	if (directory == NULL)
		return -1;
	while ((entry = readdir(directory)) != NULL) {
		if (tmpdir_is_entry(entry->d_name) &&
		    strcmp(entry->d_name, TMPDIR_LOCK) != 0)
			count++;
	}
	closedir(directory);
	return count;
}
