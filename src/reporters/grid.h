/* A table of text: a name and some cells a row, within FORMAT_COLUMNS. */

#ifndef REPORTERS_GRID_H
#define REPORTERS_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "reporters/format.h"

#define GRID_COLUMNS	8			/* most of them */
#define GRID_GAP	2			/* blanks between them */
#define GRID_CELL_SIZE	(2 * FORMAT_SIZE)

/* One column behind the name. */
struct grid_column {
	const char	*heading;
	bool		 align_left;
};

struct grid_row {
	char	*name;			/* owned, harmless */
	char	 cells[GRID_COLUMNS][GRID_CELL_SIZE];
};

struct grid {
	const struct grid_column *columns;
	size_t			  column_count;
	struct grid_row		 *rows;		/* owned */
	size_t			  count;
};

/*
 * Writes a heading and the rows; nothing where there is none.  A name that
 * leaves no room for its cells has a line of its own.  No line ends in blanks.
 */
void	 grid_write(FILE *, const struct grid *);
void	 grid_free(struct grid *);

#endif
