/* Reads what was recorded in a log-linear histogram: quantiles and median. */

#include "config.h"

#include <math.h>
#include <string.h>

#include "statistics/histogram.h"

/* Values that the tail beyond a published quantile must hold. */
#define TAIL_MINIMUM	10.0

/* Products of counts and quantiles are off by less than this share. */
#define ROUNDING	1e-12

void
histogram_clear(struct histogram *histogram)
{
	memset(histogram, 0, sizeof *histogram);
	histogram->minimum = UINT64_MAX;
}

void
histogram_add(struct histogram *sum, const struct histogram *more)
{
	size_t	i;

	sum->count += more->count;
	sum->sum += more->sum;
	if (more->minimum < sum->minimum)
		sum->minimum = more->minimum;
	if (more->maximum > sum->maximum)
		sum->maximum = more->maximum;
	for (i = 0; i < HISTOGRAM_STEPS; i++)
		sum->steps[i] += more->steps[i];
}

/* log2 of the width of a step. */
static unsigned
step_shift(size_t step)
{
	size_t	octave = step >> HISTOGRAM_SUBBITS;

	return octave > 1 ? (unsigned)octave - 1 : 0;
}

uint64_t
histogram_step_lower(size_t step)
{
	unsigned	shift = step_shift(step);

	return (uint64_t)(step - ((size_t)shift << HISTOGRAM_SUBBITS)) << shift;
}

uint64_t
histogram_step_width(size_t step)
{
	return (uint64_t)1 << step_shift(step);
}

static double
keep_within(const struct histogram *histogram, double value)
{
	double	minimum = (double)histogram->minimum;
	double	maximum = (double)histogram->maximum;

	if (value < minimum)
		return minimum;
	return value > maximum ? maximum : value;
}

/* The mean of the whole numbers that share a step. */
static double
step_middle(size_t step)
{
	return (double)histogram_step_lower(step) +
	    (double)(histogram_step_width(step) - 1) / 2;
}

double
histogram_quantile(const struct histogram *histogram, double quantile)
{
	double		exact = quantile * (double)histogram->count;
	double		rank = ceil(exact * (1 - ROUNDING));
	uint64_t	below = 0;
	size_t		i;

	for (i = 0; i < HISTOGRAM_STEPS - 1; i++) {
		below += histogram->steps[i];
		if (below > 0 && (double)below >= rank)
			break;
	}
	return keep_within(histogram, step_middle(i));
}

bool
histogram_carries(const struct histogram *histogram, double quantile)
{
	double	tail = (double)histogram->count * (1 - quantile);

	return tail >= TAIL_MINIMUM - (double)histogram->count * ROUNDING;
}

/*
 * Doubled ranks keep the middle ranks whole: a step with so many values below
 * it and n in it has the doubled middle rank 2 * below + n, and the median
 * stands at the doubled rank count.
 */
double
histogram_median(const struct histogram *histogram)
{
	double	 half = (double)histogram->count, rank, last_rank = 0;
	double	 middle = 0, last_middle = 0, below = 0;
	bool	 first = true;
	size_t	 i;

	for (i = 0; i < HISTOGRAM_STEPS; i++) {
		if (histogram->steps[i] == 0)
			continue;
		middle = step_middle(i);
		rank = 2 * below + (double)histogram->steps[i];
		if (rank >= half)
			break;
		below += (double)histogram->steps[i];
		last_rank = rank;
		last_middle = middle;
		first = false;
	}
	if (!first && i < HISTOGRAM_STEPS)
		middle = last_middle + (middle - last_middle) *
		    (half - last_rank) / (rank - last_rank);
	return keep_within(histogram, middle);
}
