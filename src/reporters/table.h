/* The table of the tests that were measured. */

#ifndef REPORTERS_TABLE_H
#define REPORTERS_TABLE_H

#include <stdio.h>

#include "reporters/grid.h"
#include "results/result.h"

#define TABLE_COLUMNS	6	/* behind the name of the test */

extern const struct grid_column table_columns[TABLE_COLUMNS];

/* Writes a line a test whose status is TEST_OK; nothing where there is none. */
void	 table_write(FILE *, const struct result *);

/* Fills in the name, to be freed, and the cells of a test that was measured. */
void	 table_fill_row(struct grid_row *, const struct test_result *);

#endif
