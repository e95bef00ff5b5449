/* door: a call of a procedure in the server, on the thread that calls. */

#include "config.h"

#include <errno.h>
#include <string.h>

#include "transports/message.h"
#include "transports/transport.h"

/* The request lies on the stack of a thread of the server. */
#define DOOR_SIZE_MAX	65536u

#if HAVE_DOOR_CREATE && HAVE_DOOR_CALL
#include <door.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stropts.h>
#include <unistd.h>

#include "base/fdio.h"

/* The state of a side. */
struct door_state {
	int		 pipe[2];	/* by which the door gets from server (1) to client (0) */
	int		 door;		/* the server's own, the client's copy; -1: none yet */
	uint64_t	 begun;		/* server: calls of the batches before */
	_Atomic uint64_t served;	/* server: calls ever, by its threads */
	_Atomic uint64_t wanted;	/* server: calls at the end of this batch */
	_Atomic int	 outcome;	/* server: of a call that went wrong */
	sem_t		 over;		/* server: posted when they are served */
	bool		 has_semaphore;
};

BATCH_INLINE int
door_ask(struct side *side, const struct message_methods *methods)
{
	const struct door_state *state = side->state;
	door_arg_t	call = {
		.data_ptr = (char *)side->outgoing,
		.data_size = side->outgoing_size,
		.rbuf = (char *)side->incoming,
		.rsize = side->incoming_size,
	};

	(void)methods;
	if (BATCH_UNLIKELY(door_call(state->door, &call) != 0))
		return fail_errno("door_call");
	/* A reply that is too long would come in memory of its own. */
	return BATCH_UNLIKELY(call.data_size != side->incoming_size ||
	    call.data_ptr != (char *)side->incoming) ?
	    fail("a reply of %zu bytes came, not %zu", call.data_size,
	    side->incoming_size) : OUTCOME_OK;
}

static int
door_ask_verified(struct side *side, const struct message_methods *methods)
{
	int	outcome = door_ask(side, methods);

	return outcome != OUTCOME_OK ? outcome : message_verify(side);
}

/* Takes one request: an enum outcome. */
static int
door_take(struct side *side, const char *data, size_t size)
{
	if (size != side->incoming_size)
		return fail("a request of %zu bytes came, not %zu", size,
		    side->incoming_size);
	memcpy(side->incoming, data, size);
	return side->expected != NULL ? message_verify(side) : OUTCOME_OK;
}

/*
 * What the client's call runs, on a thread of the server that the system keeps
 * for it.  The thread that gave the orders sleeps until the last of a batch.
 */
static void
door_serve(void *cookie, char *data, size_t size, door_desc_t *descriptors,
    uint_t count)
{
	struct side	  *side = cookie;
	struct door_state *state = side->state;
	uint64_t	   served;
	int		   outcome = door_take(side, data, size);

	(void)descriptors;
	(void)count;
	served = atomic_load(&state->served) + 1;
	side->progress->done = served - state->begun;
	atomic_store(&state->served, served);
	if (BATCH_UNLIKELY(outcome != OUTCOME_OK))
		atomic_store(&state->outcome, outcome);
	if (outcome != OUTCOME_OK || served == atomic_load(&state->wanted))
		(void)sem_post(&state->over);
	(void)door_return((char *)side->outgoing,
	    outcome == OUTCOME_OK ? side->outgoing_size : 0, NULL, 0);
}

/* Calls may come before this, and all of them may have. */
static int
door_run_server(struct side *side, const struct batch *batch)
{
	struct door_state *state = side->state;
	uint64_t	   end = state->begun + batch->count;

	atomic_store(&state->wanted, end);
	while (atomic_load(&state->served) < end &&
	    atomic_load(&state->outcome) == OUTCOME_OK)
		if (sem_wait(&state->over) != 0 && errno != EINTR)
			return fail_errno("wait for the end of a batch");
	state->begun = end;
	return atomic_load(&state->outcome) == OUTCOME_OK ? OUTCOME_OK :
	    fail("a thread of the server met a request that was not right");
}

/* Takes the door that the server has put into the pipe. */
static int
door_find(struct door_state *state)
{
	struct strrecvfd	received;

	while (state->door < 0) {
		if (ioctl(state->pipe[0], I_RECVFD, &received) == 0)
			state->door = received.fd;
		else if (errno != EINTR)
			return fail_errno("receive a door");
	}
	return OUTCOME_OK;
}

static int
door_run(struct side *side, struct batch *batch)
{
	int	outcome;

	if (side->role != ROLE_CLIENT)
		return door_run_server(side, batch);
	if ((outcome = door_find(side->state)) != OUTCOME_OK)
		return outcome;
	return side->expected != NULL ?
	    batch_run(side, batch, door_ask_verified, NULL) :
	    batch_run(side, batch, door_ask, NULL);
}

static int
door_prepare(struct side *side)
{
	struct door_state *state = side->state;

	state->door = state->pipe[0] = state->pipe[1] = -1;
	return pipe(state->pipe) == 0 ? OUTCOME_OK : fail_errno("make a pipe");
}

/* A door belongs to the process that makes it. */
static int
door_attach(struct side *side)
{
	struct door_state *state = side->state;

	if (side->role == ROLE_CLIENT) {
		side_close_foreign(side, &state->pipe[1]);
		return OUTCOME_OK;
	}
	side_close_foreign(side, &state->pipe[0]);
	if (sem_init(&state->over, 0, 0) != 0)
		return fail_errno("make a semaphore");
	state->has_semaphore = true;
	state->door = door_create(door_serve, side,
	    DOOR_REFUSE_DESC | DOOR_NO_CANCEL);
	if (state->door < 0)
		return skip_errno("make a door");
	return ioctl(state->pipe[1], I_SENDFD, state->door) == 0 ?
	    OUTCOME_OK : fail_errno("send a door");
}

static void
door_detach(struct side *side)
{
	struct door_state *state = side->state;

	if (side->role != ROLE_CLIENT && state->door >= 0)
		(void)door_revoke(state->door);
	else
		fdio_close(&state->door);
	state->door = -1;
	if (state->has_semaphore)
		(void)sem_destroy(&state->over);
	state->has_semaphore = false;
}

static void
door_dispose(struct side *side)
{
	struct door_state *state = side->state;

	fdio_close(&state->pipe[0]);
	fdio_close(&state->pipe[1]);
}

#define DOOR_ROW \
	.flags = TRANSPORT_CARRIES_DATA, \
	.state_size = sizeof(struct door_state), \
	.prepare = door_prepare, \
	.attach = door_attach, \
	.run = door_run, \
	.detach = door_detach, \
	.dispose = door_dispose
#else
#define DOOR_ROW	.flags = TRANSPORT_CARRIES_DATA, \
			.absent = "this system has no doors"
#endif

const struct transport transport_door = {
	.name = "door",
	.summary = "a call through a door",
	.operation = "client: door_call; server: door_return, on a thread that "
	    "the system keeps for calls",
	.paths = "door_call and door_return: copy from stack to stack, the "
	    "server's thread runs in place of the caller, no queue",
	.keys = MESSAGE_DATA_KEYS,
	.method = 1,
	.max_size = DOOR_SIZE_MAX,
	DOOR_ROW,
};
