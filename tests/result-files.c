/* Files of results in a directory of a test's own. */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "result-files.h"
#include "results/store.h"
#include "support.h"
#include "unit.h"

#define PATH_SIZE	256

static char	directory[PATH_SIZE];

void
enter_directory(void)
{
	const char	*parent = getenv("TMPDIR");

	snprintf(directory, sizeof directory, "%s/result-files.XXXXXX",
	    parent != NULL ? parent : "/tmp");
	ck_assert(mkdtemp(directory) != NULL);
	ck_assert(chdir(directory) == 0);
}

void
return_to_directory(void)
{
	ck_assert(chdir(directory) == 0);
}

void
leave_directory(void)
{
	static const char *const names[] = { "result", "link", "other", "fifo",
	    "sub/result", "sub/link", "sub" };
	size_t	i;

	return_to_directory();
	for (i = 0; i < sizeof names / sizeof names[0]; i++)
		remove(names[i]);
	/* Fails if anything else was left behind. */
	ck_assert(chdir("/") == 0);
	ck_assert_msg(rmdir(directory) == 0, "files are left in %s", directory);
}

char *
result_text(const struct result *result, size_t *size)
{
	FILE	*file = tmpfile();
	char	*text;

	ck_assert(file != NULL);
	ck_assert_int_eq(store_write(file, result), 0);
	text = support_contents(file, size);
	fclose(file);
	return text;
}

void
put_file(const char *path, const char *text)
{
	FILE	*file = fopen(path, "w");

	ck_assert(file != NULL);
	fputs(text, file);
	ck_assert(fclose(file) == 0);
}

char *
get_file(const char *path)
{
	FILE	*file = fopen(path, "r");
	char	*text;
	size_t	 size;

	ck_assert(file != NULL);
	text = support_contents(file, &size);
	fclose(file);
	return text;
}

void
check_close(double value, double wanted)
{
	ck_assert_msg(fabs(value - wanted) <= 1e-9 * (1 + fabs(wanted)),
	    "%.17g instead of %.17g", value, wanted);
}

/* A test of n invocations whose medians are 1000, 2000, ... ns. */
struct test_result *
add_plain_test(struct result *result, unsigned n)
{
	struct test_result		*test = result_add_test(result);
	struct invocation_result	*invocation;
	struct side_result		*side;
	unsigned			 i, j;

	test->name = strdup("pipe");
	test->spec = strdup("pipe:place=same");
	facts_add_number(&test->params, "size", 64);
	test->carries_data = true;
	for (i = 1; i <= n; i++) {
		invocation = test_add_invocation(test);
		invocation->round_trips = 1000;
		invocation->timed = 500;
		invocation->median_ns = 1000 * i;
		invocation->mean_ns = 1100 * i;
		invocation->p90_ns = 1200 * i;
		invocation->p99_ns = 1300 * i;
		invocation->elapsed_ns = 1e6;
		invocation->machine_busy_cpus = 1.5;
		strcpy(invocation->relation, "same");
		for (j = 0; j < 2; j++) {
			side = invocation_add_side(invocation);
			strcpy(side->role, j == 0 ? "client" : "server");
			side_add_cpu(side, 1);
			side->user_ns = 1e5;
			side->system_ns = 3e5;
			side->voluntary_switches = 600;
			side->involuntary_switches = 400;
			side->work_ns = 9000;
		}
	}
	return test;
}

/* A file with one test; members given replace those that it needs. */
void
put_test_file(const char *path, const char *members)
{
	static const char *const needed[][2] = {
		{ "\"status\"", ", \"status\": \"ok\"" },
		{ "\"spec\"", ", \"spec\": \"pipe:place=any\"" },
	};
	char	text[4096];
	size_t	i;

	snprintf(text, sizeof text, "{\"schema\": \"ipclat-result/1\", "
	    "\"tests\": [{\"name\": \"pipe\"%s%s", *members != '\0' ? ", " : "",
	    members);
	for (i = 0; i < 2; i++)
		if (strstr(members, needed[i][0]) == NULL)
			strcat(text, needed[i][1]);
	strcat(text, "}]}\n");
	put_file(path, text);
}
