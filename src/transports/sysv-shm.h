/* The state of sysv-shm, for the bare loop. */

#ifndef TRANSPORTS_SYSV_SHM_H
#define TRANSPORTS_SYSV_SHM_H

#if HAVE_SHMGET && HAVE_SEMGET
#include "transports/segment.h"
#include "transports/sysv-semaphores.h"

struct sysv_shm_state {
	struct sysv_semaphores	semaphores;
	struct segment		segment;
	int			identifier;	/* until it is marked for removal; -1: none */
};
#endif

#endif
