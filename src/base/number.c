/* Numbers as text, the same in every locale. */

#include "config.h"

#include <string.h>

#include "base/number.h"

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
