/* The path by which this program can be executed again. */

#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "system/osdep.h"
#include "system/self.h"

/* What argv[0] led to; NULL: to nothing.  Kept as long as the process lives. */
static char	*self_found;

static char *
self_resolve(const char *path)
{
	struct stat	status;

	if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) ||
	    access(path, X_OK) != 0)
		return NULL;
	return realpath(path, NULL);
}

/* An empty entry of PATH is the current directory. */
static char *
self_resolve_in(const char *directory, size_t length, const char *name)
{
	char	*path, *found;
	size_t	 size = length + strlen(name) + 3;

	if ((path = malloc(size)) == NULL)
		return NULL;
	if (length == 0)
		snprintf(path, size, "./%s", name);
	else
		snprintf(path, size, "%.*s/%s", (int)length, directory, name);
	found = self_resolve(path);
	free(path);
	return found;
}

static char *
self_search(const char *name)
{
	const char	*entry = getenv("PATH");
	char		*found = NULL;
	size_t		 length;

	while (entry != NULL && found == NULL) {
		length = strcspn(entry, ":");
		if (length < INT_MAX)
			found = self_resolve_in(entry, length, name);
		entry = entry[length] == ':' ? entry + length + 1 : NULL;
	}
	return found;
}

void
self_initialise(const char *argv0)
{
	free(self_found);
	self_found = NULL;
	if (argv0 == NULL || argv0[0] == '\0')
		return;
	if (strchr(argv0, '/') != NULL)
		self_found = self_resolve(argv0);
	else
		self_found = self_search(argv0);
}

const char *
self_executable(void)
{
	const char	*own;

	if (osdep_exec_leaves_emulator())
		return NULL;
	own = osdep_own_executable();
	return own != NULL ? own : self_found;
}

const char *
self_fresh(void)
{
	return self_executable() != NULL ? "exec" : "fork";
}
