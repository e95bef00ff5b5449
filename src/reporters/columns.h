/* Platforms as columns, tests as rows, each with its ratio to the first. */

#ifndef REPORTERS_COLUMNS_H
#define REPORTERS_COLUMNS_H

#include <stdbool.h>
#include <stdio.h>

#include "results/platforms.h"

/* Each writes a table.  0, or -1 with a reason. */
int	 columns_write_text(FILE *, const struct platforms *);
int	 columns_write_markdown(FILE *, const struct platforms *);

/*
 * Tells why tests were not measured, each reason once, by paragraphs that the
 * function writes; their texts may hold any bytes.  Whether there was one.
 */
bool	 columns_write_lacks(FILE *, const struct platforms *,
	     void (*write)(FILE *, const char *));

#endif
