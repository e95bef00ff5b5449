/*
 * sysv-shm: messages copied into and out of a System V segment, with a System
 * V semaphore to tell of each.
 */

#include "config.h"

#include "transports/message.h"
#include "transports/sysv-shm.h"

#if HAVE_SHMGET && HAVE_SEMGET
#include <errno.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <unistd.h>

#include "transports/sysv.h"

#define SYSV_SHM_KEY	1u		/* the semaphores have number 0 */

static int
sysv_shm_probe(void)
{
	if (shmget(SYSV_PROBED_KEY, 0, 0) < 0 &&
	    sysv_judge_probe("System V shared memory") != OUTCOME_OK)
		return OUTCOME_SKIPPED;
	return sysv_semaphores_probe();
}

static int
sysv_shm_refuse(size_t size)
{
	if (errno == EINVAL)
		return skip("a segment of %zu bytes is more than this system "
		    "gives (limit SHMMAX; Linux: sysctl kernel.shmmax)", size);
	return sysv_refuse("make a shared segment", "SHMMNI or SHMALL (Linux: "
	    "sysctl kernel.shmmni, kernel.shmall)");
}

/* Once it is mapped and marked, the segment ends with its last user. */
static int
sysv_shm_map(struct side *side)
{
	struct sysv_shm_state *state = side->state;
	size_t	size = segment_size(side, 0);
	void	*base;

	state->identifier = shmget(sysv_key(side, SYSV_SHM_KEY), size, SYSV_NEW);
	if (state->identifier < 0)
		return sysv_shm_refuse(size);
	base = shmat(state->identifier, NULL, 0);
	if (base == (void *)-1)
		return fail_errno("map a shared segment");
	segment_place(&state->segment, side, base, 0);
	(void)shmctl(state->identifier, IPC_RMID, NULL);
	state->identifier = -1;
	return OUTCOME_OK;
}

static int
sysv_shm_prepare(struct side *side)
{
	struct sysv_shm_state *state = side->state;
	int		       outcome;

	state->identifier = -1;
	outcome = sysv_semaphores_make(&state->semaphores, side);
	return outcome != OUTCOME_OK ? outcome : sysv_shm_map(side);
}

static int
sysv_shm_attach(struct side *side)
{
	struct sysv_shm_state *state = side->state;

	sysv_semaphores_take(&state->semaphores, side);
	segment_take(&state->segment, side);
	return OUTCOME_OK;
}

BATCH_INLINE int
sysv_shm_send(struct side *side, unsigned link, const unsigned char *data,
    size_t size)
{
	struct sysv_shm_state *state = side->state;

	(void)link;
	memcpy(state->segment.out, data, size);
	return sysv_semaphores_post(&state->semaphores);
}

BATCH_INLINE int
sysv_shm_receive(struct side *side, unsigned link, unsigned char *data,
    size_t size)
{
	struct sysv_shm_state *state = side->state;

	(void)link;
	if (BATCH_UNLIKELY(sysv_semaphores_wait(&state->semaphores) !=
	    OUTCOME_OK))
		return OUTCOME_FAILED;
	memcpy(data, state->segment.in, size);
	return OUTCOME_OK;
}

static const struct message_methods sysv_shm_methods = {
	.send = sysv_shm_send,
	.receive = sysv_shm_receive,
};

static int
sysv_shm_run(struct side *side, struct batch *batch)
{
	return message_run(side, batch, &sysv_shm_methods);
}

static void
sysv_shm_dispose(struct side *side)
{
	struct sysv_shm_state *state = side->state;

	if (state->segment.base != NULL)
		(void)shmdt(state->segment.base);
	if (state->identifier >= 0)
		(void)shmctl(state->identifier, IPC_RMID, NULL);
	sysv_semaphores_remove(&state->semaphores);
}

static void
sysv_shm_clean(const struct side *side)
{
	int		segment = shmget(sysv_key(side, SYSV_SHM_KEY), 0, 0);
	struct shmid_ds	facts;

	if (segment >= 0 && shmctl(segment, IPC_STAT, &facts) == 0 &&
	    facts.shm_perm.cuid == geteuid())
		(void)shmctl(segment, IPC_RMID, NULL);
	sysv_semaphores_clean(side);
}

static bool
sysv_shm_is_taken(const struct side *side)
{
	return sysv_exists(shmget(sysv_key(side, SYSV_SHM_KEY), 0, 0)) ||
	    sysv_semaphores_is_taken(side);
}

#define SYSV_SHM_ROW \
	.state_size = sizeof(struct sysv_shm_state), \
	.probe = sysv_shm_probe, \
	.prepare = sysv_shm_prepare, \
	.attach = sysv_shm_attach, \
	.run = sysv_shm_run, \
	.dispose = sysv_shm_dispose, \
	.clean = sysv_shm_clean, \
	.is_taken = sysv_shm_is_taken
#else
#define SYSV_SHM_ROW .absent = "the system has no shmget() or no semget()"
#endif

const struct transport transport_sysv_shm = {
	.name = "sysv-shm",
	.summary = "shared memory and semaphores of System V",
	.operation = "client: copy into a shared segment, semop to post, semop "
	    "to wait, copy out; server: wait, copy out, copy in, post",
	.paths = "semop, as sysv-sem; the copies are user code, and touch "
	    "cache lines that the other side wrote",
	.keys = MESSAGE_DATA_KEYS,
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS,
	.method = 1,
	.max_size = SIZE_LIMIT,
	SYSV_SHM_ROW,
};
