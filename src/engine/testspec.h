/*
 * Tests as users name them: NAME:KEY=VALUE,KEY=VALUE, globs, groups; and the
 * canonical form, which is the identity of a row in every result.
 */

#ifndef ENGINE_TESTSPEC_H
#define ENGINE_TESTSPEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "transports/transport.h"

/* One test to be measured: a transport and the value of every key. */
struct testspec {
	const struct transport	*transport;
	struct parameters	 parameters;
};

/* A growing list of tests; owns list.  Zeroed: empty. */
struct testspecs {
	struct testspec	*list;
	size_t		 count;
};

/* A name for a list of tests, "@default". */
struct testspec_group {
	const char	*name;
	const char	*summary;
	const char	*specs;		/* NAME:KEY=VALUE,... separated by single blanks; NULL: every transport */
	const char	*view;		/* the table that answers its question (reporters/view.h), or NULL */
	bool		 any_place;	/* measured at place=any too, unless told otherwise */
};

/*
 * What -s and -p ask for: lists of values that apply to every test which has
 * the key and for which the user does not set it (what a group sets gives
 * way).  One that applies to no test is an error.  Zeroed: nothing asked for.
 */
struct testspec_lists {
	const char	*sizes;		/* "64,4k,64k" or NULL */
	const char	*places;	/* "same,cross,0+1" or NULL */
};

/*
 * Reads the tests named by the arguments ("@default" where there are none)
 * and adds each once, in order.  A test without a place is added for `same`
 * and `cross` (for `smt` instead of cross on a machine with only one core
 * that has siblings; for `any` alone where affinity is unknown; not for
 * `same` where it spins), as default_places says.  0, or -1 with a one-line
 * reason that names the word, says what would be right and suggests the
 * nearest name; then nothing has been added.
 */
#define TESTSPEC_ROWS_MAX	10000	/* more tests than that are an error */
#define TESTSPEC_VALUES_MAX	64	/* so many values in a list */
int	 testspec_parse(char *const *arguments, size_t count,
	     const struct testspec_lists *, const int64_t *default_places,
	     size_t default_place_count, struct testspecs *);
void	 testspecs_free(struct testspecs *);

/*
 * The canonical form: sorted keys, defaults left out except place.  Cut at
 * the given size, which TESTSPEC_SIZE is enough for.  Returns the text.
 */
#define TESTSPEC_SIZE 512
const char *testspec_format(const struct testspec *, char *text, size_t);

/*
 * Reads one test, no glob or group, place required; reads every canonical
 * form.  0 or -1 with a reason.
 */
int	 testspec_parse_one(const char *, struct testspec *);

/* The keys that a test may be given: those of its transport, and place. */
unsigned testspec_keys(const struct transport *);

/* Whether its sides take turns looking at memory or descriptors, and never sleep. */
bool	 testspec_spins(const struct testspec *);

/* Whether each side sleeps in each operation, until the other one wakes it. */
bool	 testspec_sleeps(const struct testspec *);

/*
 * Whether Nagle's algorithm holds the second write of each message back until
 * the first is acknowledged, which the receiver puts off.  With a connection
 * for each direction it does not: one that only receives acknowledges at once.
 */
bool	 testspec_awaits_acknowledgements(const struct testspec *);

/* The group of that number; NULL past the last. */
const struct testspec_group *testspec_get_group(size_t);

/* The group of that name, NULL: there is none. */
const struct testspec_group *testspec_find_group(const char *name);

/* Whether that group names this transport. */
bool	 testspec_group_has(const struct testspec_group *,
	     const struct transport *);

/*
 * The word of the list (NULL at its end) that this one begins, or the nearest
 * by edit distance if at most half of either changes; else NULL.  Also for
 * options and commands.
 */
const char *testspec_nearest(const char *word, const char *const *list);

#endif
