/* unix-stream: there and back over a pair of AF_UNIX stream sockets. */

#include "config.h"

#include <errno.h>
#include <sys/socket.h>

#include "base/fdio.h"
#include "transports/stream.h"

struct unix_stream_state {
	struct stream	stream;
	int		pair[2];	/* the client's end, the server's */
};

static int
unix_stream_probe(void)
{
	int	pair[2];

	if (fdio_socketpair(pair) != 0)
		return errno == EAFNOSUPPORT || errno == EPROTONOSUPPORT ||
		    errno == EOPNOTSUPP || errno == EPERM || errno == EACCES ?
		    skip_errno("this kernel refuses AF_UNIX stream sockets") :
		    fail_errno("make a pair of AF_UNIX stream sockets");
	fdio_close(&pair[0]);
	fdio_close(&pair[1]);
	return OUTCOME_OK;
}

static int
unix_stream_prepare(struct side *side)
{
	struct unix_stream_state *state = side->state;

	stream_initialise(&state->stream);
	state->pair[0] = state->pair[1] = -1;
	if (fdio_socketpair(state->pair) != 0)
		return fail_errno("make a pair of AF_UNIX stream sockets");
	return OUTCOME_OK;
}

static int
unix_stream_attach(struct side *side)
{
	struct unix_stream_state *state = side->state;
	struct stream		 *stream = &state->stream;
	int			  mine = side->role == ROLE_CLIENT ? 0 : 1;

	/* Without this one's end, a killed peer would leave reads waiting. */
	fdio_close(&state->pair[!mine]);
	stream->link[0].in = stream->link[0].out = state->pair[mine];
	state->pair[mine] = -1;
	return message_window_attach(side, &stream_methods);
}

static int
unix_stream_run(struct side *side, struct batch *batch)
{
	return message_run(side, batch, &stream_methods);
}

static void
unix_stream_detach(struct side *side)
{
	struct unix_stream_state *state = side->state;

	message_window_detach(side);
	stream_close(&state->stream);
}

static void
unix_stream_dispose(struct side *side)
{
	struct unix_stream_state *state = side->state;

	fdio_close(&state->pair[0]);
	fdio_close(&state->pair[1]);
}

const struct transport transport_unix_stream = {
	.name = "unix-stream",
	.summary = "there and back over AF_UNIX stream sockets",
	.operation = "client: write, read; server: read, write; one socket pair",
	.paths = "write and read of an AF_UNIX stream socket: allocation of a "
	    "buffer, copy, queue, wake-up, context switch",
	.keys = STREAM_KEYS | KEY_BIT(KEY_WINDOW),
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS,
	.method = 1,
	.max_size = SIZE_LIMIT,
	.state_size = sizeof(struct unix_stream_state),
	.probe = unix_stream_probe,
	.prepare = unix_stream_prepare,
	.attach = unix_stream_attach,
	.run = unix_stream_run,
	.detach = unix_stream_detach,
	.dispose = unix_stream_dispose,
};
