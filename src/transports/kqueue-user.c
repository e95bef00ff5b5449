/* kqueue-user: an event that a thread triggers in the other's kqueue. */

#include "config.h"

#include <errno.h>

#include "transports/batch.h"
#include "transports/transport.h"

#if HAVE_KQUEUE && HAVE_DECL_EVFILT_USER && HAVE_THREADS
#include <sys/types.h>
#include <sys/event.h>
#include <sys/time.h>
#include <stdatomic.h>

#include "base/fdio.h"
#include "transports/shared.h"

#define KQUEUE_USER_EVENT	1	/* its number in each queue */

/* Where each side finds the other's queue; each writes its own when it attaches. */
struct kqueue_user_queues {
	_Atomic int	client, server;
};

/* The state of a side. */
struct kqueue_user_state {
	struct kqueue_user_queues *queues;	/* shared by both sides */
	int			   own;		/* -1: not made yet */
	struct kevent		   trigger;	/* what is told the other's queue */
};

BATCH_INLINE int
kqueue_user_post(const struct kqueue_user_state *state, _Atomic int *queue)
{
	return BATCH_UNLIKELY(kevent(atomic_load_explicit(queue,
	    memory_order_relaxed), &state->trigger, 1, NULL, 0, NULL) != 0) ?
	    fail_errno("trigger an event") : OUTCOME_OK;
}

BATCH_INLINE int
kqueue_user_await(const struct kqueue_user_state *state)
{
	struct kevent	event;
	int		n = kevent(state->own, NULL, 0, &event, 1, NULL);

	while (BATCH_UNLIKELY(n != 1)) {
		if (n < 0 && errno != EINTR)
			return fail_errno("wait for an event");
		n = kevent(state->own, NULL, 0, &event, 1, NULL);
	}
	return OUTCOME_OK;
}

BATCH_INLINE int
kqueue_user_call(struct side *side, const struct message_methods *methods)
{
	struct kqueue_user_state *state = side->state;
	int	outcome = kqueue_user_post(state, &state->queues->server);

	(void)methods;
	return BATCH_UNLIKELY(outcome != OUTCOME_OK) ? outcome :
	    kqueue_user_await(state);
}

BATCH_INLINE int
kqueue_user_serve(struct side *side, const struct message_methods *methods)
{
	struct kqueue_user_state *state = side->state;
	int	outcome = kqueue_user_await(state);

	(void)methods;
	return BATCH_UNLIKELY(outcome != OUTCOME_OK) ? outcome :
	    kqueue_user_post(state, &state->queues->client);
}

static int
kqueue_user_run(struct side *side, struct batch *batch)
{
	return side->role == ROLE_CLIENT ?
	    batch_run(side, batch, kqueue_user_call, NULL) :
	    batch_run(side, batch, kqueue_user_serve, NULL);
}

/* No process inherits a queue, nor can it be handed one. */
static int
kqueue_user_prepare(struct side *side)
{
	struct kqueue_user_state *state = side->state;

	state->own = -1;
	if (side->parameters->value[KEY_PEER] != PEER_THREAD)
		return skip("a kqueue belongs to one process: add "
		    "peer=thread");
	state->queues = shared_map(sizeof *state->queues);
	return state->queues == NULL ? OUTCOME_FAILED : OUTCOME_OK;
}

/* The event tells once what was triggered before it is asked for. */
static int
kqueue_user_attach(struct side *side)
{
	struct kqueue_user_state *state = side->state;
	struct kevent	event;

	EV_SET(&event, KQUEUE_USER_EVENT, EVFILT_USER, EV_ADD | EV_CLEAR, 0, 0,
	    0);
	EV_SET(&state->trigger, KQUEUE_USER_EVENT, EVFILT_USER, 0,
	    NOTE_TRIGGER, 0, 0);
	if ((state->own = kqueue()) < 0)
		return fail_errno("kqueue");
	if (kevent(state->own, &event, 1, NULL, 0, NULL) != 0)
		return skip_errno("this kernel has no EVFILT_USER");
	atomic_store(side->role == ROLE_CLIENT ? &state->queues->client :
	    &state->queues->server, state->own);
	return OUTCOME_OK;
}

static void
kqueue_user_detach(struct side *side)
{
	struct kqueue_user_state *state = side->state;

	fdio_close(&state->own);
}

static void
kqueue_user_dispose(struct side *side)
{
	struct kqueue_user_state *state = side->state;

	shared_unmap(state->queues, sizeof *state->queues);
}

#define KQUEUE_USER_ROW \
	.flags = TRANSPORT_BLOCKS, \
	.state_size = sizeof(struct kqueue_user_state), \
	.prepare = kqueue_user_prepare, \
	.attach = kqueue_user_attach, \
	.run = kqueue_user_run, \
	.detach = kqueue_user_detach, \
	.dispose = kqueue_user_dispose
#else
#define KQUEUE_USER_ROW	.absent = "this system has no kqueue() with " \
			"EVFILT_USER, or ipclat was built without threads"
#endif

const struct transport transport_kqueue_user = {
	.name = "kqueue-user",
	.summary = "an event triggered in the kqueue of the other thread",
	.operation = "client: kevent to trigger, kevent to wait; server: kevent "
	    "to wait, kevent to trigger; threads only (peer=thread)",
	.paths = "kevent of EVFILT_USER: look-up of the event, its queue and "
	    "lock, wake-up, context switch",
	.keys = KEY_BIT(KEY_PAIRS) | KEY_BIT(KEY_PEER),
	.method = 1,
	KQUEUE_USER_ROW,
};
