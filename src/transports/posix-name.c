/* Names of POSIX objects, from the user and the invocation's key. */

#include "config.h"

#include <stdio.h>
#include <unistd.h>

#include "transports/posix-name.h"

const char *
posix_name(const struct side *side, unsigned number,
    char text[POSIX_NAME_SIZE])
{
	snprintf(text, POSIX_NAME_SIZE, "/ipclat-%lx-%08x-%u",
	    (unsigned long)geteuid() & 0xffffffff, (unsigned)side->key,
	    number % 10);
	return text;
}
