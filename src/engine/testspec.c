/* Owns the groups of tests, the canonical form, and the nearest word. */

#include "config.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "engine/testspec.h"

#define LMBENCH_BUCKET	"pipe unix-stream udp tcp rpc-tcp rpc-udp tcp-connect"

#define SYSV		"sysv-msg sysv-sem sysv-shm"

/* Of a report of 2001: two sockets, a header, three more descriptors. */
#define REAL_PROGRAM \
	"tcp:frame=header,sigmask=on,size=32,sockets=2,wait=select,watch=3"

static const struct testspec_group groups[] = {
	{
		.name = "@default",
		.summary = "what ipclat measures when no test is named",
		.specs = LMBENCH_BUCKET " " SYSV " futex",
	},
	{
		.name = "@lmbench",
		.summary = "what lmbench's pipe and IPC bucket measures",
		.specs = LMBENCH_BUCKET,
	},
	{
		.name = "@pingpong",
		.summary = "TCP ping-pong over 1 and 2 sockets, and a real program",
		.specs = "tcp:size=32 tcp:frame=split,size=32 "
		    "tcp:nodelay=off,size=32 "
		    "tcp:frame=split,nodelay=off,size=32 "
		    "tcp:size=32,sockets=2 tcp:frame=split,size=32,sockets=2 "
		    "tcp:nodelay=off,size=32,sockets=2 "
		    "tcp:frame=split,nodelay=off,size=32,sockets=2 "
		    REAL_PROGRAM " " REAL_PROGRAM ",nodelay=off",
		.view = "rates",
		.any_place = true,
	},
	{
		.name = "@broker",
		.summary = "one to one, and through a broker, as message buses do",
		.specs = "unix-stream:size=4096 "
		    "unix-stream:size=4096,window=64 "
		    "unix-stream:coalesce=on,size=4096,window=64 "
		    "unix-stream:size=4096,via=broker "
		    "unix-stream:size=4096,via=broker,window=64 "
		    "unix-stream:coalesce=on,size=4096,via=broker,window=64 "
		    "dbus:size=1024 dbus:size=1024,window=64",
		.view = "messages",
		.any_place = true,
	},
	{
		.name = "@sysv",
		.summary = "the mechanisms of System V",
		.specs = SYSV,
	},
	{
		.name = "@posix",
		.summary = "their POSIX counterparts",
		.specs = "posix-mq posix-sem posix-shm mutex-cond",
	},
	{
		.name = "@all",
		.summary = "each test once",
	},
};

const struct testspec_group *
testspec_get_group(size_t number)
{
	return number < sizeof groups / sizeof groups[0] ?
	    &groups[number] : NULL;
}

const struct testspec_group *
testspec_find_group(const char *name)
{
	size_t	i;

	for (i = 0; i < sizeof groups / sizeof groups[0]; i++)
		if (strcmp(groups[i].name, name) == 0)
			return &groups[i];
	return NULL;
}

bool
testspec_group_has(const struct testspec_group *group,
    const struct transport *transport)
{
	const char	*spec = group->specs;
	size_t		 length;

	if (spec == NULL)
		return true;
	for (;;) {
		length = strcspn(spec, ": ");
		if (length == strlen(transport->name) &&
		    strncmp(spec, transport->name, length) == 0)
			return true;
		if ((spec = strchr(spec, ' ')) == NULL)
			return false;
		spec++;
	}
}

unsigned
testspec_keys(const struct transport *transport)
{
	return transport->keys | KEY_BIT(KEY_PLACE);
}

bool
testspec_spins(const struct testspec *test)
{
	return (test->transport->flags & TRANSPORT_SPINS) != 0 ||
	    test->parameters.value[KEY_WAIT] == WAIT_SPIN;
}

bool
testspec_sleeps(const struct testspec *test)
{
	return (test->transport->flags & TRANSPORT_BLOCKS) != 0 &&
	    !testspec_spins(test);
}

