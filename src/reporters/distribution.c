/* Owns access to the distributions that plots show. */

#include "config.h"

#include <math.h>

#include "reporters/distribution.h"

#define NS_PER_US	1e3

const struct histogram *
distribution_of(const struct platform_cell *cell)
{
	if (!platform_cell_is_measured(cell) ||
	    cell->test->histogram == NULL || cell->test->histogram->count == 0)
		return NULL;
	return cell->test->histogram;
}

double
distribution_us(const struct platform_cell *cell, double ns)
{
	return ns / (double)cell->test->timed_per / NS_PER_US;
}

void
distribution_range(const struct platforms *platforms,
    const struct platform_row *row, double low, double high, double *least,
    double *most)
{
	const struct platform_cell	*cell;
	const struct histogram		*histogram;
	size_t				 i;

	for (i = 0; i < platforms->count; i++) {
		cell = &row->cells[i];
		if ((histogram = distribution_of(cell)) == NULL)
			continue;
		*least = fmin(*least, distribution_us(cell,
		    histogram_quantile(histogram, low)));
		*most = fmax(*most, distribution_us(cell,
		    histogram_quantile(histogram, high)));
	}
}
