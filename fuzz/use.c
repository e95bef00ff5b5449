/* Uses a result as the commands do. */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "fuzz/use.h"
#include "reporters/comparison-reporter.h"
#include "reporters/reporter.h"
#include "results/decode.h"
#include "results/store.h"

static FILE *
nowhere(void)
{
	static FILE	*file;

	if (file == NULL && (file = fopen("/dev/null", "w")) == NULL)
		abort();
	return file;
}

static char *
write_bytes(const struct result *result, size_t *size)
{
	char	*bytes = NULL;
	FILE	*file = open_memstream(&bytes, size);

	if (file == NULL || store_write(file, result) != 0)
		abort();
	fclose(file);
	return bytes;
}

/* What was written is read, and written again as the same. */
static void
check_kept(const struct result *result)
{
	struct result	 back;
	char		*bytes, *again;
	size_t		 size, again_size;

	memset(&back, 0, sizeof back);
	bytes = write_bytes(result, &size);
	if (decode_result("again", bytes, size, &back) != 0) {
		fprintf(stderr, "%s\n%s", fail_reason(), bytes);
		abort();
	}
	again = write_bytes(&back, &again_size);
	if (size != again_size || memcmp(bytes, again, size) != 0) {
		fprintf(stderr, "%s%s", bytes, again);
		abort();
	}
	free(bytes);
	free(again);
	result_free(&back);
}

static void
check_compared(const struct result *result, size_t way)
{
	const struct comparison_request		 request = {
		.threshold_percent = 2,
		.metric = (enum comparison_metric)(way % (METRIC_CPU + 1)),
		.correction = (enum comparison_correction)(way %
		    (CORRECTION_NONE + 1)),
		.force = way % 2 == 0,
	};
	const struct report_request		 report = {
		.rules = { .slower_fails = true, .require_conclusive = true },
		.ktap = way % 2 == 0,
	};
	const struct comparison_reporter	*reporter;
	struct comparison			 comparison;
	size_t					 i;

	memset(&comparison, 0, sizeof comparison);
	comparison_make(result, 1, result, 1, &request, &comparison);
	for (i = 0; (reporter = comparison_reporter_get(i)) != NULL; i++)
		if (reporter->report(nowhere(), &comparison, &request,
		    &report) != 0)
			abort();
	comparison_free(&comparison);
}

/* In every format, with rules by which something fails. */
static void
check_reported(const struct result *result, size_t way)
{
	struct limits		 limits = { .count = 0 };
	struct report_request	 request = {
		.rules = { .strict = way % 2 == 0, .limits = &limits },
		.ktap = way % 3 == 0,
	};
	const struct reporter	*reporter;
	size_t			 i;

	if (limits_add(&limits, "*=1us") != 0 ||
	    limits_add(&limits, "pipe:place=same,size=1k=p99:1ms") != 0)
		abort();
	for (i = 0; (reporter = reporter_get(i)) != NULL; i++)
		/* One that has nothing to say of a result says so. */
		if (reporter->report(nowhere(), result, 1, &request) != 0 &&
		    *fail_reason() == '\0')
			abort();
	limits_free(&limits);
}

void
use_result(const struct result *result, size_t way)
{
	check_kept(result);
	check_reported(result, way);
	check_compared(result, way);
}
