/* The parts of message transports that stand outside every timed loop. */

#include "config.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>

#include "base/fdio.h"
#include "transports/message.h"

int
message_window_attach(struct side *side, const struct message_methods *methods)
{
	int64_t			 asked = side->parameters->value[KEY_WINDOW];
	struct message_window	*window;
	uint64_t		 room = 1;
	int			 sending = methods->descriptor(side, true);
	int			 receiving = methods->descriptor(side, false);

	if (side->role != ROLE_CLIENT || asked == 1)
		return OUTCOME_OK;
	if (fdio_set_blocking(sending, false) != 0 ||
	    fdio_set_blocking(receiving, false) != 0)
		return fail_errno("make the client's descriptors non-blocking");
	if ((window = calloc(1, sizeof *window)) == NULL)
		return fail_errno("memory for a window");
	window->limit = asked == WINDOW_MAX ? WINDOW_LIMIT : (uint64_t)asked;
	while (room < window->limit)
		room *= 2;
	window->mask = room - 1;
	window->sent_ns = calloc(room, sizeof *window->sent_ns);
	if (window->sent_ns == NULL) {
		free(window);
		return fail_errno("memory for a window");
	}
	side->window = window;
	return OUTCOME_OK;
}

void
message_window_detach(struct side *side)
{
	struct message_window	*window = side->window;

	if (window != NULL)
		free(window->sent_ns);
	free(window);
	side->window = NULL;
}

int
message_window_wait(struct side *side, const struct message_methods *methods,
    bool sending)
{
	struct pollfd	polled[2];

	polled[0].fd = methods->descriptor(side, false);
	polled[0].events = POLLIN;
	polled[1].fd = methods->descriptor(side, true);
	polled[1].events = POLLOUT;
	if (poll(polled, sending ? 2 : 1, -1) < 0 && errno != EINTR)
		return fail_errno("poll");
	return OUTCOME_OK;
}

int
message_fail_verify(const struct side *side, size_t skipped)
{
	size_t	i;

	for (i = skipped; side->incoming[i] == side->expected[i]; i++)
		;
	return fail("wrong byte received: 0x%02x at offset %zu of %zu, "
	    "expected 0x%02x", side->incoming[i], i, side->incoming_size,
	    side->expected[i]);
}
