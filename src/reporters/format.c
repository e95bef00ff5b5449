/* Figures and texts as they stand in a report. */

#include "config.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/utf8.h"
#include "reporters/format.h"

#define VALUE_LIMIT	11	/* "65535+65535" */

static const char *
format_fixed(double value, int decimals, char *text)
{
	snprintf(text, FORMAT_SIZE, "%.*f", decimals, value);
	number_fix_point(text);
	return text;
}

static const char *
format_exponent(double value, int decimals, char *text)
{
	snprintf(text, FORMAT_SIZE, "%.*e", decimals, value);
	number_fix_point(text);
	return text;
}

/* What needs no digits; false: a finite value other than 0. */
static bool
format_special(double value, char *text)
{
	if (!isfinite(value))
		strcpy(text, "-");
	else if (!(value < 0) && !(value > 0))
		strcpy(text, "0");
	else
		return false;
	return true;
}

const char *
format_microseconds(double ns, char text[FORMAT_SIZE])
{
	/*
	 * From which value on so many decimals are enough: from what the next
	 * row would round up to the power of ten.
	 */
	static const struct {
		double	least;
		int	decimals;
	} rows[] = {
		{ 999.95, 0 }, { 99.995, 1 }, { 9.9995, 2 }, { 0.09995, 3 },
		{ 0.009995, 4 }, { 0.0009995, 5 }, { 0.0001, 6 },
	};
	double	us = ns / 1000;
	size_t	i;

	if (format_special(us, text))
		return text;
	if (us < 1e7)
		for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
			if (us >= rows[i].least)
				return format_fixed(us, rows[i].decimals, text);
	return format_exponent(us, 2, text);
}

const char *
format_rate(double rate, char text[FORMAT_SIZE])
{
	static const char	suffixes[] = " kMGT";
	size_t			i = 0;

	if (format_special(rate, text))
		return text;
	if (rate < 0.01 || rate >= 1e15)
		return format_exponent(rate, 1, text);
	while (rate >= 999.5 && suffixes[i + 1] != '\0') {
		rate /= 1000;
		i++;
	}
	format_fixed(rate, rate >= 99.95 ? 0 : rate >= 9.995 ? 1 : 2, text);
	if (i > 0)
		strncat(text, &suffixes[i], 1);
	return text;
}

const char *
format_percent(double percent, char text[FORMAT_SIZE])
{
	if (format_special(percent, text))
		return text;
	if (percent < 0.0005 || percent >= 10000)
		return format_exponent(percent, 0, text);
	return format_fixed(percent, percent >= 0.05 ? 1 :
	    percent >= 0.005 ? 2 : 3, text);
}

const char *
format_change(double percent, bool whole, char text[FORMAT_SIZE])
{
	double	size = fabs(percent);
	int	decimals = whole || size >= 999.95 ? 0 : 1;

	if (!isfinite(percent))
		strcpy(text, "-");
	else if (size < (decimals == 0 ? 0.5 : 0.05))
		strcpy(text, "0%");
	else {
		snprintf(text, FORMAT_SIZE - 1, size >= 99999.5 ? "%+.*e" :
		    "%+.*f", decimals, percent);
		number_fix_point(text);
		strcat(text, "%");
	}
	return text;
}

bool
format_is_whole(double number)
{
	return fabs(number) <= 9007199254740992.0 &&
	    floor(number) == number;
}

char *
format_fact(const struct fact *fact)
{
	char	text[FORMAT_SIZE];

	if (fact == NULL || fact->kind == FACT_UNKNOWN)
		return memory_duplicate("unknown");
	if (fact->kind == FACT_TEXT)
		return memory_duplicate(fact->text);
	if (fact->kind == FACT_CLAIM)
		return memory_duplicate(fact->claim ? "yes" : "no");
	snprintf(text, sizeof text, format_is_whole(fact->number) ? "%.0f" :
	    "%.4g", fact->number);
	number_fix_point(text);
	return memory_duplicate(text);
}

