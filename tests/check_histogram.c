/* Tests of histograms: their steps, quantiles and medians. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "statistics/histogram.h"
#include "unit.h"
#include "support.h"

#define TOLERANCE	1e-9
#define SLOW_S		120

static struct histogram histogram;

static int
compare_values(const void *first, const void *second)
{
	uint64_t	a = *(const uint64_t *)first;
	uint64_t	b = *(const uint64_t *)second;

	return (a > b) - (a < b);
}

static void
check_close(double value, double wanted)
{
	ck_assert_msg(fabs(value - wanted) <= TOLERANCE * (1 + fabs(wanted)),
	    "%.17g instead of %.17g", value, wanted);
}

START_TEST(steps_cover_all_values)
{
	uint64_t	lower, width, next = 0;
	size_t		i;

	for (i = 0; i < HISTOGRAM_STEPS; i++) {
		lower = histogram_step_lower(i);
		width = histogram_step_width(i);
		ck_assert_uint_eq(lower, next);
		ck_assert_uint_eq(histogram_step(lower), i);
		ck_assert_uint_eq(histogram_step(lower + width - 1), i);
		ck_assert(width == 1 || width <= lower >> HISTOGRAM_SUBBITS);
		next = lower + width;
	}
	ck_assert_uint_eq(next, (uint64_t)1 << HISTOGRAM_MAX_BITS);
	ck_assert_uint_eq(histogram_step(next), HISTOGRAM_STEPS - 1);
	ck_assert_uint_eq(histogram_step(UINT64_MAX), HISTOGRAM_STEPS - 1);
}
END_TEST

/* One value of one of several shapes, from 0 to beyond the last step. */
static uint64_t
draw(uint64_t *state, unsigned shape)
{
	switch (shape) {
	case 0:
		return support_below(state, 10);
	case 1:
		return 11800 + support_below(state, 300);
	case 2:		/* a clock of coarse steps */
		return 27 * support_below(state, 500);
	case 3:		/* two modes */
		return support_below(state, 2) * 2000000 +
		    support_below(state, 1000);
	default:	/* every magnitude */
		return support_random(state) >> support_below(state, 64);
	}
}

/* Against the sorted values themselves: within the width of one step. */
static void
check_quantile(const uint64_t *sorted, size_t n, double quantile)
{
	size_t		rank = (size_t)ceil(quantile * (double)n * (1 - 1e-12));
	uint64_t	exact = sorted[rank - 1];
	double		got = histogram_quantile(&histogram, quantile);
	double		width;

	if (exact >> HISTOGRAM_MAX_BITS) {
		/* Such values share a step without an upper edge. */
		ck_assert(got >= (double)histogram_step_lower(
		    HISTOGRAM_STEPS - 1));
		return;
	}
	width = (double)histogram_step_width(histogram_step(exact));
	ck_assert_msg(fabs(got - (double)exact) <= width,
	    "quantile %g of %zu: %g instead of %g", quantile, n, got,
	    (double)exact);
	if (exact < 256 && sorted[n - 1] < 256)
		check_close(got, (double)exact);
}

START_TEST(quantiles_are_within_a_step)
{
	static const double	 quantiles[] = { 1e-9, 0.01, 0.1, 0.25, 0.5,
	    0.75, 0.9, 0.99, 0.999, 1 };
	uint64_t		 state, *values;
	size_t			 n, i, j;
	unsigned		 turn;

	state = support_seed("quantiles", support_fresh_seed());
	for (turn = 0; turn < 300; turn++) {
		n = 1 + support_below(&state, turn % 10 == 0 ? 20000 : 50);
		values = calloc(n, sizeof *values);
		histogram_clear(&histogram);
		for (i = 0; i < n; i++) {
			values[i] = draw(&state, turn % 5);
			histogram_record(&histogram, values[i]);
		}
		qsort(values, n, sizeof *values, compare_values);
		for (j = 0; j < sizeof quantiles / sizeof *quantiles; j++)
			check_quantile(values, n, quantiles[j]);
		ck_assert_uint_eq(histogram.minimum, values[0]);
		ck_assert_uint_eq(histogram.maximum, values[n - 1]);
		ck_assert_uint_eq(histogram.count, n);
		free(values);
	}
}
END_TEST

START_TEST(histograms_add_up)
{
	static struct histogram	parts[2], whole;
	uint64_t		state, value;
	unsigned		i;

	state = support_seed("adding", support_fresh_seed());
	histogram_clear(&parts[0]);
	histogram_clear(&parts[1]);
	histogram_clear(&whole);
	for (i = 0; i < 5000; i++) {
		value = draw(&state, i % 5);
		histogram_record(&parts[support_below(&state, 2)], value);
		histogram_record(&whole, value);
	}
	histogram_add(&parts[0], &parts[1]);
	ck_assert(memcmp(&parts[0], &whole, sizeof whole) == 0);
	histogram_clear(&parts[1]);
	histogram_add(&parts[0], &parts[1]);
	ck_assert(memcmp(&parts[0], &whole, sizeof whole) == 0);
}
END_TEST

