/* The bare loops of the System V tests. */

#include "config.h"

#include <string.h>
#if HAVE_MSGGET
#include <sys/ipc.h>
#include <sys/msg.h>
#endif

#include "bare.h"
#include "system/clock.h"
#include "transports/sysv-msg.h"
#include "transports/sysv-shm.h"
#include "transports/sysv-semaphores.h"

#if HAVE_MSGGET
int
bare_sysv_msg_client(struct side *side, uint64_t count, uint64_t *times)
{
	int		 out = sysv_msg_out(side), in = sysv_msg_in(side);
	void		*sending = sysv_message_of(side->outgoing);
	void		*receiving = sysv_message_of(side->incoming);
	size_t		 sent = side->outgoing_size;
	size_t		 received = side->incoming_size;
	uint64_t	 i;

	if (times != NULL)
		times[0] = clock_now();
	for (i = 0; i < count; i++) {
		if (msgsnd(out, sending, sent, 0) != 0 ||
		    msgrcv(in, receiving, received, 0, 0) !=
		    (ssize_t)received)
			return -1;
		if (times != NULL)
			times[i + 1] = clock_now();
	}
	return 0;
}

int
bare_sysv_msg_server(struct side *side, uint64_t count, uint64_t *times)
{
	int		 out = sysv_msg_out(side), in = sysv_msg_in(side);
	void		*sending = sysv_message_of(side->outgoing);
	void		*receiving = sysv_message_of(side->incoming);
	size_t		 sent = side->outgoing_size;
	size_t		 received = side->incoming_size;
	uint64_t	 i;

	(void)times;
	for (i = 0; i < count; i++) {
		if (msgrcv(in, receiving, received, 0, 0) !=
		    (ssize_t)received)
			return -1;
		if (msgsnd(out, sending, sent, 0) != 0)
			return -1;
	}
	return 0;
}
#else
BARE_MISSING(sysv_msg)
#endif

#if HAVE_SEMGET
int
bare_sysv_sem_client(struct side *side, uint64_t count, uint64_t *times)
{
	struct sysv_semaphores *semaphores = side->state;
	struct sembuf	 post = semaphores->post, wait = semaphores->wait;
	int		 set = semaphores->set;
	uint64_t	 i;

	if (times != NULL)
		times[0] = clock_now();
	for (i = 0; i < count; i++) {
		if (semop(set, &post, 1) != 0 ||
		    semop(set, &wait, 1) != 0)
			return -1;
		if (times != NULL)
			times[i + 1] = clock_now();
	}
	return 0;
}

int
bare_sysv_sem_server(struct side *side, uint64_t count, uint64_t *times)
{
	struct sysv_semaphores *semaphores = side->state;
	struct sembuf	 post = semaphores->post, wait = semaphores->wait;
	int		 set = semaphores->set;
	uint64_t	 i;

	(void)times;
	for (i = 0; i < count; i++) {
		if (semop(set, &wait, 1) != 0)
			return -1;
		if (semop(set, &post, 1) != 0)
			return -1;
	}
	return 0;
}
#else
BARE_MISSING(sysv_sem)
#endif

#if HAVE_SHMGET && HAVE_SEMGET
int
bare_sysv_shm_client(struct side *side, uint64_t count, uint64_t *times)
{
	struct sysv_shm_state *state = side->state;
	struct sembuf	 post = state->semaphores.post;
	struct sembuf	 wait = state->semaphores.wait;
	int		 set = state->semaphores.set;
	uint64_t	 i;

	if (times != NULL)
		times[0] = clock_now();
	for (i = 0; i < count; i++) {
		memcpy(state->segment.out, side->outgoing,
		    side->outgoing_size);
		if (semop(set, &post, 1) != 0 ||
		    semop(set, &wait, 1) != 0)
			return -1;
		memcpy(side->incoming, state->segment.in,
		    side->incoming_size);
		if (times != NULL)
			times[i + 1] = clock_now();
	}
	return 0;
}

int
bare_sysv_shm_server(struct side *side, uint64_t count, uint64_t *times)
{
	struct sysv_shm_state *state = side->state;
	struct sembuf	 post = state->semaphores.post;
	struct sembuf	 wait = state->semaphores.wait;
	int		 set = state->semaphores.set;
	uint64_t	 i;

	(void)times;
	for (i = 0; i < count; i++) {
		if (semop(set, &wait, 1) != 0)
			return -1;
		memcpy(side->incoming, state->segment.in,
		    side->incoming_size);
		memcpy(state->segment.out, side->outgoing,
		    side->outgoing_size);
		if (semop(set, &post, 1) != 0)
			return -1;
	}
	return 0;
}
#else
BARE_MISSING(sysv_shm)
#endif
