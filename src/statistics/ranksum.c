/* Hodges-Lehmann estimate, Mann-Whitney interval and test of two samples. */

#include "config.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "statistics/ranksum.h"
#include "statistics/stats.h"

#define TAIL		0.025		/* on each side of the interval */
#define TAIL_DEVIATIONS	1.9599639845400542
#define ROUNDING	1e-12		/* of a sum of exact probabilities */

#define EXACT_PAIRS		1e4
#define EXACT_PAIRS_SMALL	1e6
#define SMALL_SAMPLE		10	/* too few for a normal approximation */

/* Both samples sorted; all pairs are the quotients second[j] / first[i]. */
struct pairs {
	double	*first, *second;
	size_t	 n, m;
};

/* How U, the number of pairs below 1, is distributed where nothing differs. */
struct null {
	double	 mean;		/* n * m / 2 */
	double	 deviation;	/* of the approximation, without ties */
	double	*tail;		/* P(U <= u) for u up to the mean; NULL: approximate */
};

static bool
is_exact(size_t n, size_t m)
{
	double	pairs = (double)n * (double)m;

	return pairs <= EXACT_PAIRS || (pairs <= EXACT_PAIRS_SMALL &&
	    (n <= SMALL_SAMPLE || m <= SMALL_SAMPLE));
}

/*
 * The numbers of arrangements with each U are the coefficients of the product
 * of (1 - q^(m+i)) / (1 - q^i) over i from 1 to n: a Gaussian binomial.
 */
static double *
make_exact_tail(size_t n, size_t m)
{
	size_t	 last = n * m / 2, i, u;
	double	*tail = calloc(last + 1, sizeof *tail), total = 1, sum = 0;

	if (tail == NULL)
		abort();
	tail[0] = 1;
	for (i = 1; i <= n; i++) {
		for (u = last; u >= m + i; u--)
			tail[u] -= tail[u - m - i];
		for (u = i; u <= last; u++)
			tail[u] += tail[u - i];
		/* In this order it stays whole. */
		total = total * (double)(m + i) / (double)i;
	}
	for (u = 0; u <= last; u++) {
		sum += tail[u];
		tail[u] = sum / total;
	}
	return tail;
}

static void
null_make(struct null *null, size_t n, size_t m)
{
	size_t	fewer = n < m ? n : m, more = n < m ? m : n;
	double	pairs = (double)n * (double)m;

	null->mean = pairs / 2;
	null->deviation = sqrt(pairs / 12 * ((double)n + (double)m + 1));
	null->tail = is_exact(n, m) ? make_exact_tail(fewer, more) : NULL;
}

/*
 * The chance of a U as far from its mean as this one, which is whole and at
 * most half a pair above the mean.  The share is what ties leave of the
 * variance.
 */
static double
null_two_sided(const struct null *null, double u, double share)
{
	double	deviation = null->deviation * sqrt(share), p;

	if (u >= null->mean - 0.5)
		return 1;
	if (null->tail != NULL)
		p = 2 * null->tail[(size_t)u];
	else
		p = erfc((null->mean - u - 0.5) / deviation / sqrt(2));
	return p < 1 ? p : 1;
}

/* How many values of U, from 0 on, make up the lower tail. */
static double
null_count_tail(const struct null *null)
{
	size_t	count = 0, last = (size_t)null->mean;

	if (null->tail == NULL)
		return floor(null->mean + 0.5 -
		    TAIL_DEVIATIONS * null->deviation);
	while (count <= last && null->tail[count] <= TAIL * (1 + ROUNDING))
		count++;
	return (double)count;
}

/*
 * Where registers are wider than a double, a quotient kept in one is none of
 * those that a search through doubles can come to.
 */
static double
divide(double second, double first)
{
	volatile double	quotient = second / first;

	return quotient;
}

/* A limit among the pairs, and what stands around it. */
struct cut {
	double	count;		/* of pairs that are not above */
	double	below, above;	/* the nearest pairs; 0 and infinity: none */
};

static void
cut_pairs(const struct pairs *pairs, double limit, struct cut *cut)
{
	const double	*second = pairs->second;
	double		 first, pair;
	size_t		 i, j = 0;

	cut->count = 0;
	cut->below = 0;
	cut->above = INFINITY;
	for (i = 0; i < pairs->n; i++) {
		first = pairs->first[i];
		pair = INFINITY;
		while (j < pairs->m && (pair = divide(second[j], first)) <= limit)
			j++;
		if (j < pairs->m && pair < cut->above)
			cut->above = pair;
		if (j > 0 && (pair = divide(second[j - 1], first)) > cut->below)
			cut->below = pair;
		cut->count += (double)j;
	}
}

