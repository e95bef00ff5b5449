/* Owns the form of one word, NAME:KEY=VALUE, and what may be wrong in it. */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/testspec-word.h"
#include "transports/registry.h"

/* The names of all tests and groups up to NULL; to be freed. */
static const char **
names_collect(void)
{
	const struct testspec_group	*group;
	const struct transport		*transport;
	const char			**names;
	size_t				 tests, all, i;

	for (tests = 0; registry_get(tests) != NULL; tests++)
		;
	for (all = tests; testspec_get_group(all - tests) != NULL; all++)
		;
	if ((names = calloc(all + 1, sizeof *names)) == NULL)
		abort();
	for (i = 0; (transport = registry_get(i)) != NULL; i++)
		names[i] = transport->name;
	for (i = 0; (group = testspec_get_group(i)) != NULL; i++)
		names[tests + i] = group->name;
	return names;
}

int
testspec_word_refuse(const char *kind, const char *name)
{
	const char	**names = names_collect();
	const char	*nearest = testspec_nearest(name, names);

	free(names);
	if (nearest != NULL)
		return fail("unknown %s '%.40s'; did you mean '%s'? "
		    "'ipclat list' names all", kind, name, nearest);
	return fail("unknown %s '%.40s'; 'ipclat list' names all", kind, name);
}

/* The names of these keys, for messages. */
static const char *
keys_format(unsigned keys, char *text, size_t size)
{
	const char	*separator = "";
	unsigned	 i;
	size_t		 used;

	text[0] = '\0';
	for (i = 0; i < KEY_COUNT; i++) {
		if ((keys & KEY_BIT(i)) == 0)
			continue;
		used = strlen(text);
		snprintf(text + used, size - used, "%s%s", separator,
		    key_row((enum key)i)->name);
		separator = ", ";
	}
	return text;
}

static int
key_refuse(const char *name, const char *argument)
{
	const char	*names[KEY_COUNT + 1] = { NULL }, *nearest;
	char		 all[256];
	unsigned	 i;

	for (i = 0; i < KEY_COUNT; i++)
		names[i] = key_row((enum key)i)->name;
	if ((nearest = testspec_nearest(name, names)) != NULL)
		return fail("unknown key '%.40s' in '%.60s'; did you mean "
		    "'%s'?", name, argument, nearest);
	return fail("unknown key '%.40s' in '%.60s'; keys are %s", name,
	    argument, keys_format(KEY_BIT(KEY_COUNT) - 1, all, sizeof all));
}

/* Says what was meant by a word behind the colon that has no '='. */
static int
setting_refuse(const struct testspec_word *word, const char *text)
{
	const ptrdiff_t	before = text - word->name;
	enum key	key;

	if (key_find(text, &key))
		return fail("key '%s' in '%.60s' is given no value: %s", text,
		    word->argument, key_row(key)->values);
	if (registry_find(text) != NULL)
		return fail("'%.60s': tests are separated by blanks: %.*s %s",
		    word->argument, (int)(before > 0 ? before - 1 : 0),
		    word->argument, word->argument + before);
	return fail("'%.40s' in '%.60s' is not KEY=VALUE; for several "
	    "values name several tests, or use -s and -p", text,
	    word->argument);
}

/* Reads one KEY=VALUE, which is cut in two. */
static int
setting_parse(struct testspec_word *word, char *text)
{
	char		*value = strchr(text, '=');
	enum key	 key;

	if (value == NULL)
		return setting_refuse(word, text);
	*value++ = '\0';
	if (!key_find(text, &key))
		return key_refuse(text, word->argument);
	if ((word->settings.given & KEY_BIT(key)) != 0)
		return fail("key '%s' is given twice in '%.60s'", text,
		    word->argument);
	word->settings.given |= KEY_BIT(key);
	return key_parse(key, value, &word->settings.value[key]);
}

/* The word with a comma, or what else, in the place of each such letter. */
static const char *
letters_exchange(const char *from, char letter, char other, char *text,
    size_t size)
{
	char	*next;

	snprintf(text, size, "%s", from);
	for (next = text; *next != '\0'; next++)
		if (*next == letter)
			*next = other;
	return text;
}

