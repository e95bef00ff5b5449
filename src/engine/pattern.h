/*
 * The bytes that travel.  They differ by direction, so that a side which
 * reads its own message is found out, and from batch to batch, so that one
 * which reads nothing is.
 */

#ifndef ENGINE_PATTERN_H
#define ENGINE_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pattern_direction { PATTERN_REQUEST, PATTERN_REPLY };

/* Writes the pattern of a batch: the top bit of each byte is the direction. */
void	 pattern_fill(unsigned char *, size_t, enum pattern_direction,
	     uint64_t sequence);

/* Writes bytes that are at no offset those of the pattern. */
void	 pattern_spoil(unsigned char *, size_t, enum pattern_direction,
	     uint64_t sequence);

/*
 * Checks all but so many bytes at the beginning.  0, or -1 with a reason: what
 * differs, where.
 */
int	 pattern_check(const unsigned char *, size_t, size_t skipped,
	     enum pattern_direction, uint64_t sequence);

#endif
