/* dbus: a method call through a message bus daemon that the test starts. */

#include "config.h"

#include "transports/dbus.h"

#if HAVE_DBUS
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "transports/message.h"

/* What a window may have in flight: client and daemon hold it in memory. */
#define BUS_FLIGHT_SIZE	((size_t)128 << 20)

static int
bus_fail_memory(void)
{
	return fail("no memory for a D-Bus message");
}

/* Frees what the library told, and passes it on. */
static int
bus_fail_error(const char *what, DBusError *error)
{
	int	outcome = fail("%s: %s", what, dbus_error_is_set(error) ?
		    error->message : "the bus has closed the connection");

	dbus_error_free(error);
	return outcome;
}

/* Adds the bytes that the side sends; drops the message where it cannot. */
static DBusMessage *
bus_add(const struct side *side, DBusMessage *message)
{
	const unsigned char *data = side->outgoing;

	if (message != NULL && !dbus_message_append_args(message,
	    DBUS_TYPE_ARRAY, DBUS_TYPE_BYTE, &data, (int)side->outgoing_size,
	    DBUS_TYPE_INVALID)) {
		dbus_message_unref(message);
		message = NULL;
	}
	if (message == NULL)
		bus_fail_memory();
	return message;
}

DBusMessage *
bus_new_call(const struct side *side)
{
	return bus_add(side, dbus_message_new_method_call(BUS_ECHO_NAME,
	    BUS_ECHO_PATH, BUS_ECHO_INTERFACE, BUS_ECHO_METHOD));
}

DBusMessage *
bus_new_reply(const struct side *side, DBusMessage *call)
{
	return bus_add(side, dbus_message_new_method_return(call));
}

/* Off the usual path: a message that is not what was expected. */
static int
bus_judge(const struct side *side, DBusMessage *message, int size)
{
	DBusError	error = DBUS_ERROR_INIT;

	if (dbus_set_error_from_message(&error, message))
		return bus_fail_error("the call failed", &error);
	return size < 0 ? fail("a message without an array of bytes") :
	    fail("a message with %d bytes, not %zu", size,
	    side->incoming_size);
}

int
bus_take(struct side *side, DBusMessage *message)
{
	const unsigned char *data;
	int	size;

	if (BATCH_UNLIKELY(!dbus_message_get_args(message, NULL,
	    DBUS_TYPE_ARRAY, DBUS_TYPE_BYTE, &data, &size, DBUS_TYPE_INVALID)))
		return bus_judge(side, message, -1);
	if (BATCH_UNLIKELY((size_t)size != side->incoming_size))
		return bus_judge(side, message, size);
	memcpy(side->incoming, data, side->incoming_size);
	return side->expected != NULL ? message_verify(side) : OUTCOME_OK;
}

static int
bus_call(struct side *side, const struct message_methods *methods)
{
	struct bus_state *state = side->state;
	DBusError	 error = DBUS_ERROR_INIT;
	DBusMessage	*call = bus_new_call(side), *reply;
	int		 outcome;

	(void)methods;
	if (BATCH_UNLIKELY(call == NULL))
		return OUTCOME_FAILED;
	reply = dbus_connection_send_with_reply_and_block(state->connection,
	    call, DBUS_TIMEOUT_INFINITE, &error);
	dbus_message_unref(call);
	if (BATCH_UNLIKELY(reply == NULL))
		return bus_fail_error("the call failed", &error);
	outcome = bus_take(side, reply);
	dbus_message_unref(reply);
	return outcome;
}

/* The next method call; signals of the bus are dropped. */
BATCH_INLINE DBusMessage *
bus_await_call(DBusConnection *connection)
{
	DBusMessage	*message;

	for (;;) {
		message = dbus_connection_pop_message(connection);
		if (message == NULL) {
			if (!dbus_connection_read_write(connection, -1)) {
				fail("the bus has closed the connection");
				return NULL;
			}
		} else if (dbus_message_get_type(message) !=
		    DBUS_MESSAGE_TYPE_METHOD_CALL) {
			dbus_message_unref(message);
		} else {
			return message;
		}
	}
}

/*
 * A reply that does not fit into the socket at once is pushed on, as the
 * batch may end here; the library reads meanwhile.
 */
