/* Owns the table of keys: their names, values and defaults. */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "transports/keys.h"

static const char *const auth_words[] = { "none", "sys", NULL };
static const char *const frame_words[] = {
	[FRAME_NONE] = "none",
	[FRAME_HEADER] = "header",
	[FRAME_SPLIT] = "split",
	[FRAME_SPLIT + 1] = NULL,
};
static const char *const ip_words[] = { "4", "6", NULL };
static const int64_t ip_choices[] = { 4, 6 };
static const char *const peer_words[] = { "process", "thread", NULL };
static const char *const sockets_words[] = { "1", "2", NULL };
static const int64_t sockets_choices[] = { 1, 2 };
static const char *const switch_words[] = { "off", "on", NULL };
static const char *const place_words[] = {
	[PLACE_SAME] = "same",
	[PLACE_CROSS] = "cross",
	[PLACE_SMT] = "smt",
	[PLACE_NODE] = "node",
	[PLACE_ANY] = "any",
	[PLACE_NAMES] = NULL,
};
static const char *const via_words[] = { "direct", "broker", NULL };
static const char *const wait_words[] = {
	[WAIT_BLOCK] = "block",
	[WAIT_POLL] = "poll",
	[WAIT_SELECT] = "select",
	[WAIT_EPOLL] = "epoll",
	[WAIT_KQUEUE] = "kqueue",
	[WAIT_HYBRID] = "hybrid",
	[WAIT_SPIN] = "spin",
	[WAIT_KINDS] = NULL,
};
static const char *const window_words[] = { "max", NULL };

static const struct key_row rows[KEY_COUNT] = {
	[KEY_AUTH] = {
		.name = "auth",
		.summary = "credentials of an RPC call (sys has AUTH_SYS)",
		.values = "none, sys",
		.kind = KEY_KIND_CHOICE,
		.words = auth_words,
		.initial = AUTH_KIND_NONE,
	},
	[KEY_COALESCE] = {
		.name = "coalesce",
		.summary = "several messages in one system call",
		.values = "on, off",
		.kind = KEY_KIND_CHOICE,
		.words = switch_words,
		.initial = SWITCH_OFF,
	},
	[KEY_FRAME] = {
		.name = "frame",
		.summary = "a length of 4 bytes before each message, read first",
		.values = "none, header, split (written in a call of its own)",
		.kind = KEY_KIND_CHOICE,
		.words = frame_words,
		.initial = FRAME_NONE,
	},
	[KEY_IP] = {
		.name = "ip",
		.summary = "version of the Internet protocol",
		.values = "4, 6",
		.kind = KEY_KIND_CHOICE,
		.words = ip_words,
		.choices = ip_choices,
		.initial = 4,
	},
	[KEY_NODELAY] = {
		.name = "nodelay",
		.summary = "send small messages at once (TCP_NODELAY)",
		.values = "on, off",
		.kind = KEY_KIND_CHOICE,
		.words = switch_words,
		.initial = SWITCH_ON,
	},
	[KEY_PAIRS] = {
		.name = "pairs",
		.summary = "pairs of sides at once",
		.values = "1 to 100",
		.kind = KEY_KIND_NUMBER,
		.minimum = 1,
		.maximum = PAIRS_LIMIT,
		.initial = 1,
	},
	[KEY_PEER] = {
		.name = "peer",
		.summary = "what a side is",
		.values = "process, thread (of one process)",
		.kind = KEY_KIND_CHOICE,
		.words = peer_words,
		.initial = PEER_PROCESS,
	},
	[KEY_PLACE] = {
		.name = "place",
		.summary = "CPUs of the two sides",
		.values = "same, cross, smt, node, any, "
		    "A+B (CPUs 0 to 65535)",
		.kind = KEY_KIND_PLACE,
		.words = place_words,
		.initial = PLACE_SAME,
		.otherwise = "same and cross, as far as there are",
	},
	[KEY_PORTMAP] = {
		.name = "portmap",
		.summary = "register with rpcbind, and look up there",
		.values = "on, off",
		.kind = KEY_KIND_CHOICE,
		.words = switch_words,
		.initial = SWITCH_OFF,
	},
	[KEY_REPLY] = {
		.name = "reply",
		.summary = "bytes of a reply",
		.values = "1 to 64m",
		.kind = KEY_KIND_SIZE,
		.minimum = 1,
		.maximum = SIZE_LIMIT,
		.initial = 1,
		.otherwise = "as size",
	},
	[KEY_SIGMASK] = {
		.name = "sigmask",
		.summary = "block all signals around each receive, and restore",
		.values = "on, off",
		.kind = KEY_KIND_CHOICE,
		.words = switch_words,
		.initial = SWITCH_OFF,
	},
	[KEY_SIZE] = {
		.name = "size",
		.summary = "bytes of a request",
		.values = "1 to 64m",
		.kind = KEY_KIND_SIZE,
		.minimum = 1,
		.maximum = SIZE_LIMIT,
		.initial = 1,
	},
	[KEY_SOCKETS] = {
		.name = "sockets",
		.summary = "connections: 2 is one for each direction",
		.values = "1, 2",
		.kind = KEY_KIND_CHOICE,
		.words = sockets_words,
		.choices = sockets_choices,
		.initial = 1,
	},
	[KEY_VERIFY] = {
		.name = "verify",
		.summary = "compare each byte inside the timed loop too",
		.values = "on, off",
		.kind = KEY_KIND_CHOICE,
		.words = switch_words,
		.initial = SWITCH_OFF,
	},
	[KEY_VIA] = {
		.name = "via",
		.summary = "straight, or through a third process that forwards",
		.values = "direct, broker",
		.kind = KEY_KIND_CHOICE,
		.words = via_words,
		.initial = VIA_DIRECT,
	},
	[KEY_WAIT] = {
		.name = "wait",
		.summary = "how a side waits before it receives",
		.values = "block, poll, select, epoll, kqueue, hybrid, spin",
		.kind = KEY_KIND_CHOICE,
		.words = wait_words,
		.initial = WAIT_BLOCK,
	},
	[KEY_WATCH] = {
		.name = "watch",
		.summary = "idle descriptors more in the set waited on",
		.values = "0 to 10000",
		.kind = KEY_KIND_NUMBER,
		.minimum = 0,
		.maximum = WATCH_LIMIT,
		.initial = 0,
	},
	[KEY_WINDOW] = {
		.name = "window",
		.summary = "requests in flight",
		.values = "1 to 65536, or max (as many as fit)",
		.kind = KEY_KIND_NUMBER,
		.minimum = 1,
		.maximum = WINDOW_LIMIT,
		.words = window_words,
		.word_value = WINDOW_MAX,
		.initial = 1,
	},
};