bool
testspec_awaits_acknowledgements(const struct testspec *test)
{
	const int64_t	*value = test->parameters.value;

	return (testspec_keys(test->transport) & KEY_BIT(KEY_NODELAY)) != 0 &&
	    value[KEY_NODELAY] == SWITCH_OFF &&
	    value[KEY_FRAME] == FRAME_SPLIT && value[KEY_SOCKETS] == 1;
}

/* Whether the canonical form leaves this key out. */
static bool
key_is_implied(const struct testspec *test, enum key key)
{
	const int64_t	*value = test->parameters.value;

	if ((testspec_keys(test->transport) & KEY_BIT(key)) == 0)
		return true;
	if (key == KEY_PLACE)
		return false;
	if (key == KEY_REPLY)
		return value[KEY_REPLY] == value[KEY_SIZE];
	return value[key] == key_row(key)->initial;
}

const char *
testspec_format(const struct testspec *test, char *text, size_t size)
{
	char		 value[KEY_VALUE_SIZE], separator = ':';
	unsigned	 i;
	size_t		 used;

	snprintf(text, size, "%s", test->transport->name);
	for (i = 0; i < KEY_COUNT; i++) {
		if (key_is_implied(test, (enum key)i))
			continue;
		used = strlen(text);
		snprintf(text + used, size - used, "%c%s=%s", separator,
		    key_row((enum key)i)->name,
		    key_format((enum key)i, test->parameters.value[i], value,
		    sizeof value));
		separator = ',';
	}
	return text;
}

/* No name is longer; longer words are near to nothing. */
#define WORD_MAX	40

static unsigned
least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* No name has capital letters; who writes some means the small ones. */
static unsigned
differ(char a, char b)
{
	return tolower((unsigned char)a) != tolower((unsigned char)b);
}

/*
 * How many letters must be put in, left out, changed, or exchanged with their
 * neighbour to turn one word into the other.
 */
static unsigned
edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
	unsigned	row[3][WORD_MAX + 1], *now, *last, *before;
	size_t		i, j;

	for (j = 0; j <= b_length; j++)
		row[0][j] = (unsigned)j;
	for (i = 1; i <= a_length; i++) {
		now = row[i % 3];
		last = row[(i + 2) % 3];
		before = row[(i + 1) % 3];
		now[0] = (unsigned)i;
		for (j = 1; j <= b_length; j++) {
			now[j] = least(last[j - 1] + differ(a[i - 1], b[j - 1]),
			    least(last[j], now[j - 1]) + 1);
			if (i > 1 && j > 1 && !differ(a[i - 1], b[j - 2]) &&
			    !differ(a[i - 2], b[j - 1]))
				now[j] = least(now[j], before[j - 2] + 1);
		}
	}
	return row[a_length % 3][b_length];
}

/* What all options, or all groups, begin with says nothing about a word. */
static const char *
mark_skip(const char *word)
{
	return word + strspn(word, "-@");
}

const char *
testspec_nearest(const char *word, const char *const *list)
{
	const size_t	 length = strlen(mark_skip(word));
	const char	*nearest = NULL;
	unsigned	 best = 2 + (unsigned)length / 4, distance;
	size_t		 i, other;

	if (length < 2 || strlen(word) > WORD_MAX)
		return NULL;
	/* A name that somebody only began to write is meant before all. */
	for (i = 0; list[i] != NULL; i++)
		if (strncmp(word, list[i], strlen(word)) == 0)
			return list[i];
	for (i = 0; list[i] != NULL; i++) {
		if (strlen(list[i]) > WORD_MAX)
			continue;
		other = strlen(mark_skip(list[i]));
		distance = edit_distance(word, strlen(word), list[i],
		    strlen(list[i]));
		/* Where more than half must change it is another word. */
		if (distance < best &&
		    distance * 2 <= (length < other ? length : other)) {
			best = distance;
			nearest = list[i];
		}
	}
	return nearest;
}
