/* Looks at parts of a text that has no NUL at its end. */

#include "config.h"

#include <string.h>
#include <strings.h>

#include "results/span.h"

bool
span_is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\f';
}

struct span
span_after(struct span span, size_t length)
{
	span.start += length;
	span.length -= length;
	return span;
}

struct span
span_trim_start(struct span span)
{
	while (span.length > 0 && span_is_blank(*span.start))
		span = span_after(span, 1);
	return span;
}

struct span
span_trim_end(struct span span)
{
	while (span.length > 0 && span_is_blank(span.start[span.length - 1]))
		span.length--;
	return span;
}

struct span
span_word(struct span span)
{
	struct span	word = { span.start, 0 };

	while (word.length < span.length && !span_is_blank(span.start[word.length]))
		word.length++;
	return word;
}

bool
span_equals(struct span span, const char *text)
{
	return span.length == strlen(text) &&
	    strncasecmp(span.start, text, span.length) == 0;
}

bool
span_begins(struct span span, const char *text)
{
	return span.length <= strlen(text) &&
	    strncasecmp(span.start, text, span.length) == 0;
}

bool
span_take(struct span *span, const char *name, size_t length)
{
	struct span	rest = *span;
	size_t		i;

	for (i = 0; i < length; i++) {
		if (rest.length == 0)
			return false;
		if (name[i] == ' ' && span_is_blank(*rest.start)) {
			rest = span_trim_start(rest);
			continue;
		}
		if (strncasecmp(rest.start, &name[i], 1) != 0)
			return false;
		rest = span_after(rest, 1);
	}
	*span = rest;
	return true;
}

size_t
span_digits(struct span span)
{
	size_t	i;

	for (i = 0; i < span.length; i++)
		if (span.start[i] < '0' || span.start[i] > '9')
			break;
	return i;
}
