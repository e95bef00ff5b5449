/* The bare loops of SunRPC: clnt_call, and poll with svc_getreq_poll. */

#include "config.h"

#include "bare.h"
#include "transports/sunrpc.h"

#if HAVE_RPC
#include <poll.h>
#include <string.h>
#include <sys/select.h>

#include "system/clock.h"

int
bare_rpc_client(struct side *side, uint64_t count, uint64_t *times)
{
	struct sunrpc_state *state = side->state;
	/* Nothing is lost here, but a busy machine may be late. */
	struct timeval	  timeout = { 10, 0 };
	uint64_t	  i;

	if (times != NULL)
		times[0] = clock_now();
	for (i = 0; i < count; i++) {
		state->request.header.sequence++;
		if (clnt_call(state->handle, ECHO_ECHO,
		    (xdrproc_t)xdr_echo_request, (caddr_t)&state->request,
		    (xdrproc_t)xdr_echo_reply, (caddr_t)&state->reply,
		    timeout) != RPC_SUCCESS)
			return -1;
		if (times != NULL)
			times[i + 1] = clock_now();
	}
	return 0;
}

int
bare_rpc_server(struct side *side, uint64_t count, uint64_t *times)
{
	struct sunrpc_state *state = side->state;
	uint64_t	  end = state->served + count;
#if HAVE_SVC_POLLFD
	struct pollfd	  polled[64];
	int		  ready;

	(void)times;
	while (state->served < end) {
		memcpy(polled, svc_pollfd,
		    (size_t)svc_max_pollfd * sizeof polled[0]);
		ready = poll(polled, (nfds_t)svc_max_pollfd, -1);
		if (ready <= 0)
			return -1;
		svc_getreq_poll(polled, ready);
	}
#else
	fd_set		  readable;

	(void)times;
	while (state->served < end) {
		readable = svc_fdset;
		if (select(FD_SETSIZE, &readable, NULL, NULL, NULL) <= 0)
			return -1;
		svc_getreqset(&readable);
	}
#endif
	return 0;
}
#else
BARE_MISSING(rpc)
#endif
