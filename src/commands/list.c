/* ipclat list: every test, and whether it can run here. */

#include "config.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "commands/command.h"
#include "commands/options.h"
#include "commands/print.h"
#include "engine/testspec.h"
#include "transports/registry.h"

/* What to list, each transport once. */
struct listing {
	const struct transport	**list;
	size_t			  count;
	bool			  verbose, with_groups;
};

static const char *const format_names[] = { "text", "json", NULL };

/* Columns before the summary, and before all that stands below it. */
#define LIST_COLUMNS	20u

/* Why the test cannot run here; NULL: it can. */
static const char *
transport_lack(const struct transport *transport)
{
	if (transport->absent != NULL)
		return transport->absent;
	if (transport->probe != NULL && transport->probe() != OUTCOME_OK)
		return fail_reason();
	return NULL;
}

static void
list_print_line(const char *title, const char *text)
{
	printf("%*s%s: ", (int)LIST_COLUMNS, "", title);
	print_wrapped(stdout, LIST_COLUMNS + (unsigned)strlen(title) + 2,
	    LIST_COLUMNS + 2, text);
}

static const char *
keys_join(const struct transport *transport, char *text, size_t size)
{
	const unsigned	keys = testspec_keys(transport);
	unsigned	i;
	size_t		used;

	text[0] = '\0';
	for (i = 0; i < KEY_COUNT; i++)
		if ((keys & KEY_BIT(i)) != 0) {
			used = strlen(text);
			snprintf(text + used, size - used, "%s%s",
			    used > 0 ? ", " : "", key_row((enum key)i)->name);
		}
	return text;
}

/* Which of the three it is, and why. */
static void
list_print_state(const struct transport *transport, const char *lack)
{
	char	text[FAIL_REASON_SIZE + 64];

	if (transport->absent != NULL)
		snprintf(text, sizeof text, "not built: %s", lack);
	else if (lack != NULL)
		snprintf(text, sizeof text, "built, but this system refuses: "
		    "%s", lack);
	else
		snprintf(text, sizeof text, "built, and works here");
	list_print_line("state", text);
}

static void
list_print_test(const struct listing *listing,
    const struct transport *transport)
{
	const char	*lack = transport_lack(transport);
	char		 keys[256];

	printf("%-14s %-4s ", transport->name, lack == NULL ? "yes" : "no");
	print_wrapped(stdout, LIST_COLUMNS, LIST_COLUMNS, transport->summary);
	if (listing->verbose)
		list_print_state(transport, lack);
	else if (lack != NULL)
		list_print_line("reason", lack);
	list_print_line("keys",
	    keys_join(transport, keys, sizeof keys));
	if (!listing->verbose)
		return;
	if (transport->operation != NULL)
		list_print_line("operation", transport->operation);
	if (transport->paths != NULL)
		list_print_line("paths", transport->paths);
}

/* What a test has that is not given the key. */
static const char *
default_format(enum key key, char *text, size_t size)
{
	const struct key_row	*row = key_row(key);

	return row->otherwise != NULL ? row->otherwise :
	    key_format(key, row->initial, text, size);
}

/* The keys of the tests listed. */
static void
list_print_keys(const struct listing *listing)
{
	const struct key_row	*row;
	char			 text[256], value[KEY_VALUE_SIZE];
	unsigned		 keys = 0, i;
	size_t			 j;

	for (j = 0; j < listing->count; j++)
		keys |= testspec_keys(listing->list[j]);
	printf("\nKeys\n");
	for (i = 0; i < KEY_COUNT; i++) {
		if ((keys & KEY_BIT(i)) == 0)
			continue;
		row = key_row((enum key)i);
		printf("%-19s ", row->name);
		snprintf(text, sizeof text, "%s: %s (%s)", row->summary,
		    row->values, default_format((enum key)i, value,
		    sizeof value));
		print_wrapped(stdout, LIST_COLUMNS, LIST_COLUMNS, text);
	}
}

/* Names follow each other; tests with keys have a line each. */
static void
list_print_group(const struct testspec_group *group)
{
	const char	*spec = group->specs;
	bool		 lines = spec != NULL && strchr(spec, ':') != NULL;
	char		 text[256];

	printf("%-19s ", group->name);
	snprintf(text, sizeof text, "%s%s%s", group->summary,
	    spec == NULL ? "" : lines ? ":" : ": ",
	    spec != NULL && !lines ? spec : "");
	print_wrapped(stdout, LIST_COLUMNS, LIST_COLUMNS, text);
	while (lines) {
		printf("  %.*s\n", (int)strcspn(spec, " "), spec);
		if ((spec = strchr(spec, ' ')) == NULL)
			return;
		spec++;
	}
}