static uint64_t
double_to_bits(double value)
{
	uint64_t	bits;

	memcpy(&bits, &value, sizeof bits);
	return bits;
}

static double
bits_to_double(uint64_t bits)
{
	double	value;

	memcpy(&value, &bits, sizeof value);
	return value;
}

/*
 * The pair of that rank, from 1 on, found without listing them: positive
 * doubles are in the order of their bits, so halving the range of bits, and
 * drawing it in to the nearest pairs, ends after at most 64 turns at the pair
 * itself, ties and all.
 */
static double
select_pair(const struct pairs *pairs, double rank)
{
	uint64_t	low, high, middle;
	struct cut	cut;

	low = double_to_bits(divide(pairs->second[0],
	    pairs->first[pairs->n - 1]));
	high = double_to_bits(divide(pairs->second[pairs->m - 1],
	    pairs->first[0]));
	while (low < high) {
		middle = low + (high - low) / 2;
		cut_pairs(pairs, bits_to_double(middle), &cut);
		if (cut.count >= rank)
			high = double_to_bits(cut.below);
		else
			low = double_to_bits(cut.above);
	}
	return bits_to_double(high);
}

static double
select_median(const struct pairs *pairs)
{
	double	count = (double)pairs->n * (double)pairs->m, low, high;

	low = select_pair(pairs, floor((count + 1) / 2));
	if (fmod(count, 2) > 0)
		return low;
	high = select_pair(pairs, count / 2 + 1);
	return low * sqrt(high / low);
}

/*
 * Walks through both samples at once.  Returns U, a tie being half a pair,
 * and writes what the ties leave of its variance.
 */
static double
count_lower(const struct pairs *pairs, double *share)
{
	double	u = 0, cubes = 0, value, ties, all;
	size_t	i = 0, j = 0, next_i, next_j;

	for (; i < pairs->n || j < pairs->m; i = next_i, j = next_j) {
		if (j == pairs->m || (i < pairs->n &&
		    pairs->first[i] < pairs->second[j]))
			value = pairs->first[i];
		else
			value = pairs->second[j];
		for (next_i = i; next_i < pairs->n &&
		    pairs->first[next_i] <= value; next_i++)
			;
		for (next_j = j; next_j < pairs->m &&
		    pairs->second[next_j] <= value; next_j++)
			;
		/* j of the second sample are lower than these of the first. */
		u += (double)(next_i - i) *
		    ((double)j + (double)(next_j - j) / 2);
		ties = (double)(next_i - i) + (double)(next_j - j);
		cubes += ties * ties * ties - ties;
	}
	all = (double)pairs->n + (double)pairs->m;
	*share = 1 - cubes / (all * all * all - all);
	return u;
}

static double
test_pairs(const struct pairs *pairs, const struct null *null)
{
	double	share, u = count_lower(pairs, &share);

	return null_two_sided(null, ceil(fmin(u, 2 * null->mean - u)), share);
}

bool
ranksum_compare(const double *first, size_t n, const double *second, size_t m,
    struct ranksum *ranksum)
{
	struct pairs	pairs;
	struct null	null;
	double		tail;

	if (n == 0 || m == 0)
		return false;
	pairs.first = stats_sort_copy(first, n);
	pairs.second = stats_sort_copy(second, m);
	pairs.n = n;
	pairs.m = m;
	null_make(&null, n, m);
	ranksum->ratio = select_median(&pairs);
	ranksum->p = test_pairs(&pairs, &null);
	ranksum->low = ranksum->high = (double)NAN;
	tail = null_count_tail(&null);
	if (tail >= 1) {
		ranksum->low = select_pair(&pairs, tail);
		ranksum->high = select_pair(&pairs, 2 * null.mean + 1 - tail);
	}
	free(null.tail);
	free(pairs.first);
	free(pairs.second);
	return true;
}

/* One arrangement at each end, of all that there are. */
static double
exact_least_p(size_t fewer, size_t more)
{
	double	total = 1;
	size_t	i;

	for (i = 1; i <= fewer; i++)
		total = total * (double)(more + i) / (double)i;
	return total > 2 ? 2 / total : 1;
}

double
ranksum_least_p(size_t n, size_t m)
{
	struct null	null;

	if (n == 0 || m == 0)
		return 1;
	if (is_exact(n, m))
		return exact_least_p(n < m ? n : m, n < m ? m : n);
	null_make(&null, n, m);
	return null_two_sided(&null, 0, 1);
}

size_t
ranksum_least_count(double p)
{
	size_t	count = 1;

	while (ranksum_least_p(count, count) > p)
		count++;
	return count;
}
