/* Opaque bytes in memory of the caller's, so that no call allocates. */

#include "rpc/payload.h"

bool_t
xdr_echo_payload(XDR *xdrs, echo_payload *payload)
{
	switch (xdrs->x_op) {
	case XDR_ENCODE:
		return xdr_bytes(xdrs, &payload->data, &payload->size,
		    payload->size);
	case XDR_DECODE:
		/* Without memory of ours xdr_bytes() would take its own. */
		return payload->data != NULL && xdr_bytes(xdrs,
		    &payload->data, &payload->size, payload->room);
	case XDR_FREE:
		break;
	}
	return TRUE;
}
