/* The parts of message transports that stand outside every timed loop. */

#include "config.h"

#include <errno.h>
#include <stdlib.h>

#include "base/fdio.h"
#include "transports/message.h"

static bool
message_is_plain(const struct parameters *parameters)
{
	const int64_t	*value = parameters->value;

	return value[KEY_WINDOW] == 1 && value[KEY_WAIT] == WAIT_BLOCK &&
	    value[KEY_FRAME] == FRAME_NONE && value[KEY_SIGMASK] == SWITCH_OFF;
}

/* All signals, but those by which a side is interrupted, and our timer's. */
static void
message_prepare_mask(struct message_discipline *discipline)
{
	sigfillset(&discipline->masked);
	sigdelset(&discipline->masked, SIDE_GIVE_UP_SIGNAL);
	sigdelset(&discipline->masked, SIDE_INTERRUPT_SIGNAL);
	sigdelset(&discipline->masked, SIGALRM);
}

unsigned
message_count_links(const struct side *side)
{
	return side->parameters->value[KEY_VIA] == VIA_BROKER ? 2 : 1;
}

/* Of this side alone: only a broker has two. */
static unsigned
message_count_own_links(const struct side *side)
{
	return side->role == ROLE_BROKER ? 2 : 1;
}

uint64_t
message_round_window(uint64_t limit)
{
	uint64_t	room = 1;

	while (room < limit)
		room *= 2;
	return room;
}

/* When each request in flight was begun. */
static int
message_make_ring(struct message_discipline *discipline)
{
	uint64_t	room = message_round_window(discipline->limit);

	discipline->mask = room - 1;
	discipline->sent_ns = calloc(room, sizeof *discipline->sent_ns);
	return discipline->sent_ns != NULL ? OUTCOME_OK :
	    fail_errno("memory for a window");
}

/* A bit for each descriptor of the side; one that does both has one bit. */
static unsigned
message_number_descriptors(struct side *side,
    const struct message_methods *methods, int fds[WAITER_DESCRIPTORS])
{
	struct message_discipline *discipline = side->discipline;
	unsigned links = message_count_own_links(side), count = 0, i, link;
	int	sending;

	for (link = 0; link < links; link++)
		for (sending = 0; sending < 2; sending++) {
			fds[count] = methods->descriptor(side, link,
			    sending != 0);
			for (i = 0; fds[i] != fds[count]; i++)
				;
			discipline->window_bit[link][sending] = 1u << i;
			count += i == count;
		}
	return count;
}

static int
message_open_window(struct side *side, const struct message_methods *methods)
{
	struct message_discipline *discipline = side->discipline;
	const int64_t	*value = side->parameters->value;
	int		 fds[WAITER_DESCRIPTORS];
	unsigned	 count, i;

	if (side->role == ROLE_CLIENT &&
	    message_make_ring(discipline) != OUTCOME_OK)
		return OUTCOME_FAILED;
	if (methods->descriptor == NULL)
		return OUTCOME_OK;
	count = message_number_descriptors(side, methods, fds);
	for (i = 0; i < count; i++)
		if (fdio_set_blocking(fds[i], false) != 0)
			return fail_errno("make descriptors non-blocking");
	return waiter_open(&discipline->window_waiter,
	    (enum wait_kind)value[KEY_WAIT], fds, count,
	    (unsigned)value[KEY_WATCH]);
}

static int
message_open_waiters(struct side *side, const struct message_methods *methods)
{
	struct message_discipline *discipline = side->discipline;
	const int64_t	*value = side->parameters->value;
	enum wait_kind	 kind = (enum wait_kind)value[KEY_WAIT];
	unsigned	 links = message_count_own_links(side), link;
	int		 fd, outcome = OUTCOME_OK;

	if (kind == WAIT_BLOCK)
		return OUTCOME_OK;
	if (kind == WAIT_HYBRID) {
		discipline->looks_once = true;
		kind = WAIT_SPIN;
	}
	for (link = 0; link < links && outcome == OUTCOME_OK; link++) {
		fd = methods->descriptor(side, link, false);
		outcome = waiter_open(&discipline->waiters[link], kind, &fd, 1,
		    (unsigned)value[KEY_WATCH]);
	}
	return outcome;
}

