/* rpc-tcp, rpc-udp, rpc-unix: one SunRPC call of an echo procedure. */

#include "config.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include "transports/sunrpc.h"
#include "transports/transport.h"

/* A call's 14 words beside its payload, with credentials of AUTH_NONE. */
#define SUNRPC_UDP_SIZE_MAX	65448u

#define SUNRPC_KEYS	(KEY_BIT(KEY_SIZE) | KEY_BIT(KEY_REPLY) | \
			 KEY_BIT(KEY_VERIFY) | KEY_BIT(KEY_AUTH) | \
			 KEY_BIT(KEY_PORTMAP) | KEY_BIT(KEY_PAIRS))
#define SUNRPC_FLAGS	(TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS)
#define SUNRPC_OPERATION	"client: clnt_call of a procedure that rpcgen " \
			"compiled; server: poll, svc_getreq_poll until it was " \
			"dispatched"

#if HAVE_RPC
/* The entries of a table row that are the library's doing. */
#define SUNRPC_ROW(kind) \
	.state_size = sizeof(struct sunrpc_state), \
	.probe = sunrpc_##kind##_probe, \
	.prepare = sunrpc_##kind##_prepare, \
	.attach = sunrpc_attach, \
	.run = sunrpc_run, \
	.detach = sunrpc_detach, \
	.dispose = sunrpc_dispose, \
	.clean = sunrpc_clean

static const struct sunrpc_medium sunrpc_tcp = {
	{ "tcp", "tcp6" }, SOCK_STREAM, IPPROTO_TCP
};
static const struct sunrpc_medium sunrpc_udp = {
	{ "udp", "udp6" }, SOCK_DGRAM, IPPROTO_UDP
};

static int
sunrpc_tcp_probe(void)
{
	return sunrpc_probe(&sunrpc_tcp);
}

static int
sunrpc_tcp_prepare(struct side *side)
{
	return sunrpc_prepare(side, &sunrpc_tcp);
}

static int
sunrpc_udp_probe(void)
{
	return sunrpc_probe(&sunrpc_udp);
}

static int
sunrpc_udp_prepare(struct side *side)
{
	return sunrpc_prepare(side, &sunrpc_udp);
}

#define SUNRPC_TCP_ROW	SUNRPC_ROW(tcp)
#define SUNRPC_UDP_ROW	SUNRPC_ROW(udp), .begin = sunrpc_drain
#else
#define SUNRPC_TCP_ROW	.absent = RPC_ABSENT
#define SUNRPC_UDP_ROW	.absent = RPC_ABSENT
#endif

#if HAVE_RPC && HAVE_SVC_VC_CREATE
static const struct sunrpc_medium sunrpc_unix = {
	{ "local", "local" }, SOCK_STREAM, 0
};

static int
sunrpc_unix_probe(void)
{
	return sunrpc_probe(&sunrpc_unix);
}

static int
sunrpc_unix_prepare(struct side *side)
{
	return sunrpc_prepare(side, &sunrpc_unix);
}

#define SUNRPC_UNIX_ROW	SUNRPC_ROW(unix)
#elif HAVE_RPC
#define SUNRPC_UNIX_ROW	.absent = "the RPC library knows no AF_UNIX"
#else
#define SUNRPC_UNIX_ROW	.absent = RPC_ABSENT
#endif

const struct transport transport_rpc_tcp = {
	.name = "rpc-tcp",
	.summary = "SunRPC call over TCP on loopback",
	.operation = SUNRPC_OPERATION,
	.paths = "write, poll, read of a TCP socket with an RPC library on "
	    "both sides: XDR, record marks, dispatch",
	.keys = SUNRPC_KEYS | KEY_BIT(KEY_IP) | KEY_BIT(KEY_NODELAY),
	.flags = SUNRPC_FLAGS | TRANSPORT_CROSSES_HOSTS,
	.method = 1,
	.max_size = SIZE_LIMIT,
	SUNRPC_TCP_ROW,
};

const struct transport transport_rpc_udp = {
	.name = "rpc-udp",
	.summary = "SunRPC call over UDP on loopback",
	.operation = SUNRPC_OPERATION,
	.paths = "sendto, poll, recvmsg, sendmsg, recvfrom of a UDP socket "
	    "with an RPC library on both sides: XDR, dispatch",
	.keys = SUNRPC_KEYS | KEY_BIT(KEY_IP),
	.flags = SUNRPC_FLAGS | TRANSPORT_CROSSES_HOSTS | TRANSPORT_LOSES |
	    TRANSPORT_ASKS_AGAIN,
	.method = 1,
	.max_size = SUNRPC_UDP_SIZE_MAX,
	SUNRPC_UDP_ROW,
};

const struct transport transport_rpc_unix = {
	.name = "rpc-unix",
	.summary = "SunRPC call over AF_UNIX stream sockets",
	.operation = SUNRPC_OPERATION,
	.paths = "write, poll, read of an AF_UNIX stream socket with an RPC "
	    "library on both sides: XDR, record marks, dispatch",
	.keys = SUNRPC_KEYS,
	.flags = SUNRPC_FLAGS | TRANSPORT_USES_DIRECTORY,
	.method = 1,
	.max_size = SIZE_LIMIT,
	SUNRPC_UNIX_ROW,
};
