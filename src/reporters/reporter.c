/* The list of all reporters; the only file that sees them. */

#include "config.h"

#include <errno.h>
#include <string.h>

#include "base/fail.h"
#include "reporters/reporter.h"

extern const struct reporter reporter_text;
extern const struct reporter reporter_json;
extern const struct reporter reporter_csv;
extern const struct reporter reporter_gobench;
extern const struct reporter reporter_tap;
extern const struct reporter reporter_junit;
extern const struct reporter reporter_prometheus;
extern const struct reporter reporter_lmbench;
extern const struct reporter reporter_markdown;

static const struct reporter *const reporters[] = {
	&reporter_text,
	&reporter_json,
	&reporter_csv,
	&reporter_gobench,
	&reporter_tap,
	&reporter_junit,
	&reporter_prometheus,
	&reporter_lmbench,
	&reporter_markdown,
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

int
reporter_finish(FILE *out)
{
	errno = 0;
	if (fflush(out) != 0 || ferror(out))
		return fail_errno("write the report");
	return OUTCOME_OK;
}
