/* Owns the folder in which tests of private directories work. */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "folder.h"
#include "unit.h"

char	folder_base[128];

void
folder_set_up(void)
{
	char	directory[] = "/tmp/check-tmpdir-XXXXXX", *real;

	ck_assert_ptr_nonnull(mkdtemp(directory));
	ck_assert_ptr_nonnull(real = realpath(directory, NULL));
	snprintf(folder_base, sizeof folder_base, "%s", real);
	free(real);
	setenv("TMPDIR", folder_base, 1);
}

bool
folder_has(const char *path)
{
	struct stat	status;

	return lstat(path, &status) == 0;
}

void
folder_tear_down(void)
{
	ck_assert_int_eq(chdir("/"), 0);
	/* Each test leaves the folder empty, or this fails. */
	ck_assert_int_eq(rmdir(folder_base), 0);
}

void
folder_make_file(const char *directory, const char *name)
{
	char	path[FOLDER_PATH_SIZE];
	int	fd;

	snprintf(path, sizeof path, "%s/%s", directory, name);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
	ck_assert_msg(fd >= 0, "make %s: %s", path, strerror(errno));
	close(fd);
}

void
folder_make_directory(const char *directory, const char *name,
    char path[FOLDER_PATH_SIZE])
{
	ck_assert_int_lt(snprintf(path, FOLDER_PATH_SIZE, "%s/%s", directory, name),
	    FOLDER_PATH_SIZE);
	ck_assert_int_eq(mkdir(path, 0700), 0);
}

/* A name as the module makes them. */
const char *
folder_own_name(const char *unique)
{
	static char	name[64];

	snprintf(name, sizeof name, "ipclat-%lu-%s", (unsigned long)geteuid(),
	    unique);
	return name;
}
