/*
 * A set of two System V semaphores: one says that there is a request, the
 * other that there is a reply.
 */

#ifndef TRANSPORTS_SYSV_SEMAPHORES_H
#define TRANSPORTS_SYSV_SEMAPHORES_H

#if HAVE_SEMGET
#include <sys/types.h>
#include <sys/ipc.h>
#include <sys/sem.h>

#include "transports/batch.h"
#include "transports/transport.h"

/* post and wait are one side's, after sysv_semaphores_take(). */
struct sysv_semaphores {
	int		set;		/* -1: none */
	struct sembuf	post, wait;
};

/* For probe: whether the kernel has them for this process: OK or a skip. */
int	 sysv_semaphores_probe(void);

/*
 * Makes the set, with both at 0, by the invocation's key of number 0.  An enum
 * outcome; sysv_semaphores_remove() must follow in any case.
 */
int	 sysv_semaphores_make(struct sysv_semaphores *, const struct side *);
void	 sysv_semaphores_remove(const struct sysv_semaphores *);

/* For clean: removes, by key, the set that a killed supervisor left. */
void	 sysv_semaphores_clean(const struct side *);

/* For is_taken: whether there is a set of the key already. */
bool	 sysv_semaphores_is_taken(const struct side *);

/* For attach: which is whose. */
void	 sysv_semaphores_take(struct sysv_semaphores *, const struct side *);

/* After a call that failed: goes on where it was interrupted: an outcome. */
int	 sysv_semaphores_again(int set, struct sembuf *);

/*
 * Post and wait are never one semop(): the kernel would finish the sleeper's
 * operation by itself, and nobody would sleep.
 */
BATCH_INLINE int
sysv_semaphores_post(struct sysv_semaphores *semaphores)
{
	return BATCH_UNLIKELY(semop(semaphores->set, &semaphores->post, 1) !=
	    0) ? sysv_semaphores_again(semaphores->set, &semaphores->post) :
	    OUTCOME_OK;
}

BATCH_INLINE int
sysv_semaphores_wait(struct sysv_semaphores *semaphores)
{
	return BATCH_UNLIKELY(semop(semaphores->set, &semaphores->wait, 1) !=
	    0) ? sysv_semaphores_again(semaphores->set, &semaphores->wait) :
	    OUTCOME_OK;
}
#endif

#endif
