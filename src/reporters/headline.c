/* Owns the choice between median and mean, and how the mean is marked. */

#include "config.h"

#include <string.h>

#include "reporters/headline.h"

double
headline_of_test(const struct test_result *test)
{
	return test->headline_is_mean ? test->summary.mean_ns :
	    test->summary.median_ns;
}

double
headline_of_invocation(const struct test_result *test,
    const struct invocation_result *invocation)
{
	return test->headline_is_mean ? invocation->mean_ns :
	    invocation->median_ns;
}

const char *
headline_format(const struct test_result *test, char text[FORMAT_SIZE])
{
	format_microseconds(headline_of_test(test), text);
	if (test->headline_is_mean && strlen(text) + 1 < FORMAT_SIZE)
		strcat(text, "*");
	return text;
}
