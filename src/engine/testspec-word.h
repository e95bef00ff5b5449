/* One word that names tests, taken apart; for the parser of tests alone. */

#ifndef ENGINE_TESTSPEC_WORD_H
#define ENGINE_TESTSPEC_WORD_H

#include "engine/testspec.h"

/* The keys that one word sets. */
struct testspec_settings {
	unsigned	given;		/* KEY_BIT of each */
	int64_t		value[KEY_COUNT];
};

/* One word, taken apart. */
struct testspec_word {
	const char			*argument;	/* as given, for messages */
	char				 name[TESTSPEC_SIZE];
	struct testspec_settings	 settings;
};

/* Takes a word apart; any name will do.  0, or -1 with a reason. */
int	 testspec_word_parse(const char *argument, struct testspec_word *);

/*
 * The same for a test named alone: its transport must be there and have each
 * of the keys.
 */
int	 testspec_word_find(const char *argument, struct testspec_word *,
	     const struct transport **);

/* Fails, since there is no such "test" or "group"; suggests the nearest. */
int	 testspec_word_refuse(const char *kind, const char *name);

/* Sets what is set and is among these keys. */
void	 testspec_settings_apply(const struct testspec_settings *,
	     unsigned keys, struct testspec *);

#endif
