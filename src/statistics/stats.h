/* Statistics of small samples: pure functions of arrays of doubles. */

#ifndef STATISTICS_STATS_H
#define STATISTICS_STATS_H

#include <stdbool.h>
#include <stddef.h>

/* Least number of values for an interval of the median at 95 %. */
#define STATS_INTERVAL_MINIMUM 6

struct stats_interval {
	double	low, high;
};

/* A sorted copy of n values, to be freed. */
double	*stats_sort_copy(const double *, size_t);

/* Median of n > 0 values in any order; the array is left as it is. */
double	 stats_median(const double *, size_t);

/*
 * The interval that covers the median with a confidence of 95 %, by
 * interpolated order statistics (Hettmansperger and Sheather, 1986).  False,
 * and nothing written, for fewer than STATS_INTERVAL_MINIMUM values.
 */
bool	 stats_median_interval(const double *, size_t, struct stats_interval *);

/* From the lower quartile to the upper one, of n > 0 values; both are
 * interpolated between order statistics (Hyndman and Fan's type 7). */
double	 stats_quartile_range(const double *, size_t);

/* Mean, and sample standard deviation (n - 1; 0 for n = 1), of n > 0 values. */
double	 stats_mean(const double *, size_t);
double	 stats_deviation(const double *, size_t);

/*
 * Correlation of each value with the one before it, -1 to 1; 0 when all are
 * equal or fewer than three.
 */
double	 stats_lag1_correlation(const double *, size_t);

/*
 * Whether the values lie in two groups: the largest gap between neighbours is
 * more than 40 % of the range, with at least 20 % of the values on each side,
 * and there are at least 10 values.  Writes the median of each group.
 */
bool	 stats_two_modes(const double *, size_t, double *low, double *high);

#endif
