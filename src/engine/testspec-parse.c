/* Reads tests as users name them into rows to be measured. */

#include "config.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/testspec-word.h"
#include "transports/registry.h"

/* What -s or -p gives, and whether it was of any use. */
struct value_list {
	enum key	key;
	int64_t		value[TESTSPEC_VALUES_MAX];
	size_t		count;
	bool		had, used;
};

/* All that decides which rows a word becomes. */
struct request {
	struct value_list	 sizes, places;
	const int64_t		*default_places;
	size_t			 default_place_count;
	struct testspecs	*tests;
};

static bool
tests_have(const struct testspecs *tests, const struct testspec *test)
{
	size_t	i;

	for (i = 0; i < tests->count; i++)
		if (tests->list[i].transport == test->transport &&
		    memcmp(&tests->list[i].parameters, &test->parameters,
		    sizeof test->parameters) == 0)
			return true;
	return false;
}

static int
tests_add(struct testspecs *tests, const struct testspec *test)
{
	struct testspec	*grown;

	if (tests_have(tests, test))
		return OUTCOME_OK;
	if (tests->count >= TESTSPEC_ROWS_MAX)
		return fail("more than %d tests", TESTSPEC_ROWS_MAX);
	grown = realloc(tests->list, (tests->count + 1) * sizeof *grown);
	if (grown == NULL)
		abort();
	grown[tests->count] = *test;
	tests->list = grown;
	tests->count++;
	return OUTCOME_OK;
}

/* The values of a key at which a test is to be measured. */
struct choice {
	const int64_t	*value;
	size_t		 count;
};

/*
 * What the user sets for this test comes before a list, which comes before
 * what a group sets.
 */
static bool
list_applies(struct value_list *list, const struct transport *transport,
    const struct testspec_settings *asked)
{
	if ((testspec_keys(transport) & KEY_BIT(list->key)) == 0)
		return false;
	list->had = true;
	if (list->count == 0 || (asked->given & KEY_BIT(list->key)) != 0)
		return false;
	list->used = true;
	return true;
}

static struct choice
size_choose(struct request *request, const struct testspec *test,
    const struct testspec_settings *asked)
{
	if (list_applies(&request->sizes, test->transport, asked))
		return (struct choice){ request->sizes.value,
		    request->sizes.count };
	return (struct choice){ &test->parameters.value[KEY_SIZE], 1 };
}

static struct choice
place_choose(struct request *request, const struct testspec *test,
    const struct testspec_settings *asked, unsigned given)
{
	struct choice	choice;

	if (list_applies(&request->places, test->transport, asked))
		return (struct choice){ request->places.value,
		    request->places.count };
	if ((given & KEY_BIT(KEY_PLACE)) != 0)
		return (struct choice){ &test->parameters.value[KEY_PLACE], 1 };
	choice.value = request->default_places;
	choice.count = request->default_place_count;
	return choice;
}

/*
 * Whether a default place makes no sense for a test, and another is there to
 * stand in.
 */
static bool
place_is_useless(const struct request *request, const struct testspec *test,
    const struct choice *places, size_t i)
{
	return places->value == request->default_places && places->count > 1 &&
	    testspec_spins(test) &&
	    places->value[i] == PLACE_SAME;
}

/* Adds a test at each of its sizes and places; base is what a group sets. */
static int
request_add(struct request *request, const struct transport *transport,
    const struct testspec_settings *base, const struct testspec_settings *asked)
{
	const unsigned	keys = testspec_keys(transport);
	const unsigned	given = (base->given | asked->given) & keys;
	struct testspec	test, row;
	struct choice	sizes, places;
	size_t		i, j;

	test.transport = transport;
	parameters_initialise(&test.parameters);
	testspec_settings_apply(base, keys, &test);
	testspec_settings_apply(asked, keys, &test);
	sizes = size_choose(request, &test, asked);
	places = place_choose(request, &test, asked, given);
	for (i = 0; i < sizes.count; i++)
		for (j = 0; j < places.count; j++) {
			if (place_is_useless(request, &test, &places, j))
				continue;
			row = test;
			row.parameters.value[KEY_SIZE] = sizes.value[i];
			row.parameters.value[KEY_PLACE] = places.value[j];
			if ((given & KEY_BIT(KEY_REPLY)) == 0)
				row.parameters.value[KEY_REPLY] =
				    sizes.value[i];
			if (parameters_check(&row.parameters) != 0 ||
			    tests_add(request->tests, &row) != 0)
				return OUTCOME_FAILED;
		}
	return OUTCOME_OK;
}

