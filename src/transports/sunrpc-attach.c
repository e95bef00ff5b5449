/* From nothing to a client and a server of an rpc test, and back. */

#include "config.h"

#include "transports/sunrpc.h"

#if HAVE_RPC
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/un.h>
#include <unistd.h>
#if HAVE_SVC_VC_CREATE
#include <netconfig.h>
#endif

#include "base/entropy.h"
#include "base/fdio.h"

/* In the private directory, which is the current one; with the pair's number. */
#define SUNRPC_PATH	"rpc-%u"
#define SUNRPC_PATH_SIZE (sizeof SUNRPC_PATH + 16)

/* Program numbers that nobody is assigned: RFC 5531. */
#define SUNRPC_TRANSIENT	0x40000000u
#define SUNRPC_TRANSIENT_MASK 0x1fffffffu

#define SUNRPC_INTERVAL_US	20000		/* before a datagram is sent again */
#define SUNRPC_FOREVER_S	86400		/* the supervisor keeps the time */

/* Of a call, besides credentials and payload: 10 words of RPC, 4 of ours. */
#define SUNRPC_CALL_BYTES	56u

static u_int
sunrpc_get_program(const struct side *side)
{
	return SUNRPC_TRANSIENT | (side->key & SUNRPC_TRANSIENT_MASK);
}

static bool
sunrpc_is_on_demand(const struct side *side)
{
	return side->parameters->value[KEY_PORTMAP] == SWITCH_ON;
}

static const char *
sunrpc_get_netid(const struct sunrpc_state *state)
{
	return state->medium->netids[
	    state->address.socket_address.ss_family == AF_INET6];
}

int
sunrpc_probe(const struct sunrpc_medium *medium)
{
#if HAVE_SVC_VC_CREATE
	struct netconfig *network = getnetconfigent(medium->netids[0]);

	if (network == NULL)
		return skip("/etc/netconfig, which the RPC library reads, is "
		    "missing or does not have %s (Debian: libtirpc-common)",
		    medium->netids[0]);
	freenetconfigent(network);
#endif
	return medium->protocol != 0 ? inet_probe() : OUTCOME_OK;
}

static int
sunrpc_listen_unix(const struct side *side)
{
	struct sunrpc_state *state = side->state;
	struct sockaddr_un	name;

	memset(&name, 0, sizeof name);
	name.sun_family = AF_UNIX;
	snprintf(name.sun_path, sizeof name.sun_path, SUNRPC_PATH, side->pair);
	memcpy(&state->address.socket_address, &name, sizeof name);
	state->address.length = sizeof name;
	/* What a killed supervisor left would be in the way. */
	(void)unlink(name.sun_path);
	state->fd = socket(AF_UNIX, SOCK_STREAM, 0);
	if (state->fd < 0 || fdio_set_cloexec(state->fd) != 0)
		return fail_errno("make a socket");
	if (bind(state->fd, (struct sockaddr *)&name, sizeof name) != 0 ||
	    listen(state->fd, 8) != 0)
		return fail_errno("listen on a path in the private directory");
	return OUTCOME_OK;
}

/* Others have another current directory. */
static int
sunrpc_make_absolute(const struct side *side)
{
	struct sunrpc_state *state = side->state;
	struct sockaddr_un	name;
	size_t			length;

	memset(&name, 0, sizeof name);
	name.sun_family = AF_UNIX;
	if (getcwd(name.sun_path, sizeof name.sun_path) == NULL ||
	    (length = strlen(name.sun_path)) + SUNRPC_PATH_SIZE >
	    sizeof name.sun_path)
		return skip("a path registered with rpcbind must be shorter "
		    "than %zu bytes: set TMPDIR to a shorter one",
		    sizeof name.sun_path);
	snprintf(name.sun_path + length, sizeof name.sun_path - length,
	    "/" SUNRPC_PATH, side->pair);
	memcpy(&state->address.socket_address, &name, sizeof name);
	return OUTCOME_OK;
}