const struct key_row *
key_row(enum key key)
{
	return &rows[key];
}

bool
key_find(const char *name, enum key *key)
{
	unsigned	i;

	for (i = 0; i < KEY_COUNT; i++)
		if (strcmp(rows[i].name, name) == 0) {
			*key = (enum key)i;
			return true;
		}
	return false;
}

static int
key_refuse(const struct key_row *row, const char *text, const char *why)
{
	return fail("key '%s': '%.40s' %s: %s", row->name, text, why,
	    row->values);
}

/*
 * Reads digits; what is too large becomes INT64_MAX.  Returns where they end,
 * NULL where there is none.
 */
static const char *
digits_read(const char *text, int64_t *value)
{
	const char	*next;
	int		 digit;

	*value = 0;
	for (next = text; *next >= '0' && *next <= '9'; next++) {
		digit = *next - '0';
		if (*value > (INT64_MAX - digit) / 10)
			*value = INT64_MAX;
		else
			*value = *value * 10 + digit;
	}
	return next == text ? NULL : next;
}

static const char *
unit_read(const char *next, int64_t *value)
{
	int64_t	factor = 1;

	if (*next == 'k' || *next == 'K')
		factor = 1024;
	else if (*next == 'm' || *next == 'M')
		factor = 1048576;
	else
		return next;
	*value = *value > INT64_MAX / factor ? INT64_MAX : *value * factor;
	return next + 1;
}

static int
number_parse(const struct key_row *row, const char *text, int64_t *value)
{
	const char	*end;
	int64_t		 number;

	if (row->words != NULL && strcmp(text, row->words[0]) == 0) {
		*value = row->word_value;
		return OUTCOME_OK;
	}
	end = digits_read(text, &number);
	if (end != NULL && row->kind == KEY_KIND_SIZE)
		end = unit_read(end, &number);
	if (end == NULL || *end != '\0')
		return key_refuse(row, text, "is not a number");
	if (number < row->minimum || number > row->maximum)
		return key_refuse(row, text, "is out of range");
	*value = number;
	return OUTCOME_OK;
}

static bool
word_find(const struct key_row *row, const char *text, int64_t *value)
{
	unsigned	i;

	for (i = 0; row->words[i] != NULL; i++)
		if (strcmp(row->words[i], text) == 0) {
			*value = row->choices != NULL ? row->choices[i] : i;
			return true;
		}
	return false;
}

