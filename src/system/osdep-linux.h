/* What the Linux files share: reading the small files of /proc and /sys. */

#ifndef SYSTEM_OSDEP_LINUX_H
#define SYSTEM_OSDEP_LINUX_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Reads the beginning of a file in one go, without the white space at its
 * end.  False, and an empty text, where it cannot be read.
 */
bool	 linux_read_text(const char *path, char *text, size_t);

/* The number, not negative, at the start of a text or of a file; -1: none. */
long	 linux_parse_number(const char *);
long	 linux_read_number(const char *path);

/*
 * The path of this process's own control group of version 2; "/" where it is
 * the root that it can see.  False: none.
 */
bool	 linux_find_cgroup(char *path, size_t);

#endif
