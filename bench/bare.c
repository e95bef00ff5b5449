/* The bare loops that ipclat's are held against. */

#include "config.h"

#include <sys/socket.h>
#include <unistd.h>

#include "bare.h"
#include "system/clock.h"
#include "transports/connect.h"
#include "transports/stream.h"
#include "transports/udp.h"

static int
bare_nil(struct side *side, uint64_t count, uint64_t *times)
{
	uint64_t	i;

	(void)side;
	for (i = 0; i < count; i++) {
		if (times != NULL)
			times[i] = clock_now();
		__asm__ volatile("" ::: "memory");
	}
	if (times != NULL)
		times[i] = clock_now();
	return 0;
}

static int
bare_stream_client(struct side *side, uint64_t count, uint64_t *times)
{
	const struct stream *stream = side->state;
	int		 in = stream->link[0].in, out = stream->link[0].out;
	size_t		 request = side->outgoing_size;
	size_t		 reply = side->incoming_size;
	uint64_t	 i;

	if (times != NULL)
		times[0] = clock_now();
	for (i = 0; i < count; i++) {
		if (write(out, side->outgoing, request) != (ssize_t)request ||
		    read(in, side->incoming, reply) != (ssize_t)reply)
			return -1;
		if (times != NULL)
			times[i + 1] = clock_now();
	}
	return 0;
}

int
bare_stream_server(struct side *side, uint64_t count, uint64_t *times)
{
	const struct stream *stream = side->state;
	int		 in = stream->link[0].in, out = stream->link[0].out;
	size_t		 request = side->incoming_size;
	size_t		 reply = side->outgoing_size;
	uint64_t	 i;

	(void)times;
	for (i = 0; i < count; i++)
		if (read(in, side->incoming, request) != (ssize_t)request ||
		    write(out, side->outgoing, reply) != (ssize_t)reply)
			return -1;
	return 0;
}

static int
bare_udp_client(struct side *side, uint64_t count, uint64_t *times)
{
	int		 fd = udp_descriptor(side, 0, false);
	size_t		 request = side->outgoing_size;
	size_t		 reply = side->incoming_size;
	uint64_t	 i;

	side->outgoing[0] &= 0x7f;
	if (times != NULL)
		times[0] = clock_now();
	for (i = 0; i < count; i++) {
		if (send(fd, side->outgoing, request, 0) !=
		    (ssize_t)request ||
		    recv(fd, side->incoming, reply, 0) != (ssize_t)reply)
			return -1;
		if (times != NULL)
			times[i + 1] = clock_now();
	}
	return 0;
}

static int
bare_udp_server(struct side *side, uint64_t count, uint64_t *times)
{
	int		 fd = udp_descriptor(side, 0, false);
	size_t		 request = side->incoming_size;
	size_t		 reply = side->outgoing_size;
	uint64_t	 i;

	(void)times;
	for (i = 0; i < count; i++)
		if (recv(fd, side->incoming, request, 0) !=
		    (ssize_t)request ||
		    send(fd, side->outgoing, reply, 0) != (ssize_t)reply)
			return -1;
	return 0;
}

#ifdef MSG_MORE
#define BARE_SEND_FLAGS MSG_MORE
#else
#define BARE_SEND_FLAGS 0
#endif

static int
bare_connect_client(struct side *side, uint64_t count, uint64_t *times)
{
	socklen_t	 length;
	const struct sockaddr *to = connect_address(side, &length);
	unsigned char	 byte;
	uint64_t	 i;
	int		 fd;

	if (times != NULL)
		times[0] = clock_now();
	for (i = 0; i < count; i++) {
		fd = socket(to->sa_family, SOCK_STREAM, 0);
		if (connect(fd, to, length) != 0 || read(fd, &byte, 1) != 1)
			return -1;
#ifndef MSG_MORE
		if (read(fd, &byte, 1) != 0)
			return -1;
#endif
		close(fd);
		if (times != NULL)
			times[i + 1] = clock_now();
	}
	return 0;
}

