/* posix-sem: post and wait on each side, with POSIX semaphores. */

#include "config.h"

#include "transports/posix-semaphores.h"
#include "transports/transport.h"

#if POSIX_SEMAPHORES_BUILT
static int
posix_sem_prepare(struct side *side)
{
	struct posix_segment *state = side->state;

	if (segment_map_anonymous(&state->segment, side,
	    POSIX_SEMAPHORES_SIZE) != OUTCOME_OK)
		return OUTCOME_FAILED;
	return posix_semaphores_make(&state->semaphores, side,
	    state->segment.base);
}

static int
posix_sem_attach(struct side *side)
{
	struct posix_segment *state = side->state;

	posix_semaphores_take(&state->semaphores, side);
	return OUTCOME_OK;
}

BATCH_INLINE int
posix_sem_call(struct side *side, const struct message_methods *methods)
{
	const struct posix_segment *state = side->state;
	int	outcome = posix_semaphores_post(&state->semaphores);

	(void)methods;
	return BATCH_UNLIKELY(outcome != OUTCOME_OK) ? outcome :
	    posix_semaphores_wait(&state->semaphores);
}

BATCH_INLINE int
posix_sem_serve(struct side *side, const struct message_methods *methods)
{
	const struct posix_segment *state = side->state;
	int	outcome = posix_semaphores_wait(&state->semaphores);

	(void)methods;
	return BATCH_UNLIKELY(outcome != OUTCOME_OK) ? outcome :
	    posix_semaphores_post(&state->semaphores);
}

static int
posix_sem_run(struct side *side, struct batch *batch)
{
	return side->role == ROLE_CLIENT ?
	    batch_run(side, batch, posix_sem_call, NULL) :
	    batch_run(side, batch, posix_sem_serve, NULL);
}

#define POSIX_SEM_ROW \
	.state_size = sizeof(struct posix_segment), \
	.prepare = posix_sem_prepare, \
	.attach = posix_sem_attach, \
	.run = posix_sem_run, \
	.dispose = posix_segment_dispose, \
	.clean = posix_semaphores_clean
#else
#define POSIX_SEM_ROW .absent = "the system has no sem_init() or sem_open()"
#endif

const struct transport transport_posix_sem = {
	.name = "posix-sem",
	.summary = "post and wait with POSIX semaphores",
	.operation = "client: sem_post, sem_wait; server: sem_wait, sem_post; "
	    "shared by processes, unnamed where that works",
	.paths = "the C library's semaphore: an atomic operation, and where "
	    "somebody sleeps the futex calls: hash of the address, wake-up, "
	    "context switch",
	.keys = KEY_BIT(KEY_PAIRS) | KEY_BIT(KEY_PEER),
	.flags = TRANSPORT_BLOCKS | TRANSPORT_LOOKS_FIRST,
	.method = 1,
	POSIX_SEM_ROW,
};
