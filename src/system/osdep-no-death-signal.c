/* The answer of systems that do not end a process with its parent. */

#include "config.h"

#include <errno.h>

#include "system/osdep.h"

int
osdep_die_with_parent(int parent)
{
	(void)parent;
	errno = ENOSYS;
	return -1;
}
