/* Telling valid UTF-8 from other bytes. */

#include "config.h"

#include "base/utf8.h"

/* One row a kind of first byte: how many follow, and the bounds of the second. */
struct lead {
	unsigned char	first, last;
	unsigned char	follow;
	unsigned char	low, high;
};

static const struct lead leads[] = {
	{ 0x01, 0x7f, 0, 0, 0 },
	{ 0xc2, 0xdf, 1, 0x80, 0xbf },
	{ 0xe0, 0xe0, 2, 0xa0, 0xbf },
	{ 0xe1, 0xec, 2, 0x80, 0xbf },
	{ 0xed, 0xed, 2, 0x80, 0x9f },
	{ 0xee, 0xef, 2, 0x80, 0xbf },
	{ 0xf0, 0xf0, 3, 0x90, 0xbf },
	{ 0xf1, 0xf3, 3, 0x80, 0xbf },
	{ 0xf4, 0xf4, 3, 0x80, 0x8f },
};

static size_t
follow_length(const unsigned char *byte, const struct lead *lead)
{
	size_t	i;

	if (lead->follow > 0 && (byte[1] < lead->low || byte[1] > lead->high))
		return 0;
	/* Stops at the final NUL, which is no continuation. */
	for (i = 2; i <= lead->follow; i++)
		if ((byte[i] & 0xc0) != 0x80)
			return 0;
	return (size_t)lead->follow + 1;
}

size_t
utf8_length(const char *text)
{
	const unsigned char	*byte = (const unsigned char *)text;
	size_t			 i;

	for (i = 0; i < sizeof leads / sizeof leads[0]; i++)
		if (byte[0] >= leads[i].first && byte[0] <= leads[i].last)
			return follow_length(byte, &leads[i]);
	return 0;
}
