/* Lists what outlives processes: System V objects, and names of POSIX ones. */

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "leftovers.h"
#include "system/clock.h"

#define LEFTOVERS_SIZE	65536u
#define LEFTOVERS_LOOKS	50		/* one each 0.1 s */

/* Key, number, mode and size of an object are the first words of its line. */
static const struct {
	const char	*path;
	bool		 has_creator;	/* the process is the fifth word */
} tables[] = {
	{ "/proc/sysvipc/msg", false },
	{ "/proc/sysvipc/sem", false },
	{ "/proc/sysvipc/shm", true },
};
static const char *const directories[] = { "/dev/shm", "/dev/mqueue" };

/* Adds a line; what is too much is not seen. */
static void
leftovers_add(char *list, const char *where, const char *what)
{
	size_t	used = strlen(list);

	snprintf(list + used, LEFTOVERS_SIZE - used, "%s %s\n", where, what);
}

/* What another process has is left only when that has ended. */
static bool
leftovers_is_used(long creator)
{
	return creator > 0 && creator != (long)getpid() &&
	    (kill((pid_t)creator, 0) == 0 || errno == EPERM);
}

/* What another test that runs has left on purpose: see faulty.c. */
static bool
leftovers_is_meant(long key, long size)
{
	return key == 0 && size != (long)getppid() && leftovers_is_used(size);
}

static void
leftovers_add_table(char *list, const char *path, bool has_creator)
{
	FILE	*file = fopen(path, "r");
	char	 line[512], object[64];
	long	 key, number, size, creator;

	if (file == NULL)
		return;
	while (fgets(line, sizeof line, file) != NULL)
		if (sscanf(line, "%ld %ld %*s %ld %ld", &key, &number, &size,
		    &creator) == 4 && !(has_creator &&
		    (leftovers_is_used(creator) ||
		    leftovers_is_meant(key, size)))) {
			snprintf(object, sizeof object, "%ld %ld", key, number);
			leftovers_add(list, path, object);
		}
	fclose(file);
}

static void
leftovers_add_directory(char *list, const char *path)
{
	DIR		*directory = opendir(path);
	struct dirent	*entry;

	if (directory == NULL)
		return;
	while ((entry = readdir(directory)) != NULL)
		leftovers_add(list, path, entry->d_name);
	closedir(directory);
}

char *
leftovers_list(void)
{
	char	*list = calloc(1, LEFTOVERS_SIZE);
	size_t	 i;

	if (list == NULL)
		abort();
	for (i = 0; i < sizeof tables / sizeof tables[0]; i++)
		leftovers_add_table(list, tables[i].path,
		    tables[i].has_creator);
	for (i = 0; i < sizeof directories / sizeof directories[0]; i++)
		leftovers_add_directory(list, directories[i]);
	return list;
}

static int
leftovers_has(const char *list, const char *line, size_t length)
{
	const char	*next = list, *end;

	while ((end = strchr(next, '\n')) != NULL) {
		if (strncmp(next, line, length) == 0)
			return 1;
		next = end + 1;
	}
	return 0;
}

/* Copies the first line that is new; NULL: there is none. */
static const char *
leftovers_find(const char *now, const char *before, char line[128])
{
	const char	*next, *end;

	for (next = now; (end = strchr(next, '\n')) != NULL; next = end + 1)
		if (!leftovers_has(before, next, (size_t)(end - next) + 1)) {
			snprintf(line, 128, "%.*s", (int)(end - next), next);
			return next;
		}
	return NULL;
}

/* Each new object is waited for in turn, until it is gone. */
int
leftovers_check(const char *before)
{
	char	*now, line[128], waited[128] = "";
	int	 looks;

	for (looks = 0; looks < LEFTOVERS_LOOKS; ) {
		now = leftovers_list();
		if (leftovers_find(now, before, line) == NULL) {
			free(now);
			return OUTCOME_OK;
		}
		free(now);
		looks = strcmp(line, waited) == 0 ? looks + 1 : 0;
		snprintf(waited, sizeof waited, "%s", line);
		clock_sleep(100000000);
	}
	return fail("left in the system: %s", waited);
}
