/* Axes: from values to places, and ticks with numbers that people like. */

#ifndef REPORTERS_SCALE_H
#define REPORTERS_SCALE_H

#include <stdbool.h>
#include <stddef.h>

/* Maps low..high to from..to; from may be the larger one. */
struct scale {
	double	low, high;	/* low < high; 0 < low where it is logarithmic */
	double	from, to;
	bool	logarithmic;
};

/*
 * A scale that holds the values least..greatest with a margin of that share of
 * the axis on each side; equal ones get room around them.  Whatever the values
 * are (logarithmic: 0 or less, both: infinite or none), the scale is valid.
 */
struct scale scale_make(double least, double greatest, double margin,
	     bool logarithmic, double from, double to);

/* Where a value stands: from..to; what is outside stands at the nearer end, and
 * what is no number at from. */
double	 scale_place(const struct scale *, double value);

/* Whether the value lies on the axis. */
bool	 scale_holds(const struct scale *, double value);

#define SCALE_TICKS	16

struct ticks {
	double	at[SCALE_TICKS];	/* rising */
	size_t	count;			/* at least 1, unless no nice number is there */
};

/*
 * As many as there are nice numbers for, at most so many (2 to SCALE_TICKS):
 * 1, 2 and 5 times powers of ten, all of a distance on a linear scale; on a
 * logarithmic one that spans little, too.
 */
void	 scale_ticks(const struct scale *, size_t most, struct ticks *);

#endif
