/* Registering the server of an rpc test with rpcbind, and finding it there. */

#include "config.h"

#include "transports/sunrpc.h"

#if HAVE_RPC
#include <string.h>
#include <netinet/in.h>
#if HAVE_RPCB_SET
#include <netconfig.h>
#else
#include <rpc/pmap_clnt.h>
#endif

/* What the library says of its last attempt; "" where it was only refused. */
static int
sunrpc_bind_judge(const char *what)
{
	if (rpc_createerr.cf_stat == RPC_SUCCESS)
		return fail("rpcbind refused to %s", what);
	return skip("rpcbind does not answer (%s): start it (as root: "
	    "rpcbind), or use portmap=off",
	    clnt_sperrno(rpc_createerr.cf_stat));
}

#if HAVE_RPCB_SET
int
sunrpc_bind_set(const struct sunrpc_state *state, const char *netid)
{
	struct sockaddr_storage copy = state->address.socket_address;
	struct netbuf	 address = {
		.maxlen = sizeof copy,
		.len = (unsigned)state->address.length,
		.buf = &copy,
	};
	struct netconfig *network = getnetconfigent(netid);
	bool		  done;

	if (network == NULL)
		return skip("/etc/netconfig does not have %s", netid);
	memset(&rpc_createerr, 0, sizeof rpc_createerr);
	done = rpcb_set(state->program, ECHO_VERSION, network, &address);
	freenetconfigent(network);
	return done ? OUTCOME_OK : sunrpc_bind_judge("register the server");
}

static const char *
sunrpc_bind_host(const struct sunrpc_state *state)
{
	switch (state->address.socket_address.ss_family) {
	case AF_INET:
		return "127.0.0.1";
	case AF_INET6:
		return "::1";
	default:
		return "localhost";
	}
}

int
sunrpc_bind_find(struct sunrpc_state *state, const char *netid)
{
	struct sockaddr_storage found;
	struct netbuf	 address = { .maxlen = sizeof found, .buf = &found };
	struct netconfig *network = getnetconfigent(netid);
	bool		  done;

	if (network == NULL)
		return skip("/etc/netconfig does not have %s", netid);
	memset(&found, 0, sizeof found);
	memset(&rpc_createerr, 0, sizeof rpc_createerr);
	done = rpcb_getaddr(state->program, ECHO_VERSION, network, &address,
	    sunrpc_bind_host(state));
	freenetconfigent(network);
	if (!done)
		return sunrpc_bind_judge("tell where the server is");
	state->address.socket_address = found;
	state->address.length = (socklen_t)address.len;
	return OUTCOME_OK;
}

void
sunrpc_bind_unset(u_int program)
{
	(void)rpcb_unset(program, ECHO_VERSION, NULL);
}
#else
int
sunrpc_bind_set(const struct sunrpc_state *state, const char *netid)
{
	struct sockaddr_in address;

	(void)netid;
	if (state->medium->protocol == 0)
		return skip("this system's RPC library registers TCP and UDP "
		    "alone");
	memcpy(&address, &state->address.socket_address, sizeof address);
	memset(&rpc_createerr, 0, sizeof rpc_createerr);
	return pmap_set(state->program, ECHO_VERSION,
	    (int)state->medium->protocol, ntohs(address.sin_port)) ?
	    OUTCOME_OK : sunrpc_bind_judge("register the server");
}

int
sunrpc_bind_find(struct sunrpc_state *state, const char *netid)
{
	struct sockaddr_in address;
	u_short		   port;

	(void)netid;
	memcpy(&address, &state->address.socket_address, sizeof address);
	address.sin_port = 0;
	memset(&rpc_createerr, 0, sizeof rpc_createerr);
	port = pmap_getport(&address, state->program, ECHO_VERSION,
	    state->medium->protocol);
	if (port == 0)
		return sunrpc_bind_judge("tell where the server is");
	address.sin_port = htons(port);
	memcpy(&state->address.socket_address, &address, sizeof address);
	return OUTCOME_OK;
}

void
sunrpc_bind_unset(u_int program)
{
	(void)pmap_unset(program, ECHO_VERSION);
}
#endif
#endif
