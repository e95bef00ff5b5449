/* The bare loops that ipclat's are held against: written by hand, on purpose. */

#ifndef BENCH_BARE_H
#define BENCH_BARE_H

#include <stddef.h>
#include <stdint.h>

#include "transports/transport.h"

/*
 * One batch of one side: the same system calls on the same descriptors, and
 * nothing else.  times: NULL, or room for count + 1 clock readings, which are
 * taken once an operation.  0, or -1 when a call did not move a whole message.
 */
typedef int (*bare_loop)(struct side *, uint64_t count, uint64_t *times);

/*
 * How far ours may be from the bare loop, up or down: so large a share of it,
 * or so many ns an operation, whichever is more.
 */
struct bare_bound {
	double	mean, median;	/* shares: of untimed batches, of single operations; median 0: not compared */
	double	ns;
};

/* One row: a transport that has a bare loop. */
struct bare {
	const char	*transport;
	bare_loop	 client, server;
	const struct bare_bound *bound;
	const char	*keys;		/* "size=4096,window=64", or NULL */
};

/* In the place of a loop that is not built: fails. */
int	 bare_missing(struct side *, uint64_t count, uint64_t *times);

/* The two loops of a mechanism that is not built. */
#define BARE_MISSING(mechanism)						\
int									\
bare_##mechanism##_client(struct side *side, uint64_t count,		\
    uint64_t *times)							\
{									\
	return bare_missing(side, count, times);			\
}									\
									\
int									\
bare_##mechanism##_server(struct side *side, uint64_t count,		\
    uint64_t *times)							\
{									\
	return bare_missing(side, count, times);			\
}

/* Of SunRPC; they fail where that is not built. */
int	 bare_rpc_client(struct side *, uint64_t count, uint64_t *times);
int	 bare_rpc_server(struct side *, uint64_t count, uint64_t *times);

/* Of what takes turns without messages; the same. */
int	 bare_mutex_client(struct side *, uint64_t count, uint64_t *times);
int	 bare_mutex_server(struct side *, uint64_t count, uint64_t *times);
int	 bare_futex_client(struct side *, uint64_t count, uint64_t *times);
int	 bare_futex_server(struct side *, uint64_t count, uint64_t *times);
int	 bare_eventfd_client(struct side *, uint64_t count, uint64_t *times);
int	 bare_eventfd_server(struct side *, uint64_t count, uint64_t *times);
int	 bare_signal_client(struct side *, uint64_t count, uint64_t *times);
int	 bare_signal_server(struct side *, uint64_t count, uint64_t *times);
int	 bare_spin_client(struct side *, uint64_t count, uint64_t *times);
int	 bare_spin_server(struct side *, uint64_t count, uint64_t *times);
/* Of System V and POSIX; likewise. */
int	 bare_sysv_msg_client(struct side *, uint64_t count, uint64_t *times);
int	 bare_sysv_msg_server(struct side *, uint64_t count, uint64_t *times);
int	 bare_sysv_sem_client(struct side *, uint64_t count, uint64_t *times);
int	 bare_sysv_sem_server(struct side *, uint64_t count, uint64_t *times);
int	 bare_sysv_shm_client(struct side *, uint64_t count, uint64_t *times);
int	 bare_sysv_shm_server(struct side *, uint64_t count, uint64_t *times);
int	 bare_posix_mq_client(struct side *, uint64_t count, uint64_t *times);
int	 bare_posix_mq_server(struct side *, uint64_t count, uint64_t *times);
int	 bare_posix_sem_client(struct side *, uint64_t count, uint64_t *times);
int	 bare_posix_sem_server(struct side *, uint64_t count, uint64_t *times);
int	 bare_posix_shm_client(struct side *, uint64_t count, uint64_t *times);
int	 bare_posix_shm_server(struct side *, uint64_t count, uint64_t *times);
/*
 * Of a stream socket with 64 requests in flight: a message a call, with the
 * plain server; and 64 KiB a call.  No readings of the clock.
 */
int	 bare_stream_server(struct side *, uint64_t count, uint64_t *times);
int	 bare_window_client(struct side *, uint64_t count, uint64_t *times);
int	 bare_burst_client(struct side *, uint64_t count, uint64_t *times);
int	 bare_burst_server(struct side *, uint64_t count, uint64_t *times);
/* Of D-Bus; the same. */
int	 bare_dbus_client(struct side *, uint64_t count, uint64_t *times);
int	 bare_dbus_server(struct side *, uint64_t count, uint64_t *times);

/* Ended by a row without a name. */
extern const struct bare bare_rows[];

#endif
