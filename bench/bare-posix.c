/* The bare loops of the POSIX tests. */

#include "config.h"

#include <string.h>

#include "bare.h"
#include "system/clock.h"
#include "transports/posix-mq.h"
#include "transports/posix-semaphores.h"

#if HAVE_MQ_OPEN
int
bare_posix_mq_client(struct side *side, uint64_t count, uint64_t *times)
{
	mqd_t		 out = posix_mq_out(side), in = posix_mq_in(side);
	const char	*sending = (const char *)side->outgoing;
	char		*receiving = (char *)side->incoming;
	size_t		 sent = side->outgoing_size;
	size_t		 received = side->incoming_size;
	uint64_t	 i;

	if (times != NULL)
		times[0] = clock_now();
	for (i = 0; i < count; i++) {
		if (mq_send(out, sending, sent, 0) != 0 ||
		    mq_receive(in, receiving, received, NULL) !=
		    (ssize_t)received)
			return -1;
		if (times != NULL)
			times[i + 1] = clock_now();
	}
	return 0;
}

int
bare_posix_mq_server(struct side *side, uint64_t count, uint64_t *times)
{
	mqd_t		 out = posix_mq_out(side), in = posix_mq_in(side);
	const char	*sending = (const char *)side->outgoing;
	char		*receiving = (char *)side->incoming;
	size_t		 sent = side->outgoing_size;
	size_t		 received = side->incoming_size;
	uint64_t	 i;

	(void)times;
	for (i = 0; i < count; i++) {
		if (mq_receive(in, receiving, received, NULL) !=
		    (ssize_t)received)
			return -1;
		if (mq_send(out, sending, sent, 0) != 0)
			return -1;
	}
	return 0;
}
#else
BARE_MISSING(posix_mq)
#endif

#if POSIX_SEMAPHORES_BUILT
int
bare_posix_sem_client(struct side *side, uint64_t count, uint64_t *times)
{
	struct posix_segment *state = side->state;
	sem_t		*post = state->semaphores.post;
	sem_t		*wait = state->semaphores.wait;
	uint64_t	 i;

	if (times != NULL)
		times[0] = clock_now();
	for (i = 0; i < count; i++) {
		if (sem_post(post) != 0 ||
		    sem_wait(wait) != 0)
			return -1;
		if (times != NULL)
			times[i + 1] = clock_now();
	}
	return 0;
}

int
bare_posix_sem_server(struct side *side, uint64_t count, uint64_t *times)
{
	struct posix_segment *state = side->state;
	sem_t		*post = state->semaphores.post;
	sem_t		*wait = state->semaphores.wait;
	uint64_t	 i;

	(void)times;
	for (i = 0; i < count; i++) {
		if (sem_wait(wait) != 0)
			return -1;
		if (sem_post(post) != 0)
			return -1;
	}
	return 0;
}
#else
BARE_MISSING(posix_sem)
#endif

#if HAVE_SHM_OPEN && POSIX_SEMAPHORES_BUILT
int
bare_posix_shm_client(struct side *side, uint64_t count, uint64_t *times)
{
	struct posix_segment *state = side->state;
	sem_t		*post = state->semaphores.post;
	sem_t		*wait = state->semaphores.wait;
	uint64_t	 i;

	if (times != NULL)
		times[0] = clock_now();
	for (i = 0; i < count; i++) {
		memcpy(state->segment.out, side->outgoing,
		    side->outgoing_size);
		if (sem_post(post) != 0 ||
		    sem_wait(wait) != 0)
			return -1;
		memcpy(side->incoming, state->segment.in,
		    side->incoming_size);
		if (times != NULL)
			times[i + 1] = clock_now();
	}
	return 0;
}

int
bare_posix_shm_server(struct side *side, uint64_t count, uint64_t *times)
{
	struct posix_segment *state = side->state;
	sem_t		*post = state->semaphores.post;
	sem_t		*wait = state->semaphores.wait;
	uint64_t	 i;

	(void)times;
	for (i = 0; i < count; i++) {
		if (sem_wait(wait) != 0)
			return -1;
		memcpy(side->incoming, state->segment.in,
		    side->incoming_size);
		memcpy(state->segment.out, side->outgoing,
		    side->outgoing_size);
		if (sem_post(post) != 0)
			return -1;
	}
	return 0;
}
#else
BARE_MISSING(posix_shm)
#endif
