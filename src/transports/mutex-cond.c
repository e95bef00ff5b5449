/* mutex-cond: a mutex and a condition variable shared between processes. */

#include "config.h"

#include <errno.h>

#include "transports/batch.h"
#include "transports/mutex-cond.h"
#include "transports/shared.h"

#if HAVE_PTHREAD_MUTEXATTR_SETPSHARED && HAVE_PTHREAD_CONDATTR_SETPSHARED
static int
mutex_cond_fail(int error, const char *what)
{
	errno = error;
	return fail_errno("%s", what);
}

/*
 * Signalled without the mutex: whoever is woken would otherwise have to sleep
 * again until it is free.
 */
BATCH_INLINE int
mutex_cond_pass(struct mutex_cond *shared, enum side_role to)
{
	int	error = pthread_mutex_lock(&shared->mutex);

	if (BATCH_UNLIKELY(error != 0))
		return mutex_cond_fail(error, "lock a mutex");
	shared->turn = to;
	pthread_mutex_unlock(&shared->mutex);
	pthread_cond_signal(&shared->turned);
	return OUTCOME_OK;
}

BATCH_INLINE int
mutex_cond_await(struct mutex_cond *shared, enum side_role self)
{
	int	error = pthread_mutex_lock(&shared->mutex);

	if (BATCH_UNLIKELY(error != 0))
		return mutex_cond_fail(error, "lock a mutex");
	while (shared->turn != self && error == 0)
		error = pthread_cond_wait(&shared->turned, &shared->mutex);
	pthread_mutex_unlock(&shared->mutex);
	return BATCH_UNLIKELY(error != 0) ?
	    mutex_cond_fail(error, "wait for a condition") : OUTCOME_OK;
}

BATCH_INLINE int
mutex_cond_call(struct side *side, const struct message_methods *methods)
{
	const struct mutex_cond_state *state = side->state;
	int	outcome = mutex_cond_pass(state->shared, ROLE_SERVER);

	(void)methods;
	return BATCH_UNLIKELY(outcome != OUTCOME_OK) ? outcome :
	    mutex_cond_await(state->shared, ROLE_CLIENT);
}

BATCH_INLINE int
mutex_cond_serve(struct side *side, const struct message_methods *methods)
{
	const struct mutex_cond_state *state = side->state;
	int	outcome = mutex_cond_await(state->shared, ROLE_SERVER);

	(void)methods;
	return BATCH_UNLIKELY(outcome != OUTCOME_OK) ? outcome :
	    mutex_cond_pass(state->shared, ROLE_CLIENT);
}

static int
mutex_cond_run(struct side *side, struct batch *batch)
{
	return side->role == ROLE_CLIENT ?
	    batch_run(side, batch, mutex_cond_call, NULL) :
	    batch_run(side, batch, mutex_cond_serve, NULL);
}

/* An error number. */
static int
mutex_cond_initialise(struct mutex_cond *shared)
{
	pthread_mutexattr_t	mutex;
	pthread_condattr_t	condition;
	int			error;

	if ((error = pthread_mutexattr_init(&mutex)) != 0)
		return error;
	error = pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
	if (error == 0)
		error = pthread_mutex_init(&shared->mutex, &mutex);
	pthread_mutexattr_destroy(&mutex);
	if (error != 0 || (error = pthread_condattr_init(&condition)) != 0)
		return error;
	error = pthread_condattr_setpshared(&condition,
	    PTHREAD_PROCESS_SHARED);
	if (error == 0)
		error = pthread_cond_init(&shared->turned, &condition);
	pthread_condattr_destroy(&condition);
	return error;
}

static int
mutex_cond_prepare(struct side *side)
{
	struct mutex_cond_state *state = side->state;
	int	error;

	state->shared = shared_map(sizeof *state->shared);
	if (state->shared == NULL)
		return OUTCOME_FAILED;
	state->shared->turn = ROLE_CLIENT;
	if ((error = mutex_cond_initialise(state->shared)) == 0)
		return OUTCOME_OK;
	errno = error;
	return skip_errno("a mutex and a condition variable shared between "
	    "processes");
}

/*
 * Nothing is destroyed: that may wait for ever for a side that was killed
 * while it waited, and all there is lies in the memory.
 */
static void
mutex_cond_dispose(struct side *side)
{
	struct mutex_cond_state *state = side->state;

	shared_unmap(state->shared, sizeof *state->shared);
}

#define MUTEX_COND_ROW \
	.flags = TRANSPORT_BLOCKS | TRANSPORT_LOOKS_FIRST, \
	.state_size = sizeof(struct mutex_cond_state), \
	.prepare = mutex_cond_prepare, \
	.run = mutex_cond_run, \
	.dispose = mutex_cond_dispose
#else
#define MUTEX_COND_ROW	.absent = "no mutex is shared between processes here"
#endif

const struct transport transport_mutex_cond = {
	.name = "mutex-cond",
	.summary = "process-shared mutex and condition variable",
	.operation = "client: lock, pass the turn, unlock, signal, lock, wait "
	    "for its turn, unlock; server: the same, waiting first",
	.paths = "pthread_mutex_lock without contention, pthread_cond_signal, "
	    "pthread_cond_wait: wait and wake of a futex or its like, "
	    "context switch",
	.keys = KEY_BIT(KEY_PAIRS) | KEY_BIT(KEY_PEER),
	.method = 1,
	MUTEX_COND_ROW,
};
