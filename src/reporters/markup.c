/* Owns the escaping of text for HTML and SVG. */

#include "config.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "reporters/markup.h"

#define REPLACEMENT	"\xef\xbf\xbd"	/* U+FFFD */

/* First and last of the characters that stand for nothing one should see. */
static const struct {
	uint32_t	first, last;
} refused[] = {
	{ 0x00, 0x1f },
	{ 0x7f, 0x9f },
	{ 0x061c, 0x061c },	/* marks of direction */
	{ 0x200b, 0x200f },	/* without width, and of direction */
	{ 0x2028, 0x202e },
	{ 0x2060, 0x206f },
	{ 0xfdd0, 0xfdef },	/* no characters */
	{ 0xfeff, 0xfeff },
	{ 0xfff9, 0xfffb },
};

static const struct {
	char		 character;
	const char	*escaped;
} escapes[] = {
	{ '&', "&amp;" }, { '<', "&lt;" }, { '>', "&gt;" },
	{ '"', "&quot;" }, { '\'', "&#39;" },
	{ '\n', " " }, { '\r', " " }, { '\t', " " },
};

/* The number of a character of so many bytes. */
static uint32_t
decode(const char *text, size_t length)
{
	static const unsigned char	leads[] = { 0, 0x7f, 0x1f, 0x0f, 0x07 };
	uint32_t			character;
	size_t				i;

	character = (unsigned char)text[0] & leads[length];
	for (i = 1; i < length; i++)
		character = character << 6 | ((unsigned char)text[i] & 0x3f);
	return character;
}

static int
is_refused(uint32_t character)
{
	size_t	i;

	for (i = 0; i < sizeof refused / sizeof refused[0]; i++)
		if (character >= refused[i].first &&
		    character <= refused[i].last)
			return 1;
	/* The last two of each plane are no characters. */
	return (character & 0xfffe) == 0xfffe;
}

static const char *
find_escape(char character)
{
	size_t	i;

	for (i = 0; i < sizeof escapes / sizeof escapes[0]; i++)
		if (escapes[i].character == character)
			return escapes[i].escaped;
	return NULL;
}

void
markup_text(FILE *out, const char *text)
{
	const char	*escaped;
	size_t		 length;

	for (; *text != '\0'; text += length > 0 ? length : 1) {
		length = utf8_length(text);
		if ((escaped = find_escape(*text)) != NULL)
			fputs(escaped, out);
		else if (length == 0 || is_refused(decode(text, length)))
			fputs(REPLACEMENT, out);
		else
			fwrite(text, 1, length, out);
	}
}

void
markup_format(FILE *out, const char *format, ...)
{
	va_list	 arguments;
	char	*text;

	va_start(arguments, format);
	text = memory_format(format, arguments);
	va_end(arguments);
	markup_text(out, text);
	free(text);
}

void
markup_element(FILE *out, const char *element, const char *class,
    const char *text)
{
	fprintf(out, "<%s", element);
	if (class != NULL)
		fprintf(out, " class=\"%s\"", class);
	putc('>', out);
	markup_text(out, text);
	fprintf(out, "</%s>", element);
}

void
markup_heading(FILE *out, const char *class, const char *text)
{
	fputs("<th scope=\"col\"", out);
	if (class != NULL)
		fprintf(out, " class=\"%s\"", class);
	putc('>', out);
	markup_text(out, text);
	fputs("</th>", out);
}

#define PIECE_SIZE	64

/* How much of a name goes before the next place where a line may end; never
 * into the middle of a character. */
static size_t
piece_length(const char *text)
{
	size_t	length = strcspn(text, ":,_"), next;

	if (length + 1 < PIECE_SIZE)
		return length + (text[length] != '\0');
	for (length = 0; length < PIECE_SIZE - 4; length += next)
		if ((next = utf8_length(text + length)) == 0)
			next = 1;
	return length;
}

void
markup_name(FILE *out, const char *text)
{
	char	piece[PIECE_SIZE];
	size_t	length;

	while (*text != '\0') {
		length = piece_length(text);
		snprintf(piece, sizeof piece, "%.*s", (int)length, text);
		markup_text(out, piece);
		text += length;
		if (*text != '\0')
			fputs("<wbr/>", out);
	}
}

void
markup_row_heading(FILE *out, const char *text)
{
	fputs("<th scope=\"row\">", out);
	markup_name(out, text);
	fputs("</th>", out);
}
