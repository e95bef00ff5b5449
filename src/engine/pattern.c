/* The bytes that travel. */

#include "config.h"

#include "base/fail.h"
#include "engine/pattern.h"

static inline unsigned char
pattern_byte(size_t offset, enum pattern_direction direction,
    uint64_t sequence)
{
	/* The second term tells apart what was shifted by 128 bytes. */
	return (unsigned char)(((offset * 37 + (offset >> 7) * 11 +
	    (size_t)sequence * 29) & 0x7f) |
	    (direction == PATTERN_REPLY ? 0x80u : 0u));
}

void
pattern_fill(unsigned char *data, size_t size,
    enum pattern_direction direction, uint64_t sequence)
{
	size_t	i;

	for (i = 0; i < size; i++)
		data[i] = pattern_byte(i, direction, sequence);
}

void
pattern_spoil(unsigned char *data, size_t size,
    enum pattern_direction direction, uint64_t sequence)
{
	size_t	i;

	for (i = 0; i < size; i++)
		data[i] = pattern_byte(i, direction, sequence) ^ 0x7f;
}

int
pattern_check(const unsigned char *data, size_t size, size_t skipped,
    enum pattern_direction direction, uint64_t sequence)
{
	size_t	i;

	for (i = skipped; i < size; i++)
		if (data[i] != pattern_byte(i, direction, sequence))
			return fail("wrong byte received: 0x%02x at offset %zu "
			    "of %zu, expected 0x%02x", data[i], i, size,
			    pattern_byte(i, direction, sequence));
	return OUTCOME_OK;
}
