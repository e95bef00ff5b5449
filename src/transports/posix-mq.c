/*
 * posix-mq: there and back in POSIX messages.  Two queues, one for each
 * direction; with a window the client has each a second time, non-blocking:
 * that belongs to the open queue, and the server is to block.
 */

#include "config.h"

#include "transports/posix-mq.h"
#include "transports/transport.h"

#if HAVE_MQ_OPEN
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <time.h>
#include <unistd.h>

#include "base/fdio.h"
#include "transports/message.h"
#include "transports/posix-name.h"

#define POSIX_MQ_NONE		((mqd_t)-1)
#define POSIX_MQ_QUEUES		2
#define POSIX_MQ_PROBED		"/ipclat-probe"

struct posix_mq_state {
	mqd_t	queue[POSIX_MQ_QUEUES];	/* of requests, of replies */
	mqd_t	now[POSIX_MQ_QUEUES];	/* the same, non-blocking: the client's */
	mqd_t	out, in;
};

mqd_t
posix_mq_out(const struct side *side)
{
	const struct posix_mq_state *state = side->state;

	return state->out;
}

mqd_t
posix_mq_in(const struct side *side)
{
	const struct posix_mq_state *state = side->state;

	return state->in;
}

static int
posix_mq_probe(void)
{
	mqd_t	queue = mq_open(POSIX_MQ_PROBED, O_RDONLY);

	if (queue != POSIX_MQ_NONE)
		(void)mq_close(queue);
	else if (errno == ENOSYS || errno == EPERM)
		return skip_errno("the kernel has no POSIX messages for this "
		    "process");
	return OUTCOME_OK;
}

static void
posix_mq_close(struct posix_mq_state *state)
{
	int	i;

	for (i = 0; i < POSIX_MQ_QUEUES; i++) {
		if (state->queue[i] != POSIX_MQ_NONE)
			(void)mq_close(state->queue[i]);
		if (state->now[i] != POSIX_MQ_NONE)
			(void)mq_close(state->now[i]);
		state->queue[i] = state->now[i] = POSIX_MQ_NONE;
	}
}

/*
 * One queue for so many messages.  Its name is gone at once: the sides inherit
 * it.  0, or -1 with errno set.
 */
static int
posix_mq_make(struct side *side, unsigned number, long depth)
{
	static const enum key sizes[POSIX_MQ_QUEUES] = { KEY_SIZE, KEY_REPLY };
	struct posix_mq_state *state = side->state;
	struct mq_attr	attributes = {
		.mq_maxmsg = depth,
		.mq_msgsize = (long)side->parameters->value[sizes[number]],
	};
	char		name[POSIX_NAME_SIZE];
	int		error;

	posix_name(side, number, name);
	state->queue[number] = mq_open(name, O_RDWR | O_CREAT | O_EXCL, 0600,
	    &attributes);
	if (state->queue[number] == POSIX_MQ_NONE)
		return -1;
	if (side->parameters->value[KEY_WINDOW] != 1)
		state->now[number] = mq_open(name, O_RDWR | O_NONBLOCK);
	error = errno;
	(void)mq_unlink(name);
	errno = error;
	return side->parameters->value[KEY_WINDOW] == 1 ||
	    state->now[number] != POSIX_MQ_NONE ? 0 : -1;
}

/* Both queues, or none.  0, or -1 with errno set. */
static int
posix_mq_make_all(struct side *side, long depth)
{
	int	error;

	if (posix_mq_make(side, 0, depth) == 0 &&
	    posix_mq_make(side, 1, depth) == 0)
		return 0;
	error = errno;
	posix_mq_close(side->state);
	errno = error;
	return -1;
}

/* Whether a depth that could not be had may be had when it is less. */
static bool
posix_mq_is_limited(void)
{
	return errno == EINVAL || errno == EMFILE || errno == ENOMEM ||
	    errno == ENOSPC;
}

