/* The answers of systems that do not tell what else was done on a CPU. */

#include "config.h"

#include "system/osdep.h"

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
