/*
 * A folder in which private directories are made by the test at hand, and
 * what is to be found there.
 */

#ifndef TESTS_FOLDER_H
#define TESTS_FOLDER_H

#include <stdbool.h>

#include "base/tmpdir.h"

/* Bytes for the path of something in a private directory. */
#define FOLDER_PATH_SIZE (TMPDIR_PATH_SIZE + 64)

/* The folder, whose name is also in TMPDIR. */
extern char	folder_base[128];

/* Before and after each test, which leaves the folder empty, or fails. */
void	 folder_set_up(void);
void	 folder_tear_down(void);

/* Whether there is such a thing, be it a link that leads nowhere. */
bool	 folder_has(const char *path);

void	 folder_make_file(const char *directory, const char *name);
void	 folder_make_directory(const char *directory, const char *name,
	     char path[FOLDER_PATH_SIZE]);

/* A name as tmpdir_create() makes them; valid until the next call. */
const char *folder_own_name(const char *unique);

#endif