static int
sunrpc_listen(struct side *side)
{
	struct sunrpc_state *state = side->state;
	int		  ip = (int)side->parameters->value[KEY_IP];
	int		  outcome;

	if (state->medium->protocol != 0) {
#if !HAVE_SVC_VC_CREATE
		if (ip == 6)
			return skip("this system's RPC library knows IPv4 "
			    "alone");
#endif
		return inet_bind(ip, state->medium->type, &state->address,
		    &state->fd);
	}
	outcome = sunrpc_listen_unix(side);
	return outcome == OUTCOME_OK && sunrpc_is_on_demand(side) ?
	    sunrpc_make_absolute(side) : outcome;
}

int
sunrpc_prepare(struct side *side, const struct sunrpc_medium *medium)
{
	struct sunrpc_state *state = side->state;
	int		  outcome;

	state->medium = medium;
	state->fd = -1;
	state->program = sunrpc_get_program(side);
	state->flavor = side->parameters->value[KEY_AUTH] == AUTH_KIND_SYS ?
	    AUTH_UNIX : AUTH_NULL;
	entropy_fill(&state->request.header.run,
	    sizeof state->request.header.run);
	outcome = sunrpc_listen(side);
	if (outcome != OUTCOME_OK || !sunrpc_is_on_demand(side))
		return outcome;
	/* Unregistered even where it is not known whether this succeeds. */
	state->registered = true;
	return sunrpc_bind_set(state, sunrpc_get_netid(state));
}

/*
 * The calls that every RPC library has take IPv4; those for any address are
 * younger.
 */
static SVCXPRT *
sunrpc_create_server(const struct sunrpc_state *state)
{
	bool	streams = state->medium->type == SOCK_STREAM;

#if HAVE_SVC_VC_CREATE
	if (state->address.socket_address.ss_family != AF_INET)
		return streams ? svc_vc_create(state->fd, 0, 0) :
		    svc_dg_create(state->fd, SUNRPC_DATAGRAM, SUNRPC_DATAGRAM);
#endif
	return streams ? svctcp_create(state->fd, 0, 0) :
	    svcudp_bufcreate(state->fd, SUNRPC_DATAGRAM, SUNRPC_DATAGRAM);
}

static CLIENT *
sunrpc_create_client(struct sunrpc_state *state)
{
	bool		   streams = state->medium->type == SOCK_STREAM;
	struct timeval	   never = { SUNRPC_FOREVER_S, 0 };
	struct sockaddr_in four;
#if HAVE_SVC_VC_CREATE
	struct netbuf	   address = {
		.maxlen = sizeof state->address.socket_address,
		.len = (unsigned)state->address.length,
		.buf = &state->address.socket_address,
	};
	CLIENT		  *handle;

	if (state->address.socket_address.ss_family != AF_INET) {
		handle = streams ? clnt_vc_create(state->fd, &address,
		    state->program, ECHO_VERSION, 0, 0) :
		    clnt_dg_create(state->fd, &address, state->program,
		    ECHO_VERSION, SUNRPC_DATAGRAM, SUNRPC_DATAGRAM);
		if (handle != NULL && !streams)
			(void)clnt_control(handle, CLSET_RETRY_TIMEOUT,
			    (char *)&never);
		return handle;
	}
#endif
	memcpy(&four, &state->address.socket_address, sizeof four);
	return streams ? clnttcp_create(&four, state->program, ECHO_VERSION,
	    &state->fd, 0, 0) :
	    clntudp_bufcreate(&four, state->program, ECHO_VERSION, never,
	    &state->fd, SUNRPC_DATAGRAM, SUNRPC_DATAGRAM);
}

static int
sunrpc_connect(struct side *side)
{
	struct sunrpc_state *state = side->state;
	char		  nothing[] = "";	/* old libraries take no constant */
	int		  outcome;

	if (sunrpc_is_on_demand(side) && (outcome = sunrpc_bind_find(state,
	    sunrpc_get_netid(state))) != OUTCOME_OK)
		return outcome;
	outcome = inet_open(&state->address, state->medium->type, &state->fd);
	if (outcome != OUTCOME_OK)
		return outcome;
	state->handle = sunrpc_create_client(state);
	if (state->handle == NULL)
		return fail("make an RPC client%s",
		    clnt_spcreateerror(nothing));
	if (state->flavor != AUTH_NULL)
		state->handle->cl_auth = authunix_create_default();
	if (state->handle->cl_auth == NULL)
		return fail("make credentials");
	return OUTCOME_OK;
}

