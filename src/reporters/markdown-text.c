/* Owns how a text is written in Markdown. */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "reporters/format.h"
#include "reporters/markdown-text.h"

void
markdown_put_code(FILE *out, const char *text)
{
	char	*harmless = format_harmless(text), *next;

	putc('`', out);
	for (next = harmless; *next != '\0'; next++) {
		if (*next == '|')
			putc('\\', out);
		putc(*next == '`' ? '\'' : *next, out);
	}
	putc('`', out);
	free(harmless);
}

void
markdown_put_prose(FILE *out, const char *text)
{
	char	*harmless = format_harmless(text), *next;

	for (next = harmless; *next != '\0'; next++)
		if (strchr("\\`*_[]<>|~&#!", *next) != NULL)
			fprintf(out, "&#%d;", *next);
		else
			putc(*next, out);
	free(harmless);
}
