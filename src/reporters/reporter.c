/* The list of all reporters; the only file that sees them. */

#include "config.h"

#include <string.h>

#include "reporters/reporter.h"

extern const struct reporter reporter_text;
extern const struct reporter reporter_json;
extern const struct reporter reporter_lmbench;

static const struct reporter *const reporters[] = {
	&reporter_text,
	&reporter_json,
	&reporter_lmbench,
};

const struct reporter *
reporter_get(size_t number)
{
	return number < sizeof reporters / sizeof reporters[0] ?
	    reporters[number] : NULL;
}

const struct reporter *
reporter_find(const char *name)
{
	const struct reporter	*reporter;
	size_t			 i;

	for (i = 0; (reporter = reporter_get(i)) != NULL; i++)
		if (strcmp(reporter->name, name) == 0)
			return reporter;
	return NULL;
}
