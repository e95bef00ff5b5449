/*
 * A log-linear histogram of durations: 2^HISTOGRAM_SUBBITS steps in each
 * octave, so that a step is at most 1/128 of its lower edge wide.
 */

#ifndef STATISTICS_HISTOGRAM_H
#define STATISTICS_HISTOGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HISTOGRAM_SUBBITS	7
#define HISTOGRAM_MAX_BITS	40	/* values of 2^40 ns, 18 minutes, and more share the last step */
#define HISTOGRAM_STEPS \
	((HISTOGRAM_MAX_BITS - HISTOGRAM_SUBBITS + 1) << HISTOGRAM_SUBBITS)

/*
 * Plain data: may be zeroed, copied, shared between processes and added up.
 * A value below 2^(SUBBITS+1) has a step of its own.
 */
struct histogram {
	uint64_t	count;			/* values recorded */
	uint64_t	sum;			/* of the values, exact */
	uint64_t	minimum;		/* exact; UINT64_MAX when empty */
	uint64_t	maximum;		/* exact; 0 when empty */
	uint64_t	steps[HISTOGRAM_STEPS];	/* values in each step */
};

/* The step of a value: 0 to HISTOGRAM_STEPS - 1, never falling as it grows. */
static inline size_t
histogram_step(uint64_t value)
{
	unsigned	exponent, shift;

	if (value >> HISTOGRAM_MAX_BITS)
		return HISTOGRAM_STEPS - 1;
#if defined(__GNUC__)
	exponent = 63u - (unsigned)__builtin_clzll(value | 1);
#else
	for (exponent = 0; value >> exponent > 1; exponent++)
		;
#endif
	shift = exponent > HISTOGRAM_SUBBITS ? exponent - HISTOGRAM_SUBBITS : 0;
	return ((size_t)shift << HISTOGRAM_SUBBITS) + (size_t)(value >> shift);
}

/* Records one value.  A few nanoseconds; stands in timed loops. */
static inline void
histogram_record(struct histogram *histogram, uint64_t value)
{
	histogram->count++;
	histogram->sum += value;
	if (value < histogram->minimum)
		histogram->minimum = value;
	if (value > histogram->maximum)
		histogram->maximum = value;
	histogram->steps[histogram_step(value)]++;
}

/* Empties it.  Must come before the first record. */
void	 histogram_clear(struct histogram *);

/* Adds the values of the second to the first. */
void	 histogram_add(struct histogram *, const struct histogram *);

/* Lower edge of a step, and its width: how many whole values share it. */
uint64_t histogram_step_lower(size_t);
uint64_t histogram_step_width(size_t);

/*
 * The value at rank ceil(quantile * count): the middle of its step, kept
 * within minimum and maximum.  quantile is 0 < q <= 1; count must not be 0.
 */
double	 histogram_quantile(const struct histogram *, double quantile);

/*
 * Whether the tail beyond the quantile holds enough values (10) for the
 * quantile to be published.
 */
bool	 histogram_carries(const struct histogram *, double quantile);

/*
 * The median, interpolated: the mid-distribution median of Ma, Genton and
 * Parzen (2011), linear between the middles of filled steps at their middle
 * ranks.  A clock whose step is wider than the histogram's leaves gaps
 * between filled steps; this estimate is still smooth there.  count must not
 * be 0.
 */
double	 histogram_median(const struct histogram *);

#endif
