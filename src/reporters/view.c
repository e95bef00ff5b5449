/* Owns the table of views. */

#include "config.h"

#include <string.h>

#include "reporters/view.h"

static const struct view views[] = {
	{ "rates", view_write_rates },
	{ "sizes", view_write_sizes },
	{ "elapsed", view_write_elapsed },
	{ "messages", view_write_messages },
};

void
view_write_all(FILE *out, const struct result *result)
{
	size_t	i, j;

	for (i = 0; i < sizeof views / sizeof views[0]; i++)
		for (j = 0; j < result->views.count; j++)
			if (strcmp(result->views.list[j], views[i].name) == 0) {
				putc('\n', out);
				views[i].write(out, result);
				break;
			}
}