int
message_attach(struct side *side, const struct message_methods *methods)
{
	const int64_t	*value = side->parameters->value;
	struct message_discipline *discipline;

	if (message_is_plain(side->parameters))
		return OUTCOME_OK;
	if ((discipline = calloc(1, sizeof *discipline)) == NULL)
		return fail_errno("memory for a window");
	side->discipline = discipline;
	discipline->limit = value[KEY_WINDOW] == WINDOW_MAX ? WINDOW_LIMIT :
	    (uint64_t)value[KEY_WINDOW];
	if (value[KEY_FRAME] != FRAME_NONE)
		discipline->header = FRAME_HEADER_SIZE;
	discipline->splits = value[KEY_FRAME] == FRAME_SPLIT;
	discipline->coalesces = value[KEY_COALESCE] == SWITCH_ON;
	discipline->masks = value[KEY_SIGMASK] == SWITCH_ON;
	discipline->moves_freely = discipline->limit != 1 &&
	    (side->role != ROLE_SERVER || discipline->coalesces);
	message_prepare_mask(discipline);
	return discipline->moves_freely ? message_open_window(side, methods) :
	    message_open_waiters(side, methods);
}

void
message_detach(struct side *side)
{
	struct message_discipline *discipline = side->discipline;
	unsigned	link;

	if (discipline == NULL)
		return;
	for (link = 0; link < MESSAGE_LINKS; link++)
		waiter_close(discipline->waiters[link]);
	waiter_close(discipline->window_waiter);
	free(discipline->sent_ns);
	free(discipline);
	side->discipline = NULL;
}

/* What follows the header, in network order. */
void
message_write_header(struct side *side)
{
	const struct message_discipline *discipline = side->discipline;
	size_t	rest = side->outgoing_size - discipline->header;
	int	i;

	if (discipline->header == 0)
		return;
	for (i = FRAME_HEADER_SIZE - 1; i >= 0; i--, rest >>= 8)
		side->outgoing[i] = (unsigned char)(rest & 0xff);
}

int
message_check_header(const unsigned char *header, size_t size)
{
	size_t	announced = 0;
	int	i;

	for (i = 0; i < FRAME_HEADER_SIZE; i++)
		announced = announced << 8 | header[i];
	if (announced == size - FRAME_HEADER_SIZE)
		return OUTCOME_OK;
	return fail("a header announces %zu bytes, expected %zu", announced,
	    size - FRAME_HEADER_SIZE);
}

/*
 * Waits for some of what the waiter watches.  Where messages get lost, the
 * supervisor's word ends the waiting.
 */
static int
message_wait(struct side *side, struct waiter *waiter, unsigned readable,
    unsigned writable)
{
	while (!waiter_wait(waiter, readable, writable))
		if ((side->transport->flags & TRANSPORT_LOSES) != 0 &&
		    side_gives_up(side))
			return side->role == ROLE_CLIENT ? OUTCOME_LOST :
			    OUTCOME_ENDED;
	return OUTCOME_OK;
}

int
message_await(struct side *side, unsigned link)
{
	const struct message_discipline *discipline = side->discipline;

	if (discipline->looks_once) {
		(void)waiter_wait(discipline->waiters[link], 1, 0);
		return OUTCOME_OK;
	}
	return message_wait(side, discipline->waiters[link], 1, 0);
}

int
message_await_any(struct side *side, unsigned readable, unsigned writable)
{
	const struct message_discipline *discipline = side->discipline;

	return message_wait(side, discipline->window_waiter, readable,
	    writable);
}

/* The mask of a process that has threads is not that of each on all systems. */
#if HAVE_THREADS
#define message_change_mask	pthread_sigmask
#else
#define message_change_mask	sigprocmask
#endif

void
message_mask(struct message_discipline *discipline)
{
	message_change_mask(SIG_BLOCK, &discipline->masked, &discipline->unmasked);
}

void
message_unmask(struct message_discipline *discipline)
{
	message_change_mask(SIG_SETMASK, &discipline->unmasked, NULL);
}

int
message_fail_verify(const struct side *side)
{
	size_t	i;

	for (i = side->marked; side->incoming[i] == side->expected[i]; i++)
		;
	return fail("wrong byte received: 0x%02x at offset %zu of %zu, "
	    "expected 0x%02x", side->incoming[i], i, side->incoming_size,
	    side->expected[i]);
}
