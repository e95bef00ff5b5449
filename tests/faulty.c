/* Transports for the tests alone. */

#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
#if HAVE_SHMGET
#include <sys/ipc.h>
#include <sys/shm.h>
#endif

#include "base/fdio.h"
#include "faulty.h"
#include "transports/shared.h"
#include "transports/stream.h"

/* Two socket pairs: a relay's client to broker, broker to server. */
struct pairs_state {
	struct stream	stream;
	int		pair[2][2];
};

static int
pairs_prepare(struct side *side)
{
	struct pairs_state *state = side->state;

	stream_initialise(&state->stream);
	state->pair[0][0] = state->pair[0][1] = -1;
	state->pair[1][0] = state->pair[1][1] = -1;
	if (fdio_socketpair(state->pair[0]) != 0 ||
	    fdio_socketpair(state->pair[1]) != 0)
		return fail_errno("make a socket pair");
	return OUTCOME_OK;
}

static void
pairs_close(struct pairs_state *state)
{
	fdio_close(&state->pair[0][0]);
	fdio_close(&state->pair[0][1]);
	fdio_close(&state->pair[1][0]);
	fdio_close(&state->pair[1][1]);
}

/* What is left of them when a side has taken its own. */
static void
pairs_close_foreign(const struct side *side)
{
	struct pairs_state *state = side->state;

	side_close_foreign(side, &state->pair[0][0]);
	side_close_foreign(side, &state->pair[0][1]);
	side_close_foreign(side, &state->pair[1][0]);
	side_close_foreign(side, &state->pair[1][1]);
}

static int
pairs_take(struct stream_link *link, int *fd)
{
	link->in = link->out = *fd;
	*fd = -1;
	return OUTCOME_OK;
}

static int
relay_attach(struct side *side)
{
	struct pairs_state *state = side->state;
	struct stream	   *stream = &state->stream;

	if (side->role == ROLE_CLIENT)
		pairs_take(&stream->link[0], &state->pair[0][0]);
	else if (side->role == ROLE_SERVER)
		pairs_take(&stream->link[0], &state->pair[1][1]);
	else {
		pairs_take(&stream->link[0], &state->pair[0][1]);
		pairs_take(&stream->link[1], &state->pair[1][0]);
	}
	pairs_close_foreign(side);
	return OUTCOME_OK;
}

static int
pairs_run(struct side *side, struct batch *batch)
{
	return message_run(side, batch, &stream_methods);
}

static void
pairs_detach(struct side *side)
{
	stream_detach(side);
}

static void
pairs_dispose(struct side *side)
{
	pairs_close(side->state);
}

#define PAIRS_BEHAVIOUR \
	.operation = "a test's", .paths = "a test's", .method = 1, \
	.keys = STREAM_KEYS, .max_size = 65536, \
	.state_size = sizeof(struct pairs_state), .dispose = pairs_dispose

static const enum side_role relay_roles[] = {
	ROLE_CLIENT, ROLE_BROKER, ROLE_SERVER, ROLE_END
};

const struct transport faulty_relay = {
	PAIRS_BEHAVIOUR,
	.name = "faulty-relay",
	.summary = "works: a broker between client and server",
	.roles = relay_roles,
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS,
	.prepare = pairs_prepare,
	.attach = relay_attach,
	.run = pairs_run,
	.detach = pairs_detach,
};

/* Each side keeps both ends of a socket pair and reads what it wrote. */
static int
echo_call(struct side *side, const struct message_methods *methods)
{
	struct pairs_state *state = side->state;
	int		    outcome;

	state->stream.link[0].out = state->pair[0][0];
	state->stream.link[0].in = state->pair[0][1];
	outcome = methods->send(side, 0, side->outgoing, side->outgoing_size);
	return outcome != OUTCOME_OK ? outcome :
	    methods->receive(side, 0, side->incoming, side->outgoing_size);
}

static int
echo_attach(struct side *side)
{
	/* Not the pair that the other side has. */
	pairs_close(side->state);
	return pairs_prepare(side);
}

static int
echo_run(struct side *side, struct batch *batch)
{
	return batch_run(side, batch, echo_call, &stream_methods);
}

