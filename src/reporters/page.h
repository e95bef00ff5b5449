/*
 * A page that tells of results by itself: HTML that is XML as well, no script,
 * nothing fetched, drawings in it.
 */

#ifndef REPORTERS_PAGE_H
#define REPORTERS_PAGE_H

#include <stdio.h>

#include "reporters/plot.h"

/* Writes the page; what is not written shows in ferror(). */
void	 page_write(FILE *, const struct plot_data *);

/* What a page, and a drawing alone, of this program has near its beginning. */
#define PAGE_MARK	"<meta name=\"generator\" content=\"ipclat "
#define DRAWING_MARK	"<metadata>ipclat "

#endif
