/*
 * A file being written, in place of what stands there in one step: whoever
 * reads it meets the old one or the new one, and both are whole.
 */

#ifndef RESULTS_DESTINATION_H
#define RESULTS_DESTINATION_H

#include <stdbool.h>
#include <stdio.h>

struct destination;

/*
 * Whether the regular file at that path, which is not empty, may be replaced:
 * 0, or -1 with a reason.  The name is what the user gave, for messages.
 */
typedef int destination_check(const char *name, const char *path);

/* Writes it.  0, or -1 with a reason; then nothing is replaced. */
typedef int destination_write(FILE *, const void *context);

/*
 * Checks that a file can be written there: the directory takes a new file,
 * and what stands there already is something that may be replaced, an empty
 * file, or no regular file (a device, a pipe: written once, by
 * destination_close).  NULL with a reason that names the file and the remedy;
 * nothing has been touched then.
 */
struct destination *destination_open(const char *name, destination_check *);

/*
 * Replaces the file in one step; does nothing where it is no regular one.  0,
 * or -1 with a reason, and what stood there is still whole.
 */
int	 destination_save(struct destination *, destination_write *write,
	     const void *context);

/* Whether something stood there before, which the next saving replaces. */
bool	 destination_replaces(const struct destination *);

/* Saves for the last time, unless there is no writer (NULL), and frees it. */
int	 destination_close(struct destination *, destination_write *write,
	     const void *context);

#endif
