/* What only Linux can tell about CPUs, time, and the process itself. */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/klog.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/fdio.h"
#include "system/osdep-linux.h"
#include "system/osdep.h"

#define SYS_CPU		"/sys/devices/system/cpu"
#define SYS_NODE	"/sys/devices/system/node"
#define LIST_SIZE	16384		/* a list of CPU numbers as text */
#define CACHES_MAX	10		/* that one CPU has */
#define NODES_MAX	4096
#define CPUS_ADDRESSED	(1 << 20)	/* the largest mask that is tried */

bool
linux_read_text(const char *path, char *text, size_t size)
{
	int	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t	n;

	text[0] = '\0';
	if (fd < 0)
		return false;
	do {
		n = read(fd, text, size - 1);
	} while (n < 0 && errno == EINTR);
	fdio_close(&fd);
	if (n < 0)
		return false;
	while (n > 0 && strchr(" \t\n", text[n - 1]) != NULL)
		n--;
	text[n] = '\0';
	return true;
}

long
linux_parse_number(const char *text)
{
	char	*end;
	long	 number;

	errno = 0;
	number = strtol(text, &end, 10);
	return end == text || errno != 0 || number < 0 ? -1 : number;
}

long
linux_read_number(const char *path)
{
	char	text[64];

	return linux_read_text(path, text, sizeof text) ?
	    linux_parse_number(text) : -1;
}

/* The end of the range that a list like "0-3,8" has at its start. */
static long
list_range_end(const char *list)
{
	const char	*digits = list + strspn(list, "0123456789");

	return linux_parse_number(*digits == '-' ? digits + 1 : list);
}

static const char *
list_next(const char *list)
{
	list += strcspn(list, ",");
	return *list == ',' ? list + 1 : list;
}

static bool
list_has(const char *list, int number)
{
	for (; *list != '\0'; list = list_next(list)) {
		if (linux_parse_number(list) <= number &&
		    number <= list_range_end(list))
			return true;
	}
	return false;
}

static unsigned
list_count(const char *list)
{
	unsigned	count = 0;
	long		first, last;

	for (; *list != '\0'; list = list_next(list)) {
		first = linux_parse_number(list);
		last = list_range_end(list);
		if (first >= 0 && last >= first && last < CPUS_ADDRESSED)
			count += (unsigned)(last - first + 1);
	}
	return count;
}

/* A number below a CPU's folder, or the first of a list; -1: not told. */
static int
cpu_read_number(int number, const char *name)
{
	char	path[128];
	long	value;

	snprintf(path, sizeof path, SYS_CPU "/cpu%d/%s", number, name);
	value = linux_read_number(path);
	return value <= INT_MAX ? (int)value : -1;
}

/* The lowest CPU of those that share the largest cache, which names it. */
static int
cpu_read_cache(int number)
{
	char	name[64];
	int	cache = -1, i, largest = 0, level;

	for (i = 0; i < CACHES_MAX; i++) {
		snprintf(name, sizeof name, "cache/index%d/level", i);
		if ((level = cpu_read_number(number, name)) < 0)
			break;
		if (level <= largest)
			continue;
		largest = level;
		snprintf(name, sizeof name, "cache/index%d/shared_cpu_list", i);
		cache = cpu_read_number(number, name);
	}
	return cache;
}

/*
 * A core is named by its lowest CPU, which unlike core_id is unique over
 * packages.
 */
static void
cpu_read(struct cpu *cpu, int number)
{
	memset(cpu, 0, sizeof *cpu);
	cpu->number = number;
	cpu->core = cpu_read_number(number, "topology/thread_siblings_list");
	cpu->package = cpu_read_number(number, "topology/physical_package_id");
	cpu->cache = cpu_read_cache(number);
	cpu->capacity = cpu_read_number(number, "cpu_capacity");
	cpu->node = -1;
}

static void
cpus_read_nodes(struct cpu *cpus, size_t count)
{
	char	list[LIST_SIZE], nodes[1024], path[64];
	int	node;
	size_t	i;

	if (!linux_read_text(SYS_NODE "/online", nodes, sizeof nodes))
		return;
	for (node = 0; node < NODES_MAX; node++) {
		if (!list_has(nodes, node))
			continue;
		snprintf(path, sizeof path, SYS_NODE "/node%d/cpulist", node);
		if (!linux_read_text(path, list, sizeof list))
			continue;
		for (i = 0; i < count; i++) {
			if (list_has(list, cpus[i].number))
				cpus[i].node = node;
		}
	}
}

/* Kinds of cores by the device that counts their events (hybrid x86). */
static const struct {
	const char	*path, *kind;
	int		 capacity;	/* where the kernel gives none: the order alone */
} kinds[] = {
	{ "/sys/devices/cpu_core/cpus", "performance", 2 },
	{ "/sys/devices/cpu_atom/cpus", "efficiency", 1 },
};

static void
cpus_read_kinds(struct cpu *cpus, size_t count)
{
	char	list[LIST_SIZE];
	size_t	i, kind;

	for (kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++) {
		if (!linux_read_text(kinds[kind].path, list, sizeof list))
			continue;
		for (i = 0; i < count; i++) {
			if (!list_has(list, cpus[i].number))
				continue;
			snprintf(cpus[i].kind, sizeof cpus[i].kind, "%s",
			    kinds[kind].kind);
			if (cpus[i].capacity < 0)
				cpus[i].capacity = kinds[kind].capacity;
		}
	}
}