static void
echo_detach(struct side *side)
{
	pairs_close(side->state);
}

static const struct transport faulty_echo = {
	PAIRS_BEHAVIOUR,
	.name = "faulty-echo",
	.summary = "a side reads its own write",
	.attach = echo_attach,
	.run = echo_run,
	.detach = echo_detach,
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS,
	.prepare = pairs_prepare,
};

/* Claims that each side sleeps, and never does. */
static int
eager_operate(struct side *side, const struct message_methods *methods)
{
	(void)side;
	(void)methods;
	return OUTCOME_OK;
}

static int
eager_run(struct side *side, struct batch *batch)
{
	return batch_run(side, batch, eager_operate, NULL);
}

static const struct transport faulty_eager = {
	.name = "faulty-eager",
	.summary = "never blocks where it should",
	.operation = "a test's", .paths = "a test's", .method = 1,
	.flags = TRANSPORT_BLOCKS,
	.run = eager_run,
};

static int
leak_prepare(struct side *side)
{
	(void)dup(STDERR_FILENO);
	return pairs_prepare(side);
}

static const struct transport faulty_leak = {
	PAIRS_BEHAVIOUR,
	.name = "faulty-leak",
	.summary = "leaks a descriptor",
	.roles = relay_roles,
	.prepare = leak_prepare,
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS,
	.attach = relay_attach,
	.run = pairs_run,
	.detach = pairs_detach,
};

static int
litter_prepare(struct side *side)
{
	int	fd = open("litter", O_CREAT | O_WRONLY, 0600);

	fdio_close(&fd);
	return pairs_prepare(side);
}

static const struct transport faulty_litter = {
	PAIRS_BEHAVIOUR,
	.name = "faulty-litter",
	.summary = "leaves a file",
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS |
	    TRANSPORT_USES_DIRECTORY,
	.roles = relay_roles,
	.prepare = litter_prepare,
	.attach = relay_attach,
	.run = pairs_run,
	.detach = pairs_detach,
};

#if HAVE_SHMGET
#define SEGMENTS_MAX	64

/*
 * What was left.  Shared with the processes that are forked: where they do not
 * execute this program afresh they leave without looking back.
 */
struct segments {
	int	list[SEGMENTS_MAX], count;
};
static struct segments *segments;
static pid_t	segments_owner;

void
faulty_clean(void)
{
	while (segments->count > 0)
		(void)shmctl(segments->list[--segments->count], IPC_RMID,
		    NULL);
}

static void
segments_remove(void)
{
	if (getpid() == segments_owner)
		faulty_clean();
}

void
faulty_begin(void)
{
	segments = shared_map(sizeof *segments);
	if (segments == NULL || atexit(segments_remove) != 0)
		abort();
	segments_owner = getpid();
}

static int
segment_prepare(struct side *side)
{
	/* By its size, tests that run beside this one know that it is meant. */
	int	identifier = shmget(IPC_PRIVATE, (size_t)segments_owner, 0600);

	if (identifier >= 0 && segments->count < SEGMENTS_MAX)
		segments->list[segments->count++] = identifier;
	return pairs_prepare(side);
}

static const struct transport faulty_segment = {
	PAIRS_BEHAVIOUR,
	.name = "faulty-segment",
	.summary = "leaves a shared segment",
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS,
	.roles = relay_roles,
	.prepare = segment_prepare,
	.attach = relay_attach,
	.run = pairs_run,
	.detach = pairs_detach,
};
#else
void
faulty_begin(void)
{
}

void
faulty_clean(void)
{
}
#endif

/* The server sleeps for ever after three operations. */
static int
hang_serve(struct side *side, const struct message_methods *methods)
{
	if (side->role == ROLE_SERVER && side->progress->done == 3)
		for (;;)
			pause();
	return message_serve_plainly(side, methods);
}

static int
hang_run(struct side *side, struct batch *batch)
{
	return side->role == ROLE_SERVER ?
	    batch_run(side, batch, hang_serve, &stream_methods) :
	    message_run(side, batch, &stream_methods);
}

