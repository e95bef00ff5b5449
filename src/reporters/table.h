/* The table of the tests that were measured. */

#ifndef REPORTERS_TABLE_H
#define REPORTERS_TABLE_H

#include <stdio.h>

#include "results/result.h"

/* Writes a line a test whose status is TEST_OK; nothing where there is none. */
void	 table_write(FILE *, const struct result *);

#endif
