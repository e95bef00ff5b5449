/* Owns the ways of waiting for descriptors. */

#include "config.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

#if HAVE_EPOLL_CREATE1
#include <sys/epoll.h>
#endif
#if HAVE_KQUEUE
#include <sys/types.h>
#include <sys/event.h>
#endif

#include "base/fail.h"
#include "base/fdio.h"
#include "transports/waiter.h"

struct waiter {
	const struct waiter_kind *kind;
	int		 fds[WAITER_DESCRIPTORS];	/* those waited for */
	struct pollfd	*polled;	/* the same, then the idle ones */
	unsigned	 count, idle;
	unsigned	 made;		/* idle descriptors to be closed */
	unsigned	 readable, writable;	/* as the queue knows it */
	int		 queue;		/* of epoll or kqueue, or -1 */
	fd_set		 watched;	/* select: the idle ones */
	int		 highest;	/* select: of all descriptors */
};

/*
 * One way of waiting.  open, which may be NULL, and wait as waiter.h says;
 * wait returns what the system call did.
 */
struct waiter_kind {
	int	(*open)(struct waiter *);
	int	(*wait)(struct waiter *, unsigned readable, unsigned writable);
};

/* One of which nothing is wanted is left out: it could still report its end. */
static int
polled_look(struct waiter *waiter, unsigned readable, unsigned writable,
    int timeout_ms)
{
	unsigned	i;
	short		events;

	for (i = 0; i < waiter->count; i++) {
		events = (short)((readable >> i & 1 ? POLLIN : 0) |
		    (writable >> i & 1 ? POLLOUT : 0));
		waiter->polled[i].events = events;
		waiter->polled[i].fd = events != 0 ? waiter->fds[i] : -1;
	}
	return poll(waiter->polled, (nfds_t)waiter->count + waiter->idle,
	    timeout_ms);
}

static int
poll_wait(struct waiter *waiter, unsigned readable, unsigned writable)
{
	return polled_look(waiter, readable, writable, -1);
}

static int
hybrid_wait(struct waiter *waiter, unsigned readable, unsigned writable)
{
	int	n = polled_look(waiter, readable, writable, 0);

	return n != 0 ? n : polled_look(waiter, readable, writable, -1);
}

static int
spin_wait(struct waiter *waiter, unsigned readable, unsigned writable)
{
	return polled_look(waiter, readable, writable, 0);
}

static int
select_open(struct waiter *waiter)
{
	unsigned	i;
	int		fd;

	FD_ZERO(&waiter->watched);
	for (i = 0; i < waiter->count + waiter->idle; i++) {
		fd = waiter->polled[i].fd;
		if (fd >= FD_SETSIZE)
			return skip("select takes no descriptor above %d: "
			    "watch fewer, or use wait=poll", FD_SETSIZE - 1);
		if (fd > waiter->highest)
			waiter->highest = fd;
		if (i >= waiter->count)
			FD_SET(fd, &waiter->watched);
	}
	return OUTCOME_OK;
}

static int
select_wait(struct waiter *waiter, unsigned readable, unsigned writable)
{
	fd_set		in = waiter->watched, out;
	unsigned	i;

	if (writable != 0)
		FD_ZERO(&out);
	for (i = 0; i < waiter->count; i++) {
		if (readable >> i & 1)
			FD_SET(waiter->polled[i].fd, &in);
		if (writable >> i & 1)
			FD_SET(waiter->polled[i].fd, &out);
	}
	return select(waiter->highest + 1, &in, writable != 0 ? &out : NULL,
	    NULL, NULL);
}

#if HAVE_EPOLL_CREATE1
static int
epoll_open(struct waiter *waiter)
{
	struct epoll_event event;
	unsigned	   i;

	if ((waiter->queue = epoll_create1(EPOLL_CLOEXEC)) < 0)
		return fail_errno("epoll_create1");
	memset(&event, 0, sizeof event);
	for (i = waiter->count; i < waiter->count + waiter->idle; i++) {
		event.events = EPOLLIN;
		event.data.u32 = i;
		if (epoll_ctl(waiter->queue, EPOLL_CTL_ADD,
		    waiter->polled[i].fd, &event) != 0)
			return errno == ENOSPC ? skip_errno("epoll watches no "
			    "more descriptors") : fail_errno("epoll_ctl");
	}
	return OUTCOME_OK;
}

/*
 * Tells the kernel what has changed; nothing does in a plain ping-pong.  One
 * of which nothing is wanted leaves the set, as it could still report its end.
 */
static int
epoll_adjust(struct waiter *waiter, unsigned readable, unsigned writable)
{
	unsigned	before, after, i;
	struct epoll_event event;

	memset(&event, 0, sizeof event);
	for (i = 0; i < waiter->count; i++) {
		before = (waiter->readable >> i & 1) |
		    (waiter->writable >> i & 1) << 1;
		after = (readable >> i & 1) | (writable >> i & 1) << 1;
		if (before == after)
			continue;
		event.events = (after & 1 ? EPOLLIN : 0) |
		    (after & 2 ? EPOLLOUT : 0);
		event.data.u32 = i;
		if (epoll_ctl(waiter->queue, before == 0 ? EPOLL_CTL_ADD :
		    after == 0 ? EPOLL_CTL_DEL : EPOLL_CTL_MOD,
		    waiter->polled[i].fd, &event) != 0)
			return -1;
	}
	waiter->readable = readable;
	waiter->writable = writable;
	return 0;
}

