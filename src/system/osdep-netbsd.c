/* What only NetBSD can tell about CPUs, time, and processes. */

#include "config.h"

#include <sys/types.h>
#include <sys/param.h>
#include <sys/sched.h>
#include <sys/sysctl.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "results/result.h"
#include "system/osdep-boot.h"
#include "system/osdep-cpuid.h"
#include "system/osdep-sysctl.h"
#include "system/osdep.h"

/* Adds one CPU, of which nothing more is told. */
static void
cpu_add(struct cpu *cpu, int number)
{
	memset(cpu, 0, sizeof *cpu);
	cpu->number = number;
	cpu->core = cpu->cache = -1;
	cpu->package = cpu->node = cpu->capacity = -1;
}

/*
 * A set that is empty has never been set: all CPUs.  Who may set one is for the
 * administrator to say, which is found out by setting what is set already.
 */
static size_t
cpus_read(struct cpu *cpus, cpuset_t *set)
{
	unsigned long	number, machine = osdep_count_cpus();
	size_t		count = 0;

	if (pthread_getaffinity_np(pthread_self(), cpuset_size(set), set) != 0)
		return 0;
	for (number = 0; number < OSDEP_CPUS_MAX &&
	    cpuset_isset(number, set) >= 0; number++)
		if (cpuset_isset(number, set) > 0)
			cpu_add(&cpus[count++], (int)number);
	if (count == 0) {
		for (number = 0; number < machine; number++) {
			cpu_add(&cpus[count++], (int)number);
			(void)cpuset_set(number, set);
		}
	}
	return pthread_setaffinity_np(pthread_self(), cpuset_size(set),
	    set) == 0 ? count : 0;
}

size_t
osdep_get_cpus(struct cpu *cpus)
{
	cpuset_t	*set = cpuset_create();
	size_t		 count;

	if (set == NULL)
		return 0;
	count = cpus_read(cpus, set);
	cpuset_destroy(set);
	return count;
}

int
osdep_pin(int cpu)
{
	cpuset_t	*set;
	int		 error = EINVAL;

	if ((set = cpuset_create()) == NULL)
		return -1;
	if (cpu >= 0 && cpuset_set((cpuid_t)cpu, set) == 0)
		error = pthread_setaffinity_np(pthread_self(),
		    cpuset_size(set), set);
	cpuset_destroy(set);
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
#if HAVE_PTHREAD_CURCPU_NP
	return pthread_curcpu_np();
#else
	return -1;
#endif
}

/* Without a number of one of them, the sum over all CPUs. */
bool
osdep_busy_time(uint64_t *busy_ns, uint64_t *step_ns)
{
	int		numbers[] = { CTL_KERN, KERN_CP_TIME };
	uint64_t	ticks[CPUSTATES];
	size_t		size = sizeof ticks;

	if (!sysctl_read(numbers, 2, ticks, &size) || size != sizeof ticks)
		return false;
	return sysctl_sum_ticks(ticks, CPUSTATES, CP_IDLE, busy_ns, step_ns);
}

const char *
osdep_own_executable(void)
{
	int	numbers[] = { CTL_KERN, KERN_PROC_ARGS, -1, KERN_PROC_PATHNAME };

	return sysctl_find_executable(numbers, 4);
}

/* By the driver of the CPU: more than one frequency to choose from. */
bool
osdep_scales_frequency(void)
{
	static const char *const names[] = {
		"machdep.est.frequency.available",
		"machdep.powernow.frequency.available",
		"machdep.cpu.frequency.available", NULL
	};
	char	text[1024];
	size_t	i;

	for (i = 0; names[i] != NULL; i++)
		if (sysctl_name_read_text(names[i], text, sizeof text))
			return strchr(text, ' ') != NULL;
	return false;
}

void
osdep_add_facts(struct facts *facts)
{
	if (!sysctl_name_add_text(facts, "cpu_model",
	    "machdep.cpu_brand") &&
	    !sysctl_name_add_text(facts, "cpu_model", "hw.model"))
		facts_add_text(facts, "cpu_model", NULL);
	boot_add_record(facts);
	cpuid_add_virtual(facts);
	facts_add_text(facts, "emulated", NULL);
	(void)sysctl_name_add_text(facts, "clocksource",
	    "kern.timecounter.hardware");
	(void)sysctl_name_add_text(facts, "vendor",
	    "machdep.dmi.system-vendor");
	(void)sysctl_name_add_text(facts, "product",
	    "machdep.dmi.system-product");
}
