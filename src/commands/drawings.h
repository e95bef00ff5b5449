/* The plots of a page as files of their own. */

#ifndef COMMANDS_DRAWINGS_H
#define COMMANDS_DRAWINGS_H

#include "reporters/plot.h"

/*
 * Writes each plot to a file of the directory, which is made if it is not
 * there.  0, or -1 with a reason; then some may have been written.
 */
int	 drawings_write(const char *directory, const struct plot_data *);

/*
 * Whether the file, which messages name so, has the mark near its beginning.
 * 0, or -1 with a reason that says what it is not: "page", "drawing".
 */
int	 drawings_check_mark(const char *name, const char *path,
	     const char *mark, const char *what);

#endif