static int
bare_connect_server(struct side *side, uint64_t count, uint64_t *times)
{
	int		 listening = connect_listening(side), fd;
	unsigned char	 byte = 'x';
	uint64_t	 i;

	(void)times;
	for (i = 0; i < count; i++) {
		fd = accept(listening, NULL, NULL);
		if (fd < 0 || send(fd, &byte, 1, BARE_SEND_FLAGS) != 1)
			return -1;
		close(fd);
	}
	return 0;
}

int
bare_missing(struct side *side, uint64_t count, uint64_t *times)
{
	(void)side;
	(void)count;
	(void)times;
	return -1;
}

static const struct bare_bound usual = { 0.02, 0.03, 0 };
static const struct bare_bound nothing = { 0, 0, 2 };
static const struct bare_bound several = { 0.15, 0, 0 };
static const struct bare_bound spinning = { 0.05, 0.05, 5 };

const struct bare bare_rows[] = {
	{ "nil", bare_nil, bare_nil, &nothing, NULL },
	{ "pipe", bare_stream_client, bare_stream_server, &usual, NULL },
	{ "fifo", bare_stream_client, bare_stream_server, &usual, NULL },
	{ "unix-stream", bare_stream_client, bare_stream_server, &usual, NULL },
	{ "unix-dgram", bare_stream_client, bare_stream_server, &usual, NULL },
	{ "unix-seqpacket", bare_stream_client, bare_stream_server, &usual, NULL },
	{ "pty", bare_stream_client, bare_stream_server, &usual, NULL },
	{ "udp", bare_udp_client, bare_udp_server, &usual, NULL },
	{ "tcp", bare_stream_client, bare_stream_server, &usual, NULL },
	{ "vsock", bare_stream_client, bare_stream_server, &usual, NULL },
	{ "sctp", bare_stream_client, bare_stream_server, &usual, NULL },
	{ "tcp-connect", bare_connect_client, bare_connect_server, &usual, NULL },
	{ "unix-connect", bare_connect_client, bare_connect_server, &usual, NULL },
	{ "rpc-tcp", bare_rpc_client, bare_rpc_server, &usual, NULL },
	{ "rpc-udp", bare_rpc_client, bare_rpc_server, &usual, NULL },
	{ "rpc-unix", bare_rpc_client, bare_rpc_server, &usual, NULL },
	{ "mutex-cond", bare_mutex_client, bare_mutex_server, &usual, NULL },
	{ "futex", bare_futex_client, bare_futex_server, &usual, NULL },
	{ "eventfd", bare_eventfd_client, bare_eventfd_server, &usual, NULL },
	{ "signal", bare_signal_client, bare_signal_server, &usual, NULL },
	{ "shm-spin", bare_spin_client, bare_spin_server, &spinning, NULL },
	{ "sysv-msg", bare_sysv_msg_client, bare_sysv_msg_server, &usual, NULL },
	{ "sysv-sem", bare_sysv_sem_client, bare_sysv_sem_server, &usual, NULL },
	{ "sysv-shm", bare_sysv_shm_client, bare_sysv_shm_server, &usual, NULL },
	{ "posix-mq", bare_posix_mq_client, bare_posix_mq_server, &usual, NULL },
	{ "posix-sem", bare_posix_sem_client, bare_posix_sem_server, &usual, NULL },
	{ "posix-shm", bare_posix_shm_client, bare_posix_shm_server, &usual, NULL },
	{ "dbus", bare_dbus_client, bare_dbus_server, &usual, NULL },
	{ "unix-stream", bare_window_client, bare_stream_server, &several,
	    "size=4096,window=64" },
	{ "unix-stream", bare_burst_client, bare_burst_server, &several,
	    "coalesce=on,size=4096,window=64" },
	{ NULL, NULL, NULL, NULL, NULL },
};
