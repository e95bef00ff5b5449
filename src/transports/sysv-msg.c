/*
 * sysv-msg: there and back in System V messages.  Two queues, one for each
 * direction: with a single one the requests of a window could take all the
 * room that the replies need.
 */

#include "config.h"

#include "transports/sysv-msg.h"

#if HAVE_MSGGET
#include <errno.h>
#include <stdlib.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <unistd.h>

#include "transports/message.h"
#include "transports/sysv.h"

#define SYSV_MSG_QUEUES	2

struct sysv_msg_state {
	int	queue[SYSV_MSG_QUEUES];	/* of requests, of replies; -1: none */
	int	out, in;
};

int
sysv_msg_out(const struct side *side)
{
	const struct sysv_msg_state *state = side->state;

	return state->out;
}

int
sysv_msg_in(const struct side *side)
{
	const struct sysv_msg_state *state = side->state;

	return state->in;
}

static int
sysv_msg_probe(void)
{
	return msgget(SYSV_PROBED_KEY, 0) >= 0 ? OUTCOME_OK :
	    sysv_judge_probe("System V messages");
}

/* Which limit a message of that size was beyond. */
static int
sysv_msg_refuse(int queue, size_t size)
{
	struct msqid_ds	facts;

	if (errno != EINVAL && errno != EAGAIN)
		return fail_errno("send a message of %zu bytes", size);
	if (msgctl(queue, IPC_STAT, &facts) == 0 && size > facts.msg_qbytes)
		return skip("a message of %zu bytes: a queue holds %lu (limit "
		    "MSGMNB; Linux: sysctl kernel.msgmnb)", size,
		    (unsigned long)facts.msg_qbytes);
	return skip("a message of %zu bytes is more than this system takes "
	    "(limit MSGMAX; Linux: sysctl kernel.msgmax)", size);
}

/* One message that fits, or a skip: later a side would wait for ever. */
static int
sysv_msg_try(int queue, size_t size)
{
	struct sysv_message *message = calloc(1, sizeof *message + size);
	int		     outcome = OUTCOME_OK;

	if (message == NULL)
		return fail_errno("memory for a message of %zu bytes", size);
	message->type = SYSV_MESSAGE_TYPE;
	if (msgsnd(queue, message, size, IPC_NOWAIT) != 0)
		outcome = sysv_msg_refuse(queue, size);
	else if (msgrcv(queue, message, size, 0, IPC_NOWAIT) !=
	    (ssize_t)size)
		outcome = fail_errno("receive a message of %zu bytes", size);
	free(message);
	return outcome;
}

static int
sysv_msg_prepare(struct side *side)
{
	static const enum key sizes[SYSV_MSG_QUEUES] = { KEY_SIZE, KEY_REPLY };
	struct sysv_msg_state *state = side->state;
	int		       outcome;
	unsigned	       i;

	state->queue[0] = state->queue[1] = -1;
	for (i = 0; i < SYSV_MSG_QUEUES; i++) {
		state->queue[i] = msgget(sysv_key(side, i), SYSV_NEW);
		if (state->queue[i] < 0)
			return sysv_refuse("make a message queue",
			    "MSGMNI (Linux: sysctl kernel.msgmni)");
		outcome = sysv_msg_try(state->queue[i],
		    (size_t)side->parameters->value[sizes[i]]);
		if (outcome != OUTCOME_OK)
			return outcome;
	}
	return OUTCOME_OK;
}

static int
sysv_msg_go_on(const char *what)
{
	return errno == EINTR ? OUTCOME_OK : fail_errno("%s", what);
}

/* What is interrupted is never restarted, whatever the signal asked for. */
static int
sysv_msg_send_again(int queue, const void *message, size_t size)
{
	do
		if (sysv_msg_go_on("msgsnd") != OUTCOME_OK)
			return OUTCOME_FAILED;
	while (msgsnd(queue, message, size, 0) != 0);
	return OUTCOME_OK;
}

static int
sysv_msg_receive_again(int queue, void *message, size_t size, ssize_t n)
{
	while (n < 0) {
		if (sysv_msg_go_on("msgrcv") != OUTCOME_OK)
			return OUTCOME_FAILED;
		n = msgrcv(queue, message, size, 0, 0);
	}
	return n == (ssize_t)size ? OUTCOME_OK :
	    fail("a message of %zd bytes was received, not %zu", n, size);
}

BATCH_INLINE int
sysv_msg_send(struct side *side, unsigned link, const unsigned char *data,
    size_t size)
{
	const struct sysv_msg_state *state = side->state;
	const void *message = data - offsetof(struct sysv_message, data);

	(void)link;
	return BATCH_UNLIKELY(msgsnd(state->out, message, size, 0) != 0) ?
	    sysv_msg_send_again(state->out, message, size) : OUTCOME_OK;
}

