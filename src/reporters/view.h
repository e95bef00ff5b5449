/*
 * Views: tables besides the plain one, which answer the question that a group
 * of tests asks.  A new one is one row in view.c and a function.
 */

#ifndef REPORTERS_VIEW_H
#define REPORTERS_VIEW_H

#include <stdio.h>

#include "results/result.h"

/* Writes a heading and a table of the tests that were measured. */
struct view {
	const char	*name;
	void		(*write)(FILE *, const struct result *);
};

/*
 * Writes the views that the result names, each behind a blank line; what is
 * not known is passed over.
 */
void	 view_write_all(FILE *, const struct result *);

/* The functions of the views, for view.c alone. */
void	 view_write_rates(FILE *, const struct result *);
void	 view_write_sizes(FILE *, const struct result *);
void	 view_write_elapsed(FILE *, const struct result *);
void	 view_write_messages(FILE *, const struct result *);

#endif
