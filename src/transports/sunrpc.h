/* What the files of the rpc tests share, and what their bare loops must know. */

#ifndef TRANSPORTS_SUNRPC_H
#define TRANSPORTS_SUNRPC_H

#if HAVE_RPC
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>
#include <rpc/rpc.h>

#include "rpc/echo.h"
#include "transports/batch.h"
#include "transports/inet.h"
#include "transports/transport.h"

/* What an SVCXPRT calls its descriptor. */
#if HAVE_SVC_VC_CREATE
#define SUNRPC_DESCRIPTOR xp_fd
#else
#define SUNRPC_DESCRIPTOR xp_sock
#endif

#define SUNRPC_DATAGRAM	65507u	/* bytes of the largest one over IPv4 */

/* What the three tests differ in. */
struct sunrpc_medium {
	const char	*netids[2];	/* names in /etc/netconfig: IPv4 or AF_UNIX, IPv6 */
	int		 type;		/* of its socket */
	unsigned	 protocol;	/* for the port mapper of old; 0: it knows none */
};

/* In each side a copy of what prepare made. */
struct sunrpc_state {
	const struct sunrpc_medium	*medium;
	struct inet_address	 address;	/* of the server; AF_UNIX too */
	int			 fd;		/* the server's until attach, then the side's own */
	u_int			 program;
	int			 flavor;	/* of the credentials */
	bool			 registered;	/* by the supervisor */

	/* The client sends request; the server decodes into it. */
	struct echo_request	 request;
	struct echo_reply	 reply;

	CLIENT			*handle;
	struct timeval		 timeout;	/* of a call, before it is sent again */
	uint64_t		 retransmitted;	/* in this batch */

	SVCXPRT			*listener, *connection;
	uint64_t		 first, next;	/* sequence numbers: of the batch; expected */
	const unsigned char	*expected;	/* to be verified; NULL: not */
	bool			 was_due;	/* what was decoded last */
	uint64_t		 served;	/* calls that were due, ever */
	int			 outcome;	/* of the last of them */
};

/* Makes the sockets and tells rpcbind, where that is asked for: enum outcome. */
int	 sunrpc_probe(const struct sunrpc_medium *);
int	 sunrpc_prepare(struct side *, const struct sunrpc_medium *);
int	 sunrpc_attach(struct side *);
void	 sunrpc_detach(struct side *);
void	 sunrpc_dispose(struct side *);
void	 sunrpc_clean(const struct side *);

int	 sunrpc_run(struct side *, struct batch *);
void	 sunrpc_drain(struct side *);

/* One call of the client, one call served by the server: as batch_operation. */
int	 sunrpc_call(struct side *, const struct message_methods *);
int	 sunrpc_serve(struct side *, const struct message_methods *);

/* What the RPC library is to call, for the side that serves in this process. */
void	 sunrpc_set_serving(struct side *);
void	 sunrpc_dispatch(struct svc_req *, SVCXPRT *);

/*
 * rpcbind.  Registers the address of the state, which is that in the given
 * netid; looks it up.  An enum outcome: no rpcbind is a skip.
 */
int	 sunrpc_bind_set(const struct sunrpc_state *, const char *netid);
int	 sunrpc_bind_find(struct sunrpc_state *, const char *netid);
void	 sunrpc_bind_unset(u_int program);
#endif

#endif