char *
format_harmless(const char *text)
{
	char	*copy = malloc(strlen(text) + 1), *next = copy;
	size_t	 length;

	if (copy == NULL)
		abort();
	while (*text != '\0') {
		length = utf8_length(text);
		*next++ = length == 1 && *text >= ' ' && *text <= '~' ?
		    *text : '?';
		text += length == 0 ? 1 : length;
	}
	*next = '\0';
	return copy;
}

void
format_put_quoted(FILE *out, const char *text)
{
	char	*harmless = format_harmless(text), *next;

	putc('"', out);
	for (next = harmless; *next != '\0'; next++) {
		if (*next == '"' || *next == '\\')
			putc('\\', out);
		putc(*next, out);
	}
	putc('"', out);
	free(harmless);
}

static void
break_line(FILE *out, size_t indent, size_t *column)
{
	fprintf(out, "\n%*s", (int)indent, "");
	*column = indent;
}

/* Writes one word, broken where it is longer than a line. */
static void
put_word(FILE *out, size_t indent, size_t *column, const char *word,
    size_t length)
{
	size_t	part;

	while (length > FORMAT_COLUMNS - *column) {
		part = FORMAT_COLUMNS - *column;
		fwrite(word, 1, part, out);
		word += part;
		length -= part;
		break_line(out, indent, column);
	}
	fwrite(word, 1, length, out);
	*column += length;
}

void
format_paragraph(FILE *out, size_t indent, const char *text)
{
	char	*harmless = format_harmless(text), *word = harmless;
	size_t	 column = 0, start = 0, length;

	for (;;) {
		word += strspn(word, " ");
		if ((length = strcspn(word, " ")) == 0)
			break;
		if (column > start && column + 1 + length > FORMAT_COLUMNS) {
			break_line(out, indent, &column);
			start = indent;
		} else if (column > start) {
			putc(' ', out);
			column++;
		}
		put_word(out, indent, &column, word, length);
		word += length;
	}
	putc('\n', out);
	free(harmless);
}

/* The value of a key in a canonical form; NULL: it is not there. */
static const char *
find_value(const char *spec, const char *key, size_t *length)
{
	const char	*next = strchr(spec, ':');
	size_t		 named = strlen(key);

	while (next != NULL) {
		next++;
		if (strncmp(next, key, named) == 0 && next[named] == '=') {
			*length = strcspn(next + named + 1, ",");
			return next + named + 1;
		}
		next = strchr(next, ',');
	}
	*length = 0;
	return NULL;
}

void
format_value(const char *spec, const char *key, const char *otherwise,
    char cell[FORMAT_SIZE])
{
	size_t		 length;
	const char	*value = find_value(spec, key, &length);
	char		*harmless;

	if (length > VALUE_LIMIT)
		length = VALUE_LIMIT;
	snprintf(cell, FORMAT_SIZE, "%.*s", (int)length,
	    value != NULL ? value : "");
	harmless = format_harmless(cell);
	strcpy(cell, *harmless == '\0' ? otherwise : harmless);
	free(harmless);
}

void
format_place(const char *spec, char cell[FORMAT_SIZE])
{
	format_value(spec, "place", "-", cell);
}

char *
format_without(const char *spec, const char *key)
{
	const char	*value, *rest;
	char		*name, *harmless;
	size_t		 length, before;

	value = find_value(spec, key, &length);
	if (value == NULL)
		return format_harmless(spec);
	rest = value + length;
	before = (size_t)(value - spec) - strlen(key) - 1;
	if ((name = malloc(strlen(spec) + 1)) == NULL)
		abort();
	memcpy(name, spec, before);
	if (*rest == ',')
		rest++;
	else
		before--;	/* the comma or colon before it */
	strcpy(name + before, rest);
	harmless = format_harmless(name);
	free(name);
	return harmless;
}

char *
format_name(const char *spec)
{
	return format_without(spec, "place");
}
