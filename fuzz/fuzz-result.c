/* The reader of result files, for libFuzzer. */

#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "fuzz/use.h"
#include "results/decode.h"

int	 LLVMFuzzerTestOneInput(const uint8_t *, size_t);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct result	result;

	memset(&result, 0, sizeof result);
	if (decode_result("input", (const char *)bytes, size, &result) == 0) {
		use_result(&result, size);
		result_free(&result);
	} else if (strncmp(fail_reason(), "input: ", 7) != 0 ||
	    strchr(fail_reason(), '\n') != NULL) {
		abort();
	}
	return 0;
}