static bool
cpus_parse(const char *text, int64_t *value)
{
	const char	*next;
	int64_t		 client, server;

	next = digits_read(text, &client);
	if (next == NULL || *next != '+')
		return false;
	next = digits_read(next + 1, &server);
	if (next == NULL || *next != '\0' || client > PLACE_CPU_MAX ||
	    server > PLACE_CPU_MAX)
		return false;
	*value = place_cpus((unsigned)client, (unsigned)server);
	return true;
}

/* One number is no place, and can only mean one CPU for both sides. */
static int
place_refuse(const struct key_row *row, const char *text)
{
	const char	*end;
	int64_t		 cpu;

	end = digits_read(text, &cpu);
	if (end == NULL || *end != '\0' || cpu > PLACE_CPU_MAX)
		return key_refuse(row, text, "is not one of");
	return fail("key '%s': '%.40s' is not one of: %s; for CPU %d alone: "
	    "%d+%d", row->name, text, row->values, (int)cpu, (int)cpu,
	    (int)cpu);
}

int
key_parse(enum key key, const char *text, int64_t *value)
{
	const struct key_row	*row = &rows[key];

	if (row->kind == KEY_KIND_NUMBER || row->kind == KEY_KIND_SIZE)
		return number_parse(row, text, value);
	if (word_find(row, text, value) ||
	    (row->kind == KEY_KIND_PLACE && cpus_parse(text, value)))
		return OUTCOME_OK;
	if (row->kind == KEY_KIND_PLACE)
		return place_refuse(row, text);
	return key_refuse(row, text, "is not one of");
}

static const char *
word_of_value(const struct key_row *row, int64_t value)
{
	unsigned	i;

	if (row->words == NULL)
		return NULL;
	if (row->kind == KEY_KIND_NUMBER)
		return value == row->word_value ? row->words[0] : NULL;
	for (i = 0; row->words[i] != NULL; i++)
		if ((row->choices != NULL ? row->choices[i] : i) == value)
			return row->words[i];
	return NULL;
}

const char *
key_format(enum key key, int64_t value, char *text, size_t size)
{
	const char	*word = word_of_value(&rows[key], value);
	unsigned	 client, server;

	if (word != NULL)
		snprintf(text, size, "%s", word);
	else if (rows[key].kind == KEY_KIND_PLACE &&
	    place_get_cpus(value, &client, &server))
		snprintf(text, size, "%u+%u", client, server);
	else
		snprintf(text, size, "%" PRId64, value);
	return text;
}

void
parameters_initialise(struct parameters *parameters)
{
	unsigned	i;

	for (i = 0; i < KEY_COUNT; i++)
		parameters->value[i] = rows[i].initial;
}

size_t
parameters_get_largest(const struct parameters *parameters)
{
	int64_t	size = parameters->value[KEY_SIZE];
	int64_t	reply = parameters->value[KEY_REPLY];

	return (size_t)(size > reply ? size : reply);
}

int
parameters_check(const struct parameters *parameters)
{
	const int64_t	*value = parameters->value;

	if (value[KEY_FRAME] != FRAME_NONE &&
	    (value[KEY_SIZE] <= FRAME_HEADER_SIZE ||
	    value[KEY_REPLY] <= FRAME_HEADER_SIZE))
		return fail("frame=%s needs a size and a reply of 5 bytes at "
		    "least: add size=32", frame_words[value[KEY_FRAME]]);
	if (value[KEY_COALESCE] == SWITCH_ON && value[KEY_WINDOW] == 1)
		return fail("coalesce=on needs several requests in flight: "
		    "add window=64");
	if (value[KEY_COALESCE] == SWITCH_ON && value[KEY_FRAME] == FRAME_SPLIT)
		return fail("coalesce=on writes several messages in one call, "
		    "frame=split each in two: leave one out");
	if (value[KEY_WATCH] != 0 && value[KEY_WAIT] == WAIT_BLOCK)
		return fail("watch needs a set to wait on: add wait=poll, "
		    "select, epoll or kqueue");
	return OUTCOME_OK;
}

int64_t
place_cpus(unsigned client, unsigned server)
{
	return PLACE_CPUS +
	    (int64_t)client * (PLACE_CPU_MAX + 1) + (int64_t)server;
}

bool
place_get_cpus(int64_t place, unsigned *client, unsigned *server)
{
	if (place < PLACE_CPUS)
		return false;
	*client = (unsigned)((place - PLACE_CPUS) / (PLACE_CPU_MAX + 1));
	*server = (unsigned)((place - PLACE_CPUS) % (PLACE_CPU_MAX + 1));
	return true;
}