/* The deepest queues that the system gives, below a depth that it refused. */
static int
posix_mq_make_deepest(struct side *side, long refused)
{
	long	deepest = 0, depth;

	while (refused - deepest > 1) {
		depth = deepest + (refused - deepest) / 2;
		if (posix_mq_make_all(side, depth) == 0) {
			posix_mq_close(side->state);
			deepest = depth;
		} else if (posix_mq_is_limited()) {
			refused = depth;
		} else {
			return -1;
		}
	}
	return posix_mq_make_all(side, deepest > 0 ? deepest : 1);
}

/* Whether the process can have as many descriptors more as all queues are. */
static bool
posix_mq_has_descriptors(const struct side *side)
{
	int	fds[2 * POSIX_MQ_QUEUES], made = 0, wanted = POSIX_MQ_QUEUES;
	bool	enough;

	if (side->parameters->value[KEY_WINDOW] != 1)
		wanted *= 2;
	while (made < wanted && (fds[made] = dup(STDIN_FILENO)) >= 0)
		made++;
	enough = made == wanted;
	while (made > 0)
		fdio_close(&fds[--made]);
	return enough;
}

static int
posix_mq_refuse(const struct side *side)
{
	size_t	larger = parameters_get_largest(side->parameters);

	switch (errno) {
	case EINVAL:
		return skip("a message of %zu bytes is more than this system "
		    "takes (Linux: sysctl fs.mqueue.msgsize_max)",
		    larger);
	case EMFILE:
		if (!posix_mq_has_descriptors(side)) {
			errno = EMFILE;
			return fail_errno("make a message queue");
		}
		return skip("make a message queue for messages of %zu bytes: "
		    "more than RLIMIT_MSGQUEUE leaves (raise ulimit -q)",
		    larger);
	case ENOSPC:
		return skip("make a message queue: the system has no more to "
		    "give (Linux: sysctl fs.mqueue.queues_max)");
	case EEXIST:
		return fail("make a message queue: its name is taken by "
		    "chance; measure again");
	default:
		return skip_errno("make a message queue");
	}
}

/*
 * So many messages as there may be requests in flight, or as many as the
 * system gives.  Of `max`, pairs share what it gives one user.
 */
static long
posix_mq_get_depth(const struct side *side)
{
	int64_t	window = side->parameters->value[KEY_WINDOW];

	if (window != WINDOW_MAX)
		return (long)window;
	return (long)(WINDOW_LIMIT / side->parameters->value[KEY_PAIRS]);
}

/* Some kernels make queues and move no messages: a receive tells, whose time is over. */
static int
posix_mq_try(const struct posix_mq_state *state)
{
	const struct timespec past = { 0, 0 };
	char		      byte;

	return mq_timedreceive(state->queue[0], &byte, 1, NULL, &past) < 0 &&
	    errno == ENOSYS ? skip_errno("the kernel makes POSIX queues, but "
	    "moves no messages") : OUTCOME_OK;
}

static int
posix_mq_prepare(struct side *side)
{
	struct posix_mq_state *state = side->state;
	long	depth = posix_mq_get_depth(side);
	int	i;

	for (i = 0; i < POSIX_MQ_QUEUES; i++)
		state->queue[i] = state->now[i] = POSIX_MQ_NONE;
	if (posix_mq_make_all(side, depth) == 0)
		return posix_mq_try(state);
	if (!posix_mq_is_limited() || depth == 1 ||
	    posix_mq_make_deepest(side, depth) != 0)
		return posix_mq_refuse(side);
	if (side->parameters->value[KEY_WINDOW] == WINDOW_MAX)
		return posix_mq_try(state);
	return skip("window=%ld: a queue holds fewer messages here (Linux: "
	    "sysctl fs.mqueue.msg_max, ulimit -q); take fewer or max", depth);
}

static int
posix_mq_send_again(mqd_t queue, const unsigned char *data, size_t size)
{
	do
		if (errno != EINTR)
			return fail_errno("mq_send");
	while (mq_send(queue, (const char *)data, size, 0) != 0);
	return OUTCOME_OK;
}

static int
posix_mq_receive_again(mqd_t queue, unsigned char *data, size_t size,
    ssize_t n)
{
	while (n < 0) {
		if (errno != EINTR)
			return fail_errno("mq_receive");
		n = mq_receive(queue, (char *)data, size, NULL);
	}
	return n == (ssize_t)size ? OUTCOME_OK :
	    fail("a message of %zd bytes was received, not %zu", n, size);
}

