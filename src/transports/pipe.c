/* pipe: there and back over two pipes. */

#include "config.h"

#include "base/fdio.h"
#include "transports/stream.h"

struct pipe_state {
	struct stream	stream;
	int		request[2], reply[2];
};

static int
pipe_prepare(struct side *side)
{
	struct pipe_state *state = side->state;

	stream_initialise(&state->stream);
	state->request[0] = state->request[1] = -1;
	state->reply[0] = state->reply[1] = -1;
	if (fdio_pipe(state->request) != 0 || fdio_pipe(state->reply) != 0)
		return fail_errno("make a pipe");
	return OUTCOME_OK;
}

/* Takes one end of a pipe over and closes the other. */
static int
pipe_take(int fds[2], int end)
{
	int	taken = fds[end];

	fds[end] = -1;
	fdio_close(&fds[!end]);
	return taken;
}

static int
pipe_attach(struct side *side)
{
	struct pipe_state *state = side->state;
	struct stream	  *stream = &state->stream;
	bool		   client = side->role == ROLE_CLIENT;

	stream->link[0].out = pipe_take(client ? state->request : state->reply,
	    1);
	stream->link[0].in = pipe_take(client ? state->reply : state->request,
	    0);
	return message_window_attach(side, &stream_methods);
}

static int
pipe_run(struct side *side, struct batch *batch)
{
	return message_run(side, batch, &stream_methods);
}

static void
pipe_detach(struct side *side)
{
	struct pipe_state *state = side->state;

	message_window_detach(side);
	stream_close(&state->stream);
}

static void
pipe_dispose(struct side *side)
{
	struct pipe_state *state = side->state;
	int		   i;

	for (i = 0; i < 2; i++) {
		fdio_close(&state->request[i]);
		fdio_close(&state->reply[i]);
	}
}

const struct transport transport_pipe = {
	.name = "pipe",
	.summary = "there and back over two pipes",
	.operation = "client: write, read; server: read, write",
	.paths = "write and read of a pipe: copy, wake-up, context switch",
	.keys = STREAM_KEYS | KEY_BIT(KEY_WINDOW),
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS,
	.method = 1,
	.max_size = SIZE_LIMIT,
	.state_size = sizeof(struct pipe_state),
	.prepare = pipe_prepare,
	.attach = pipe_attach,
	.run = pipe_run,
	.detach = pipe_detach,
	.dispose = pipe_dispose,
};
