/*
 * Two POSIX semaphores: one says that there is a request, the other that there
 * is a reply.  Unnamed ones in memory that the sides share; named ones where
 * the system does not share unnamed ones.
 */

#ifndef TRANSPORTS_POSIX_SEMAPHORES_H
#define TRANSPORTS_POSIX_SEMAPHORES_H

#if HAVE_SEM_INIT || HAVE_SEM_OPEN
#define POSIX_SEMAPHORES_BUILT	1

#include <semaphore.h>

#include "transports/batch.h"
#include "transports/segment.h"
#include "transports/transport.h"

#define POSIX_SEMAPHORES	2

/* Bytes of shared memory for both, each on a cache line of its own. */
#define POSIX_SEMAPHORES_SIZE	((size_t)POSIX_SEMAPHORES * SHARED_LINE)
_Static_assert(sizeof(sem_t) <= SHARED_LINE, "a semaphore is too large");

/* post and wait are one side's, after posix_semaphores_take(). */
struct posix_semaphores {
	sem_t	*of_request, *of_reply;		/* NULL: not made */
	sem_t	*post, *wait;
	bool	 named;
};

/* The state of posix-sem and posix-shm. */
struct posix_segment {
	struct posix_semaphores	semaphores;	/* unnamed ones are at the beginning of */
	struct segment		segment;
};

/*
 * Makes both at 0, in zeroed memory of POSIX_SEMAPHORES_SIZE bytes that all
 * sides share.  An enum outcome; posix_semaphores_remove() must follow in any
 * case.
 */
int	 posix_semaphores_make(struct posix_semaphores *, const struct side *,
	     void *memory);
void	 posix_semaphores_remove(const struct posix_semaphores *);

/* Dispose of transports whose state is a struct posix_segment. */
void	 posix_segment_dispose(struct side *);

/* Removes the names that a killed supervisor left. */
void	 posix_semaphores_clean(const struct side *);

/* For attach: which is whose. */
void	 posix_semaphores_take(struct posix_semaphores *, const struct side *);

/* After a wait that failed: goes on where it was interrupted. */
int	 posix_semaphores_wait_again(sem_t *);

/* After a post that failed, by errno: OUTCOME_FAILED. */
int	 posix_semaphores_fail_post(void);

BATCH_INLINE int
posix_semaphores_post(const struct posix_semaphores *semaphores)
{
	return BATCH_UNLIKELY(sem_post(semaphores->post) != 0) ?
	    posix_semaphores_fail_post() : OUTCOME_OK;
}

BATCH_INLINE int
posix_semaphores_wait(const struct posix_semaphores *semaphores)
{
	return BATCH_UNLIKELY(sem_wait(semaphores->wait) != 0) ?
	    posix_semaphores_wait_again(semaphores->wait) : OUTCOME_OK;
}
#else
#define POSIX_SEMAPHORES_BUILT	0
#endif

#endif