static int
epoll_await(struct waiter *waiter, unsigned readable, unsigned writable)
{
	struct epoll_event events[WAITER_DESCRIPTORS];

	if ((readable != waiter->readable || writable != waiter->writable) &&
	    epoll_adjust(waiter, readable, writable) != 0)
		return -1;
	return epoll_wait(waiter->queue, events, WAITER_DESCRIPTORS, -1);
}
#endif

#if HAVE_KQUEUE
static int
kqueue_change(const struct waiter *waiter, unsigned number, int filter,
    bool wanted)
{
	struct kevent	event;

	EV_SET(&event, (uintptr_t)waiter->polled[number].fd, filter,
	    wanted ? EV_ADD : EV_DELETE, 0, 0, 0);
	return kevent(waiter->queue, &event, 1, NULL, 0, NULL);
}

static int
kqueue_open(struct waiter *waiter)
{
	unsigned	i;

	if ((waiter->queue = kqueue()) < 0)
		return fail_errno("kqueue");
	(void)fdio_set_cloexec(waiter->queue);
	for (i = waiter->count; i < waiter->count + waiter->idle; i++)
		if (kqueue_change(waiter, i, EVFILT_READ, true) != 0)
			return fail_errno("kevent");
	return OUTCOME_OK;
}

static int
kqueue_adjust(struct waiter *waiter, unsigned readable, unsigned writable)
{
	unsigned	i;

	for (i = 0; i < waiter->count; i++)
		if ((((waiter->readable ^ readable) >> i & 1) &&
		    kqueue_change(waiter, i, EVFILT_READ,
		    readable >> i & 1) != 0) ||
		    (((waiter->writable ^ writable) >> i & 1) &&
		    kqueue_change(waiter, i, EVFILT_WRITE,
		    writable >> i & 1) != 0))
			return -1;
	waiter->readable = readable;
	waiter->writable = writable;
	return 0;
}

static int
kqueue_await(struct waiter *waiter, unsigned readable, unsigned writable)
{
	struct kevent	events[WAITER_DESCRIPTORS];

	if ((readable != waiter->readable || writable != waiter->writable) &&
	    kqueue_adjust(waiter, readable, writable) != 0)
		return -1;
	return kevent(waiter->queue, NULL, 0, events, WAITER_DESCRIPTORS,
	    NULL);
}
#endif

/* What this system lacks has no wait. */
static const struct waiter_kind kinds[WAIT_KINDS] = {
	[WAIT_BLOCK] = { NULL, poll_wait },
	[WAIT_POLL] = { NULL, poll_wait },
	[WAIT_SELECT] = { select_open, select_wait },
#if HAVE_EPOLL_CREATE1
	[WAIT_EPOLL] = { epoll_open, epoll_await },
#endif
#if HAVE_KQUEUE
	[WAIT_KQUEUE] = { kqueue_open, kqueue_await },
#endif
	[WAIT_HYBRID] = { NULL, hybrid_wait },
	[WAIT_SPIN] = { NULL, spin_wait },
};

/*
 * Connections on which nothing ever comes: both ends are idle.  Of an odd
 * number the last is not watched.
 */
static int
idle_open(struct waiter *waiter, unsigned idle)
{
	int		 pair[2];
	unsigned	 i;

	for (waiter->idle = idle; waiter->made < idle; ) {
		if (fdio_socketpair(pair) != 0)
			return skip("watch=%u: no more idle descriptors: %s "
			    "(raise ulimit -n)", idle, strerror(errno));
		for (i = 0; i < 2; i++) {
			struct pollfd	*polled = &waiter->polled[
					    waiter->count + waiter->made++];

			polled->fd = pair[i];
			polled->events = POLLIN;
		}
	}
	return OUTCOME_OK;
}

int
waiter_open(struct waiter **opened, enum wait_kind kind, const int *descriptors,
    unsigned count, unsigned idle)
{
	struct waiter	*waiter;
	unsigned	 i;
	int		 outcome;

	if (kinds[kind].wait == NULL)
		return skip("this system has no %s", kind == WAIT_EPOLL ?
		    "epoll" : "kqueue");
	*opened = waiter = calloc(1, sizeof *waiter);
	if (waiter == NULL)
		return fail_errno("memory to wait for descriptors");
	waiter->kind = &kinds[kind];
	waiter->queue = -1;
	waiter->count = count;
	waiter->polled = calloc((size_t)count + idle + 1,
	    sizeof *waiter->polled);
	if (waiter->polled == NULL)
		return fail_errno("memory to wait for descriptors");
	for (i = 0; i < count; i++)
		waiter->fds[i] = waiter->polled[i].fd = descriptors[i];
	outcome = idle_open(waiter, idle);
	if (outcome == OUTCOME_OK && waiter->kind->open != NULL)
		outcome = waiter->kind->open(waiter);
	return outcome;
}

void
waiter_close(struct waiter *waiter)
{
	unsigned	i;

	if (waiter == NULL)
		return;
	for (i = 0; i < waiter->made; i++)
		fdio_close(&waiter->polled[waiter->count + i].fd);
	fdio_close(&waiter->queue);
	free(waiter->polled);
	free(waiter);
}

bool
waiter_wait(struct waiter *waiter, unsigned readable, unsigned writable)
{
	int	n = waiter->kind->wait(waiter, readable, writable);

	return n > 0 || (n < 0 && errno != EINTR);
}