/* An error if a glob or group was given a key that none of its tests has. */
static int
word_check_use(const struct testspec_word *word, unsigned had)
{
	unsigned	i;

	for (i = 0; i < KEY_COUNT; i++)
		if ((word->settings.given & KEY_BIT(i) & ~had) != 0)
			return fail("no test of '%.40s' has the key '%s'",
			    word->name, key_row((enum key)i)->name);
	return OUTCOME_OK;
}

/* Adds each transport whose name matches; NULL: all. */
static int
request_add_matching(struct request *request, const struct testspec_word *word,
    const char *pattern)
{
	static const struct testspec_settings	 nothing;
	const struct transport			*transport;
	unsigned				 had = 0;
	size_t					 i;

	for (i = 0; (transport = registry_get(i)) != NULL; i++) {
		if (pattern != NULL &&
		    fnmatch(pattern, transport->name, 0) != 0)
			continue;
		had |= testspec_keys(transport);
		if (request_add(request, transport, &nothing,
		    &word->settings) != 0)
			return OUTCOME_FAILED;
	}
	if (had == 0)
		return fail("no test matches '%.40s'; 'ipclat list' names all",
		    word->name);
	return word_check_use(word, had);
}

/* Adds what the specs of a group name. */
static int
request_add_members(struct request *request, const struct testspec_word *word,
    const struct testspec_group *group)
{
	const char		*spec = group->specs;
	const struct transport	*transport;
	char			 one[TESTSPEC_SIZE];
	struct testspec_word		 member;
	unsigned		 had = 0;

	if (spec == NULL)
		return request_add_matching(request, word, NULL);
	while (spec != NULL) {
		snprintf(one, sizeof one, "%.*s", (int)strcspn(spec, " "),
		    spec);
		if (testspec_word_find(one, &member, &transport) != 0 ||
		    request_add(request, transport, &member.settings,
		    &word->settings) != 0)
			return OUTCOME_FAILED;
		had |= testspec_keys(transport);
		if ((spec = strchr(spec, ' ')) != NULL)
			spec++;
	}
	return word_check_use(word, had);
}

/* A group may want place=any besides the default places. */
static int
request_add_group(struct request *request, const struct testspec_word *word,
    const struct testspec_group *group)
{
	struct request	with_any = *request;
	int64_t		places[TESTSPEC_VALUES_MAX];
	size_t		i;
	int		outcome;

	if (!group->any_place)
		return request_add_members(request, word, group);
	for (i = 0; i < request->default_place_count &&
	    request->default_places[i] != PLACE_ANY; i++)
		places[i] = request->default_places[i];
	places[i] = PLACE_ANY;
	with_any.default_places = places;
	with_any.default_place_count = i + 1;
	outcome = request_add_members(&with_any, word, group);
	request->sizes = with_any.sizes;
	request->places = with_any.places;
	return outcome;
}

/* Whether the word is a value of that key, and not a test. */
static bool
word_is_value(const char *word, enum key key)
{
	int64_t	value;

	return registry_find(word) == NULL &&
	    key_parse(key, word, &value) == OUTCOME_OK;
}

static int
value_refuse(const char *word, const char *what, const char *option,
    const char *list)
{
	return fail("'%.40s' is a %s: %s %.60s%s%.40s", word, what, option,
	    list != NULL ? list : "", list != NULL ? "," : "", word);
}

/*
 * An error where a blank stands in the midst of a list or of a test; before
 * is the word before, or NULL.
 */
