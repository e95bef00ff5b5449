/* shm-spin: two cache lines in shared memory, and both sides spinning. */

#include "config.h"

#include "transports/batch.h"
#include "transports/shared.h"
#include "transports/shm-spin.h"

BATCH_INLINE void
spin_post(struct shared_word *word, uint32_t posts)
{
	atomic_store_explicit(&word->posts, posts, memory_order_release);
}

BATCH_INLINE void
spin_await(struct shared_word *word, uint32_t before)
{
	while (atomic_load_explicit(&word->posts, memory_order_acquire) ==
	    before)
		spin_pause();
}

BATCH_INLINE int
spin_call(struct side *side, const struct message_methods *methods)
{
	struct shared_turns *turns = side->state;
	struct shared_words *words = turns->words;
	uint32_t	  before = turns->done++;

	(void)methods;
	spin_post(&words->request, before + 1);
	spin_await(&words->reply, before);
	return OUTCOME_OK;
}

BATCH_INLINE int
spin_serve(struct side *side, const struct message_methods *methods)
{
	struct shared_turns *turns = side->state;
	struct shared_words *words = turns->words;
	uint32_t	  before = turns->done++;

	(void)methods;
	spin_await(&words->request, before);
	spin_post(&words->reply, before + 1);
	return OUTCOME_OK;
}

static int
spin_run(struct side *side, struct batch *batch)
{
	return side->role == ROLE_CLIENT ?
	    batch_run(side, batch, spin_call, NULL) :
	    batch_run(side, batch, spin_serve, NULL);
}

const struct transport transport_shm_spin = {
	.name = "shm-spin",
	.summary = "two cache lines, both sides spinning: the floor",
	.operation = "client: store, load until the reply is there; server: "
	    "load until the request is there, store",
	.paths = "none: two cache lines go from one CPU to the other and back",
	.keys = KEY_BIT(KEY_PAIRS) | KEY_BIT(KEY_PEER),
	.flags = TRANSPORT_SPINS,
	.method = 1,
	.state_size = sizeof(struct shared_turns),
	.prepare = shared_turns_prepare,
	.run = spin_run,
	.dispose = shared_turns_dispose,
};
