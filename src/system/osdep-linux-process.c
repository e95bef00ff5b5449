/* What only Linux can tell about another process. */

#include "config.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "system/osdep-linux.h"
#include "system/osdep.h"

#define NS_PER_S	1000000000u
#define STAT_SIZE	1024
#define STATUS_SIZE	8192

/* Columns of /proc/PID/stat, counted from that behind the name, the third. */
enum { COLUMN_STATE, COLUMN_USER = 11, COLUMN_SYSTEM, COLUMN_CPU = 36,
	COLUMNS };

/* Numbers of these columns; false where one of them is missing. */
static bool
stat_parse(const char *text, long column[COLUMNS])
{
	/* The name of a program may hold anything, brackets too. */
	const char	*next = strrchr(text, ')');
	int		 i;

	for (i = 0; i < COLUMNS && next != NULL; i++) {
		next = strchr(next, ' ');
		if (next != NULL)
			column[i] = linux_parse_number(++next);
	}
	return next != NULL;
}

static void
usage_read_stat(int process, struct osdep_usage *usage)
{
	char	path[64], text[STAT_SIZE];
	long	column[COLUMNS];

	snprintf(path, sizeof path, "/proc/%d/stat", process);
	if (!linux_read_text(path, text, sizeof text) ||
	    !stat_parse(text, column))
		return;
	usage->cpu = (int)column[COLUMN_CPU];
	if (column[COLUMN_USER] < 0 || column[COLUMN_SYSTEM] < 0)
		return;
	usage->ticks_known = true;
	usage->user_ticks = (uint64_t)column[COLUMN_USER];
	usage->system_ticks = (uint64_t)column[COLUMN_SYSTEM];
}

/* The number on the line of that name; false where there is none. */
static bool
status_find(const char *text, const char *name, uint64_t *number)
{
	const char	*line = strstr(text, name);
	long		 found = line == NULL ? -1 :
			    linux_parse_number(line + strlen(name));

	if (found < 0)
		return false;
	*number = (uint64_t)found;
	return true;
}

static void
usage_read_status(int process, struct osdep_usage *usage)
{
	char	path[64], text[STATUS_SIZE];

	snprintf(path, sizeof path, "/proc/%d/status", process);
	usage->switches_known =
	    linux_read_text(path, text, sizeof text) &&
	    status_find(text, "\nvoluntary_ctxt_switches:",
	    &usage->voluntary) &&
	    status_find(text, "\nnonvoluntary_ctxt_switches:",
	    &usage->involuntary);
}

bool
osdep_get_usage(int process, struct osdep_usage *usage)
{
	clockid_t	clock;
	struct timespec	time;

	memset(usage, 0, sizeof *usage);
	usage->cpu = -1;
	if (clock_getcpuclockid(process, &clock) != 0 ||
	    clock_gettime(clock, &time) != 0)
		return false;
	usage->cpu_ns = (uint64_t)time.tv_sec * NS_PER_S +
	    (uint64_t)time.tv_nsec;
	usage_read_stat(process, usage);
	usage_read_status(process, usage);
	return true;
}
