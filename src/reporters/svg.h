/*
 * A small layer for drawing in SVG; knows nothing of results.
 *
 * Across, everything is in per cent of the width, down in pixels: so texts and
 * strokes keep their size however wide the reader's window is.
 */

#ifndef REPORTERS_SVG_H
#define REPORTERS_SVG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "reporters/scale.h"

#define SVG_NAMESPACE	"http://www.w3.org/2000/svg"
#define SVG_SERIES	6	/* colours, shapes; a series has the number modulo this */

/* What stands in the head of a drawing. */
struct svg_head {
	const char	*id;		/* [a-z0-9-], of this drawing in its page */
	const char	*title, *description;
	double		 height;	/* pixels */
	bool		 alone;		/* a file of its own, with its style */
};

/* A drawing in the making. */
struct svg {
	FILE	*out;
	double	 height;
	bool	 path_is_open;
	double	 last_x, last_y;	/* of the path */
};

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

/* Opens a drawing with role, title and description, and closes it. */
void	 svg_open(struct svg *, FILE *, const struct svg_head *);
void	 svg_close(struct svg *);

/* Classes are constants: line, thin, grid, axis, band, quiet, strong. */
void	 svg_line(struct svg *, const char *class, double x1, double y1,
	     double x2, double y2);
void	 svg_rectangle(struct svg *, const char *class, double x, double y,
	     double width, double height);
void	 svg_text(struct svg *, const char *class, enum svg_anchor, double x,
	     double y, const char *text);

/*
 * A line of many points, with the colour and dashes of a series.  Points
 * nearer than a third of a pixel to the last one are left out.
 */
void	 svg_path_begin(struct svg *, const char *class, size_t series);
void	 svg_path_to(struct svg *, double x, double y);
void	 svg_path_end(struct svg *);

/* A line of a series from one place to another. */
void	 svg_series_line(struct svg *, size_t series, double x1, double y1,
	     double x2, double y2);

/* A marker of the shape and colour of a series. */
void	 svg_marker(struct svg *, size_t series, bool filled, double x,
	     double y);

/*
 * Ticks of a scale across, with a line of the grid up to the top and the
 * number below the bottom; the numbers alone above; and of one down, from left to right, with the
 * number left of it.
 */
void	 svg_axis_across(struct svg *, const struct scale *, size_t most,
	     double top, double bottom);
void	 svg_axis_above(struct svg *, const struct scale *, size_t most,
	     double top);
void	 svg_axis_down(struct svg *, const struct scale *, size_t most,
	     double left, double right);

#endif
