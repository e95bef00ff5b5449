/* What only Linux can tell about load: how busy CPUs are, and what holds up. */

#include "config.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "system/osdep-linux.h"
#include "system/osdep.h"

#define NS_PER_S	1000000000u
#define THERMAL_FILES	"/sys/devices/system/cpu/cpu[0-9]*/thermal_throttle/" \
			"*_throttle_count"
#define LINE_SIZE	512

/* The columns of a line of /proc/stat that tells of CPUs, in ticks. */
enum { STAT_USER, STAT_NICE, STAT_SYSTEM, STAT_IDLE, STAT_IOWAIT, STAT_IRQ,
	STAT_SOFTIRQ, STAT_STEAL, STAT_COLUMNS };

/* Lines that look for CPUs, and what they add up to. */
struct stat_sum {
	const int	*cpus;
	size_t		 count;		/* 0: the line of all CPUs */
	uint64_t	 ticks[STAT_COLUMNS];
};

/* Whether the line is of one of the CPUs looked for. */
static bool
line_is_wanted(const char *line, const struct stat_sum *sum)
{
	const bool	of_all = line[3] == ' ';
	const long	number = of_all ? -1 : linux_parse_number(line + 3);
	size_t		i;

	for (i = 0; i < sum->count && sum->cpus[i] != number; i++)
		;
	return sum->count == 0 ? of_all : !of_all && i < sum->count;
}

static bool
line_add(const char *line, struct stat_sum *sum)
{
	const char	*next = strchr(line, ' ');
	char		*end;
	uint64_t	 ticks;
	int		 column;

	for (column = 0; next != NULL && column < STAT_COLUMNS; column++) {
		ticks = strtoull(next, &end, 10);
		if (end == next)
			break;
		sum->ticks[column] += ticks;
		next = end;
	}
	return column == STAT_COLUMNS;
}

/*
 * Reads the lines looked for.  Zeros alone come from emulators that have the
 * file but count nothing.
 */
static bool
stat_read(struct stat_sum *sum, uint64_t *tick_ns)
{
	char		 line[LINE_SIZE];
	long		 frequency = sysconf(_SC_CLK_TCK);
	size_t		 found = 0, wanted = sum->count > 0 ? sum->count : 1;
	uint64_t	 total = 0;
	int		 i;
	FILE		*file;

	if (frequency <= 0 || (file = fopen("/proc/stat", "re")) == NULL)
		return false;
	*tick_ns = NS_PER_S / (uint64_t)frequency;
	while (found < wanted && fgets(line, sizeof line, file) != NULL &&
	    strncmp(line, "cpu", 3) == 0)
		if (line_is_wanted(line, sum))
			found += line_add(line, sum);
	fclose(file);
	for (i = 0; i < STAT_COLUMNS; i++)
		total += sum->ticks[i];
	return found == wanted && total > 0;
}

bool
osdep_busy_time(uint64_t *busy_ns, uint64_t *step_ns)
{
	struct stat_sum	sum = { NULL, 0, { 0 } };

	if (!stat_read(&sum, step_ns))
		return false;
	*busy_ns = *step_ns * (sum.ticks[STAT_USER] + sum.ticks[STAT_NICE] +
	    sum.ticks[STAT_SYSTEM] + sum.ticks[STAT_IRQ] +
	    sum.ticks[STAT_SOFTIRQ]);
	return true;
}

bool
osdep_steal_time(uint64_t *steal_ns)
{
	struct stat_sum	sum = { NULL, 0, { 0 } };
	uint64_t	tick_ns;

	if (!stat_read(&sum, &tick_ns))
		return false;
	*steal_ns = tick_ns * sum.ticks[STAT_STEAL];
	return true;
}

bool
osdep_get_cpu_times(const int *cpus, size_t count,
    struct osdep_cpu_times *times)
{
	struct stat_sum	sum = { cpus, count, { 0 } };

	if (!stat_read(&sum, &times->step_ns))
		return false;
	times->busy_ns = times->step_ns * (sum.ticks[STAT_USER] +
	    sum.ticks[STAT_NICE] + sum.ticks[STAT_SYSTEM]);
	times->steal_ns = times->step_ns * sum.ticks[STAT_STEAL];
	return true;
}

bool
osdep_get_delay(int process, uint64_t *delay_ns)
{
	char	 path[64], text[128], *next;
	long	 delay;

	snprintf(path, sizeof path, "/proc/%d/schedstat", process);
	if (!linux_read_text(path, text, sizeof text) ||
	    (next = strchr(text, ' ')) == NULL ||
	    (delay = linux_parse_number(next + 1)) < 0)
		return false;
	*delay_ns = (uint64_t)delay;
	return true;
}

/* The sum over all CPUs and packages; each of those tells it. */
static bool
throttling_add_thermal(uint64_t *count)
{
	glob_t	files;
	size_t	i;
	long	number;
	bool	told = false;

	if (glob(THERMAL_FILES, 0, NULL, &files) != 0)
		return false;
	for (i = 0; i < files.gl_pathc; i++) {
		number = linux_read_number(files.gl_pathv[i]);
		told |= number >= 0;
		*count += number > 0 ? (uint64_t)number : 0;
	}
	globfree(&files);
	return told;
}

static bool
throttling_add_quota(uint64_t *count)
{
	char		 group[1024], path[1100], text[2048];
	const char	*line;
	long		 number;

	if (!linux_find_cgroup(group, sizeof group))
		return false;
	snprintf(path, sizeof path, "/sys/fs/cgroup%s/cpu.stat", group);
	if (!linux_read_text(path, text, sizeof text) ||
	    (line = strstr(text, "nr_throttled ")) == NULL ||
	    (number = linux_parse_number(line + strlen("nr_throttled "))) < 0)
		return false;
	*count += (uint64_t)number;
	return true;
}

bool
osdep_get_throttling(struct osdep_throttling *throttling)
{
	bool	thermal, quota;

	memset(throttling, 0, sizeof *throttling);
	thermal = throttling_add_thermal(&throttling->thermal);
	quota = throttling_add_quota(&throttling->quota);
	return thermal || quota;
}
