/* Owns the layout of tables of text. */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "reporters/grid.h"

/* Widths of the columns, and of the names that do not need a line of their own. */
struct widths {
	int	name, cells[GRID_COLUMNS];
};

static struct widths
measure(const struct grid *grid)
{
	struct widths	widths = { .name = (int)strlen("test") };
	int		left = FORMAT_COLUMNS, length;
	size_t		i, row;

	for (i = 0; i < grid->column_count; i++) {
		widths.cells[i] = (int)strlen(grid->columns[i].heading);
		for (row = 0; row < grid->count; row++) {
			length = (int)strlen(grid->rows[row].cells[i]);
			if (length > widths.cells[i])
				widths.cells[i] = length;
		}
		left -= widths.cells[i] + GRID_GAP;
	}
	for (row = 0; row < grid->count; row++) {
		length = (int)strnlen(grid->rows[row].name, FORMAT_COLUMNS);
		if (length > widths.name && length <= left)
			widths.name = length;
	}
	return widths;
}

static void
write_row(FILE *out, const struct grid *grid, const struct widths *widths,
    const struct grid_row *row)
{
	const char	*name = row->name;
	size_t		 i;
	int		 width;

	if (strnlen(name, FORMAT_COLUMNS) > (size_t)widths->name) {
		format_paragraph(out, 2, name);
		name = "";
	}
	fprintf(out, "%-*s", widths->name, name);
	for (i = 0; i < grid->column_count; i++) {
		width = widths->cells[i];
		if (grid->columns[i].align_left)
			width = i + 1 < grid->column_count ? -width : 0;
		fprintf(out, "%*s%*s", GRID_GAP, "", width, row->cells[i]);
	}
	putc('\n', out);
}

void
grid_write(FILE *out, const struct grid *grid)
{
	static char	name[] = "test";
	struct grid_row	heading = { .name = name };
	struct widths	widths;
	size_t		i;

	if (grid->count == 0)
		return;
	widths = measure(grid);
	for (i = 0; i < grid->column_count; i++)
		strcpy(heading.cells[i], grid->columns[i].heading);
	write_row(out, grid, &widths, &heading);
	for (i = 0; i < grid->count; i++)
		write_row(out, grid, &widths, &grid->rows[i]);
}

void
grid_free(struct grid *grid)
{
	size_t	i;

	for (i = 0; i < grid->count; i++)
		free(grid->rows[i].name);
	free(grid->rows);
	grid->rows = NULL;
	grid->count = 0;
}
