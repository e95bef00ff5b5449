/* What the files for FreeBSD share. */

#ifndef SYSTEM_OSDEP_FREEBSD_H
#define SYSTEM_OSDEP_FREEBSD_H

#include <stddef.h>

#include "system/osdep.h"

/* Fills in core and cache of these CPUs, as far as the scheduler tells. */
void	 freebsd_read_topology(struct cpu *, size_t);

#endif
