/* Names of POSIX queues, semaphores and segments, while they have one. */

#ifndef TRANSPORTS_POSIX_NAME_H
#define TRANSPORTS_POSIX_NAME_H

#include "transports/transport.h"

/* The shortest that systems allow, its final NUL included. */
#define POSIX_NAME_SIZE	31

/*
 * Writes the name of an invocation's object of that number, 0 to 9: of this
 * user, and, by the invocation's key, of no other invocation.  Returns the
 * text.
 */
const char *posix_name(const struct side *, unsigned number,
	     char text[POSIX_NAME_SIZE]);

#endif
