/* What was recorded of the round trips of one test on one platform. */

#ifndef REPORTERS_DISTRIBUTION_H
#define REPORTERS_DISTRIBUTION_H

#include "results/platforms.h"
#include "statistics/histogram.h"

/* The histogram, or NULL where there is none or it is empty. */
const struct histogram *distribution_of(const struct platform_cell *);

/* What it holds, nanoseconds of a timed group, as microseconds of one round
 * trip; the cell was measured. */
double	 distribution_us(const struct platform_cell *, double ns);

/*
 * Lowers *least and raises *most, both in microseconds, to these quantiles of
 * what each platform of the row recorded.
 */
void	 distribution_range(const struct platforms *,
	     const struct platform_row *, double low, double high,
	     double *least, double *most);

#endif
