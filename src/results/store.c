/* Owns the result file on disk: what it may replace, writing, reading. */

#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/memory.h"
#include "results/decode.h"
#include "results/destination.h"
#include "results/encode.h"
#include "results/input.h"
#include "results/store.h"

struct store {
	struct destination	*destination;
};

/* A file that is no ipclat result is never replaced. */
static int
check_is_result(const char *name, const char *path)
{
	struct result	present;

	(void)name;
	memset(&present, 0, sizeof present);
	if (store_read(path, &present) != 0)
		return fail("%s; it will not be replaced: move it away or name "
		    "another file", fail_reason());
	result_free(&present);
	return 0;
}

/* The destination tells whether all of it has arrived. */
static int
write_result(FILE *out, const void *result)
{
	encode_result(out, result);
	return 0;
}

struct store *
store_open(const char *name)
{
	struct destination	*destination;
	struct store		*store;

	destination = destination_open(name, check_is_result);
	if (destination == NULL)
		return NULL;
	store = memory_allocate(1, sizeof *store);
	store->destination = destination;
	return store;
}

int
store_save(struct store *store, const struct result *result)
{
	return destination_save(store->destination, write_result, result);
}

bool
store_replaces(const struct store *store)
{
	return destination_replaces(store->destination);
}

int
store_close(struct store *store, const struct result *result)
{
	struct destination	*destination = store->destination;

	free(store);
	return destination_close(destination,
	    result != NULL ? write_result : NULL, result);
}

int
store_write(FILE *out, const struct result *result)
{
	encode_result(out, result);
	errno = 0;
	if (fflush(out) != 0 || ferror(out))
		return fail_errno("write the result");
	return 0;
}

int
store_read(const char *path, struct result *result)
{
	char	*text;
	size_t	 size;
	int	 outcome;

	if ((text = input_read(path, &size)) == NULL)
		return -1;
	outcome = decode_result(input_name(path), text, size, result);
	free(text);
	return outcome;
}