/* Bytes moved without waiting, where a call did not move so many. */
static ssize_t
posix_mq_some(const char *what)
{
	return errno == EAGAIN || errno == EINTR ? 0 : fail_errno("%s", what);
}

BATCH_INLINE int
posix_mq_send(struct side *side, unsigned link, const unsigned char *data,
    size_t size)
{
	const struct posix_mq_state *state = side->state;

	(void)link;
	return BATCH_UNLIKELY(mq_send(state->out, (const char *)data, size,
	    0) != 0) ? posix_mq_send_again(state->out, data, size) :
	    OUTCOME_OK;
}

BATCH_INLINE int
posix_mq_receive(struct side *side, unsigned link, unsigned char *data,
    size_t size)
{
	const struct posix_mq_state *state = side->state;
	ssize_t	n = mq_receive(state->in, (char *)data, size, NULL);

	(void)link;
	return BATCH_UNLIKELY(n != (ssize_t)size) ?
	    posix_mq_receive_again(state->in, data, size, n) : OUTCOME_OK;
}

BATCH_INLINE ssize_t
posix_mq_send_some(struct side *side, const unsigned char *data, size_t size)
{
	const struct posix_mq_state *state = side->state;

	return BATCH_UNLIKELY(mq_send(state->now[0], (const char *)data, size,
	    0) != 0) ? posix_mq_some("mq_send") : (ssize_t)size;
}

BATCH_INLINE ssize_t
posix_mq_receive_some(struct side *side, unsigned char *data, size_t size)
{
	const struct posix_mq_state *state = side->state;
	ssize_t	n = mq_receive(state->now[1], (char *)data, size, NULL);

	if (BATCH_UNLIKELY(n != (ssize_t)size))
		return n < 0 ? posix_mq_some("mq_receive") :
		    fail("a message of %zd bytes was received, not %zu", n,
		    size);
	return n;
}

static const struct message_methods posix_mq_methods = {
	.send = posix_mq_send,
	.receive = posix_mq_receive,
	.send_some = posix_mq_send_some,
	.receive_some = posix_mq_receive_some,
};

static int
posix_mq_attach(struct side *side)
{
	struct posix_mq_state *state = side->state;
	bool		       client = side->role == ROLE_CLIENT;

	state->out = state->queue[client ? 0 : 1];
	state->in = state->queue[client ? 1 : 0];
	return message_attach(side, &posix_mq_methods);
}

static int
posix_mq_run(struct side *side, struct batch *batch)
{
	return message_run(side, batch, &posix_mq_methods);
}

static void
posix_mq_dispose(struct side *side)
{
	posix_mq_close(side->state);
}

/* By names that no other user and no other invocation can have. */
static void
posix_mq_clean(const struct side *side)
{
	char		name[POSIX_NAME_SIZE];
	unsigned	i;

	for (i = 0; i < POSIX_MQ_QUEUES; i++)
		(void)mq_unlink(posix_name(side, i, name));
}

#define POSIX_MQ_ROW \
	.state_size = sizeof(struct posix_mq_state), \
	.probe = posix_mq_probe, \
	.prepare = posix_mq_prepare, \
	.attach = posix_mq_attach, \
	.run = posix_mq_run, \
	.detach = message_detach, \
	.dispose = posix_mq_dispose, \
	.clean = posix_mq_clean
#else
#define POSIX_MQ_ROW .absent = "the system has no mq_open()"
#endif

const struct transport transport_posix_mq = {
	.name = "posix-mq",
	.summary = "there and back in POSIX messages",
	.operation = "client: mq_send, mq_receive; server: mq_receive, "
	    "mq_send; a queue for each direction",
	.paths = "mq_timedsend and mq_timedreceive: descriptor, allocation of "
	    "a message, copy, hand-over to a receiver that waits, wake-up, "
	    "context switch",
	.keys = MESSAGE_DATA_KEYS | KEY_BIT(KEY_WINDOW),
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS,
	.method = 1,
	.max_size = SIZE_LIMIT,
	POSIX_MQ_ROW,
};
