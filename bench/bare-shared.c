/* The bare loops of the tests without messages: words, counters, signals. */

#include "config.h"

#include <errno.h>
#include <unistd.h>

#include "bare.h"
#include "system/clock.h"
#include "transports/eventfd.h"
#include "transports/futex.h"
#include "transports/mutex-cond.h"
#include "transports/shared.h"
#include "transports/shm-spin.h"
#include "transports/signal-queue.h"

int
bare_spin_client(struct side *side, uint64_t count, uint64_t *times)
{
	struct shared_turns *turns = side->state;
	_Atomic uint32_t *request = &turns->words->request.posts;
	_Atomic uint32_t *reply = &turns->words->reply.posts;
	uint32_t	 done = turns->done;
	uint64_t	 i;

	if (times != NULL)
		times[0] = clock_now();
	for (i = 0; i < count; i++) {
		atomic_store_explicit(request, ++done, memory_order_release);
		while (atomic_load_explicit(reply, memory_order_acquire) !=
		    done)
			spin_pause();
		if (times != NULL)
			times[i + 1] = clock_now();
	}
	turns->done = done;
	return 0;
}

int
bare_spin_server(struct side *side, uint64_t count, uint64_t *times)
{
	struct shared_turns *turns = side->state;
	_Atomic uint32_t *request = &turns->words->request.posts;
	_Atomic uint32_t *reply = &turns->words->reply.posts;
	uint32_t	 done = turns->done;
	uint64_t	 i;

	(void)times;
	for (i = 0; i < count; i++) {
		++done;
		while (atomic_load_explicit(request, memory_order_acquire) !=
		    done)
			spin_pause();
		atomic_store_explicit(reply, done, memory_order_release);
	}
	turns->done = done;
	return 0;
}

#if HAVE_SHARED_FUTEX
int
bare_futex_client(struct side *side, uint64_t count, uint64_t *times)
{
	struct shared_turns *turns = side->state;
	_Atomic uint32_t *request = &turns->words->request.posts;
	_Atomic uint32_t *reply = &turns->words->reply.posts;
	uint32_t	 done = turns->done;
	uint64_t	 i;

	if (times != NULL)
		times[0] = clock_now();
	for (i = 0; i < count; i++) {
		atomic_store_explicit(request, ++done, memory_order_release);
		futex_wake(request);
		while (atomic_load_explicit(reply, memory_order_acquire) !=
		    done)
			(void)futex_wait(reply, done - 1);
		if (times != NULL)
			times[i + 1] = clock_now();
	}
	turns->done = done;
	return 0;
}

int
bare_futex_server(struct side *side, uint64_t count, uint64_t *times)
{
	struct shared_turns *turns = side->state;
	_Atomic uint32_t *request = &turns->words->request.posts;
	_Atomic uint32_t *reply = &turns->words->reply.posts;
	uint32_t	 done = turns->done;
	uint64_t	 i;

	(void)times;
	for (i = 0; i < count; i++) {
		++done;
		while (atomic_load_explicit(request, memory_order_acquire) !=
		    done)
			(void)futex_wait(request, done - 1);
		atomic_store_explicit(reply, done, memory_order_release);
		futex_wake(reply);
	}
	turns->done = done;
	return 0;
}
#else
BARE_MISSING(futex)
#endif

int
bare_mutex_client(struct side *side, uint64_t count, uint64_t *times)
{
	const struct mutex_cond_state *state = side->state;
	struct mutex_cond *shared = state->shared;
	uint64_t	 i;

	if (times != NULL)
		times[0] = clock_now();
	for (i = 0; i < count; i++) {
		pthread_mutex_lock(&shared->mutex);
		shared->turn = ROLE_SERVER;
		pthread_mutex_unlock(&shared->mutex);
		pthread_cond_signal(&shared->turned);
		pthread_mutex_lock(&shared->mutex);
		while (shared->turn != ROLE_CLIENT)
			pthread_cond_wait(&shared->turned, &shared->mutex);
		pthread_mutex_unlock(&shared->mutex);
		if (times != NULL)
			times[i + 1] = clock_now();
	}
	return 0;
}

int
bare_mutex_server(struct side *side, uint64_t count, uint64_t *times)
{
	const struct mutex_cond_state *state = side->state;
	struct mutex_cond *shared = state->shared;
	uint64_t	 i;

	(void)times;
	for (i = 0; i < count; i++) {
		pthread_mutex_lock(&shared->mutex);
		while (shared->turn != ROLE_SERVER)
			pthread_cond_wait(&shared->turned, &shared->mutex);
		pthread_mutex_unlock(&shared->mutex);
		pthread_mutex_lock(&shared->mutex);
		shared->turn = ROLE_CLIENT;
		pthread_mutex_unlock(&shared->mutex);
		pthread_cond_signal(&shared->turned);
	}
	return 0;
}

#if HAVE_EVENTFD
int
bare_eventfd_client(struct side *side, uint64_t count, uint64_t *times)
{
	int		 out = eventfd_request(side), in = eventfd_reply(side);
	uint64_t	 one = 1, got, i;

	if (times != NULL)
		times[0] = clock_now();
	for (i = 0; i < count; i++) {
		if (write(out, &one, sizeof one) != sizeof one ||
		    read(in, &got, sizeof got) != sizeof got)
			return -1;
		if (times != NULL)
			times[i + 1] = clock_now();
	}
	return 0;
}

int
bare_eventfd_server(struct side *side, uint64_t count, uint64_t *times)
{
	int		 in = eventfd_request(side), out = eventfd_reply(side);
	uint64_t	 one = 1, got, i;

	(void)times;
	for (i = 0; i < count; i++)
		if (read(in, &got, sizeof got) != sizeof got ||
		    write(out, &one, sizeof one) != sizeof one)
			return -1;
	return 0;
}
#else
BARE_MISSING(eventfd)
#endif

#if HAVE_SIGQUEUE && HAVE_SIGWAITINFO && HAVE_SIGTIMEDWAIT
int
bare_signal_client(struct side *side, uint64_t count, uint64_t *times)
{
	struct signal_state *state = side->state;
	int		 server = state->processes->server;
	uint64_t	 i;

	if (times != NULL)
		times[0] = clock_now();
	for (i = 0; i < count; i++) {
		if (signal_queue(state, server, state->request) != 0 ||
		    sigwaitinfo(&state->replies, NULL) < 0)
			return -1;
		if (times != NULL)
			times[i + 1] = clock_now();
	}
	return 0;
}

int
bare_signal_server(struct side *side, uint64_t count, uint64_t *times)
{
	struct signal_state *state = side->state;
	int		 client = state->processes->client;
	uint64_t	 i;

	(void)times;
	for (i = 0; i < count; i++)
		if (sigwaitinfo(&state->requests, NULL) < 0 ||
		    signal_queue(state, client, state->reply) != 0)
			return -1;
	return 0;
}
#else
BARE_MISSING(signal)
#endif
