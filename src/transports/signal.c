/* signal: a real-time signal there, and another back. */

#include "config.h"

#include <errno.h>
#include <time.h>

#include "transports/batch.h"
#include "transports/shared.h"
#include "transports/signal-queue.h"

#if HAVE_SIGQUEUE && HAVE_SIGWAITINFO && HAVE_SIGTIMEDWAIT
static int
signal_fail_queue(void)
{
	if (errno == EAGAIN)
		return fail("queue a signal: the limit of pending signals is "
		    "reached (raise ulimit -i)");
	return fail_errno("queue a signal");
}

BATCH_INLINE int
signal_send(struct signal_state *state, int process, int number)
{
	return BATCH_UNLIKELY(signal_queue(state, process, number) != 0) ?
	    signal_fail_queue() : OUTCOME_OK;
}

BATCH_INLINE int
signal_receive(const sigset_t *set)
{
	while (BATCH_UNLIKELY(sigwaitinfo(set, NULL) < 0))
		if (errno != EINTR)
			return fail_errno("wait for a signal");
	return OUTCOME_OK;
}

BATCH_INLINE int
signal_call(struct side *side, const struct message_methods *methods)
{
	struct signal_state *state = side->state;
	int	outcome = signal_send(state, atomic_load_explicit(
		    &state->processes->server, memory_order_relaxed),
		    state->request);

	(void)methods;
	return BATCH_UNLIKELY(outcome != OUTCOME_OK) ? outcome :
	    signal_receive(&state->replies);
}

BATCH_INLINE int
signal_serve(struct side *side, const struct message_methods *methods)
{
	struct signal_state *state = side->state;
	int	outcome = signal_receive(&state->requests);

	(void)methods;
	return BATCH_UNLIKELY(outcome != OUTCOME_OK) ? outcome :
	    signal_send(state, atomic_load_explicit(
	    &state->processes->client, memory_order_relaxed), state->reply);
}

static int
signal_run(struct side *side, struct batch *batch)
{
	return side->role == ROLE_CLIENT ?
	    batch_run(side, batch, signal_call, NULL) :
	    batch_run(side, batch, signal_serve, NULL);
}

/* The sides inherit that they are blocked: none may arrive too early. */
static int
signal_prepare(struct side *side)
{
	struct signal_state *state = side->state;

	state->processes = shared_map(sizeof *state->processes);
	if (state->processes == NULL)
		return OUTCOME_FAILED;
	/* Enough for all pairs: each has a process of its own to send to. */
	state->request = SIGRTMIN;
	state->reply = SIGRTMIN + 1;
	sigemptyset(&state->requests);
	sigaddset(&state->requests, state->request);
	sigemptyset(&state->replies);
	sigaddset(&state->replies, state->reply);
	if (sigprocmask(SIG_BLOCK, &state->requests, NULL) != 0 ||
	    sigprocmask(SIG_BLOCK, &state->replies, NULL) != 0)
		return fail_errno("block a signal");
	/* One that the parent of all ignored might never be queued. */
	signal(state->request, SIG_DFL);
	signal(state->reply, SIG_DFL);
	return OUTCOME_OK;
}

static int
signal_attach(struct side *side)
{
	struct signal_state *state = side->state;

	atomic_store(side->role == ROLE_CLIENT ? &state->processes->client :
	    &state->processes->server, (int)getpid());
#if HAVE_DECL___NR_RT_SIGQUEUEINFO
	memset(&state->information, 0, sizeof state->information);
	state->information.si_code = SI_QUEUE;
	state->information.si_pid = getpid();
	state->information.si_uid = getuid();
#endif
	return OUTCOME_OK;
}

/* Unblocked with one pending, it would end the supervisor. */
static void
signal_unblock(const sigset_t *set)
{
	const struct timespec at_once = { 0, 0 };

	while (sigtimedwait(set, NULL, &at_once) > 0 || errno == EINTR)
		;
	sigprocmask(SIG_UNBLOCK, set, NULL);
}

static void
signal_dispose(struct side *side)
{
	struct signal_state *state = side->state;

	if (state->request != 0) {
		signal_unblock(&state->requests);
		signal_unblock(&state->replies);
	}
	shared_unmap(state->processes, sizeof *state->processes);
}

#if HAVE_DECL___NR_RT_SIGQUEUEINFO
#define SIGNAL_MECHANISM	"rt_sigqueueinfo"
#else
#define SIGNAL_MECHANISM	"sigqueue"
#endif
#define SIGNAL_ROW \
	.mechanism = SIGNAL_MECHANISM, \
	.flags = TRANSPORT_BLOCKS, \
	.state_size = sizeof(struct signal_state), \
	.prepare = signal_prepare, \
	.attach = signal_attach, \
	.run = signal_run, \
	.dispose = signal_dispose
#else
#define SIGNAL_ROW	.absent = "this system has no sigqueue() or no " \
			"sigwaitinfo()"
#endif

const struct transport transport_signal = {
	.name = "signal",
	.summary = "a queued real-time signal each way",
	.operation = "client: sigqueue, sigwaitinfo; server: sigwaitinfo, "
	    "sigqueue; a signal number for each direction, blocked",
	.paths = "sigqueue and sigwaitinfo: check of permission, allocation "
	    "and queue of a pending signal, wake-up, context switch",
	.keys = KEY_BIT(KEY_PAIRS) | KEY_BIT(KEY_PEER),
	.method = 1,
	SIGNAL_ROW,
};
