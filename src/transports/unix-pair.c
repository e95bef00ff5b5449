/* unix-stream, unix-dgram, unix-seqpacket: over pairs of AF_UNIX sockets. */

#include "config.h"

#include <sys/socket.h>

#include "transports/wiring.h"

static int
stream_make(const struct side *side, struct wire *wire)
{
	return wiring_make_sockets(side, wire, SOCK_STREAM);
}

static int
dgram_make(const struct side *side, struct wire *wire)
{
	return wiring_make_sockets(side, wire, SOCK_DGRAM);
}

static int
seqpacket_make(const struct side *side, struct wire *wire)
{
	return wiring_make_sockets(side, wire, SOCK_SEQPACKET);
}

static int
stream_prepare(struct side *side)
{
	return wiring_prepare(side, stream_make);
}

static int
dgram_prepare(struct side *side)
{
	return wiring_prepare(side, dgram_make);
}

static int
seqpacket_prepare(struct side *side)
{
	return wiring_prepare(side, seqpacket_make);
}

static int
stream_probe(void)
{
	return wiring_probe_sockets(SOCK_STREAM, "AF_UNIX stream sockets");
}

static int
dgram_probe(void)
{
	return wiring_probe_sockets(SOCK_DGRAM, "AF_UNIX datagram sockets");
}

static int
seqpacket_probe(void)
{
	return wiring_probe_sockets(SOCK_SEQPACKET,
	    "AF_UNIX sockets of sequenced packets");
}

#define UNIX_PAIR_BEHAVIOUR \
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS, \
	.method = 1, \
	.max_size = SIZE_LIMIT, \
	WIRING_ROW

const struct transport transport_unix_stream = {
	.name = "unix-stream",
	.summary = "there and back over AF_UNIX stream sockets",
	.operation = "client: write, read; server: read, write; one socket pair",
	.paths = "write and read of an AF_UNIX stream socket: allocation of a "
	    "buffer, copy, queue, wake-up, context switch",
	.keys = STREAM_KEYS | STREAM_BYTE_KEYS | KEY_BIT(KEY_SOCKETS) |
	    KEY_BIT(KEY_VIA),
	.probe = stream_probe,
	.prepare = stream_prepare,
	UNIX_PAIR_BEHAVIOUR,
};

const struct transport transport_unix_dgram = {
	.name = "unix-dgram",
	.summary = "there and back in AF_UNIX datagrams",
	.operation = "client: write, read; server: read, write; one socket pair",
	.paths = "write and read of an AF_UNIX datagram socket: as a stream, "
	    "but a buffer for each message and a limit on those queued",
	.keys = STREAM_KEYS,
	.probe = dgram_probe,
	.prepare = dgram_prepare,
	UNIX_PAIR_BEHAVIOUR,
};

const struct transport transport_unix_seqpacket = {
	.name = "unix-seqpacket",
	.summary = "there and back over AF_UNIX sockets that keep messages",
	.operation = "client: write, read; server: read, write; one socket pair",
	.paths = "write and read of an AF_UNIX socket of sequenced packets: a "
	    "datagram over a connection",
	.keys = STREAM_KEYS | KEY_BIT(KEY_VIA),
	.probe = seqpacket_probe,
	.prepare = seqpacket_prepare,
	UNIX_PAIR_BEHAVIOUR,
};
