/* The answers on a system that nothing is known about. */

#include "config.h"

#include <errno.h>
#include <stddef.h>
#include <unistd.h>

#include "results/result.h"
#include "system/osdep.h"

size_t
osdep_get_cpus(struct cpu *cpus)
{
	(void)cpus;
	return 0;
}

unsigned
osdep_count_cpus(void)
{
#if defined(_SC_NPROCESSORS_ONLN)
	long	count = sysconf(_SC_NPROCESSORS_ONLN);

	return count > 0 ? (unsigned)count : 0;
#else
	return 0;
#endif
}

bool
osdep_get_connections(struct osdep_connections *connections)
{
	(void)connections;
	return false;
}

int
osdep_pin(int cpu)
{
	(void)cpu;
	errno = ENOSYS;
	return -1;
}

bool
osdep_pins_threads(void)
{
	return false;
}

int
osdep_current_cpu(void)
{
	return -1;
}

bool
osdep_busy_time(uint64_t *busy_ns, uint64_t *step_ns)
{
	(void)busy_ns;
	(void)step_ns;
	return false;
}

bool
osdep_steal_time(uint64_t *steal_ns)
{
	(void)steal_ns;
	return false;
}

bool
osdep_get_cpu_times(const int *cpus, size_t count,
    struct osdep_cpu_times *times)
{
	(void)cpus;
	(void)count;
	(void)times;
	return false;
}

bool
osdep_get_delay(int process, uint64_t *delay_ns)
{
	(void)process;
	(void)delay_ns;
	return false;
}

bool
osdep_get_throttling(struct osdep_throttling *throttling)
{
	(void)throttling;
	return false;
}

bool
osdep_get_usage(int process, struct osdep_usage *usage)
{
	(void)process;
	(void)usage;
	return false;
}

int
osdep_die_with_parent(int parent)
{
	(void)parent;
	errno = ENOSYS;
	return -1;
}

const char *
osdep_own_executable(void)
{
	return NULL;
}

const char *
osdep_emulator(void)
{
	return NULL;
}

bool
osdep_exec_leaves_emulator(void)
{
	return false;
}

bool
osdep_scales_frequency(void)
{
	return false;
}

void
osdep_add_facts(struct facts *facts)
{
	facts_add_text(facts, "cpu_model", NULL);
	facts_add_text(facts, "boot_id", NULL);
	facts_add_text(facts, "virtual", NULL);
	facts_add_text(facts, "emulated", NULL);
}
