/* What signal and its bare loop share: how a signal is sent and waited for. */

#ifndef TRANSPORTS_SIGNAL_QUEUE_H
#define TRANSPORTS_SIGNAL_QUEUE_H

#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>
#if HAVE_DECL___NR_RT_SIGQUEUEINFO
#include <sys/syscall.h>
#endif

#include "transports/transport.h"

/* Where each side finds the other; each writes its own when it attaches. */
struct signal_processes {
	_Atomic int	client, server;
};

/* The state of a side. */
struct signal_state {
	struct signal_processes	*processes;	/* shared by both sides */
	int			 request, reply;	/* signal numbers; 0: not blocked yet */
	sigset_t		 requests, replies;	/* the same, one in each set */
#if HAVE_DECL___NR_RT_SIGQUEUEINFO
	siginfo_t		 information;		/* of an attached side */
#endif
};

/*
 * Queues a signal to a process: 0, or -1 with errno.  The C library's own
 * sigqueue() asks for process and user each time, and some block all signals
 * around that: three to five system calls in place of one.
 */
#if HAVE_DECL___NR_RT_SIGQUEUEINFO || HAVE_SIGQUEUE
static inline int
signal_queue(struct signal_state *state, int process, int number)
{
#if HAVE_DECL___NR_RT_SIGQUEUEINFO
	state->information.si_signo = number;
	return (int)syscall(__NR_rt_sigqueueinfo, process, number,
	    &state->information);
#else
	union sigval	nothing;

	(void)state;
	memset(&nothing, 0, sizeof nothing);
	return sigqueue((pid_t)process, number, nothing);
#endif
}
#endif

#endif
