/*
 * The keys of a test, NAME:KEY=VALUE, and the parameters they give.  A new key
 * is one name in the enum and one row of the table in keys.c.
 */

#ifndef TRANSPORTS_KEYS_H
#define TRANSPORTS_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sorted by name, as the canonical form writes them. */
enum key {
	KEY_AUTH,
	KEY_COALESCE,
	KEY_FRAME,
	KEY_IP,
	KEY_NODELAY,
	KEY_PAIRS,
	KEY_PEER,
	KEY_PLACE,
	KEY_PORTMAP,
	KEY_REPLY,
	KEY_SIGMASK,
	KEY_SIZE,
	KEY_SOCKETS,
	KEY_VERIFY,
	KEY_VIA,
	KEY_WAIT,
	KEY_WATCH,
	KEY_WINDOW,
	KEY_COUNT
};

/* A set of keys, as a transport declares them: KEY_BIT(KEY_SIZE) | ... */
#define KEY_BIT(key)	(1u << (key))

/* The keys of what sends messages, those that the engine gives to all among them. */
#define MESSAGE_DATA_KEYS (KEY_BIT(KEY_SIZE) | KEY_BIT(KEY_REPLY) | \
			 KEY_BIT(KEY_VERIFY) | KEY_BIT(KEY_PAIRS) | \
			 KEY_BIT(KEY_PEER))

/* The keys of what has descriptors to wait on. */
#define MESSAGE_WAIT_KEYS (KEY_BIT(KEY_WAIT) | KEY_BIT(KEY_WATCH) | \
			 KEY_BIT(KEY_SIGMASK))

/* Values of KEY_PLACE; PLACE_CPUS and above name two CPUs, see place_cpus(). */
enum place {
	PLACE_SAME,
	PLACE_CROSS,
	PLACE_SMT,
	PLACE_NODE,
	PLACE_ANY,
	PLACE_NAMES		/* how many places have a name */
};
#define PLACE_CPUS		((int64_t)1 << 40)
#define PLACE_CPU_MAX		65535

/* Values of KEY_AUTH. */
enum { AUTH_KIND_NONE, AUTH_KIND_SYS };

/* Values of KEY_FRAME; a header is the length of a message, so many bytes. */
enum { FRAME_NONE, FRAME_HEADER, FRAME_SPLIT };
#define FRAME_HEADER_SIZE	4

/* Values of KEY_PEER. */
enum { PEER_PROCESS, PEER_THREAD };

/* Values of KEY_VIA. */
enum { VIA_DIRECT, VIA_BROKER };

/* Values of KEY_WAIT. */
enum wait_kind {
	WAIT_BLOCK,		/* in the call that receives */
	WAIT_POLL,
	WAIT_SELECT,
	WAIT_EPOLL,
	WAIT_KQUEUE,
	WAIT_HYBRID,		/* look once, then block */
	WAIT_SPIN,		/* look until it comes */
	WAIT_KINDS
};

/* Values of KEY_NODELAY, KEY_VERIFY and every other switch. */
enum { SWITCH_OFF, SWITCH_ON };

/* Value of KEY_WINDOW: as many as the mechanism takes. */
#define WINDOW_MAX		0
#define WINDOW_LIMIT		65536	/* never more than this in flight */

#define SIZE_LIMIT		(64u << 20)
#define PAIRS_LIMIT		100
#define WATCH_LIMIT		10000

/* The value of every key of one test, those that it does not have at their default. */
struct parameters {
	int64_t	value[KEY_COUNT];
};

enum key_kind {
	KEY_KIND_NUMBER,	/* minimum to maximum; may have one word, kept as word_value */
	KEY_KIND_SIZE,		/* the same in bytes; k or K is 1024, m or M 1048576 */
	KEY_KIND_CHOICE,	/* one of words: its index, or what choices says */
	KEY_KIND_PLACE
};

/* One row of the key table. */
struct key_row {
	const char	*name;
	const char	*summary;	/* one line for help and the manual */
	const char	*values;	/* what may be given, for messages: "1 to 64m" */
	enum key_kind	 kind;
	int64_t		 minimum, maximum;
	const char	*const *words;	/* CHOICE: NULL at the end; NUMBER: one word or NULL */
	int64_t		 word_value;	/* NUMBER: what the word stands for */
	const int64_t	*choices;	/* CHOICE: what each word stands for; NULL: its index */
	int64_t		 initial;	/* the default */
	const char	*otherwise;	/* what is taken where it is not given, if not that */
};

const struct key_row *key_row(enum key);

/* Finds a key by name.  False: there is none. */
bool	 key_find(const char *name, enum key *);

/*
 * Reads a value.  0, or -1 with a reason that names the key, the value and
 * what would be right.
 */
int	 key_parse(enum key, const char *text, int64_t *value);

/*
 * Writes a value as key_parse() reads it; sizes in bytes.  Cut at the given
 * size, which KEY_VALUE_SIZE is enough for.  Returns the text.
 */
#define KEY_VALUE_SIZE	24
const char *key_format(enum key, int64_t value, char *text, size_t);

/* Every key at its default; reply is the default size. */
void	 parameters_initialise(struct parameters *);

/* The larger of size and reply. */
size_t	 parameters_get_largest(const struct parameters *);

/*
 * Whether values that are right by themselves make sense together.  OUTCOME_OK,
 * or OUTCOME_FAILED with a reason that says what would.
 */
int	 parameters_check(const struct parameters *);

/* The value of a place on two named CPUs, and back; false: the place has a name. */
int64_t	 place_cpus(unsigned client, unsigned server);
bool	 place_get_cpus(int64_t place, unsigned *client, unsigned *server);

#endif
