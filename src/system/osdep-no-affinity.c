/* The answers of systems that bind nothing to a CPU. */

#include "config.h"

#include <errno.h>

#include "system/osdep.h"

size_t
osdep_get_cpus(struct cpu *cpus)
{
	(void)cpus;
	return 0;
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
