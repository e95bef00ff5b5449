/* vsock, sctp: streams over loopback that are neither AF_UNIX nor TCP. */

#include "config.h"

#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#if HAVE_DECL_VMADDR_CID_LOCAL
#include <linux/vm_sockets.h>
#endif

#include "base/fdio.h"
#include "transports/inet.h"
#include "transports/wiring.h"

/* Both ends of a connection to that address, whose port the system chooses. */
static int
loopback_make(struct inet_address *address, struct wire *wire)
{
	int	listening, near = -1, far = -1;
	int	outcome = inet_listen(address, &listening);

	if (outcome == OUTCOME_OK)
		outcome = inet_connect(address, &near);
	if (outcome == OUTCOME_OK)
		outcome = inet_accept(address, listening, &far);
	fdio_close(&listening);
	wire->near.in = wire->near.out = near;
	wire->far.in = wire->far.out = far;
	return outcome;
}

#if HAVE_DECL_VMADDR_CID_LOCAL
static void
vsock_set_address(struct inet_address *address)
{
	struct sockaddr_vm	name;

	memset(&name, 0, sizeof name);
	name.svm_family = AF_VSOCK;
	name.svm_cid = VMADDR_CID_LOCAL;
	name.svm_port = VMADDR_PORT_ANY;
	memset(address, 0, sizeof *address);
	memcpy(&address->socket_address, &name, sizeof name);
	address->length = sizeof name;
}

static int
vsock_make(const struct side *side, struct wire *wire)
{
	struct inet_address	address;

	(void)side;
	vsock_set_address(&address);
	return loopback_make(&address, wire);
}

/* Without a loopback, a connection to it would go to the host and be lost. */
static int
vsock_probe(void)
{
	struct inet_address	address;
	int			fd, outcome;

	vsock_set_address(&address);
	outcome = inet_listen(&address, &fd);
	fdio_close(&fd);
	if (outcome == OUTCOME_FAILED && (errno == EADDRNOTAVAIL ||
	    errno == ENODEV))
		return skip("no loopback of AF_VSOCK (Linux: modprobe "
		    "vsock_loopback)");
	return outcome;
}

static int
vsock_prepare(struct side *side)
{
	return wiring_prepare(side, vsock_make);
}

#define VSOCK_ROW	.probe = vsock_probe, .prepare = vsock_prepare, \
			WIRING_ROW
#else
#define VSOCK_ROW	.absent = "this system has no loopback of AF_VSOCK"
#endif

/* Of the protocol; its own header is seldom there. */
enum { LOOPBACK_SCTP = 132, LOOPBACK_SCTP_NODELAY = 3 };

#define SCTP_SIZE_MAX	65536u

static void
sctp_set_address(struct inet_address *address)
{
	struct sockaddr_in	name;

	memset(&name, 0, sizeof name);
	name.sin_family = AF_INET;
	name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	memset(address, 0, sizeof *address);
	memcpy(&address->socket_address, &name, sizeof name);
	address->length = sizeof name;
	address->protocol = LOOPBACK_SCTP;
}

static int
sctp_make(const struct side *side, struct wire *wire)
{
	struct inet_address	address;
	int	on = 1, outcome;

	(void)side;
	sctp_set_address(&address);
	outcome = loopback_make(&address, wire);
	if (outcome == OUTCOME_OK && (setsockopt(wire->near.out, LOOPBACK_SCTP,
	    LOOPBACK_SCTP_NODELAY, &on, sizeof on) != 0 ||
	    setsockopt(wire->far.out, LOOPBACK_SCTP, LOOPBACK_SCTP_NODELAY,
	    &on, sizeof on) != 0))
		outcome = fail_errno("set SCTP_NODELAY");
	return outcome;
}

static int
sctp_probe(void)
{
	int	fd = socket(AF_INET, SOCK_STREAM, LOOPBACK_SCTP);

	if (fd < 0)
		return skip_errno("no SCTP in this kernel (Linux: modprobe "
		    "sctp)");
	fdio_close(&fd);
	return OUTCOME_OK;
}

static int
sctp_prepare(struct side *side)
{
	return wiring_prepare(side, sctp_make);
}

const struct transport transport_vsock = {
	.name = "vsock",
	.summary = "there and back over AF_VSOCK on loopback",
	.operation = "client: write, read; server: read, write; one connection "
	    "to the local context",
	.paths = "write and read of a stream socket of virtual machines: a "
	    "packet with its header and credit, the loopback's work queue, "
	    "wake-up, context switch",
	.keys = STREAM_KEYS | STREAM_BYTE_KEYS,
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS |
	    TRANSPORT_USES_WORKERS,
	.method = 1,
	.max_size = SIZE_LIMIT,
	VSOCK_ROW,
};

const struct transport transport_sctp = {
	.name = "sctp",
	.summary = "there and back over SCTP on loopback",
	.operation = "client: write, read; server: read, write; one "
	    "association, SCTP_NODELAY",
	.paths = "write and read of a one-to-one SCTP socket: chunks, IP, the "
	    "loopback device, softirq, acknowledgement, wake-up, context "
	    "switch",
	.keys = STREAM_KEYS,
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS,
	.method = 1,
	.max_size = SCTP_SIZE_MAX,
	.probe = sctp_probe,
	.prepare = sctp_prepare,
	WIRING_ROW,
};
