/*
 * Waiting for descriptors as the key `wait` says, with `watch` idle ones
 * beside them.
 */

#ifndef TRANSPORTS_WAITER_H
#define TRANSPORTS_WAITER_H

#include <stdbool.h>

#include "transports/keys.h"

#define WAITER_DESCRIPTORS	4	/* most that one waits for */

struct waiter;

/*
 * Makes a waiter for so many different descriptors, which must stay open, and
 * makes the idle ones.  WAIT_BLOCK waits by poll().  An enum outcome: what the
 * system lacks, or has too few of, is a skip.  *waiter is owned by the caller;
 * waiter_close() takes NULL too.
 */
int	 waiter_open(struct waiter **, enum wait_kind, const int *descriptors,
	     unsigned count, unsigned idle);
void	 waiter_close(struct waiter *);

/*
 * Looks once, or waits, until one of the descriptors can be read or written:
 * bit N of the sets is the Nth descriptor.  True where one can, and where the
 * call failed for another reason than a signal, as then reading or writing
 * tells it; false where nothing is there yet, because of a signal or because
 * this kind of waiting only looks: call again.
 */
bool	 waiter_wait(struct waiter *, unsigned readable, unsigned writable);

#endif
