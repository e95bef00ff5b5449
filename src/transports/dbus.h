/* What the files of the dbus test share, and what its bare loops must know. */

#ifndef TRANSPORTS_DBUS_H
#define TRANSPORTS_DBUS_H

#include "transports/transport.h"

#if HAVE_DBUS
#include <stdbool.h>
#include <stdint.h>
#include <dbus/dbus.h>

/* In the private directory, which is the current one. */
#define BUS_SOCKET		"bus"
#define BUS_ADDRESS		"unix:path=" BUS_SOCKET

/* What the client calls. */
#define BUS_ECHO_NAME		"org.ipclat.Echo"
#define BUS_ECHO_PATH		"/org/ipclat/Echo"
#define BUS_ECHO_INTERFACE	"org.ipclat.Echo"
#define BUS_ECHO_METHOD	"Echo"

/* A call in flight. */
struct bus_flight {
	uint64_t	sent_ns;
	dbus_uint32_t	serial;
};

/* Each side's own; nothing of it is there before attach. */
struct bus_state {
	DBusConnection		*connection;

	/* The client's with a window. */
	struct bus_flight	*flights;	/* a ring; NULL: one call at a time */
	uint64_t		 limit, mask;	/* most calls in flight; of the ring */
	uint64_t		 sent, received;	/* in this batch */
	bool			 timed;
	int			 outcome;	/* of the replies in this batch */
};

/* Whether there is a dbus-daemon, without starting it: an enum outcome. */
int	 bus_daemon_probe(void);

/*
 * Starts one in the private directory and waits until it can be connected to;
 * side->helper is its process from the start on.  An enum outcome.
 */
int	 bus_daemon_start(struct side *);

/* Removes its files, once it has ended. */
void	 bus_daemon_clean(void);

/* A message with the bytes that the side sends; NULL with a reason. */
DBusMessage *bus_new_call(const struct side *);
DBusMessage *bus_new_reply(const struct side *, DBusMessage *call);

/* Copies the bytes of a message into side->incoming: an enum outcome. */
int	 bus_take(struct side *, DBusMessage *);

#endif

#endif
