/* What the systems with sysctl() share: reading it, and its ticks. */

#ifndef SYSTEM_OSDEP_SYSCTL_H
#define SYSTEM_OSDEP_SYSCTL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct facts;

/*
 * Reads a value by the numbers of its name.  size is what there is room for,
 * and then what was written.  False where it cannot be read, or has not enough
 * room.
 */
bool	 sysctl_read(int *numbers, unsigned count, void *value, size_t *size);

/* A text, without white space at its end; false, and "": none. */
bool	 sysctl_read_text(int *numbers, unsigned count, char *text, size_t);

/*
 * A text that is the path of a program, as long as it is one; NULL: none.  The
 * kernel remembers the name, whatever has become of the file.
 */
const char *sysctl_find_executable(int *numbers, unsigned count);

/*
 * Non-idle time, as osdep_busy_time() tells it, from ticks that were counted
 * for so many states, one of which is idle.  False: the length of a tick is
 * unknown.
 */
bool	 sysctl_sum_ticks(const uint64_t *ticks, size_t states, size_t idle,
	     uint64_t *busy_ns, uint64_t *step_ns);

/*
 * The same by names, where the system looks them up (osdep-sysctl-name.c).
 * A number is an int or a long, whichever the system has; -1: none.
 */
bool	 sysctl_name_read(const char *name, void *value, size_t *size);
bool	 sysctl_name_read_text(const char *name, char *text, size_t);
long	 sysctl_name_read_number(const char *name);

/* Adds the text of that name; false, and nothing is added: there is none. */
bool	 sysctl_name_add_text(struct facts *, const char *key,
	     const char *name);

#endif
