/* The bare loops of D-Bus: the same calls of libdbus on the same connections. */

#include "config.h"

#include "bare.h"
#include "transports/dbus.h"

#if HAVE_DBUS
#include <string.h>

#include "system/clock.h"

int
bare_dbus_client(struct side *side, uint64_t count, uint64_t *times)
{
	struct bus_state *state = side->state;
	DBusMessage	*call, *reply;
	unsigned char	*data;
	uint64_t	 i;
	int		 size;

	if (times != NULL)
		times[0] = clock_now();
	for (i = 0; i < count; i++) {
		call = dbus_message_new_method_call(BUS_ECHO_NAME,
		    BUS_ECHO_PATH, BUS_ECHO_INTERFACE, BUS_ECHO_METHOD);
		data = side->outgoing;
		dbus_message_append_args(call, DBUS_TYPE_ARRAY, DBUS_TYPE_BYTE,
		    &data, (int)side->outgoing_size, DBUS_TYPE_INVALID);
		reply = dbus_connection_send_with_reply_and_block(
		    state->connection, call, DBUS_TIMEOUT_INFINITE, NULL);
		dbus_message_unref(call);
		if (reply == NULL || !dbus_message_get_args(reply, NULL,
		    DBUS_TYPE_ARRAY, DBUS_TYPE_BYTE, &data, &size,
		    DBUS_TYPE_INVALID))
			return -1;
		memcpy(side->incoming, data, (size_t)size);
		dbus_message_unref(reply);
		if (times != NULL)
			times[i + 1] = clock_now();
	}
	return 0;
}

int
bare_dbus_server(struct side *side, uint64_t count, uint64_t *times)
{
	struct bus_state *state = side->state;
	DBusMessage	*call, *reply;
	unsigned char	*data;
	uint64_t	 i;
	int		 size;

	(void)times;
	for (i = 0; i < count; i++) {
		while ((call = dbus_connection_pop_message(
		    state->connection)) == NULL)
			if (!dbus_connection_read_write(state->connection, -1))
				return -1;
		if (!dbus_message_get_args(call, NULL, DBUS_TYPE_ARRAY,
		    DBUS_TYPE_BYTE, &data, &size, DBUS_TYPE_INVALID))
			return -1;
		memcpy(side->incoming, data, (size_t)size);
		reply = dbus_message_new_method_return(call);
		dbus_message_unref(call);
		data = side->outgoing;
		dbus_message_append_args(reply, DBUS_TYPE_ARRAY, DBUS_TYPE_BYTE,
		    &data, (int)side->outgoing_size, DBUS_TYPE_INVALID);
		dbus_connection_send(state->connection, reply, NULL);
		dbus_message_unref(reply);
		if (dbus_connection_has_messages_to_send(state->connection))
			dbus_connection_flush(state->connection);
	}
	return 0;
}
#else
BARE_MISSING(dbus)
#endif
