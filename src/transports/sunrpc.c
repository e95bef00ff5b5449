/* The operations of the rpc tests: a call, and the serving of one. */

#include "config.h"

#include "transports/sunrpc.h"

#if HAVE_RPC
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/select.h>

#include "system/clock.h"
#include "transports/message.h"

#define SUNRPC_POLLED_MAX	256
#define SUNRPC_PATIENCE_NS	600000000u	/* before a call is given up */
#define SUNRPC_INTERVAL_MAX_US 320000	/* between two sendings; each is twice the one before */
#define SUNRPC_REPEAT_MS	2		/* for the second reply to a call sent twice */

/* No filter has the type that the library declares, this one least. */
#define SUNRPC_NOTHING	(xdrproc_t)(void (*)(void))xdr_void

/* The RPC library hands its callbacks no context. */
static struct side	*sunrpc_serving;

void
sunrpc_set_serving(struct side *side)
{
	sunrpc_serving = side;
}

/* Off the usual path: what a call that brought no whole reply means. */
static int
sunrpc_judge(const struct side *side, enum clnt_stat status)
{
	const struct sunrpc_state *state = side->state;
	struct rpc_err		error;

	if (status == RPC_SUCCESS)
		return state->reply.payload.size == side->incoming_size ?
		    OUTCOME_OK : fail("the reply has %u bytes, not %zu",
		    state->reply.payload.size, side->incoming_size);
	memset(&error, 0, sizeof error);
	clnt_geterr(state->handle, &error);
	if (status != RPC_CANTSEND && status != RPC_CANTRECV)
		return fail("the call failed: %s", clnt_sperrno(status));
	errno = error.re_errno;
	if (errno == EMSGSIZE)
		return fail("a call with %zu bytes is more than this system "
		    "sends in a datagram", side->outgoing_size);
	return fail_errno("the call failed: %s", clnt_sperrno(status));
}

/*
 * The call as it is in the buffers.  The stubs that rpcgen makes consist of
 * this, and of a copy of the result that nobody here needs.
 */
BATCH_INLINE enum clnt_stat
sunrpc_ask(struct sunrpc_state *state, struct timeval timeout)
{
	return clnt_call(state->handle, ECHO_ECHO,
	    (xdrproc_t)xdr_echo_request, (caddr_t)&state->request,
	    (xdrproc_t)xdr_echo_reply, (caddr_t)&state->reply, timeout);
}

/*
 * The next call takes the number of the last: the server's reply to either
 * will do, and to others on the way it is one call.
 */
static void
sunrpc_keep_number(struct sunrpc_state *state)
{
#ifdef CLSET_XID
	uint32_t	number;

	if (clnt_control(state->handle, CLGET_XID, (char *)&number))
		(void)clnt_control(state->handle, CLSET_XID, (char *)&number);
#else
	(void)state;
#endif
}

/* Drops a datagram that has come, or comes within the time. */
static bool
sunrpc_drop(const struct sunrpc_state *state, int timeout_ms)
{
	struct pollfd	polled = { .fd = state->fd, .events = POLLIN };
	char		byte;

	return poll(&polled, 1, timeout_ms) > 0 &&
	    recv(state->fd, &byte, 1, MSG_DONTWAIT) >= 0;
}

/*
 * A datagram was lost, or the reply is late.  The library would send again by
 * itself, but does not tell; and a second reply, to a call that was sent
 * twice, would have it send each later call twice as well.
 */
static int
sunrpc_ask_again(struct side *side)
{
	struct sunrpc_state *state = side->state;
	struct timeval	  interval = state->timeout;
	uint64_t	  end_ns = clock_now() + SUNRPC_PATIENCE_NS;
	unsigned	  repeats = 0;
	enum clnt_stat	  status;

	do {
		sunrpc_keep_number(state);
		if (interval.tv_usec < SUNRPC_INTERVAL_MAX_US)
			interval.tv_usec *= 2;
		repeats++;
		status = sunrpc_ask(state, interval);
	} while (status == RPC_TIMEDOUT && clock_now() < end_ns);
	if (status == RPC_TIMEDOUT)
		return OUTCOME_LOST;
	state->retransmitted += repeats;
	while (repeats > 0 && sunrpc_drop(state, SUNRPC_REPEAT_MS))
		repeats--;
	return sunrpc_judge(side, status);
}

int
sunrpc_call(struct side *side, const struct message_methods *methods)
{
	struct sunrpc_state *state = side->state;
	enum clnt_stat	  status;

	(void)methods;
	state->request.header.sequence++;
	status = sunrpc_ask(state, state->timeout);
	if (BATCH_UNLIKELY(status != RPC_SUCCESS ||
	    state->reply.payload.size != side->incoming_size))
		return status == RPC_TIMEDOUT &&
		    state->medium->type == SOCK_DGRAM ? sunrpc_ask_again(side) :
		    sunrpc_judge(side, status);
	return OUTCOME_OK;
}

static int
sunrpc_call_verified(struct side *side, const struct message_methods *methods)
{
	int	outcome = sunrpc_call(side, methods);

	return outcome != OUTCOME_OK ? outcome : message_verify(side);
}

/*
 * Whether a call is one of this batch: the next one, or one after calls that
 * were lost; or one that was served already and was sent again.
 */
static bool
sunrpc_accept(struct sunrpc_state *state, const struct echo_header *header)
{
	uint32_t	ahead = header->sequence - (uint32_t)state->next;
	uint32_t	behind = (uint32_t)state->next - header->sequence;

	state->was_due = ahead <= UINT32_MAX / 2;
	if (header->run != state->request.header.run)
		return false;
	if (!state->was_due)
		return behind <= state->next - state->first;
	state->next += (uint64_t)ahead + 1;
	return true;
}

