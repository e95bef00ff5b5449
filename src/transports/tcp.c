/* tcp: there and back over TCP connections on loopback. */

#include "config.h"

#include "base/fdio.h"
#include "transports/inet.h"
#include "transports/stream.h"

#define TCP_CONNECTIONS	2	/* of one link: for requests and for replies */

/* Where one connection is waited for. */
struct tcp_port {
	struct inet_address	address;
	int			listening;
};

struct tcp_state {
	struct stream	stream;
	struct tcp_port	port[MESSAGE_LINKS][TCP_CONNECTIONS];
};

static unsigned
tcp_count_connections(const struct side *side)
{
	return (unsigned)side->parameters->value[KEY_SOCKETS];
}

static int
tcp_prepare(struct side *side)
{
	struct tcp_state *state = side->state;
	unsigned	  i, j;
	int		  outcome = OUTCOME_OK;

	stream_initialise(&state->stream);
	for (i = 0; i < MESSAGE_LINKS; i++)
		for (j = 0; j < TCP_CONNECTIONS; j++)
			state->port[i][j].listening = -1;
	for (i = 0; i < message_count_links(side); i++)
		for (j = 0; j < tcp_count_connections(side) &&
		    outcome == OUTCOME_OK; j++)
			outcome = inet_bind(
			    (int)side->parameters->value[KEY_IP], SOCK_STREAM,
			    &state->port[i][j].address,
			    &state->port[i][j].listening);
	return outcome;
}

static int
tcp_open(const struct side *side, struct tcp_port *port, bool connects, int *fd)
{
	int	outcome = connects ? inet_connect(&port->address, fd) :
		    inet_accept(&port->address, port->listening, fd);

	if (!connects)
		fdio_close(&port->listening);
	return outcome != OUTCOME_OK ? outcome : inet_set_nodelay(*fd,
	    side->parameters->value[KEY_NODELAY] == SWITCH_ON);
}

/* The connections of a link: who connects sends over the first. */
static int
tcp_open_link(struct side *side, unsigned number, struct tcp_port *ports,
    bool connects)
{
	struct tcp_state   *state = side->state;
	struct stream_link *link = &state->stream.link[number];
	int	*first = connects ? &link->out : &link->in;
	int	*second = connects ? &link->in : &link->out;
	int	 outcome = tcp_open(side, &ports[0], connects, first);

	*second = *first;
	if (outcome == OUTCOME_OK && tcp_count_connections(side) == 2) {
		*second = -1;
		outcome = tcp_open(side, &ports[1], connects, second);
	}
	return outcome;
}

/* Without this end of a listening socket, a killed server would go unseen. */
static void
tcp_close_foreign(struct side *side)
{
	struct tcp_state *state = side->state;
	unsigned	  i, j;

	for (i = 0; i < MESSAGE_LINKS; i++)
		for (j = 0; j < TCP_CONNECTIONS; j++)
			side_close_foreign(side, &state->port[i][j].listening);
}

static int
tcp_attach(struct side *side)
{
	struct tcp_state *state = side->state;
	unsigned	  links = message_count_links(side);
	int		  outcome;

	if (side->role == ROLE_CLIENT)
		outcome = tcp_open_link(side, 0, state->port[0], true);
	else
		outcome = tcp_open_link(side, 0, state->port[
		    side->role == ROLE_BROKER ? 0 : links - 1], false);
	if (side->role == ROLE_BROKER && outcome == OUTCOME_OK)
		outcome = tcp_open_link(side, 1, state->port[1], true);
	tcp_close_foreign(side);
	return outcome != OUTCOME_OK ? outcome : stream_attach(side);
}

static void
tcp_dispose(struct side *side)
{
	tcp_close_foreign(side);
}

const struct transport transport_tcp = {
	.name = "tcp",
	.summary = "there and back over TCP on loopback",
	.operation = "client: write, read; server: read, write; one connection",
	.paths = "write and read of a TCP socket: segmentation, the loopback "
	    "device, softirq, acknowledgement, wake-up, context switch",
	.keys = STREAM_KEYS | STREAM_BYTE_KEYS | KEY_BIT(KEY_IP) |
	    KEY_BIT(KEY_NODELAY) | KEY_BIT(KEY_SOCKETS) | KEY_BIT(KEY_VIA),
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS |
	    TRANSPORT_CROSSES_HOSTS,
	.method = 1,
	.max_size = SIZE_LIMIT,
	.state_size = sizeof(struct tcp_state),
	.probe = inet_probe,
	.prepare = tcp_prepare,
	.attach = tcp_attach,
	.begin = stream_begin,
	.run = stream_run,
	.end = stream_end,
	.detach = stream_detach,
	.dispose = tcp_dispose,
};
