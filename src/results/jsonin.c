/* Takes values out of parsed JSON that nobody vouches for. */

#include "config.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/jsonout.h"
#include "results/jsonin.h"

/* Makes a line of a reason harmless: the file may hold anything. */
static void
replace_controls(char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text < ' ' || (unsigned char)*text > '~')
			*text = '?';
}

int
jsonin_refuse(const struct jsonin *at, const char *key, const char *format, ...)
{
	char	what[FAIL_REASON_SIZE];
	va_list	arguments;

	va_start(arguments, format);
	vsnprintf(what, sizeof what, format, arguments);
	va_end(arguments);
	replace_controls(what);
	if (*at->place == '\0' && *key == '\0')
		return fail("%s: %s", at->name, what);
	return fail("%s: %s%s%s %s", at->name, at->place,
	    *at->place != '\0' && *key != '\0' ? "." : "", key, what);
}

/* Steps into a member or an element; jsonin_leave() with what jsonin_enter() returned. */
size_t
jsonin_enter(struct jsonin *at, const char *key, size_t element)
{
	size_t	length = strlen(at->place);

	snprintf(at->place + length, sizeof at->place - length, "%s%s",
	    length > 0 ? "." : "", key);
	if (element != SIZE_MAX) {
		size_t used = strlen(at->place);

		snprintf(at->place + used, sizeof at->place - used, "[%zu]",
		    element);
	}
	return length;
}

void
jsonin_leave(struct jsonin *at, size_t length)
{
	at->place[length] = '\0';
}

bool
jsonin_is_missing(const json_t *value)
{
	return value == NULL || json_is_null(value);
}

int
jsonin_number(const struct jsonin *at, const char *key, const json_t *value,
    double limit, double *number)
{
	if (!json_is_number(value))
		return jsonin_refuse(at, key, "must be a number");
	*number = json_number_value(value);
	if (*number < 0)
		return jsonin_refuse(at, key, "is negative");
	if (!(*number <= limit))
		return jsonin_refuse(at, key, "is absurdly large");
	return 0;
}

int
jsonin_whole(const struct jsonin *at, const char *key, const json_t *value,
    double limit, uint64_t *count)
{
	double	number = 0;

	if (jsonin_number(at, key, value, limit, &number) != 0)
		return -1;
	if (floor(number) < number)
		return jsonin_refuse(at, key, "must be a whole number");
	/* An integer beyond 2^53 would be rounded. */
	*count = json_is_integer(value) ? (uint64_t)json_integer_value(value) :
	    (uint64_t)number;
	return 0;
}

int
jsonin_check_text(const struct jsonin *at, const char *key, const json_t *value)
{
	if (!json_is_string(value))
		return jsonin_refuse(at, key, "must be a string");
	if (json_string_length(value) > JSONOUT_TEXT_LIMIT)
		return jsonin_refuse(at, key, "is longer than %d bytes",
		    JSONOUT_TEXT_LIMIT);
	return 0;
}

/* A text, or NULL where there is none; to be freed. */
int
jsonin_text(const struct jsonin *at, const json_t *object, const char *key,
    char **text)
{
	const json_t	*value = json_object_get(object, key);

	if (jsonin_is_missing(value))
		return 0;
	if (jsonin_check_text(at, key, value) != 0)
		return -1;
	if ((*text = strdup(json_string_value(value))) == NULL)
		abort();
	return 0;
}

int
jsonin_claim(const struct jsonin *at, const json_t *object, const char *key,
    bool *claim)
{
	const json_t	*value = json_object_get(object, key);

	if (value == NULL)
		return 0;
	if (!json_is_boolean(value))
		return jsonin_refuse(at, key, "must be true or false");
	*claim = json_is_true(value);
	return 0;
}

/* The array of that key; *array is NULL where there is none. */
int
jsonin_array(const struct jsonin *at, const json_t *object, const char *key,
    size_t limit, const json_t **array)
{
	*array = json_object_get(object, key);
	if (jsonin_is_missing(*array)) {
		*array = NULL;
		return 0;
	}
	if (!json_is_array(*array))
		return jsonin_refuse(at, key, "must be an array");
	if (json_array_size(*array) > limit)
		return jsonin_refuse(at, key, "has more than %zu elements", limit);
	return 0;
}

/* The same for an object. */
int
jsonin_object(const struct jsonin *at, const json_t *object, const char *key,
    const json_t **found)
{
	*found = json_object_get(object, key);
	if (jsonin_is_missing(*found)) {
		*found = NULL;
		return 0;
	}
	if (!json_is_object(*found))
		return jsonin_refuse(at, key, "must be an object");
	return 0;
}

/* Reads each element of an array of objects. */
int
jsonin_each(struct jsonin *at, const json_t *object, const char *key,
    size_t limit, int (*decode)(struct jsonin *, const json_t *, void *),
    void *parent)
{
	const json_t	*array, *element;
	size_t		 i, length;
	int		 outcome = 0;

	if (jsonin_array(at, object, key, limit, &array) != 0)
		return -1;
	for (i = 0; outcome == 0 && i < json_array_size(array); i++) {
		element = json_array_get(array, i);
		length = jsonin_enter(at, key, i);
		outcome = json_is_object(element) ?
		    decode(at, element, parent) :
		    jsonin_refuse(at, "", "must be an object");
		jsonin_leave(at, length);
	}
	return outcome;
}