/*
 * As xdr_echo_request(), but what is not of this batch is refused before it
 * overwrites what was received.
 */
static bool_t
sunrpc_decode(XDR *xdrs, struct sunrpc_state *state)
{
	struct echo_header header;

	if (xdrs->x_op != XDR_DECODE)
		return TRUE;
	if (!xdr_echo_header(xdrs, &header) || !sunrpc_accept(state, &header))
		return FALSE;
	state->request.header.reply = header.reply;
	return xdr_echo_payload(xdrs, &state->request.payload) &&
	    state->request.payload.size == state->request.payload.room;
}

static void
sunrpc_echo(struct side *side, SVCXPRT *connection)
{
	struct sunrpc_state *state = side->state;

	state->outcome = OUTCOME_OK;
	if (!svc_getargs(connection, (xdrproc_t)sunrpc_decode, (caddr_t)state)) {
		svcerr_decode(connection);
		return;
	}
	if (state->was_due && state->expected != NULL)
		state->outcome = message_verify(side);
	state->reply.payload.size = (u_int)side->outgoing_size;
	if (state->request.header.reply < state->reply.payload.size)
		state->reply.payload.size = state->request.header.reply;
	/* A reply that is not sent is as good as lost. */
	(void)svc_sendreply(connection, (xdrproc_t)xdr_echo_reply,
	    (caddr_t)&state->reply);
	state->connection = connection;
	state->served += state->was_due;
}

void
sunrpc_dispatch(struct svc_req *request, SVCXPRT *connection)
{
	const struct sunrpc_state *state = sunrpc_serving->state;

	if (request->rq_proc == ECHO_NULL)
		(void)svc_sendreply(connection, SUNRPC_NOTHING, NULL);
	else if (request->rq_proc != ECHO_ECHO)
		svcerr_noproc(connection);
	else if (request->rq_cred.oa_flavor != state->flavor)
		svcerr_weakauth(connection);
	else
		sunrpc_echo(sunrpc_serving, connection);
}

#if HAVE_SVC_POLLFD
/* Waits for what comes, and has the library read and dispatch it. */
BATCH_INLINE int
sunrpc_await(void)
{
	struct pollfd	polled[SUNRPC_POLLED_MAX];
	int		count = svc_max_pollfd, ready;

	if (count > SUNRPC_POLLED_MAX)
		count = SUNRPC_POLLED_MAX;
	memcpy(polled, svc_pollfd, (size_t)count * sizeof polled[0]);
	ready = poll(polled, (nfds_t)count, -1);
	if (ready > 0)
		svc_getreq_poll(polled, ready);
	return ready;
}
#else
BATCH_INLINE int
sunrpc_await(void)
{
	fd_set	readable = svc_fdset;
	int	ready = select(FD_SETSIZE, &readable, NULL, NULL, NULL);

	if (ready > 0)
		svc_getreqset(&readable);
	return ready;
}
#endif

static int
sunrpc_settle_await(const struct side *side)
{
	if (errno != EINTR)
		return fail_errno("wait for a call");
	return side_gives_up(side) ? OUTCOME_ENDED : OUTCOME_OK;
}

int
sunrpc_serve(struct side *side, const struct message_methods *methods)
{
	struct sunrpc_state *state = side->state;
	uint64_t	  served = state->served;
	int		  outcome;

	(void)methods;
	do {
		if (BATCH_UNLIKELY(sunrpc_await() < 0) &&
		    (outcome = sunrpc_settle_await(side)) != OUTCOME_OK)
			return outcome;
	} while (state->served == served);
	return state->outcome;
}

/* The reply to the last call may have been lost. */
static int
sunrpc_serve_on(struct side *side)
{
	int	outcome = OUTCOME_OK;

	while (outcome == OUTCOME_OK && !side_gives_up(side))
		if (sunrpc_await() < 0)
			outcome = sunrpc_settle_await(side);
	return outcome == OUTCOME_ENDED ? OUTCOME_OK : outcome;
}

static int
sunrpc_run_client(struct side *side, struct batch *batch)
{
	struct sunrpc_state *state = side->state;
	int		  outcome;

	state->retransmitted = 0;
	outcome = side->expected != NULL ?
	    batch_run(side, batch, sunrpc_call_verified, NULL) :
	    batch_run(side, batch, sunrpc_call, NULL);
	batch->retransmitted = state->retransmitted;
	return outcome;
}

/* However many were lost, both sides begin the next batch at one number. */
static int
sunrpc_run_server(struct side *side, struct batch *batch)
{
	struct sunrpc_state *state = side->state;
	int		  outcome;

	state->expected = side->expected;
	state->first = state->next;
	outcome = batch_run(side, batch, sunrpc_serve, NULL);
	if (outcome == OUTCOME_OK && state->medium->type == SOCK_DGRAM)
		outcome = sunrpc_serve_on(side);
	state->next = state->first + batch->count;
	return outcome;
}

int
sunrpc_run(struct side *side, struct batch *batch)
{
	return side->role == ROLE_CLIENT ? sunrpc_run_client(side, batch) :
	    sunrpc_run_server(side, batch);
}

/* Late replies; the server tells late calls by their numbers. */
void
sunrpc_drain(struct side *side)
{
	if (side->role == ROLE_CLIENT)
		while (sunrpc_drop(side->state, 0))
			;
}
#else
/* So that this file is not empty. */
extern const struct transport transport_rpc_tcp;
#endif