/* An error where colon, comma and blank were taken for each other. */
static int
word_check_joints(const char *argument)
{
	const char	*colon = strchr(argument, ':');
	const char	*comma = strchr(argument, ',');
	char		 rest[TESTSPEC_SIZE];

	/* In brackets a glob may have any letter. */
	if (comma != NULL && (colon == NULL || comma < colon) &&
	    memchr(argument, '[', (size_t)(comma - argument)) == NULL) {
		if (colon == NULL && strchr(comma, '=') != NULL)
			return fail("'%.60s': between a test and its keys is "
			    "a colon: %.*s:%.60s", argument,
			    (int)(comma - argument), argument, comma + 1);
		return fail("'%.60s': tests are separated by blanks: %.120s",
		    argument, letters_exchange(argument, ',', ' ', rest,
		    sizeof rest));
	}
	if (colon != NULL && strchr(colon + 1, ':') != NULL)
		return fail("'%.60s': keys are joined by commas: %.*s:%.60s",
		    argument, (int)(colon - argument), argument,
		    letters_exchange(colon + 1, ':', ',', rest, sizeof rest));
	return OUTCOME_OK;
}

int
testspec_word_parse(const char *argument, struct testspec_word *word)
{
	char	*next, *end;

	memset(word, 0, sizeof *word);
	word->argument = argument;
	if (strlen(argument) >= sizeof word->name)
		return fail("'%.40s...' is too long for a test: at most %u "
		    "bytes", argument, (unsigned)sizeof word->name - 1);
	strcpy(word->name, argument);
	next = strchr(word->name, ':');
	if (word->name[0] == '\0' || next == word->name)
		return fail("'%.40s' names no test: NAME, "
		    "NAME:KEY=VALUE,KEY=VALUE, a glob or a group; "
		    "'ipclat list' names all", argument);
	if (word_check_joints(argument) != 0)
		return OUTCOME_FAILED;
	if (next == NULL)
		return OUTCOME_OK;
	*next = '\0';
	do {
		next++;
		if ((end = strchr(next, ',')) != NULL)
			*end = '\0';
		if (setting_parse(word, next) != 0)
			return OUTCOME_FAILED;
	} while ((next = end) != NULL);
	return OUTCOME_OK;
}

/* An error if a test named alone is given a key that it does not have. */
static int
word_check_keys(const struct testspec_word *word,
    const struct transport *transport)
{
	const unsigned	keys = testspec_keys(transport);
	char		had[256];
	unsigned	i;

	for (i = 0; i < KEY_COUNT; i++)
		if ((word->settings.given & KEY_BIT(i) & ~keys) != 0)
			return fail("test '%s' has no key '%s'; it has %s",
			    transport->name, key_row((enum key)i)->name,
			    keys_format(keys, had, sizeof had));
	return OUTCOME_OK;
}

int
testspec_word_find(const char *argument, struct testspec_word *word,
    const struct transport **transport)
{
	if (testspec_word_parse(argument, word) != 0)
		return OUTCOME_FAILED;
	if ((*transport = registry_find(word->name)) == NULL)
		return testspec_word_refuse("test", word->name);
	return word_check_keys(word, *transport);
}

void
testspec_settings_apply(const struct testspec_settings *settings, unsigned keys,
    struct testspec *test)
{
	unsigned	i;

	for (i = 0; i < KEY_COUNT; i++)
		if ((settings->given & keys & KEY_BIT(i)) != 0)
			test->parameters.value[i] = settings->value[i];
}

int
testspec_parse_one(const char *argument, struct testspec *test)
{
	struct testspec_word	word;

	if (testspec_word_find(argument, &word, &test->transport) != 0)
		return OUTCOME_FAILED;
	if ((word.settings.given & KEY_BIT(KEY_PLACE)) == 0)
		return fail("'%.60s' has no place", argument);
	parameters_initialise(&test->parameters);
	testspec_settings_apply(&word.settings,
	    testspec_keys(test->transport), test);
	if ((word.settings.given & KEY_BIT(KEY_REPLY)) == 0)
		test->parameters.value[KEY_REPLY] =
		    test->parameters.value[KEY_SIZE];
	return parameters_check(&test->parameters);
}
