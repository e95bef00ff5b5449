/* Medians, their intervals, and signs of trouble in small samples. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "statistics/stats.h"

#define CONFIDENCE	0.95

/* Two modes: how wide the gap between them is, and how small a mode may be. */
#define MODES_GAP	0.4
#define MODES_SHARE	0.2
#define MODES_MINIMUM	10

static int
compare_doubles(const void *first, const void *second)
{
	double	a = *(const double *)first, b = *(const double *)second;

	return (a > b) - (a < b);
}

double *
stats_sort_copy(const double *values, size_t n)
{
	double	*sorted = calloc(n > 0 ? n : 1, sizeof *sorted);

	if (sorted == NULL)
		abort();
	if (n > 0)
		memcpy(sorted, values, n * sizeof *sorted);
	qsort(sorted, n, sizeof *sorted, compare_doubles);
	return sorted;
}

static double
sorted_median(const double *sorted, size_t n)
{
	double	low = sorted[(n - 1) / 2], high = sorted[n / 2];

	/* The sum of two large values might not be finite. */
	return low + (high - low) / 2;
}

double
stats_median(const double *values, size_t n)
{
	double	*sorted = stats_sort_copy(values, n), median;

	median = sorted_median(sorted, n);
	free(sorted);
	return median;
}

/* Linear between the two values around that share of the way. */
static double
sorted_quantile(const double *sorted, size_t n, double share)
{
	double	place = share * (double)(n - 1);
	size_t	below = (size_t)place;
	size_t	above = below + 1 < n ? below + 1 : below;

	return sorted[below] +
	    (place - (double)below) * (sorted[above] - sorted[below]);
}

double
stats_quartile_range(const double *values, size_t n)
{
	double	*sorted = stats_sort_copy(values, n), range;

	range = sorted_quantile(sorted, n, 0.75) -
	    sorted_quantile(sorted, n, 0.25);
	free(sorted);
	return range;
}

/* Confidences of the intervals between ranks k, n+1-k and k+1, n-k. */
struct rank_pair {
	size_t	k;
	double	outer, inner;
};

/*
 * The widest k whose pair of ranks still has the confidence wanted.  Works
 * with binomial coefficients as shares of the middle one: no power of two
 * underflows, whatever n is.
 */
static struct rank_pair
find_ranks(size_t n)
{
	struct rank_pair	found;
	double			weight = 1, total, tail, rest;
	size_t			k = n / 2, j;

	tail = 0;
	for (j = k; ; j--) {
		tail += weight;
		if (j == 0)
			break;
		weight *= (double)j / (double)(n - j + 1);
	}
	total = n % 2 == 0 ? 2 * tail - 1 : 2 * tail;

	/* tail: weights of 0 to k; rest: of 0 to k - 1. */
	weight = 1;
	rest = tail - weight;
	while (k > 1 && rest / total > (1 - CONFIDENCE) / 2) {
		weight *= (double)k / (double)(n - k + 1);
		k--;
		tail = rest;
		rest = tail - weight;
	}
	found.k = k;
	found.outer = 1 - 2 * rest / total;
	found.inner = 1 - 2 * tail / total;
	return found;
}

bool
stats_median_interval(const double *values, size_t n,
    struct stats_interval *interval)
{
	struct rank_pair	ranks;
	double			*sorted, share, inward;
	size_t			k;

	if (n < STATS_INTERVAL_MINIMUM)
		return false;
	ranks = find_ranks(n);
	k = ranks.k;
	share = (ranks.outer - CONFIDENCE) / (ranks.outer - ranks.inner);
	inward = (double)(n - k) * share /
	    ((double)k + ((double)n - 2 * (double)k) * share);
	sorted = stats_sort_copy(values, n);
	interval->low = (1 - inward) * sorted[k - 1] + inward * sorted[k];
	interval->high = (1 - inward) * sorted[n - k] +
	    inward * sorted[n - k - 1];
	free(sorted);
	return true;
}

double
stats_mean(const double *values, size_t n)
{
	double	sum = 0;
	size_t	i;

	for (i = 0; i < n; i++)
		sum += values[i];
	return sum / (double)n;
}

/* Sum of the products of each value's distance from the mean with that of
 * the value so many places before it. */
static double
sum_products(const double *values, size_t n, size_t lag)
{
	double	mean = stats_mean(values, n), sum = 0;
	size_t	i;

	for (i = lag; i < n; i++)
		sum += (values[i] - mean) * (values[i - lag] - mean);
	return sum;
}

double
stats_deviation(const double *values, size_t n)
{
	return n < 2 ? 0 : sqrt(sum_products(values, n, 0) / (double)(n - 1));
}

static bool
all_equal(const double *values, size_t n)
{
	size_t	i;

	for (i = 1; i < n; i++)
		if (values[i] < values[0] || values[i] > values[0])
			return false;
	return true;
}

double
stats_lag1_correlation(const double *values, size_t n)
{
	double	squares;

	if (n < 3 || all_equal(values, n))
		return 0;
	squares = sum_products(values, n, 0);
	return squares > 0 ? sum_products(values, n, 1) / squares : 0;
}

/* How many values stand below the largest gap between neighbours. */
static size_t
find_gap(const double *sorted, size_t n)
{
	size_t	i, below = 1;

	for (i = 2; i < n; i++)
		if (sorted[i] - sorted[i - 1] > sorted[below] - sorted[below - 1])
			below = i;
	return below;
}

bool
stats_two_modes(const double *values, size_t n, double *low, double *high)
{
	double	*sorted, range;
	size_t	 below;
	bool	 two = false;

	if (n < MODES_MINIMUM)
		return false;
	sorted = stats_sort_copy(values, n);
	range = sorted[n - 1] - sorted[0];
	below = find_gap(sorted, n);
	if (sorted[below] - sorted[below - 1] > MODES_GAP * range &&
	    (double)below >= MODES_SHARE * (double)n &&
	    (double)(n - below) >= MODES_SHARE * (double)n) {
		*low = sorted_median(sorted, below);
		*high = sorted_median(sorted + below, n - below);
		two = true;
	}
	free(sorted);
	return two;
}
