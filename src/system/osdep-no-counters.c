/* The answers of systems whose counters of theft and trouble are unknown. */

#include "config.h"

#include "system/osdep.h"

bool
osdep_steal_time(uint64_t *steal_ns)
{
	(void)steal_ns;
	return false;
}

bool
osdep_get_connections(struct osdep_connections *connections)
{
	(void)connections;
	return false;
}
