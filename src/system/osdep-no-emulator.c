/* The answers of systems on which nothing is known to pose as the kernel. */

#include "config.h"

#include "system/osdep.h"

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
