/* The note in a private directory: what its holders would have to undo. */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/fdio.h"
#include "base/tmpdir.h"

#define NOTE_NAME	"note"

static void
note_format_path(const char *directory, char *path, size_t size)
{
	snprintf(path, size, "%s/" NOTE_NAME, directory);
}

int
tmpdir_write_note(const char *directory, const char *text)
{
	char	path[TMPDIR_PATH_SIZE + sizeof NOTE_NAME + 1];
	int	fd, written;

	note_format_path(directory, path, sizeof path);
	(void)unlink(path);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
	    0600);
	/* The umask may have taken away even the user's own rights. */
	written = fd >= 0 && fchmod(fd, 0600) == 0 &&
	    fdio_write_all(fd, text, strlen(text)) == 0;
	if (!written)
		fail_errno("write into the private directory %.100s (TMPDIR "
		    "may name another place)", directory);
	fdio_close(&fd);
	return written ? 0 : -1;
}

void
tmpdir_remove_note(const char *directory)
{
	char	path[TMPDIR_PATH_SIZE + sizeof NOTE_NAME + 1];

	note_format_path(directory, path, sizeof path);
	(void)unlink(path);
}

/* A plain file that has no other name, of this user and of his making. */
static bool
note_is_sound(int fd)
{
	struct stat	status;

	return fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
	    status.st_uid == geteuid() && status.st_nlink == 1 &&
	    (status.st_mode & (S_IWGRP | S_IWOTH)) == 0 &&
	    status.st_size < TMPDIR_NOTE_SIZE;
}

bool
tmpdir_read_note(int directory, char text[TMPDIR_NOTE_SIZE])
{
	int	fd = openat(directory, NOTE_NAME,
		    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	size_t	size = 0;
	ssize_t	n = -1;

	if (fd < 0)
		return false;
	if (note_is_sound(fd))
		while ((n = read(fd, text + size, TMPDIR_NOTE_SIZE - size)) > 0)
			size += (size_t)n;
	fdio_close(&fd);
	if (n != 0 || size == TMPDIR_NOTE_SIZE ||
	    memchr(text, '\0', size) != NULL)
		return false;
	text[size] = '\0';
	return true;
}
