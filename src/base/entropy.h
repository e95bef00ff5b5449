/* Bits that no other process has: for names, keys and seeds, not for secrets. */

#ifndef BASE_ENTROPY_H
#define BASE_ENTROPY_H

#include <stddef.h>

/*
 * Fills the buffer with unpredictable bytes, or, where the system offers none,
 * with bytes that differ between processes and calls.  0 always.
 */
int	 entropy_fill(void *, size_t);

#endif
