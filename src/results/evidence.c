/* Owns the choice between the formats that are read. */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "results/decode.h"
#include "results/evidence.h"
#include "results/input.h"
#include "results/lmbench.h"

static int
read_lmbench(const char *name, const char *bytes, size_t size,
    struct texts *remarks, struct result *result)
{
	size_t	i;

	if (lmbench_read(name, bytes, size, result) != 0)
		return -1;
	/* Its warnings are nobody's but the reader's. */
	for (i = 0; remarks != NULL && i < result->warnings.count; i++)
		texts_add(remarks, "%s: %s", name, result->warnings.list[i]);
	return 0;
}

int
evidence_read(const char *path, struct texts *remarks, struct result *result)
{
	const char	*name = input_name(path);
	char		*bytes;
	size_t		 size;
	int		 outcome;

	if ((bytes = input_read(path, &size)) == NULL)
		return -1;
	if (lmbench_is_text(bytes, size))
		outcome = read_lmbench(name, bytes, size, remarks, result);
	else
		outcome = decode_result(name, bytes, size, result);
	free(bytes);
	return outcome;
}

int
evidence_check_names(char *const *paths, size_t count)
{
	size_t	i, times = 0;

	for (i = 0; i < count; i++)
		times += strcmp(paths[i], "-") == 0;
	return times <= 1 ? 0 :
	    fail("-: standard input can be read only once");
}

int
evidence_read_all(char *const *paths, size_t count, struct result *results)
{
	size_t	i;

	if (evidence_check_names(paths, count) != 0)
		return -1;
	for (i = 0; i < count; i++)
		if (evidence_read(paths[i], NULL, &results[i]) != 0)
			break;
	if (i == count)
		return 0;
	while (i > 0)
		result_free(&results[--i]);
	return -1;
}
