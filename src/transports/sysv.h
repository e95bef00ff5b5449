/* What the tests of System V mechanisms share: keys, ownership, refusals. */

#ifndef TRANSPORTS_SYSV_H
#define TRANSPORTS_SYSV_H

#include <sys/types.h>

#include "transports/transport.h"

/* For msgget(), semget() and shmget(): a new object, this user's alone. */
#define SYSV_NEW	(IPC_CREAT | IPC_EXCL | 0600)

/* A key that hardly anybody has, to ask the system whether it knows keys. */
#define SYSV_PROBED_KEY	0x69706c74

/* The key of an invocation's object of that number, 0 to 7; not IPC_PRIVATE. */
key_t	 sysv_key(const struct side *, unsigned number);

/*
 * What it means, by errno, that an object could not be made: a skip that names
 * the limit, where it is one.  An enum outcome.
 */
int	 sysv_refuse(const char *what, const char *limit);

/*
 * Whether there is an object of that key, this user's or another's: by what
 * asking for its identifier returned, and errno.
 */
bool	 sysv_exists(int identifier);

/* What it means, by errno, that one with SYSV_PROBED_KEY was not found. */
int	 sysv_judge_probe(const char *what);

#endif
