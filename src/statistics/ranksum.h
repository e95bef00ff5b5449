/*
 * Two small samples of positive values compared: by what factor do they
 * differ, and could that be chance?
 */

#ifndef STATISTICS_RANKSUM_H
#define STATISTICS_RANKSUM_H

#include <stdbool.h>
#include <stddef.h>

struct ranksum {
	double	ratio;		/* second over first: Hodges-Lehmann, of the logarithms */
	double	low, high;	/* its interval at 95 % (Mann-Whitney); NaN where the samples are too small for one */
	double	p;		/* two-sided, ties at half credit */
};

/*
 * Compares n and m values, all > 0 and finite, in any order.  False, and
 * nothing written, where n or m is 0.
 *
 * Exact up to n * m of 10^4, and up to 10^6 where the smaller sample has ten
 * values or less; beyond that the normal approximation with a correction for
 * ties and for continuity.  Where the exact one ends, its p is off by less
 * than 0.006 (0.001 from a hundred values on each side), and a p below 0.05
 * is rather too large than too small.  The interval takes no notice of ties,
 * which leaves it rather too wide.
 *
 * Time grows as (n + m) log (n + m), memory as n + m (and n * m where exact).
 */
bool	 ranksum_compare(const double *first, size_t n, const double *second,
	     size_t m, struct ranksum *);

/* The least p that samples of these sizes can ever yield. */
double	 ranksum_least_p(size_t n, size_t m);

/* The least number of values in each of two samples that can yield such a p,
 * which is > 0. */
size_t	 ranksum_least_count(double p);

#endif
