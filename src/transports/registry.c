/* The list of all transports; the only file that sees them. */

#include "config.h"

#include <string.h>

#include "transports/registry.h"

extern const struct transport transport_nil;
extern const struct transport transport_pipe;
extern const struct transport transport_unix_stream;
extern const struct transport transport_udp;
extern const struct transport transport_tcp;
extern const struct transport transport_tcp_connect;
extern const struct transport transport_unix_connect;
extern const struct transport transport_rpc_tcp;
extern const struct transport transport_rpc_udp;
extern const struct transport transport_rpc_unix;

static const struct transport *const built_in[] = {
	&transport_nil,
	&transport_pipe,
	&transport_unix_stream,
	&transport_udp,
	&transport_tcp,
	&transport_tcp_connect,
	&transport_unix_connect,
	&transport_rpc_tcp,
	&transport_rpc_udp,
	&transport_rpc_unix,
};
static const size_t built_in_count = sizeof built_in / sizeof built_in[0];

static const struct transport *const *more;

const struct transport *
registry_get(size_t number)
{
	size_t	i;

	if (number < built_in_count)
		return built_in[number];
	if (more == NULL)
		return NULL;
	for (i = 0; more[i] != NULL; i++)
		if (i == number - built_in_count)
			return more[i];
	return NULL;
}

const struct transport *
registry_find(const char *name)
{
	const struct transport	*transport;
	size_t			 i;

	for (i = 0; (transport = registry_get(i)) != NULL; i++)
		if (strcmp(transport->name, name) == 0)
			return transport;
	return NULL;
}

void
registry_extend(const struct transport *const *rows)
{
	more = rows;
}
