/* What only DragonFly can tell about CPUs, time, and processes. */

#include "config.h"

#include <sys/types.h>
#include <sys/param.h>
#include <sys/kinfo.h>
#include <sys/sysctl.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <pthread_np.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "results/result.h"
#include "system/osdep-boot.h"
#include "system/osdep-cpuid.h"
#include "system/osdep-sysctl.h"
#include "system/osdep.h"

#define NS_PER_US	1000u
#define CORES_MAX	4096	/* in one package */

/* A number that the system has for one CPU; -1: none. */
static int
cpu_read_number(int number, const char *what)
{
	char	name[64];
	long	value;

	snprintf(name, sizeof name, "hw.cpu_topology.cpu%d.%s", number, what);
	value = sysctl_name_read_number(name);
	return value >= 0 && value < INT_MAX / CORES_MAX ? (int)value : -1;
}

/* Cores are numbered anew in each package. */
static void
cpu_read(struct cpu *cpu, int number)
{
	int	core = cpu_read_number(number, "core_id");

	memset(cpu, 0, sizeof *cpu);
	cpu->number = number;
	cpu->package = cpu_read_number(number, "physical_id");
	cpu->core = core >= 0 && core < CORES_MAX && cpu->package >= 0 ?
	    cpu->package * CORES_MAX + core : -1;
	cpu->cache = cpu->node = cpu->capacity = -1;
}

size_t
osdep_get_cpus(struct cpu *cpus)
{
	cpu_set_t	mask;
	size_t		count = 0;
	int		number;

	CPU_ZERO(&mask);
	if (pthread_getaffinity_np(pthread_self(), sizeof mask, &mask) != 0)
		return 0;
	for (number = 0; number < CPU_SETSIZE && count < OSDEP_CPUS_MAX;
	    number++)
		if (CPU_ISSET(number, &mask))
			cpu_read(&cpus[count++], number);
	return count;
}

int
osdep_pin(int cpu)
{
	cpu_set_t	mask;
	int		error = EINVAL;

	if (cpu >= 0 && cpu < CPU_SETSIZE) {
		CPU_ZERO(&mask);
		CPU_SET(cpu, &mask);
		error = pthread_setaffinity_np(pthread_self(), sizeof mask,
		    &mask);
	}
	errno = error;
	return error == 0 ? 0 : -1;
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

/* Of each CPU in microseconds. */
bool
osdep_busy_time(uint64_t *busy_ns, uint64_t *step_ns)
{
	static struct kinfo_cputime times[MAXCPU];
	size_t	size = sizeof times, i;

	if (!sysctl_name_read("kern.cputime", times, &size) || size == 0)
		return false;
	*busy_ns = 0;
	for (i = 0; i < size / sizeof times[0]; i++)
		*busy_ns += NS_PER_US * (times[i].cp_user + times[i].cp_nice +
		    times[i].cp_sys + times[i].cp_intr);
	*step_ns = NS_PER_US;
	return true;
}

bool
osdep_get_usage(int process, struct osdep_usage *usage)
{
	int	numbers[] = { CTL_KERN, KERN_PROC, KERN_PROC_PID, process };
	struct kinfo_proc told;
	size_t	size = sizeof told;

	memset(usage, 0, sizeof *usage);
	usage->cpu = -1;
	if (!sysctl_read(numbers, 4, &told, &size) || size != sizeof told ||
	    told.kp_pid != process)
		return false;
	usage->ticks_known = usage->switches_known = true;
	usage->user_ticks = told.kp_lwp.kl_uticks * NS_PER_US;
	usage->system_ticks = (told.kp_lwp.kl_sticks + told.kp_lwp.kl_iticks) *
	    NS_PER_US;
	usage->cpu_ns = usage->user_ticks + usage->system_ticks;
	usage->voluntary = (uint64_t)told.kp_lwp.kl_ru.ru_nvcsw;
	usage->involuntary = (uint64_t)told.kp_lwp.kl_ru.ru_nivcsw;
	usage->cpu = told.kp_lwp.kl_cpuid;
	return true;
}

const char *
osdep_own_executable(void)
{
	int	numbers[] = { CTL_KERN, KERN_PROC, KERN_PROC_PATHNAME, -1 };

	return sysctl_find_executable(numbers, 4);
}

void
osdep_add_facts(struct facts *facts)
{
	if (!sysctl_name_add_text(facts, "cpu_model", "hw.model"))
		facts_add_text(facts, "cpu_model", NULL);
	boot_add_record(facts);
	cpuid_add_virtual(facts);
	facts_add_text(facts, "emulated", NULL);
	(void)sysctl_name_add_text(facts, "clocksource", "kern.cputimer.name");
}
