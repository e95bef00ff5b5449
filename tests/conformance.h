/* What every transport must keep, checked on one of them. */

#ifndef TESTS_CONFORMANCE_H
#define TESTS_CONFORMANCE_H

#include "transports/transport.h"

/* How much of it. */
enum conformance_depth {
	CONFORMANCE_QUICK,	/* what make check does */
	CONFORMANCE_SLOW	/* largest sizes, many windows */
};

/*
 * timeout_ns: without progress, before an invocation is given up.
 *
 * Checks the contract of transport.h on a transport that the registry has.
 * An enum outcome with a reason that begins with the name of the check; a
 * transport that cannot run here is a skip.
 */
int	 conformance_check(const struct transport *, enum conformance_depth,
	     uint64_t timeout_ns);

#endif
