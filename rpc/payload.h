/* Opaque bytes in memory of the caller's, so that no call allocates. */

#ifndef RPC_PAYLOAD_H
#define RPC_PAYLOAD_H

#include <rpc/rpc.h>

struct echo_payload {
	char	*data;		/* the caller's */
	u_int	 size;		/* bytes to be sent, or that were received */
	u_int	 room;		/* where received: how many fit; more are refused */
};
typedef struct echo_payload echo_payload;

/* As opaque<>.  Frees nothing. */
bool_t	 xdr_echo_payload(XDR *, echo_payload *);

#endif
