/* sysv-sem: post and wait on each side, with System V semaphores. */

#include "config.h"

#include "transports/batch.h"
#include "transports/sysv-semaphores.h"

#if HAVE_SEMGET
static int
sysv_sem_prepare(struct side *side)
{
	return sysv_semaphores_make(side->state, side);
}

static int
sysv_sem_attach(struct side *side)
{
	sysv_semaphores_take(side->state, side);
	return OUTCOME_OK;
}

BATCH_INLINE int
sysv_sem_call(struct side *side, const struct message_methods *methods)
{
	int	outcome = sysv_semaphores_post(side->state);

	(void)methods;
	return BATCH_UNLIKELY(outcome != OUTCOME_OK) ? outcome :
	    sysv_semaphores_wait(side->state);
}

BATCH_INLINE int
sysv_sem_serve(struct side *side, const struct message_methods *methods)
{
	int	outcome = sysv_semaphores_wait(side->state);

	(void)methods;
	return BATCH_UNLIKELY(outcome != OUTCOME_OK) ? outcome :
	    sysv_semaphores_post(side->state);
}

static int
sysv_sem_run(struct side *side, struct batch *batch)
{
	return side->role == ROLE_CLIENT ?
	    batch_run(side, batch, sysv_sem_call, NULL) :
	    batch_run(side, batch, sysv_sem_serve, NULL);
}

static void
sysv_sem_dispose(struct side *side)
{
	sysv_semaphores_remove(side->state);
}

#define SYSV_SEM_ROW \
	.state_size = sizeof(struct sysv_semaphores), \
	.probe = sysv_semaphores_probe, \
	.prepare = sysv_sem_prepare, \
	.attach = sysv_sem_attach, \
	.run = sysv_sem_run, \
	.dispose = sysv_sem_dispose, \
	.clean = sysv_semaphores_clean, \
	.is_taken = sysv_semaphores_is_taken
#else
#define SYSV_SEM_ROW .absent = "the system has no semget()"
#endif

const struct transport transport_sysv_sem = {
	.name = "sysv-sem",
	.summary = "post and wait with System V semaphores",
	.operation = "client: semop to post, semop to wait; server: semop to "
	    "wait, semop to post; two semaphores of a set",
	.paths = "semop: look-up, permission, lock of a semaphore, list of "
	    "those that wait, wake-up, context switch",
	.keys = KEY_BIT(KEY_PAIRS) | KEY_BIT(KEY_PEER),
	.flags = TRANSPORT_BLOCKS,
	.method = 1,
	SYSV_SEM_ROW,
};
