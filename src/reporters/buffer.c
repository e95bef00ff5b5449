/* Owns texts that grow. */

#include "config.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "reporters/buffer.h"
#include "reporters/format.h"

void
buffer_add(struct buffer *buffer, const char *text)
{
	size_t	length = strlen(text);

	if (buffer->length + length + 1 > buffer->room) {
		buffer->room = 2 * (buffer->length + length + 1);
		buffer->text = realloc(buffer->text, buffer->room);
		if (buffer->text == NULL)
			abort();
	}
	memcpy(buffer->text + buffer->length, text, length + 1);
	buffer->length += length;
}

void
buffer_add_format(struct buffer *buffer, const char *format, ...)
{
	va_list	 arguments;
	char	*text;

	va_start(arguments, format);
	text = memory_format(format, arguments);
	va_end(arguments);
	buffer_add(buffer, text);
	free(text);
}

void
buffer_write(struct buffer *buffer, FILE *out, size_t indent)
{
	if (buffer->text != NULL)
		format_paragraph(out, indent, buffer->text);
	buffer_free(buffer);
}

void
buffer_free(struct buffer *buffer)
{
	free(buffer->text);
	memset(buffer, 0, sizeof *buffer);
}