static int
bus_serve(struct side *side, const struct message_methods *methods)
{
	struct bus_state *state = side->state;
	DBusMessage	*call = bus_await_call(state->connection), *reply;
	int		 outcome;

	(void)methods;
	if (BATCH_UNLIKELY(call == NULL))
		return OUTCOME_FAILED;
	outcome = bus_take(side, call);
	reply = outcome == OUTCOME_OK ? bus_new_reply(side, call) : NULL;
	dbus_message_unref(call);
	if (BATCH_UNLIKELY(reply == NULL))
		return OUTCOME_FAILED;
	if (BATCH_UNLIKELY(!dbus_connection_send(state->connection, reply,
	    NULL)))
		outcome = bus_fail_memory();
	dbus_message_unref(reply);
	if (dbus_connection_has_messages_to_send(state->connection))
		dbus_connection_flush(state->connection);
	return outcome;
}

/* Replies come in the order of the calls, as one service serves them. */
static int
bus_count_reply(struct side *side, DBusMessage *reply)
{
	struct bus_state *state = side->state;
	const struct bus_flight *flight =
		    &state->flights[state->received & state->mask];

	if (BATCH_UNLIKELY(state->received == state->sent ||
	    dbus_message_get_reply_serial(reply) != flight->serial))
		return fail("a reply to another call than the one due");
	if (state->timed)
		histogram_record(side->histogram, clock_now() -
		    flight->sent_ns);
	side->progress->done = ++state->received;
	return bus_take(side, reply);
}

/* Called by the library from bus_run_window(). */
static void
bus_hear_reply(DBusPendingCall *pending, void *context)
{
	struct side	*side = context;
	struct bus_state *state = side->state;
	DBusMessage	*reply = dbus_pending_call_steal_reply(pending);

	if (state->outcome == OUTCOME_OK)
		state->outcome = bus_count_reply(side, reply);
	dbus_message_unref(reply);
}

static int
bus_send_call(struct side *side)
{
	struct bus_state *state = side->state;
	struct bus_flight *flight = &state->flights[state->sent & state->mask];
	DBusMessage	*call = bus_new_call(side);
	DBusPendingCall	*pending = NULL;
	int		 outcome = OUTCOME_OK;

	if (BATCH_UNLIKELY(call == NULL))
		return OUTCOME_FAILED;
	if (state->timed)
		flight->sent_ns = clock_now();
	if (BATCH_UNLIKELY(!dbus_connection_send_with_reply(state->connection,
	    call, &pending, DBUS_TIMEOUT_INFINITE) || (pending != NULL &&
	    !dbus_pending_call_set_notify(pending, bus_hear_reply, side,
	    NULL))))
		outcome = bus_fail_memory();
	else if (BATCH_UNLIKELY(pending == NULL))
		outcome = fail("the bus has closed the connection");
	flight->serial = dbus_message_get_serial(call);
	state->sent++;
	if (pending != NULL)
		dbus_pending_call_unref(pending);
	dbus_message_unref(call);
	return outcome;
}

/*
 * Many calls in flight.  The library never waits for room to send without
 * also reading, so no size and no window can make two wait for each other.
 */
static int
bus_run_window(struct side *side, struct batch *batch)
{
	struct bus_state *state = side->state;
	uint64_t	 began = clock_now();

	state->sent = state->received = 0;
	state->timed = batch->timed_per != 0;
	state->outcome = OUTCOME_OK;
	while (state->received < batch->count) {
		while (state->sent < batch->count &&
		    state->sent - state->received < state->limit)
			if (BATCH_UNLIKELY(bus_send_call(side) != OUTCOME_OK))
				return OUTCOME_FAILED;
		if (BATCH_UNLIKELY(!dbus_connection_read_write_dispatch(
		    state->connection, -1)))
			return fail("the bus has closed the connection");
		if (BATCH_UNLIKELY(state->outcome != OUTCOME_OK))
			return state->outcome;
	}
	batch->elapsed_ns = clock_now() - began;
	return OUTCOME_OK;
}

static int
bus_run(struct side *side, struct batch *batch)
{
	const struct bus_state *state = side->state;

	if (state->flights != NULL)
		return bus_run_window(side, batch);
	return side->role == ROLE_CLIENT ?
	    batch_run(side, batch, bus_call, NULL) :
	    batch_run(side, batch, bus_serve, NULL);
}