static const struct transport faulty_hang = {
	PAIRS_BEHAVIOUR,
	.name = "faulty-hang",
	.summary = "the server hangs",
	.roles = relay_roles,
	.run = hang_run,
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS,
	.prepare = pairs_prepare,
	.attach = relay_attach,
	.detach = pairs_detach,
};

/* The server kills itself, or stops, at the fourth operation. */
static int
crash_serve(struct side *side, const struct message_methods *methods)
{
	if (side->role == ROLE_SERVER && side->progress->done == 3)
		raise(SIGKILL);
	return message_serve_plainly(side, methods);
}

static int
crash_run(struct side *side, struct batch *batch)
{
	return side->role == ROLE_SERVER ?
	    batch_run(side, batch, crash_serve, &stream_methods) :
	    message_run(side, batch, &stream_methods);
}

static const struct transport faulty_crash = {
	PAIRS_BEHAVIOUR,
	.name = "faulty-crash",
	.summary = "the server is killed",
	.roles = relay_roles,
	.run = crash_run,
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS,
	.prepare = pairs_prepare,
	.attach = relay_attach,
	.detach = pairs_detach,
};

static int
stop_serve(struct side *side, const struct message_methods *methods)
{
	if (side->role == ROLE_SERVER && side->progress->done == 3)
		raise(SIGSTOP);
	return message_serve_plainly(side, methods);
}

static int
stop_run(struct side *side, struct batch *batch)
{
	return side->role == ROLE_SERVER ?
	    batch_run(side, batch, stop_serve, &stream_methods) :
	    message_run(side, batch, &stream_methods);
}

static const struct transport faulty_stop = {
	PAIRS_BEHAVIOUR,
	.name = "faulty-stop",
	.summary = "the server is stopped",
	.roles = relay_roles,
	.run = stop_run,
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS,
	.prepare = pairs_prepare,
	.attach = relay_attach,
	.detach = pairs_detach,
};

/* Hangs, as what its prepare started has ended. */
static int
widow_prepare(struct side *side)
{
	side->helper = (int)fork();
	if (side->helper == 0) {
		clock_sleep(50000000);
		_exit(0);
	}
	return side->helper < 0 ? fail_errno("fork") : pairs_prepare(side);
}

static const struct transport faulty_widow = {
	PAIRS_BEHAVIOUR,
	.name = "faulty-widow",
	.summary = "a process that it started ends",
	.roles = relay_roles,
	.run = hang_run,
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS,
	.prepare = widow_prepare,
	.attach = relay_attach,
	.detach = pairs_detach,
};

static int
refuse_prepare(struct side *side)
{
	(void)side;
	return skip("the kernel refuses it");
}

static const struct transport faulty_refuse = {
	.name = "faulty-refuse",
	.summary = "works: refused by every kernel",
	.operation = "a test's", .paths = "a test's", .method = 1,
	.run = eager_run,
	.prepare = refuse_prepare,
};

static const struct transport faulty_absent = {
	.name = "faulty-absent",
	.summary = "works: never built",
	.operation = "a test's", .paths = "a test's", .method = 1,
	.absent = "this build is a test",
};

const struct faulty_row faulty_rows[] = {
	{ &faulty_echo, "wrong byte", NULL },
	{ &faulty_eager, "slept", NULL },
	{ &faulty_leak, "descriptor", NULL },
	{ &faulty_litter, "file", NULL },
#if HAVE_SHMGET
	{ &faulty_segment, "left in the system", "/proc/sysvipc/shm" },
#endif
	{ &faulty_hang, "no progress", NULL },
	{ &faulty_crash, "killed", NULL },
	{ &faulty_stop, "no progress", NULL },
	{ &faulty_widow, "the daemon ended", NULL },
	{ NULL, NULL, NULL },
};

const struct transport *const faulty_transports[] = {
	&faulty_relay, &faulty_refuse, &faulty_absent, &faulty_echo,
	&faulty_eager, &faulty_leak, &faulty_litter,
#if HAVE_SHMGET
	&faulty_segment,
#endif
	&faulty_hang, &faulty_crash, &faulty_stop, &faulty_widow, NULL
};