static void
list_print_groups(void)
{
	const struct testspec_group	*group;
	size_t				 i;

	printf("\nGroups\n");
	for (i = 0; (group = testspec_get_group(i)) != NULL; i++)
		list_print_group(group);
}

static int
list_print_text(const struct listing *listing)
{
	size_t	i;

	printf("%-14s %-4s %s\n", "Test", "here", "what it does");
	for (i = 0; i < listing->count; i++)
		list_print_test(listing, listing->list[i]);
	if (listing->verbose)
		list_print_keys(listing);
	if (listing->with_groups)
		list_print_groups();
	return OUTCOME_OK;
}

static json_t *
groups_to_json(const struct transport *transport)
{
	const struct testspec_group	*group;
	json_t				*array = json_array();
	size_t				 i;

	for (i = 0; (group = testspec_get_group(i)) != NULL; i++)
		if (testspec_group_has(group, transport))
			json_array_append_new(array, json_string(group->name));
	return array;
}

static json_t *
keys_to_json(const struct transport *transport)
{
	json_t		*array = json_array();
	unsigned	 i;

	for (i = 0; i < KEY_COUNT; i++)
		if ((testspec_keys(transport) & KEY_BIT(i)) != 0)
			json_array_append_new(array,
			    json_string(key_row((enum key)i)->name));
	return array;
}

static json_t *
test_to_json(const struct transport *transport)
{
	const char	*lack = transport_lack(transport);
	json_t		*object = json_object();

	json_object_set_new(object, "name", json_string(transport->name));
	json_object_set_new(object, "groups", groups_to_json(transport));
	json_object_set_new(object, "summary",
	    print_text_to_json(transport->summary));
	json_object_set_new(object, "operation",
	    print_text_to_json(transport->operation));
	json_object_set_new(object, "keys", keys_to_json(transport));
	json_object_set_new(object, "available", json_boolean(lack == NULL));
	json_object_set_new(object, "reason", print_text_to_json(lack));
	return object;
}

static int
list_print_json(const struct listing *listing)
{
	json_t	*array = json_array();
	size_t	 i;
	int	 written;

	for (i = 0; i < listing->count; i++)
		json_array_append_new(array, test_to_json(listing->list[i]));
	written = json_dumpf(array, stdout, JSON_INDENT(2));
	json_decref(array);
	putchar('\n');
	return written == 0 ? OUTCOME_OK : OUTCOME_FAILED;
}

/* In the order of format_names. */
static int	(*const list_print[])(const struct listing *) = {
	list_print_text,
	list_print_json,
};

static void
listing_add(struct listing *listing, const struct transport *transport)
{
	size_t	i;

	for (i = 0; i < listing->count; i++)
		if (listing->list[i] == transport)
			return;
	listing->list = realloc(listing->list,
	    (listing->count + 1) * sizeof *listing->list);
	if (listing->list == NULL)
		abort();
	listing->list[listing->count++] = transport;
}

/* Lists the tests named; all where none is. */
static int
listing_collect(struct listing *listing, int count, char **operands)
{
	static const struct testspec_lists	nothing;
	const int64_t				place = PLACE_ANY;
	struct testspecs			tests = { NULL, 0 };
	const struct transport			*transport;
	size_t					i;

	if (count == 0) {
		for (i = 0; (transport = registry_get(i)) != NULL; i++)
			listing_add(listing, transport);
		return OUTCOME_OK;
	}
	if (testspec_parse(operands, (size_t)count, &nothing, &place, 1,
	    &tests) != 0) {
		testspecs_free(&tests);
		return OUTCOME_FAILED;
	}
	for (i = 0; i < tests.count; i++)
		listing_add(listing, tests.list[i].transport);
	testspecs_free(&tests);
	return OUTCOME_OK;
}

static int
command_list_run(const struct options *options, int operand_count,
    char **operands)
{
	struct listing	listing = { NULL, 0, options->verbose,
	    operand_count == 0 };
	int		format, outcome;

	format = print_choose_format(options->format, format_names);
	if (format < 0 ||
	    listing_collect(&listing, operand_count, operands) != 0) {
		free(listing.list);
		return command_usage_error("%s", fail_reason());
	}
	outcome = list_print[format](&listing);
	free(listing.list);
	return command_finish_output(outcome == OUTCOME_OK ?
	    EXIT_MEASURED : EXIT_USAGE);
}

const struct command command_list = {
	.name = "list",
	.summary = "print all tests, their keys, and whether they can run here",
	.usage = "[OPTION]... [TEST]...",
	.description =
	    "Prints each TEST (default: all), whether it can run here and if "
	    "not why, and\nits keys; and the groups, where no TEST is named.  "
	    "-v tells what is not built\nfrom what this system refuses, and "
	    "adds the system calls of one operation, the\nkernel paths that "
	    "it exercises, and the values of the keys, in brackets the\n"
	    "default.",
	.run = command_list_run,
};
