/* What the terminal of the user can show. */

#ifndef COMMANDS_TERMINAL_H
#define COMMANDS_TERMINAL_H

#include <stdbool.h>

/* Columns of the terminal behind a descriptor; 0: none, or unknown. */
unsigned terminal_width(int);

/* Whether the user's locale is UTF-8. */
bool	 terminal_is_utf8(void);

#endif
