/* futex: wait and wake on words in shared memory. */

#include "config.h"

#include "transports/batch.h"
#include "transports/futex.h"
#include "transports/shared.h"

#if HAVE_SHARED_FUTEX
BATCH_INLINE void
futex_post(struct shared_word *word, uint32_t posts)
{
	atomic_store_explicit(&word->posts, posts, memory_order_release);
	futex_wake(&word->posts);
}

/* A call that finds another value in the word returns at once: no wake-up is lost. */
BATCH_INLINE int
futex_await(struct shared_word *word, uint32_t before)
{
	while (atomic_load_explicit(&word->posts, memory_order_acquire) ==
	    before)
		if (BATCH_UNLIKELY(futex_wait(&word->posts, before) != 0) &&
		    !futex_looks_again(errno))
			return fail_errno("wait for a word of shared memory");
	return OUTCOME_OK;
}

BATCH_INLINE int
futex_call(struct side *side, const struct message_methods *methods)
{
	struct shared_turns *turns = side->state;
	struct shared_words *words = turns->words;
	uint32_t	  before = turns->done++;

	(void)methods;
	futex_post(&words->request, before + 1);
	return futex_await(&words->reply, before);
}

BATCH_INLINE int
futex_serve(struct side *side, const struct message_methods *methods)
{
	struct shared_turns *turns = side->state;
	struct shared_words *words = turns->words;
	uint32_t	  before = turns->done++;
	int		  outcome = futex_await(&words->request, before);

	(void)methods;
	if (BATCH_UNLIKELY(outcome != OUTCOME_OK))
		return outcome;
	futex_post(&words->reply, before + 1);
	return OUTCOME_OK;
}

static int
futex_run(struct side *side, struct batch *batch)
{
	return side->role == ROLE_CLIENT ?
	    batch_run(side, batch, futex_call, NULL) :
	    batch_run(side, batch, futex_serve, NULL);
}

/* Here by the build, and yet refused by some kernels and emulators. */
static int
futex_probe(void)
{
	_Atomic uint32_t word = 1;

	if (futex_wait(&word, 0) == 0 || futex_looks_again(errno))
		return OUTCOME_OK;
	return skip_errno("%s on this kernel", FUTEX_MECHANISM);
}

#define FUTEX_ROW \
	.mechanism = FUTEX_MECHANISM, \
	.flags = TRANSPORT_BLOCKS | TRANSPORT_LOOKS_FIRST, \
	.state_size = sizeof(struct shared_turns), \
	.probe = futex_probe, \
	.prepare = shared_turns_prepare, \
	.run = futex_run, \
	.dispose = shared_turns_dispose
#else
#define FUTEX_ROW	.absent = "this system has no call that waits for a " \
			"word of shared memory, or none that ipclat knows"
#endif

const struct transport transport_futex = {
	.name = "futex",
	.summary = "wait and wake on words in shared memory",
	.operation = "client: store and wake, look and wait; server: look and "
	    "wait, store and wake",
	.paths = "wait and wake of futex(2) or its like: look-up of the word "
	    "by its page, queue of waiters, wake-up, context switch",
	.keys = KEY_BIT(KEY_PAIRS) | KEY_BIT(KEY_PEER),
	.method = 1,
	FUTEX_ROW,
};