BATCH_INLINE int
sysv_msg_receive(struct side *side, unsigned link, unsigned char *data,
    size_t size)
{
	const struct sysv_msg_state *state = side->state;
	void	*message = sysv_message_of(data);
	ssize_t	 n = msgrcv(state->in, message, size, 0, 0);

	(void)link;
	return BATCH_UNLIKELY(n != (ssize_t)size) ?
	    sysv_msg_receive_again(state->in, message, size, n) : OUTCOME_OK;
}

/* Whole messages only: those with nothing to wait for, or none. */
BATCH_INLINE ssize_t
sysv_msg_send_some(struct side *side, const unsigned char *data, size_t size)
{
	const struct sysv_msg_state *state = side->state;
	const void *message = data - offsetof(struct sysv_message, data);

	if (BATCH_UNLIKELY(msgsnd(state->out, message, size, IPC_NOWAIT) != 0))
		return errno == EAGAIN ? 0 : sysv_msg_go_on("msgsnd");
	return (ssize_t)size;
}

BATCH_INLINE ssize_t
sysv_msg_receive_some(struct side *side, unsigned char *data, size_t size)
{
	const struct sysv_msg_state *state = side->state;
	ssize_t	 n = msgrcv(state->in, sysv_message_of(data), size, 0,
		    IPC_NOWAIT);

	if (BATCH_UNLIKELY(n != (ssize_t)size))
		return n < 0 && errno == ENOMSG ? 0 : n < 0 ?
		    sysv_msg_go_on("msgrcv") :
		    fail("a message of %zd bytes was received, not %zu", n,
		    size);
	return n;
}

static const struct message_methods sysv_msg_methods = {
	.send = sysv_msg_send,
	.receive = sysv_msg_receive,
	.send_some = sysv_msg_send_some,
	.receive_some = sysv_msg_receive_some,
};

static int
sysv_msg_attach(struct side *side)
{
	struct sysv_msg_state *state = side->state;
	struct sysv_message   *message = sysv_message_of(side->outgoing);
	bool		       client = side->role == ROLE_CLIENT;

	state->out = state->queue[client ? 0 : 1];
	state->in = state->queue[client ? 1 : 0];
	message->type = SYSV_MESSAGE_TYPE;
	return message_attach(side, &sysv_msg_methods);
}

static int
sysv_msg_run(struct side *side, struct batch *batch)
{
	return message_run(side, batch, &sysv_msg_methods);
}

static void
sysv_msg_dispose(struct side *side)
{
	const struct sysv_msg_state *state = side->state;
	int	i;

	for (i = 0; i < SYSV_MSG_QUEUES; i++)
		if (state->queue[i] >= 0)
			(void)msgctl(state->queue[i], IPC_RMID, NULL);
}

static void
sysv_msg_clean(const struct side *side)
{
	struct msqid_ds	facts;
	unsigned	i;
	int		queue;

	for (i = 0; i < SYSV_MSG_QUEUES; i++) {
		queue = msgget(sysv_key(side, i), 0);
		if (queue >= 0 && msgctl(queue, IPC_STAT, &facts) == 0 &&
		    facts.msg_perm.cuid == geteuid())
			(void)msgctl(queue, IPC_RMID, NULL);
	}
}

static bool
sysv_msg_is_taken(const struct side *side)
{
	unsigned	i;

	for (i = 0; i < SYSV_MSG_QUEUES; i++)
		if (sysv_exists(msgget(sysv_key(side, i), 0)))
			return true;
	return false;
}

#define SYSV_MSG_ROW \
	.state_size = sizeof(struct sysv_msg_state), \
	.probe = sysv_msg_probe, \
	.prepare = sysv_msg_prepare, \
	.attach = sysv_msg_attach, \
	.run = sysv_msg_run, \
	.detach = message_detach, \
	.dispose = sysv_msg_dispose, \
	.clean = sysv_msg_clean, \
	.is_taken = sysv_msg_is_taken
#else
#define SYSV_MSG_ROW .absent = "the system has no msgget()"
#endif

const struct transport transport_sysv_msg = {
	.name = "sysv-msg",
	.summary = "there and back in System V messages",
	.operation = "client: msgsnd, msgrcv; server: msgrcv, msgsnd; a queue "
	    "for each direction",
	.paths = "msgsnd and msgrcv: permission, allocation of a message, "
	    "copy, hand-over to a receiver that waits, wake-up, context switch",
	.keys = MESSAGE_DATA_KEYS | KEY_BIT(KEY_WINDOW),
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS,
	.method = 1,
	.max_size = SIZE_LIMIT,
	SYSV_MSG_ROW,
};
