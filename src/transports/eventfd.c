/* eventfd: a counter in the kernel for each direction. */

#include "config.h"

#include <errno.h>
#include <stdint.h>
#include <unistd.h>

#include "base/fdio.h"
#include "transports/eventfd.h"
#include "transports/message.h"

#if HAVE_EVENTFD
#include <sys/eventfd.h>

struct eventfd_state {
	int	request, reply;
	int	in, out;	/* which of them a side waits for, and adds to */
};

int
eventfd_request(const struct side *side)
{
	const struct eventfd_state *state = side->state;

	return state->request;
}

int
eventfd_reply(const struct side *side)
{
	const struct eventfd_state *state = side->state;

	return state->reply;
}

static int
eventfd_send_again(int fd, uint64_t count, ssize_t written)
{
	while (written < 0 && errno == EINTR)
		written = write(fd, &count, sizeof count);
	return written == sizeof count ? OUTCOME_OK :
	    fail_errno("add to a counter");
}

static int
eventfd_receive_again(int fd, uint64_t count, ssize_t got)
{
	while (got < 0 && errno == EINTR)
		got = read(fd, &count, sizeof count);
	if (got != sizeof count)
		return fail_errno("wait for a counter");
	return count == 1 ? OUTCOME_OK : fail("a counter was %llu, not 1",
	    (unsigned long long)count);
}

BATCH_INLINE int
eventfd_send(struct side *side, unsigned link, const unsigned char *data,
    size_t size)
{
	const struct eventfd_state *state = side->state;
	const uint64_t	count = 1;
	ssize_t		n = write(state->out, &count, sizeof count);

	(void)link;
	(void)data;
	(void)size;
	return BATCH_UNLIKELY(n != sizeof count) ?
	    eventfd_send_again(state->out, count, n) : OUTCOME_OK;
}

BATCH_INLINE int
eventfd_receive(struct side *side, unsigned link, unsigned char *data,
    size_t size)
{
	const struct eventfd_state *state = side->state;
	uint64_t	count = 0;
	ssize_t		n = read(state->in, &count, sizeof count);

	(void)link;
	(void)data;
	(void)size;
	return BATCH_UNLIKELY(n != sizeof count || count != 1) ?
	    eventfd_receive_again(state->in, count, n) : OUTCOME_OK;
}

static int
eventfd_descriptor(const struct side *side, unsigned link, bool sending)
{
	const struct eventfd_state *state = side->state;

	(void)link;
	return sending ? state->out : state->in;
}

static const struct message_methods eventfd_methods = {
	.send = eventfd_send,
	.receive = eventfd_receive,
	.descriptor = eventfd_descriptor,
};

static int
eventfd_run(struct side *side, struct batch *batch)
{
	return message_run(side, batch, &eventfd_methods);
}

static int
eventfd_open(int *fd)
{
	*fd = eventfd(0, EFD_CLOEXEC);
	if (*fd >= 0)
		return OUTCOME_OK;
	return errno == ENOSYS ? skip_errno("eventfd on this kernel") :
	    fail_errno("make an eventfd");
}

static int
eventfd_prepare(struct side *side)
{
	struct eventfd_state *state = side->state;
	int	outcome;

	state->request = state->reply = -1;
	outcome = eventfd_open(&state->request);
	return outcome != OUTCOME_OK ? outcome : eventfd_open(&state->reply);
}

static int
eventfd_attach(struct side *side)
{
	struct eventfd_state *state = side->state;
	bool	client = side->role == ROLE_CLIENT;

	state->out = client ? state->request : state->reply;
	state->in = client ? state->reply : state->request;
	return message_attach(side, &eventfd_methods);
}

/* Both sides use both, so each keeps them until its process ends. */
static void
eventfd_dispose(struct side *side)
{
	struct eventfd_state *state = side->state;

	fdio_close(&state->request);
	fdio_close(&state->reply);
}

#define EVENTFD_ROW \
	.flags = TRANSPORT_BLOCKS, \
	.state_size = sizeof(struct eventfd_state), \
	.prepare = eventfd_prepare, \
	.attach = eventfd_attach, \
	.run = eventfd_run, \
	.detach = message_detach, \
	.dispose = eventfd_dispose
#else
#define EVENTFD_ROW	.absent = "this system has no eventfd()"
#endif

const struct transport transport_eventfd = {
	.name = "eventfd",
	.summary = "a counter in the kernel for each direction",
	.operation = "client: write, read; server: read, write; 8 bytes each",
	.paths = "write and read of an eventfd: its lock and wait queue, "
	    "wake-up, context switch; nothing is copied but the count",
	.keys = MESSAGE_WAIT_KEYS | KEY_BIT(KEY_PAIRS) | KEY_BIT(KEY_PEER),
	.method = 1,
	EVENTFD_ROW,
};
