/* The list of all reporters of comparisons; the only file that sees them. */

#include "config.h"

#include <errno.h>
#include <string.h>

#include "base/fail.h"
#include "reporters/comparison-reporter.h"

extern const struct comparison_reporter comparison_text;
extern const struct comparison_reporter comparison_json;
extern const struct comparison_reporter comparison_markdown;
extern const struct comparison_reporter comparison_csv;
extern const struct comparison_reporter comparison_tap;
extern const struct comparison_reporter comparison_junit;

static const struct comparison_reporter *const reporters[] = {
	&comparison_text,
	&comparison_json,
	&comparison_markdown,
	&comparison_csv,
	&comparison_tap,
	&comparison_junit,
};

static const char *const metrics[] = {
	[METRIC_HEADLINE] = "headline",
	[METRIC_MEDIAN] = "median",
	[METRIC_MEAN] = "mean",
	[METRIC_P99] = "p99",
	[METRIC_CPU] = "cpu",
};

static const char *const corrections[] = {
	[CORRECTION_HOLM] = "holm",
	[CORRECTION_BH] = "bh",
	[CORRECTION_NONE] = "none",
};

const struct comparison_reporter *
comparison_reporter_get(size_t number)
{
	return number < sizeof reporters / sizeof reporters[0] ?
	    reporters[number] : NULL;
}

const struct comparison_reporter *
comparison_reporter_find(const char *name)
{
	const struct comparison_reporter	*reporter;
	size_t					 i;

	for (i = 0; (reporter = comparison_reporter_get(i)) != NULL; i++)
		if (strcmp(reporter->name, name) == 0)
			return reporter;
	return NULL;
}

const char *
comparison_reporter_metric(enum comparison_metric metric)
{
	return metrics[metric];
}

const char *
comparison_reporter_correction(enum comparison_correction correction)
{
	return corrections[correction];
}

int
comparison_reporter_finish(FILE *out)
{
	errno = 0;
	if (fflush(out) != 0 || ferror(out))
		return fail_errno("write the comparison");
	return 0;
}
