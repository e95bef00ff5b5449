/* The answer of systems that do not tell whether CPUs change their frequency. */

#include "config.h"

#include "system/osdep.h"

bool
osdep_scales_frequency(void)
{
	return false;
}
