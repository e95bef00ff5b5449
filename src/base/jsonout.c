/* Writes JSON as it goes. */

#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/jsonout.h"
#include "base/number.h"
#include "base/utf8.h"

static void
break_line(struct jsonout *json)
{
	unsigned	i;

	putc('\n', json->out);
	for (i = 0; i < json->depth; i++)
		putc(' ', json->out);
}

static void
begin_value(struct jsonout *json, const char *key)
{
	if (json->depth > 0) {
		if (json->filled)
			putc(',', json->out);
		if (json->depth <= json->line_depth)
			break_line(json);
		else if (json->filled)
			putc(' ', json->out);
	}
	if (key != NULL)
		fprintf(json->out, "\"%s\": ", key);
	json->filled = true;
}

void
jsonout_open(struct jsonout *json, const char *key, char bracket)
{
	begin_value(json, key);
	putc(bracket, json->out);
	json->depth++;
	json->filled = false;
}

void
jsonout_close(struct jsonout *json, char bracket)
{
	bool	own_line = json->filled && json->depth <= json->line_depth;

	json->depth--;
	if (own_line)
		break_line(json);
	putc(bracket, json->out);
	json->filled = true;
	if (json->depth == 0)
		putc('\n', json->out);
}

/*
 * Characters that act on a terminal: controls, C1 ones too, and those that
 * turn the order of what follows.  Only those of two or three bytes matter.
 */
static bool
acts_on_terminals(const unsigned char *text, size_t length)
{
	if (length == 1)
		return text[0] < ' ' || text[0] == 0x7f;
	if (length == 2)
		return text[0] == 0xc2 && text[1] < 0xa0;
	return length == 3 && text[0] == 0xe2 &&
	    ((text[1] == 0x80 && (text[2] == 0x8e || text[2] == 0x8f ||
	    (text[2] >= 0xa8 && text[2] <= 0xae))) ||
	    (text[1] == 0x81 && text[2] >= 0xa6 && text[2] <= 0xa9));
}

/* The number of a character of at most three bytes. */
static unsigned
code_of(const unsigned char *text, size_t length)
{
	if (length == 1)
		return text[0];
	if (length == 2)
		return (text[0] & 0x1fu) << 6 | (text[1] & 0x3fu);
	return (text[0] & 0x0fu) << 12 | (text[1] & 0x3fu) << 6 |
	    (text[2] & 0x3fu);
}

static void
put_character(FILE *out, const char *text, size_t length)
{
	if (length == 0)
		fputs("\xef\xbf\xbd", out);
	else if (*text == '"' || *text == '\\')
		fprintf(out, "\\%c", *text);
	else if (acts_on_terminals((const unsigned char *)text, length))
		fprintf(out, "\\u%04x",
		    code_of((const unsigned char *)text, length));
	else
		fwrite(text, 1, length, out);
}

void
jsonout_text(struct jsonout *json, const char *key, const char *text)
{
	size_t	length, written = 0;

	if (text == NULL) {
		jsonout_null(json, key);
		return;
	}
	begin_value(json, key);
	putc('"', json->out);
	while (*text != '\0') {
		length = utf8_length(text);
		written += length == 0 ? 3 : length;
		if (written > JSONOUT_TEXT_LIMIT)
			break;
		put_character(json->out, text, length);
		text += length == 0 ? 1 : length;
	}
	putc('"', json->out);
}

void
jsonout_number(struct jsonout *json, const char *key, double value)
{
	char	text[NUMBER_SIZE];

	if (!isfinite(value)) {
		jsonout_null(json, key);
		return;
	}
	begin_value(json, key);
	fputs(number_format(value, text), json->out);
}

void
jsonout_count(struct jsonout *json, const char *key, uint64_t count)
{
	begin_value(json, key);
	fprintf(json->out, "%" PRIu64, count);
}

void
jsonout_claim(struct jsonout *json, const char *key, bool claim)
{
	begin_value(json, key);
	fputs(claim ? "true" : "false", json->out);
}

void
jsonout_null(struct jsonout *json, const char *key)
{
	begin_value(json, key);
	fputs("null", json->out);
}
