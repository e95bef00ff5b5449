/* What only FreeBSD can tell about CPUs, time, and processes. */

#include "config.h"

#include <sys/types.h>
#include <sys/param.h>
#include <sys/cpuset.h>
#include <sys/resource.h>
#include <sys/sysctl.h>
#include <sys/user.h>
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "results/result.h"
#include "system/osdep-boot.h"
#include "system/osdep-freebsd.h"
#include "system/osdep-sysctl.h"
#include "system/osdep.h"

#define NS_PER_S	1000000000u

size_t
osdep_get_cpus(struct cpu *cpus)
{
	cpuset_t	mask;
	size_t		count = 0;
	int		number;

	CPU_ZERO(&mask);
	if (cpuset_getaffinity(CPU_LEVEL_WHICH, CPU_WHICH_PID, -1,
	    sizeof mask, &mask) != 0)
		return 0;
	for (number = 0; number < CPU_SETSIZE && count < OSDEP_CPUS_MAX;
	    number++) {
		if (!CPU_ISSET(number, &mask))
			continue;
		memset(&cpus[count], 0, sizeof cpus[count]);
		cpus[count].number = number;
		cpus[count].core = cpus[count].cache = -1;
		cpus[count].package = cpus[count].node = -1;
		cpus[count].capacity = -1;
		count++;
	}
	freebsd_read_topology(cpus, count);
	return count;
}

int
osdep_pin(int cpu)
{
	cpuset_t	mask;

	if (cpu < 0 || cpu >= CPU_SETSIZE) {
		errno = EINVAL;
		return -1;
	}
	CPU_ZERO(&mask);
	CPU_SET(cpu, &mask);
	return cpuset_setaffinity(CPU_LEVEL_WHICH, CPU_WHICH_TID, -1,
	    sizeof mask, &mask);
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
	return -1;
#endif
}

bool
osdep_busy_time(uint64_t *busy_ns, uint64_t *step_ns)
{
	long		told[CPUSTATES];
	uint64_t	ticks[CPUSTATES];
	size_t		size = sizeof told, i;

	if (!sysctl_name_read("kern.cp_time", told, &size) ||
	    size != sizeof told)
		return false;
	for (i = 0; i < CPUSTATES; i++)
		ticks[i] = (uint64_t)told[i];
	return sysctl_sum_ticks(ticks, CPUSTATES, CP_IDLE, busy_ns, step_ns);
}

static uint64_t
time_to_ns(const struct timeval *time)
{
	return (uint64_t)time->tv_sec * NS_PER_S +
	    (uint64_t)time->tv_usec * 1000;
}

bool
osdep_get_usage(int process, struct osdep_usage *usage)
{
	int	numbers[] = { CTL_KERN, KERN_PROC, KERN_PROC_PID, process };
	struct kinfo_proc told;
	size_t	size = sizeof told;

	memset(usage, 0, sizeof *usage);
	usage->cpu = -1;
	/* One that has ended and is not reaped yet uses nothing more. */
	if (!sysctl_read(numbers, 4, &told, &size) || size != sizeof told ||
	    told.ki_structsize != (int)sizeof told || told.ki_pid != process)
		return false;
	usage->ticks_known = usage->switches_known = true;
	usage->user_ticks = time_to_ns(&told.ki_rusage.ru_utime);
	usage->system_ticks = time_to_ns(&told.ki_rusage.ru_stime);
	usage->cpu_ns = usage->user_ticks + usage->system_ticks;
	usage->voluntary = (uint64_t)told.ki_rusage.ru_nvcsw;
	usage->involuntary = (uint64_t)told.ki_rusage.ru_nivcsw;
	usage->cpu = told.ki_oncpu >= 0 ? told.ki_oncpu : told.ki_lastcpu;
	return true;
}

const char *
osdep_own_executable(void)
{
	int	numbers[] = { CTL_KERN, KERN_PROC, KERN_PROC_PATHNAME, -1 };

	return sysctl_find_executable(numbers, 4);
}

/* More than one frequency to choose from. */
bool
osdep_scales_frequency(void)
{
	char	levels[1024];

	return sysctl_name_read_text("dev.cpu.0.freq_levels", levels,
	    sizeof levels) && strchr(levels, ' ') != NULL;
}

/* Sixteen random bytes, of the younger kernels. */
static void
add_boot_id(struct facts *facts)
{
	unsigned char	bytes[16];
	char		text[2 * sizeof bytes + 1];
	size_t		size = sizeof bytes, i;

	if (!sysctl_name_read("kern.boot_id", bytes, &size) ||
	    size != sizeof bytes) {
		boot_add_record(facts);
		return;
	}
	for (i = 0; i < sizeof bytes; i++)
		snprintf(text + 2 * i, 3, "%02x", bytes[i]);
	facts_add_text(facts, "boot_id", text);
}

static void
add_virtual(struct facts *facts)
{
	char	guest[64];

	if (!sysctl_name_read_text("kern.vm_guest", guest, sizeof guest)) {
		facts_add_text(facts, "virtual", NULL);
		return;
	}
	facts_add_claim(facts, "virtual", strcmp(guest, "none") != 0);
	if (strcmp(guest, "none") != 0)
		facts_add_text(facts, "hypervisor", guest);
}

/* Facts that have a name of their own, and one text each. */
static const struct {
	const char	*key, *name;
} named[] = {
	{ "clocksource", "kern.timecounter.hardware" },
	{ "scheduler", "kern.sched.name" },
	{ "frequency_levels", "dev.cpu.0.freq_levels" },
	{ "idle_states", "dev.cpu.0.cx_supported" },
	{ "idle_lowest", "hw.acpi.cpu.cx_lowest" },
};

void
osdep_add_facts(struct facts *facts)
{
	size_t	i;

	if (!sysctl_name_add_text(facts, "cpu_model", "hw.model"))
		facts_add_text(facts, "cpu_model", NULL);
	add_boot_id(facts);
	add_virtual(facts);
	facts_add_text(facts, "emulated", NULL);
	for (i = 0; i < sizeof named / sizeof named[0]; i++)
		(void)sysctl_name_add_text(facts, named[i].key, named[i].name);
}
