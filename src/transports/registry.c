/* The list of all transports; the only file that sees them. */

#include "config.h"

#include <string.h>

#include "transports/registry.h"

extern const struct transport transport_nil;
extern const struct transport transport_pipe;
extern const struct transport transport_fifo;
extern const struct transport transport_unix_stream;
extern const struct transport transport_unix_dgram;
extern const struct transport transport_unix_seqpacket;
extern const struct transport transport_udp;
extern const struct transport transport_tcp;
extern const struct transport transport_pty;
extern const struct transport transport_tcp_connect;
extern const struct transport transport_unix_connect;
extern const struct transport transport_rpc_tcp;
extern const struct transport transport_rpc_udp;
extern const struct transport transport_rpc_unix;
extern const struct transport transport_mutex_cond;
extern const struct transport transport_futex;
extern const struct transport transport_eventfd;
extern const struct transport transport_signal;
extern const struct transport transport_shm_spin;
extern const struct transport transport_kqueue_user;
extern const struct transport transport_door;
extern const struct transport transport_vsock;
extern const struct transport transport_sctp;
extern const struct transport transport_sysv_msg;
extern const struct transport transport_sysv_sem;
extern const struct transport transport_sysv_shm;
extern const struct transport transport_posix_mq;
extern const struct transport transport_posix_sem;
extern const struct transport transport_posix_shm;
extern const struct transport transport_dbus;

static const struct transport *const built_in[] = {
	&transport_nil,
	&transport_pipe,
	&transport_fifo,
	&transport_unix_stream,
	&transport_unix_dgram,
	&transport_unix_seqpacket,
	&transport_udp,
	&transport_tcp,
	&transport_pty,
	&transport_tcp_connect,
	&transport_unix_connect,
	&transport_rpc_tcp,
	&transport_rpc_udp,
	&transport_rpc_unix,
	&transport_mutex_cond,
	&transport_futex,
	&transport_eventfd,
	&transport_signal,
	&transport_shm_spin,
	&transport_kqueue_user,
	&transport_door,
	&transport_vsock,
	&transport_sctp,
	&transport_sysv_msg,
	&transport_sysv_sem,
	&transport_sysv_shm,
	&transport_posix_mq,
	&transport_posix_sem,
	&transport_posix_shm,
	&transport_dbus,
};
static const size_t built_in_count = sizeof built_in / sizeof built_in[0];

static const struct transport *const *more;

const struct transport *
registry_get(size_t number)
{
	size_t	i;

	if (number < built_in_count)
		return built_in[number];
	if (more == NULL)
		return NULL;
	for (i = 0; more[i] != NULL; i++)
		if (i == number - built_in_count)
			return more[i];
	return NULL;
}

const struct transport *
registry_find(const char *name)
{
	const struct transport	*transport;
	size_t			 i;

	for (i = 0; (transport = registry_get(i)) != NULL; i++)
		if (strcmp(transport->name, name) == 0)
			return transport;
	return NULL;
}

void
registry_extend(const struct transport *const *rows)
{
	more = rows;
}
