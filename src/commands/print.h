/* Text for people: escaped, wrapped; and the choice of a format. */

#ifndef COMMANDS_PRINT_H
#define COMMANDS_PRINT_H

#include <jansson.h>
#include <stdio.h>

#include "reporters/comparison-reporter.h"
#include "reporters/reporter.h"

/* No line is longer than this. */
#define PRINT_COLUMNS	79

/*
 * A copy of the text in which what is not printable ASCII stands as \xNN, so
 * that nothing from outside can speak to a terminal.  To be freed.
 */
char	*print_escape(const char *);

/*
 * Prints the text, escaped, and a newline.  The line already holds so many
 * columns; the lines that follow begin with as many blanks as indent says.
 */
void	 print_wrapped(FILE *, unsigned column, unsigned indent, const char *);

/* The text as JSON, which holds UTF-8 alone: escaped if it is none.  NULL: null. */
json_t	*print_text_to_json(const char *);

/*
 * Which of the names, up to NULL, was given to -f; the first where nothing
 * was (NULL).  -1 with a reason that lists them.
 */
int	 print_choose_format(const char *given, const char *const *names);

/* Whether the format holds so many results.  0, or -1 with a reason. */
int	 print_check_count(const struct reporter *, size_t count);

/* The reporter given to -f, the first where nothing was; NULL with a reason. */
const struct reporter *print_choose_reporter(const char *given);
const struct comparison_reporter *print_choose_comparison_reporter(
	     const char *given);

#endif
