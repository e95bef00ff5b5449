/* Texts of any bytes as they stand in Markdown, where none has a meaning. */

#ifndef REPORTERS_MARKDOWN_TEXT_H
#define REPORTERS_MARKDOWN_TEXT_H

#include <stdio.h>

/* As code. */
void	 markdown_put_code(FILE *, const char *);

/* As prose. */
void	 markdown_put_prose(FILE *, const char *);

#endif
