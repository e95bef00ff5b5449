/* The parts of a page; for page.c alone. */

#ifndef REPORTERS_PAGE_PARTS_H
#define REPORTERS_PAGE_PARTS_H

#include <stdio.h>

#include "reporters/plot.h"

/* A region around a table that scrolls if the table is wider than the page, also
 * by keyboard; the label is a constant. */
void	 page_open_table(FILE *, const char *label);
void	 page_close_table(FILE *);

/* A plot as a figure, and its data behind it, folded. */
void	 page_write_figure(FILE *, const struct plot *,
	     const struct plot_data *, size_t number);

/* Contents of the sections, below their headings. */
void	 page_write_platforms(FILE *, const struct plot_data *);
void	 page_write_results(FILE *, const struct plot_data *);
void	 page_write_comparison(FILE *, const struct plot_data *);
void	 page_write_sizes(FILE *, const struct plot_data *);
void	 page_write_tests(FILE *, const struct plot_data *);
void	 page_write_unmeasured(FILE *, const struct plot_data *);
void	 page_write_warnings(FILE *, const struct plot_data *);

/* Whether there is anything to tell in them. */
bool	 page_has_results(const struct plot_data *);
bool	 page_has_comparison(const struct plot_data *);
bool	 page_has_sizes(const struct plot_data *);
bool	 page_has_unmeasured(const struct plot_data *);
bool	 page_has_warnings(const struct plot_data *);

#endif
