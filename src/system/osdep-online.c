/* How many CPUs are online, by sysconf(), where that does not follow a mask. */

#include "config.h"

#include <unistd.h>

#include "system/osdep.h"

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