/* This process's mask, freed by CPU_FREE; the kernel refuses one that is too
 * small for its CPUs.  NULL: unknown. */
static cpu_set_t *
cpus_get_mask(int *limit)
{
	cpu_set_t	*mask;

	for (*limit = 1024; *limit <= CPUS_ADDRESSED; *limit *= 2) {
		if ((mask = CPU_ALLOC((size_t)*limit)) == NULL)
			return NULL;
		CPU_ZERO_S(CPU_ALLOC_SIZE((size_t)*limit), mask);
		if (sched_getaffinity(0, CPU_ALLOC_SIZE((size_t)*limit),
		    mask) == 0)
			return mask;
		CPU_FREE(mask);
		if (errno != EINVAL)
			return NULL;
	}
	return NULL;
}

size_t
osdep_get_cpus(struct cpu *cpus)
{
	int		 limit, number;
	cpu_set_t	*mask = cpus_get_mask(&limit);
	size_t		 count = 0;

	if (mask == NULL)
		return 0;
	for (number = 0; number < limit && count < OSDEP_CPUS_MAX; number++) {
		if (CPU_ISSET_S((size_t)number, CPU_ALLOC_SIZE((size_t)limit),
		    mask))
			cpu_read(&cpus[count++], number);
	}
	CPU_FREE(mask);
	cpus_read_nodes(cpus, count);
	cpus_read_kinds(cpus, count);
	return count;
}

/* Some C libraries count by the affinity mask: the kernel is asked first. */
unsigned
osdep_count_cpus(void)
{
	char	 list[LIST_SIZE];
	long	 online;

	if (linux_read_text(SYS_CPU "/online", list, sizeof list) &&
	    list_count(list) > 0)
		return list_count(list);
	online = sysconf(_SC_NPROCESSORS_ONLN);
	return online > 0 ? (unsigned)online : 0;
}

int
osdep_pin(int cpu)
{
	cpu_set_t	*mask;
	size_t		 size;
	int		 outcome;

	if (cpu < 0 || cpu >= CPUS_ADDRESSED) {
		errno = EINVAL;
		return -1;
	}
	if ((mask = CPU_ALLOC((size_t)cpu + 1)) == NULL)
		return -1;
	size = CPU_ALLOC_SIZE((size_t)cpu + 1);
	CPU_ZERO_S(size, mask);
	CPU_SET_S((size_t)cpu, size, mask);
	outcome = sched_setaffinity(0, size, mask);
	CPU_FREE(mask);
	return outcome < 0 ? -1 : 0;
}

bool
osdep_pins_threads(void)
{
	return true;
}

int
osdep_current_cpu(void)
{
#if HAVE_SCHED_GETCPU
	return sched_getcpu();
#else
	unsigned	cpu;

	return syscall(SYS_getcpu, &cpu, NULL, NULL) == 0 ? (int)cpu : -1;
#endif
}

int
osdep_die_with_parent(int parent)
{
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
		return -1;
	/* It may have ended before the kernel was asked. */
	if (getppid() != parent)
		kill(getpid(), SIGKILL);
	return 0;
}

const char *
osdep_own_executable(void)
{
	return access("/proc/self/exe", X_OK) == 0 ? "/proc/self/exe" : NULL;
}

/*
 * A user-mode emulator answers for the usual name of the link, but hands
 * another name for the same link on to the kernel.  False: no such emulator.
 */
static bool
emulator_read_executable(char *path, size_t size)
{
	char	told[PATH_MAX];
	ssize_t	length, real_length;

	length = readlink("/proc/self/exe", told, sizeof told - 1);
	real_length = readlink("/proc/./self/exe", path, size - 1);
	if (length < 0 || real_length < 0)
		return false;
	told[length] = '\0';
	path[real_length] = '\0';
	return strcmp(told, path) != 0;
}

/* gVisor gives itself away by the one version that it claims, or by the first
 * line of its log. */
static bool
emulator_is_gvisor(void)
{
	struct utsname	names;
	char		log[4096];
	int		length;

	if (uname(&names) == 0 && strcmp(names.version,
	    "#1 SMP Sun Jan 10 15:06:54 PST 2016") == 0)
		return true;
	length = klogctl(3, log, sizeof log - 1);
	log[length > 0 ? length : 0] = '\0';
	log[strcspn(log, "\n")] = '\0';
	return strstr(log, "Starting gVisor") != NULL;
}

const char *
osdep_emulator(void)
{
	char	path[PATH_MAX];

	if (emulator_read_executable(path, sizeof path))
		return strstr(path, "qemu") != NULL ? "qemu-user" :
		    strstr(path, "valgrind") != NULL ? "valgrind" :
		    "unknown";
	return emulator_is_gvisor() ? "gvisor" : NULL;
}

bool
osdep_exec_leaves_emulator(void)
{
	char	path[PATH_MAX];

	return emulator_read_executable(path, sizeof path);
}

/* With one frequency to choose from, a governor has nothing to do. */
bool
osdep_scales_frequency(void)
{
	long	least = linux_read_number(SYS_CPU
	    "/cpu0/cpufreq/scaling_min_freq");
	long	most = linux_read_number(SYS_CPU
	    "/cpu0/cpufreq/scaling_max_freq");

	return least >= 0 && least < most;
}
