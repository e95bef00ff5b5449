/* Results as JSON: one as its result file, several as an array of these. */

#include "config.h"

#include "reporters/reporter.h"
#include "results/store.h"

static int
json_report_several(FILE *out, const struct result *results, size_t count)
{
	size_t	i;

	for (i = 0; i < count; i++) {
		fputs(i == 0 ? "[\n" : ",\n", out);
		if (store_write(out, &results[i]) != 0)
			return -1;
	}
	fputs("]\n", out);
	return 0;
}

static int
json_report(FILE *out, const struct result *results, size_t count,
    const struct report_request *request)
{
	(void)request;
	if (count == 1)
		return store_write(out, results);
	return json_report_several(out, results, count);
}

const struct reporter reporter_json = {
	.name = "json",
	.summary = "the result file; an array of them for several results",
	.readable = true,
	.report = json_report,
};