/* TCP_NODELAY, on the connection of this side. */
static int
sunrpc_set_nodelay(const struct side *side, int fd)
{
	return side->transport->keys & KEY_BIT(KEY_NODELAY) ?
	    inet_set_nodelay(fd,
	    side->parameters->value[KEY_NODELAY] == SWITCH_ON) : OUTCOME_OK;
}

/* Credentials take room in a datagram. */
static int
sunrpc_check_room(const struct side *side)
{
	const struct sunrpc_state *state = side->state;
	size_t	room = (SUNRPC_DATAGRAM - SUNRPC_CALL_BYTES -
		    state->handle->cl_auth->ah_cred.oa_length) / 4 * 4;

	return side->outgoing_size <= room ? OUTCOME_OK :
	    skip("%zu bytes are more than the %zu that fit into a datagram "
	    "beside the credentials", side->outgoing_size, room);
}

/* The client; where nothing gets lost it greets the server by a call. */
static int
sunrpc_attach_client(struct side *side)
{
	struct sunrpc_state *state = side->state;
	int		  outcome;

	fdio_close(&state->fd);
	if ((outcome = sunrpc_connect(side)) != OUTCOME_OK)
		return outcome;
	state->request.header.reply = (u_int)side->incoming_size;
	state->request.payload.data = (char *)side->outgoing;
	state->request.payload.size = (u_int)side->outgoing_size;
	state->reply.payload.data = (char *)side->incoming;
	state->reply.payload.room = (u_int)side->incoming_size;
	if (state->medium->type == SOCK_DGRAM) {
		state->timeout.tv_usec = SUNRPC_INTERVAL_US;
		return sunrpc_check_room(side);
	}
	state->timeout.tv_sec = SUNRPC_FOREVER_S;
	if ((outcome = sunrpc_set_nodelay(side, state->fd)) != OUTCOME_OK)
		return outcome;
	return sunrpc_call(side, NULL);
}

static int
sunrpc_attach_server(struct side *side)
{
	struct sunrpc_state *state = side->state;
	int		  outcome;

	state->request.payload.data = (char *)side->incoming;
	state->request.payload.room = (u_int)side->incoming_size;
	state->reply.payload.data = (char *)side->outgoing;
	state->first = state->next = 1;
	sunrpc_set_serving(side);
	state->listener = sunrpc_create_server(state);
	if (state->listener == NULL)
		return fail("make an RPC server");
	/* It is the library's from now on. */
	state->fd = -1;
	if (!svc_register(state->listener, state->program, ECHO_VERSION,
	    sunrpc_dispatch, 0))
		return fail("register the procedures of an RPC server");
	if (state->medium->type == SOCK_DGRAM)
		return OUTCOME_OK;
	if ((outcome = sunrpc_serve(side, NULL)) != OUTCOME_OK)
		return outcome;
	/* Libraries set it by themselves on what they accept. */
	return sunrpc_set_nodelay(side, state->connection->SUNRPC_DESCRIPTOR);
}

int
sunrpc_attach(struct side *side)
{
	return side->role == ROLE_CLIENT ? sunrpc_attach_client(side) :
	    sunrpc_attach_server(side);
}

/* What the library holds of connections ends with the process. */
void
sunrpc_detach(struct side *side)
{
	struct sunrpc_state *state = side->state;

	if (state->handle != NULL && state->handle->cl_auth != NULL)
		auth_destroy(state->handle->cl_auth);
	if (state->handle != NULL)
		clnt_destroy(state->handle);
	if (state->listener != NULL)
		svc_destroy(state->listener);
	state->handle = NULL;
	state->listener = NULL;
	fdio_close(&state->fd);
}

void
sunrpc_dispose(struct side *side)
{
	struct sunrpc_state *state = side->state;
	char		  path[SUNRPC_PATH_SIZE];

	if (state->registered)
		sunrpc_bind_unset(state->program);
	fdio_close(&state->fd);
	if (state->medium->protocol != 0)
		return;
	snprintf(path, sizeof path, SUNRPC_PATH, side->pair);
	(void)unlink(path);
}

void
sunrpc_clean(const struct side *side)
{
	if (sunrpc_is_on_demand(side))
		sunrpc_bind_unset(sunrpc_get_program(side));
}
#endif
