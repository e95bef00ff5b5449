/*
 * The plots of a page, each a row of one table in plot.c: what it shows, how
 * it is drawn, and the same as a table for those who do not see it.
 */

#ifndef REPORTERS_PLOT_H
#define REPORTERS_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "reporters/buffer.h"
#include "reporters/size-groups.h"
#include "reporters/svg.h"
#include "results/platforms.h"

/* What plots are drawn from; only read. */
struct plot_data {
	const struct platforms	*platforms;
	struct size_groups	 sizes;		/* owned */
};

/* Where in a page a plot stands. */
enum plot_part { PLOT_COMPARISON, PLOT_TEST, PLOT_SIZES };

/* number: which of its subjects, below count(). */
struct plot {
	const char	*name;		/* [a-z], of files and in ids */
	enum plot_part	 part;
	size_t		(*count)(const struct plot_data *);	/* subjects; of PLOT_TEST the rows of platforms */
	bool		(*has)(const struct plot_data *, size_t number);	/* whether there is something to draw */
	/* Its subject, for the name of a file; "" where there is but one. */
	void		(*subject)(const struct plot_data *, size_t number,
			    struct buffer *);
	void		(*title)(const struct plot_data *, size_t number,
			    struct buffer *);
	/* What it shows, in words and figures. */
	void		(*describe)(const struct plot_data *, size_t number,
			    struct buffer *);
	const char	*heading;	/* without its subject; a constant, as the next */
	const char	*guide;		/* how it is to be read */
	double		(*height)(const struct plot_data *, size_t number);
	void		(*draw)(struct svg *, const struct plot_data *,
			    size_t number);
	/* Rows of a table of HTML, its caption and head first. */
	void		(*tabulate)(FILE *, const struct plot_data *,
			    size_t number);
};

void	 plot_data_make(const struct platforms *, struct plot_data *);
void	 plot_data_free(struct plot_data *);

/* The plot of that number, in the order of the page; NULL past the last. */
const struct plot *plot_get(size_t);

/* Writes it as a drawing: in a page, or as a file of its own. */
void	 plot_write(FILE *, const struct plot *, const struct plot_data *,
	     size_t number, bool alone);

/* What several plots share: series with their labels, a line each, from y on;
 * how high that is. */
double	 plot_legend_height(const struct platforms *);
void	 plot_legend(struct svg *, const struct platforms *, double y);

/* The same for subjects that are rows of platforms. */
size_t	 plot_count_rows(const struct plot_data *);
void	 plot_name_row(const struct plot_data *, size_t number,
	     struct buffer *);

#endif
