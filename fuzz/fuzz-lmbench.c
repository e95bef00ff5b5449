/* The reader of lmbench's output, for libFuzzer. */

#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "fuzz/use.h"
#include "results/lmbench.h"

int	 LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static void
check_values(const struct result *result)
{
	size_t	i, j;

	if (result->test_count == 0)
		abort();
	for (i = 0; i < result->test_count; i++) {
		if (result->tests[i].invocation_count == 0)
			abort();
		for (j = 0; j < result->tests[i].invocation_count; j++)
			if (!(result->tests[i].invocations[j].mean_ns > 0))
				abort();
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct result	result;

	memset(&result, 0, sizeof result);
	lmbench_is_text((const char *)bytes, size);
	if (lmbench_read("input", (const char *)bytes, size, &result) == 0) {
		check_values(&result);
		use_result(&result, size);
		result_free(&result);
	} else if (strncmp(fail_reason(), "input: ", 7) != 0 ||
	    strchr(fail_reason(), '\n') != NULL) {
		abort();
	}
	return 0;
}
