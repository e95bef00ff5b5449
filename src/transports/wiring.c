/* Owns the descriptors of all sides from prepare to attach. */

#include "config.h"

#include <errno.h>
#include <sys/socket.h>

#include "base/fdio.h"
#include "transports/socket.h"
#include "transports/wiring.h"

static void
wire_initialise(struct wire *wire)
{
	wire->near.in = wire->near.out = -1;
	wire->far.in = wire->far.out = -1;
}

int
wiring_prepare(struct side *side, wiring_maker make)
{
	struct wiring	*wiring = side->state;
	unsigned	 i;
	int		 outcome = OUTCOME_OK;

	stream_initialise(&wiring->stream);
	for (i = 0; i < MESSAGE_LINKS; i++)
		wire_initialise(&wiring->wire[i]);
	for (i = 0; i < message_count_links(side) && outcome == OUTCOME_OK; i++)
		outcome = make(side, &wiring->wire[i]);
	return outcome;
}

/* Moves an end into a link. */
static void
end_take(struct stream_link *end, struct stream_link *link)
{
	*link = *end;
	end->in = end->out = -1;
}

static void
end_close(const struct side *side, struct stream_link *end)
{
	if (end->in == end->out)
		end->in = -1;
	side_close_foreign(side, &end->in);
	side_close_foreign(side, &end->out);
}

int
wiring_attach(struct side *side)
{
	struct wiring	*wiring = side->state;
	unsigned	 count = message_count_links(side), i;

	if (side->role == ROLE_CLIENT)
		end_take(&wiring->wire[0].near, &wiring->stream.link[0]);
	else
		end_take(&wiring->wire[side->role == ROLE_BROKER ? 0 :
		    count - 1].far, &wiring->stream.link[0]);
	if (side->role == ROLE_BROKER)
		end_take(&wiring->wire[1].near, &wiring->stream.link[1]);
	for (i = 0; i < count; i++) {
		end_close(side, &wiring->wire[i].near);
		end_close(side, &wiring->wire[i].far);
	}
	return stream_attach(side);
}

void
wiring_dispose(struct side *side)
{
	struct wiring	*wiring = side->state;
	unsigned	 i;

	for (i = 0; i < MESSAGE_LINKS; i++) {
		end_close(side, &wiring->wire[i].near);
		end_close(side, &wiring->wire[i].far);
	}
}

int
wiring_make_pipes(const struct side *side, struct wire *wire)
{
	int	request[2], reply[2];

	(void)side;
	if (fdio_pipe(request) != 0)
		return fail_errno("make a pipe");
	wire->far.in = request[0];
	wire->near.out = request[1];
	if (fdio_pipe(reply) != 0)
		return fail_errno("make a pipe");
	wire->near.in = reply[0];
	wire->far.out = reply[1];
	return OUTCOME_OK;
}

static int
wire_reserve(const struct side *side, const struct wire *wire)
{
	size_t	largest = parameters_get_largest(side->parameters);
	int	outcome = socket_reserve(wire->near.out, largest);

	return outcome != OUTCOME_OK ? outcome :
	    socket_reserve(wire->far.out, largest);
}

int
wiring_make_sockets(const struct side *side, struct wire *wire, int type)
{
	int	pair[2];

	if (fdio_socketpair_of(type, pair) != 0)
		return fail_errno("make a pair of AF_UNIX sockets");
	wire->near.in = wire->near.out = pair[0];
	wire->far.in = wire->far.out = pair[1];
	if (side->parameters->value[KEY_SOCKETS] == 2) {
		/* Requests go over the first, replies over the second. */
		if (fdio_socketpair_of(type, pair) != 0)
			return fail_errno("make a pair of AF_UNIX sockets");
		wire->near.in = pair[0];
		wire->far.out = pair[1];
	}
	return type == SOCK_STREAM ? OUTCOME_OK : wire_reserve(side, wire);
}

int
wiring_probe_sockets(int type, const char *name)
{
	int	pair[2];

	if (fdio_socketpair_of(type, pair) != 0)
		return errno == EAFNOSUPPORT || errno == EPROTONOSUPPORT ||
		    errno == EPROTOTYPE || errno == ESOCKTNOSUPPORT ||
		    errno == EOPNOTSUPP || errno == EPERM || errno == EACCES ?
		    skip_errno("this kernel refuses %s", name) :
		    fail_errno("make a pair of %s", name);
	fdio_close(&pair[0]);
	fdio_close(&pair[1]);
	return OUTCOME_OK;
}
