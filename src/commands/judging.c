/* Owns the way from options to the rules by which tests pass or fail. */

#include "config.h"

#include "base/fail.h"
#include "commands/judging.h"
#include "commands/options.h"

int
judging_read(const struct options *options, bool has_ktap,
    struct limits *limits, struct report_request *request)
{
	size_t	i;

	request->rules.strict = options->strict;
	request->rules.slower_fails = options->fail_if_slower >= 0;
	request->rules.slower_percent = options->fail_if_slower;
	request->rules.require_conclusive = options->require_conclusive;
	request->rules.limits = limits;
	request->ktap = options->ktap;
	if (options->ktap && !has_ktap)
		return fail("--ktap is a dialect of TAP; add -f tap");
	for (i = 0; i < options->limits.count; i++)
		if (limits_add(limits, options->limits.list[i]) != 0)
			return OUTCOME_FAILED;
	return OUTCOME_OK;
}

static bool
is_limit_of_some(const struct limit *limit, const struct result *results,
    size_t count)
{
	size_t	i, j;

	for (i = 0; i < count; i++)
		for (j = 0; j < results[i].test_count; j++)
			if (limit_applies(limit, &results[i].tests[j]))
				return true;
	return false;
}

int
judging_check_limits(const struct limits *limits,
    const struct result *results, size_t count)
{
	size_t	i;

	for (i = 0; i < limits->count; i++)
		if (!is_limit_of_some(&limits->list[i], results, count))
			return fail("limit '%.60s' is of no test here; name "
			    "one as the table does, with its place as a key: "
			    "pipe:place=same=20us", limits->list[i].text);
	return OUTCOME_OK;
}