/* How many calls may be in flight. */
static int
bus_get_limit(const struct side *side, uint64_t *limit)
{
	int64_t	 asked = side->parameters->value[KEY_WINDOW];
	size_t	 size = parameters_get_largest(side->parameters);
	uint64_t most = BUS_FLIGHT_SIZE / size;

	if (most > WINDOW_LIMIT)
		most = WINDOW_LIMIT;
	*limit = asked == WINDOW_MAX ? most : (uint64_t)asked;
	if (*limit > most && *limit > 1)
		return skip("%llu messages of %zu bytes in flight are more "
		    "than the %zu MiB that client and bus may hold: take "
		    "window=%llu or less", (unsigned long long)*limit, size,
		    BUS_FLIGHT_SIZE >> 20, (unsigned long long)most);
	return OUTCOME_OK;
}

static int
bus_make_window(struct side *side)
{
	struct bus_state *state = side->state;
	uint64_t	room;
	int		outcome;

	if (side->role != ROLE_CLIENT ||
	    side->parameters->value[KEY_WINDOW] == 1)
		return OUTCOME_OK;
	if ((outcome = bus_get_limit(side, &state->limit)) != OUTCOME_OK)
		return outcome;
	room = message_round_window(state->limit);
	state->mask = room - 1;
	state->flights = calloc(room, sizeof *state->flights);
	return state->flights == NULL ? fail_errno("memory for a window") :
	    OUTCOME_OK;
}

/* The daemon wants to know the groups of whoever registers. */
static int
bus_fail_register(DBusError *error)
{
	if (getpwuid(geteuid()) == NULL) {
		dbus_error_free(error);
		return skip("the bus daemon turns away a user who is unknown "
		    "here: user %lu needs a line in /etc/passwd",
		    (unsigned long)geteuid());
	}
	return bus_fail_error("register with the bus", error);
}

static int
bus_connect(DBusConnection **connection)
{
	DBusError	error = DBUS_ERROR_INIT;

	*connection = dbus_connection_open_private(BUS_ADDRESS, &error);
	if (*connection == NULL)
		return bus_fail_error("connect to the bus", &error);
	dbus_connection_set_exit_on_disconnect(*connection, FALSE);
	if (!dbus_bus_register(*connection, &error))
		return bus_fail_register(&error);
	return OUTCOME_OK;
}

static int
bus_own_name(DBusConnection *connection)
{
	DBusError	error = DBUS_ERROR_INIT;
	int		got = dbus_bus_request_name(connection, BUS_ECHO_NAME,
			    DBUS_NAME_FLAG_DO_NOT_QUEUE, &error);

	if (got == DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER)
		return OUTCOME_OK;
	return bus_fail_error("own a name on the bus", &error);
}

static int
bus_attach(struct side *side)
{
	struct bus_state *state = side->state;
	int	outcome = bus_make_window(side);

	if (outcome == OUTCOME_OK)
		outcome = bus_connect(&state->connection);
	if (outcome == OUTCOME_OK && side->role == ROLE_SERVER)
		outcome = bus_own_name(state->connection);
	return outcome;
}

static void
bus_detach(struct side *side)
{
	struct bus_state *state = side->state;

	free(state->flights);
	state->flights = NULL;
	if (state->connection == NULL)
		return;
	dbus_connection_close(state->connection);
	dbus_connection_unref(state->connection);
	state->connection = NULL;
	/* So that what was not freed is a leak of this program. */
	dbus_shutdown();
}

static void
bus_dispose(struct side *side)
{
	(void)side;
	bus_daemon_clean();
}

#define BUS_ROW \
	.state_size = sizeof(struct bus_state), \
	.probe = bus_daemon_probe, \
	.prepare = bus_daemon_start, \
	.attach = bus_attach, \
	.run = bus_run, \
	.detach = bus_detach, \
	.dispose = bus_dispose
#else
#define BUS_ROW .absent = DBUS_ABSENT
#endif

const struct transport transport_dbus = {
	.name = "dbus",
	.summary = "method call through a private D-Bus daemon",
	.operation = "client: dbus_connection_send_with_reply_and_block; "
	    "service: pop the call, dbus_connection_send a reply",
	.paths = "sendmsg, poll, recvmsg of AF_UNIX stream sockets of three "
	    "processes with libdbus on both sides: marshalling, the daemon's "
	    "routing and policy",
	.keys = KEY_BIT(KEY_SIZE) | KEY_BIT(KEY_REPLY) |
	    KEY_BIT(KEY_VERIFY) | KEY_BIT(KEY_WINDOW),
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS |
	    TRANSPORT_USES_DIRECTORY,
	.method = 1,
	.max_size = SIZE_LIMIT,
	BUS_ROW,
};