START_TEST(tails_carry_ten_values)
{
	histogram_clear(&histogram);
	histogram.count = 999;
	ck_assert(!histogram_carries(&histogram, 0.99));
	histogram.count = 1000;
	ck_assert(histogram_carries(&histogram, 0.99));
	histogram.count = 99;
	ck_assert(!histogram_carries(&histogram, 0.9));
	histogram.count = 100;
	ck_assert(histogram_carries(&histogram, 0.9));
	histogram.count = 9999;
	ck_assert(!histogram_carries(&histogram, 0.999));
	histogram.count = 10000;
	ck_assert(histogram_carries(&histogram, 0.999));
	histogram.count = 19;
	ck_assert(!histogram_carries(&histogram, 0.5));
}
END_TEST

/* Middle ranks worked out by hand; each row up to its first 0. */
static const struct {
	uint64_t	values[9];
	double		median;
} medians[] = {
	{ { 7 }, 7 },
	{ { 7, 7, 7 }, 7 },
	{ { 10, 20 }, 15 },
	/* Middle ranks 1/8 and 5/8: 3/4 of the way. */
	{ { 10, 20, 20, 20 }, 17.5 },
	/* 1/6, 1/2: on the middle rank itself. */
	{ { 10, 20, 30 }, 20 },
	/* Gap of a coarse clock: 2/6 and 5/6, 1/3 of the way. */
	{ { 27, 27, 54 }, 36 },
	/* 3/8 and 7/8: 1/4 of the way. */
	{ { 100, 100, 100, 200 }, 125 },
	/* More than half at the lowest value, and at the highest. */
	{ { 5, 5, 5, 5, 5, 5, 5, 9 }, 5.5 },
	{ { 1, 9, 9, 9, 9, 9, 9, 9 }, 8 },
	/* 512 to 515 share a step: its middle, 513.5, is beyond the maximum. */
	{ { 512, 513 }, 513 },
	{ { 512, 515 }, 513.5 },
	{ { (uint64_t)1 << 50 }, 1125899906842624.0 },
};

START_TEST(histogram_medians_are_exact)
{
	size_t	i;

	histogram_clear(&histogram);
	for (i = 0; medians[_i].values[i] != 0; i++)
		histogram_record(&histogram, medians[_i].values[i]);
	check_close(histogram_median(&histogram), medians[_i].median);
}
END_TEST

/* The estimate may lie anywhere between the filled steps around the median. */
START_TEST(histogram_median_is_near)
{
	uint64_t	 state, values[401];
	double		 got, low, high;
	size_t		 n, i;
	unsigned	 turn;

	state = support_seed("histogram median", support_fresh_seed());
	for (turn = 0; turn < 500; turn++) {
		n = 1 + support_below(&state, 400);
		histogram_clear(&histogram);
		for (i = 0; i < n; i++) {
			values[i] = draw(&state, turn % 4);
			histogram_record(&histogram, values[i]);
		}
		qsort(values, n, sizeof *values, compare_values);
		for (i = (n - 1) / 2; i > 0 && histogram_step(values[i]) ==
		    histogram_step(values[(n - 1) / 2]); i--)
			;
		low = (double)histogram_step_lower(histogram_step(values[i]));
		for (i = n / 2; i < n - 1 && histogram_step(values[i]) ==
		    histogram_step(values[n / 2]); i++)
			;
		high = (double)values[i] + (double)histogram_step_width(
		    histogram_step(values[i]));
		got = histogram_median(&histogram);
		ck_assert_msg(got >= low && got <= high, "%g not in %g..%g",
		    got, low, high);
	}
}
END_TEST

static Suite *
make_suite(void)
{
	Suite	*suite = suite_create("histogram");
	TCase	*steps = tcase_create("histogram");

	tcase_set_timeout(steps, SLOW_S);
	tcase_add_test(steps, steps_cover_all_values);
	tcase_add_test(steps, quantiles_are_within_a_step);
	tcase_add_test(steps, histograms_add_up);
	tcase_add_test(steps, tails_carry_ten_values);
	tcase_add_loop_test(steps, histogram_medians_are_exact, 0,
	    (int)(sizeof medians / sizeof medians[0]));
	tcase_add_test(steps, histogram_median_is_near);
	suite_add_tcase(suite, steps);
	return suite;
}

int
main(void)
{
	return unit_run(make_suite());
}