static int
word_check_blanks(const char *word, const char *before,
    const struct testspec_lists *lists)
{
	const size_t	length = strcspn(word, "=");
	char		name[KEY_VALUE_SIZE];
	enum key	key;

	if (word_is_value(word, KEY_PLACE))
		return value_refuse(word, "place", "-p", lists->places);
	if (word_is_value(word, KEY_SIZE))
		return value_refuse(word, "size", "-s", lists->sizes);
	snprintf(name, sizeof name, "%.*s", (int)length, word);
	if (word[length] == '\0' || !key_find(name, &key))
		return OUTCOME_OK;
	if (before == NULL)
		return fail("'%.60s' is a key, which stands behind a test: "
		    "NAME:%.60s", word, word);
	return fail("keys are joined by commas: %.120s%c%.60s", before,
	    strchr(before, ':') != NULL ? ',' : ':', word);
}

static int
request_add_word(struct request *request, const char *argument)
{
	static const struct testspec_settings	 nothing;
	const struct testspec_group		*group;
	const struct transport			*transport;
	struct testspec_word			 word;

	if (testspec_word_parse(argument, &word) != 0)
		return OUTCOME_FAILED;
	if (word.name[0] == '@') {
		if ((group = testspec_find_group(word.name)) == NULL)
			return testspec_word_refuse("group", word.name);
		return request_add_group(request, &word, group);
	}
	if (strpbrk(word.name, "*?[") != NULL)
		return request_add_matching(request, &word, word.name);
	if (testspec_word_find(argument, &word, &transport) != 0)
		return OUTCOME_FAILED;
	return request_add(request, transport, &nothing, &word.settings);
}

/* Reads the list given to -s or -p; NULL: none. */
static int
list_parse(const char *text, enum key key, struct value_list *list)
{
	char	 one[KEY_VALUE_SIZE * 2];
	size_t	 length;

	list->key = key;
	while (text != NULL) {
		length = strcspn(text, ",");
		if (list->count == TESTSPEC_VALUES_MAX)
			return fail("more than %d values in a list of %ss",
			    TESTSPEC_VALUES_MAX, key_row(key)->name);
		if (length >= sizeof one)
			return fail("'%.40s...' is too long for a value of "
			    "'%s'", text, key_row(key)->name);
		snprintf(one, sizeof one, "%.*s", (int)length, text);
		if (key_parse(key, one, &list->value[list->count]) != 0)
			return OUTCOME_FAILED;
		list->count++;
		text = text[length] == ',' ? text + length + 1 : NULL;
	}
	return OUTCOME_OK;
}

static int
list_check_use(const struct value_list *list, const char *option)
{
	const char	*name = key_row(list->key)->name;

	if (list->count == 0 || list->used)
		return OUTCOME_OK;
	if (list->had)
		return fail("%s has no effect: each test asked for sets '%s' "
		    "itself", option, name);
	return fail("%s has no effect: no test asked for has the key '%s'",
	    option, name);
}

static int
request_add_all(struct request *request, char *const *arguments, size_t count,
    const struct testspec_lists *lists)
{
	size_t	i;

	if (list_parse(lists->sizes, KEY_SIZE, &request->sizes) != 0 ||
	    list_parse(lists->places, KEY_PLACE, &request->places) != 0)
		return OUTCOME_FAILED;
	if (count == 0 && request_add_word(request, "@default") != 0)
		return OUTCOME_FAILED;
	for (i = 0; i < count; i++)
		if (word_check_blanks(arguments[i],
		    i > 0 ? arguments[i - 1] : NULL, lists) != 0 ||
		    request_add_word(request, arguments[i]) != 0)
			return OUTCOME_FAILED;
	if (list_check_use(&request->sizes, "-s") != 0)
		return OUTCOME_FAILED;
	return list_check_use(&request->places, "-p");
}

int
testspec_parse(char *const *arguments, size_t count,
    const struct testspec_lists *lists, const int64_t *default_places,
    size_t default_place_count, struct testspecs *tests)
{
	const size_t	before = tests->count;
	struct request	request;

	memset(&request, 0, sizeof request);
	request.default_places = default_places;
	request.default_place_count = default_place_count;
	request.tests = tests;
	if (request_add_all(&request, arguments, count, lists) == 0)
		return OUTCOME_OK;
	tests->count = before;
	return OUTCOME_FAILED;
}

void
testspecs_free(struct testspecs *tests)
{
	free(tests->list);
	memset(tests, 0, sizeof *tests);
}
