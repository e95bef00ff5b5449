/* Plots of characters, for terminals and mail. */

#ifndef REPORTERS_PLOT_TERMINAL_H
#define REPORTERS_PLOT_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "results/platforms.h"

/* What may be used. */
struct plot_terminal {
	size_t	columns;	/* 40 to 160 */
	bool	utf8;		/* else ASCII alone */
};

/*
 * Draws, for each test and platform, the distribution of its round trips and
 * its invocations in the order made.  0, or -1 with a reason.
 */
int	 plot_terminal_write(FILE *, const struct platforms *,
	     const struct plot_terminal *);

#endif
