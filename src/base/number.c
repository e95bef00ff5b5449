/* Numbers as text, the same in every locale. */

#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

/* Whole doubles below 2^53 are exact in any reader. */
#define WHOLE_LIMIT	9007199254740992.0

static const char plain[] = "0123456789eE+-";

void
number_fix_point(char *text)
{
	char	*point = text + strspn(text, plain);
	size_t	 length = strcspn(point, plain);

	if (length == 0)
		return;
	*point = '.';
	memmove(point + 1, point + length, strlen(point + length) + 1);
}

const char *
number_format(double value, char text[NUMBER_SIZE])
{
	double	back;
	int	digits;

	if (fabs(value) < WHOLE_LIMIT && !(floor(value) < value)) {
		snprintf(text, NUMBER_SIZE, "%" PRId64, (int64_t)value);
		return text;
	}
	for (digits = 15; digits <= 17; digits++) {
		snprintf(text, NUMBER_SIZE, "%.*g", digits, value);
		back = strtod(text, NULL);
		if (!(back < value) && !(back > value))
			break;
	}
	number_fix_point(text);
	return text;
}
