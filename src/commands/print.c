/* Owns the escaping and wrapping of text for people. */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "commands/print.h"
#include "engine/testspec.h"

char *
print_escape(const char *text)
{
	const unsigned char	*next;
	char			*escaped, *end;

	if ((escaped = malloc(strlen(text) * 4 + 1)) == NULL)
		abort();
	end = escaped;
	for (next = (const unsigned char *)text; *next != '\0'; next++)
		if (*next >= ' ' && *next <= '~')
			*end++ = (char)*next;
		else
			end += sprintf(end, "\\x%02x", *next);
	*end = '\0';
	return escaped;
}

/* How many bytes of the text go on a line that has so many columns left. */
static size_t
line_length(const char *text, size_t columns)
{
	size_t	length = strlen(text), i;

	if (length <= columns)
		return length;
	for (i = columns; i > 0; i--)
		if (text[i] == ' ')
			return i;
	return strcspn(text, " ");
}

void
print_wrapped(FILE *file, unsigned column, unsigned indent, const char *text)
{
	const size_t	 width = PRINT_COLUMNS - indent;
	char		*escaped = print_escape(text);
	const char	*next = escaped;
	size_t		 length;

	length = line_length(next,
	    column < PRINT_COLUMNS ? PRINT_COLUMNS - column : 0);
	for (;;) {
		/* A word that no line can hold is broken. */
		if (length > width)
			length = width;
		fprintf(file, "%.*s\n", (int)length, next);
		next += length;
		next += strspn(next, " ");
		if (*next == '\0')
			break;
		fprintf(file, "%*s", (int)indent, "");
		length = line_length(next, width);
	}
	free(escaped);
}

/* The names with commas between them. */
static void
names_join(const char *const *names, char *text, size_t size)
{
	size_t	i, used;

	text[0] = '\0';
	for (i = 0; names[i] != NULL; i++) {
		used = strlen(text);
		snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "",
		    names[i]);
	}
}

int
print_choose_format(const char *given, const char *const *names)
{
	const char	*nearest;
	char		 all[128];
	int		 i;

	if (given == NULL)
		return 0;
	for (i = 0; names[i] != NULL; i++)
		if (strcmp(names[i], given) == 0)
			return i;
	names_join(names, all, sizeof all);
	if ((nearest = testspec_nearest(given, names)) != NULL)
		return fail("unknown format '%.40s'; did you mean '%s'? "
		    "formats are %s", given, nearest, all);
	return fail("unknown format '%.40s'; formats are %s", given, all);
}

/* The name given, the first where nothing was; NULL with a reason. */
static const char *
choose_name(const char *given, const char *const *names)
{
	int	chosen = print_choose_format(given, names);

	return chosen < 0 ? NULL : names[chosen];
}

#define NAMES_LIMIT	32u

const struct reporter *
print_choose_reporter(const char *given)
{
	const char	*names[NAMES_LIMIT + 1] = { NULL }, *name;
	unsigned	 i;

	for (i = 0; i < NAMES_LIMIT && reporter_get(i) != NULL; i++)
		names[i] = reporter_get(i)->name;
	name = choose_name(given, names);
	return name == NULL ? NULL : reporter_find(name);
}

int
print_check_count(const struct reporter *reporter, size_t count)
{
	if (!reporter->single || count <= 1)
		return OUTCOME_OK;
	return fail("-f %s holds one result, and %zu files are named; name "
	    "one", reporter->name, count);
}

const struct comparison_reporter *
print_choose_comparison_reporter(const char *given)
{
	const char	*names[NAMES_LIMIT + 1] = { NULL }, *name;
	unsigned	 i;

	for (i = 0; i < NAMES_LIMIT && comparison_reporter_get(i) != NULL; i++)
		names[i] = comparison_reporter_get(i)->name;
	name = choose_name(given, names);
	return name == NULL ? NULL : comparison_reporter_find(name);
}

json_t *
print_text_to_json(const char *text)
{
	json_t	*value;
	char	*escaped;

	if (text == NULL)
		return json_null();
	if ((value = json_string(text)) != NULL)
		return value;
	escaped = print_escape(text);
	value = json_string(escaped);
	free(escaped);
	return value;
}
