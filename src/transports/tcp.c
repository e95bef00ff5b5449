/* tcp: there and back over one TCP connection on loopback. */

#include "config.h"

#include "base/fdio.h"
#include "transports/inet.h"
#include "transports/stream.h"

struct tcp_state {
	struct stream		stream;
	struct inet_address	address;
	int			listening;
};

static int
tcp_prepare(struct side *side)
{
	struct tcp_state *state = side->state;

	stream_initialise(&state->stream);
	state->listening = -1;
	return inet_bind((int)side->parameters->value[KEY_IP], SOCK_STREAM,
	    &state->address, &state->listening);
}

static int
tcp_attach(struct side *side)
{
	struct tcp_state *state = side->state;
	bool		  nodelay =
			    side->parameters->value[KEY_NODELAY] == SWITCH_ON;
	int		  fd = -1, outcome;

	if (side->role == ROLE_CLIENT) {
		fdio_close(&state->listening);
		outcome = inet_connect(&state->address, &fd);
	} else {
		outcome = inet_accept(&state->address, state->listening, &fd);
		fdio_close(&state->listening);
	}
	state->stream.link[0].in = state->stream.link[0].out = fd;
	if (outcome == OUTCOME_OK)
		outcome = inet_set_nodelay(fd, nodelay);
	return outcome != OUTCOME_OK ? outcome :
	    message_window_attach(side, &stream_methods);
}

static int
tcp_run(struct side *side, struct batch *batch)
{
	return message_run(side, batch, &stream_methods);
}

static void
tcp_detach(struct side *side)
{
	struct tcp_state *state = side->state;

	message_window_detach(side);
	stream_close(&state->stream);
}

static void
tcp_dispose(struct side *side)
{
	struct tcp_state *state = side->state;

	fdio_close(&state->listening);
}

const struct transport transport_tcp = {
	.name = "tcp",
	.summary = "there and back over TCP on loopback",
	.operation = "client: write, read; server: read, write; one connection",
	.paths = "write and read of a TCP socket: segmentation, the loopback "
	    "device, softirq, acknowledgement, wake-up, context switch",
	.keys = STREAM_KEYS | KEY_BIT(KEY_IP) | KEY_BIT(KEY_NODELAY) |
	    KEY_BIT(KEY_WINDOW),
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS |
	    TRANSPORT_CROSSES_HOSTS,
	.method = 1,
	.max_size = SIZE_LIMIT,
	.state_size = sizeof(struct tcp_state),
	.probe = inet_probe,
	.prepare = tcp_prepare,
	.attach = tcp_attach,
	.run = tcp_run,
	.detach = tcp_detach,
	.dispose = tcp_dispose,
};
