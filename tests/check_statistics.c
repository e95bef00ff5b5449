/* Tests of the statistics: worked examples, and properties at random. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "statistics/histogram.h"
#include "statistics/stats.h"
#include "unit.h"
#include "support.h"

#define TOLERANCE	1e-9
#define SLOW_S		120

static void
check_close(double value, double wanted)
{
	ck_assert_msg(fabs(value - wanted) <= TOLERANCE * (1 + fabs(wanted)),
	    "%.17g instead of %.17g", value, wanted);
}

static json_t *
load_cases(const char *key)
{
	const char	*directory = getenv("srcdir");
	char		 path[4096];
	json_error_t	 error;
	json_t		*root;

	snprintf(path, sizeof path, "%s/tests/cases/statistics.json",
	    directory != NULL ? directory : ".");
	root = json_load_file(path, 0, &error);
	ck_assert_msg(root != NULL, "%s: %s", path, error.text);
	ck_assert(json_is_array(json_object_get(root, key)));
	return root;
}

static void
check_case(const json_t *row)
{
	const json_t		*values = json_object_get(row, "values");
	const json_t		*wanted = json_object_get(row, "interval95");
	double			 sample[64];
	struct stats_interval	 interval = { -1, -1 };
	size_t			 n = json_array_size(values), i;
	bool			 given;

	ck_assert(n > 0 && n <= 64);
	for (i = 0; i < n; i++)
		sample[i] = json_number_value(json_array_get(values, i));
	check_close(stats_median(sample, n),
	    json_number_value(json_object_get(row, "median")));
	given = stats_median_interval(sample, n, &interval);
	ck_assert(given == !json_is_null(wanted));
	if (given) {
		check_close(interval.low,
		    json_number_value(json_array_get(wanted, 0)));
		check_close(interval.high,
		    json_number_value(json_array_get(wanted, 1)));
	} else {
		check_close(interval.low, -1);
		check_close(interval.high, -1);
	}
}

START_TEST(worked_examples_agree)
{
	json_t	*root = load_cases("median_interval"), *rows;
	size_t	 i;

	rows = json_object_get(root, "median_interval");
	ck_assert(json_array_size(rows) >= 6);
	for (i = 0; i < json_array_size(rows); i++)
		check_case(json_array_get(rows, i));
	json_decref(root);
}
END_TEST

/* Without interpolation the ranks are known from tables. */
START_TEST(interval_ranks_agree_with_tables)
{
	static const struct {
		size_t	n, low, high;
	} rows[] = { { 6, 1, 6 }, { 7, 1, 7 }, { 8, 1, 8 }, { 9, 2, 8 },
	    { 10, 2, 9 }, { 12, 3, 10 }, { 15, 4, 12 }, { 20, 6, 15 },
	    { 25, 8, 18 }, { 30, 10, 21 } };
	double			values[30];
	struct stats_interval	interval;
	size_t			i, row;

	for (i = 0; i < 30; i++)
		values[i] = (double)(i + 1);
	for (row = 0; row < sizeof rows / sizeof rows[0]; row++) {
		ck_assert(stats_median_interval(values, rows[row].n,
		    &interval));
		ck_assert_uint_eq((size_t)floor(interval.low), rows[row].low);
		ck_assert_uint_eq((size_t)ceil(interval.high), rows[row].high);
	}
}
END_TEST

START_TEST(interval_of_many_values)
{
	static double		values[10000];
	struct stats_interval	interval;
	size_t			i;

	for (i = 0; i < 10000; i++)
		values[i] = (double)i;
	ck_assert(stats_median_interval(values, 10000, &interval));
	/* 1.96 standard deviations of 50 each way. */
	ck_assert(fabs(interval.low - 4901.5) < 1.5);
	ck_assert(fabs(interval.high - 5097.5) < 1.5);
}
END_TEST

/* Noise around a median of 0: the shapes that were simulated when the
 * interval was chosen. */
static double
draw_noise(uint64_t *state, unsigned shape)
{
	double	normal = support_normal(state), a, b, c;

	switch (shape) {
	case 0:
		return normal;
	case 1:		/* Student's t, 3 degrees of freedom */
		a = support_normal(state);
		b = support_normal(state);
		c = support_normal(state);
		return normal / sqrt((a * a + b * b + c * c) / 3);
	case 2:		/* log-normal, sigma 0.8 */
		return exp(0.8 * normal) - 1;
	case 3:		/* exponential */
		return -log(support_uniform(state)) - log(2);
	default:	/* uniform */
		return support_uniform(state) - 0.5;
	}
}

/*
 * The bounds: 99.9 % of a binomial of 4000 at 95 % is 3.29 standard
 * deviations of 0.345 %, 1.13 %.  The interpolation is exact for one shape
 * only; over all symmetric and skewed ones it was found within 1 % of 95 %,
 * which is added.  The seed is fixed, so a build does not fail by bad luck.
 */
START_TEST(interval_covers_the_median)
{
	static const size_t	sizes[] = { 6, 7, 10, 30 };
	struct stats_interval	interval;
	double			values[30];
	uint64_t		state = support_seed("coverage", 20020301);
	unsigned		size, turn, covered;
	size_t			i;

	for (size = 0; size < 4; size++) {
		covered = 0;
		for (turn = 0; turn < 4000; turn++) {
			for (i = 0; i < sizes[size]; i++)
				values[i] = draw_noise(&state, (unsigned)_i);
			stats_median_interval(values, sizes[size], &interval);
			covered += interval.low <= 0 && interval.high >= 0;
		}
		ck_assert_msg(fabs(covered / 4000.0 - 0.95) < 0.0213,
		    "shape %d, %zu values: %u of 4000 covered", _i,
		    sizes[size], covered);
	}
}
END_TEST

START_TEST(medians_do_not_depend_on_order)
{
	double		 values[60], swapped, scale, median;
	uint64_t	 state;
	size_t		 n, i, other;
	unsigned	 turn;

	state = support_seed("median", support_fresh_seed());
	for (turn = 0; turn < 500; turn++) {
		n = 1 + support_below(&state, 60);
		for (i = 0; i < n; i++)
			values[i] = floor(1000 * support_uniform(&state));
		median = stats_median(values, n);
		for (i = n - 1; i > 0; i--) {
			other = support_below(&state, i + 1);
			swapped = values[i];
			values[i] = values[other];
			values[other] = swapped;
		}
		swapped = values[0];
		check_close(stats_median(values, n), median);
		check_close(values[0], swapped);
		/* Scaled and shifted values have a scaled and shifted median,
		 * negated ones a negated median. */
		scale = support_normal(&state);
		for (i = 0; i < n; i++)
			values[i] = scale * values[i] + 3;
		check_close(stats_median(values, n), scale * median + 3);
	}
}
END_TEST

START_TEST(moments_are_exact)
{
	static const double	values[] = { 2, 4, 4, 4, 5, 5, 7, 9 };

	check_close(stats_mean(values, 8), 5);
	check_close(stats_deviation(values, 8), sqrt(32.0 / 7));
	check_close(stats_mean(values, 1), 2);
	check_close(stats_deviation(values, 1), 0);
}
END_TEST

START_TEST(correlation_tells_drift)
{
	double		values[100];
	uint64_t	state = support_seed("correlation", 5);
	size_t		i;

	for (i = 0; i < 100; i++)
		values[i] = 7.1;
	check_close(stats_lag1_correlation(values, 100), 0);
	check_close(stats_lag1_correlation(values, 2), 0);
	for (i = 0; i < 100; i++)
		values[i] = (double)i;
	ck_assert(stats_lag1_correlation(values, 100) > 0.9);
	for (i = 0; i < 100; i++)
		values[i] = i % 2 == 0 ? 1 : -1;
	ck_assert(stats_lag1_correlation(values, 100) < -0.9);
	for (i = 0; i < 100; i++)
		values[i] = support_normal(&state);
	/* Four standard deviations of 1/sqrt(100). */
	ck_assert(fabs(stats_lag1_correlation(values, 100)) < 0.4);
	/* 1, 2, 4 about 7/3: (-4/3 * -1/3 + -1/3 * 5/3) / (42/9). */
	values[0] = 1;
	values[1] = 2;
	values[2] = 4;
	check_close(stats_lag1_correlation(values, 3), -1.0 / 42);
}
END_TEST

START_TEST(two_modes_are_found)
{
	double	values[12] = { 2.7, 4.1, 2.6, 4.0, 2.8, 4.2, 2.7, 4.1, 2.5,
	    4.3, 2.7, 2.7 };
	double	low = 0, high = 0;
	size_t	i;

	ck_assert(stats_two_modes(values, 12, &low, &high));
	check_close(low, 2.7);
	check_close(high, 4.1);
	ck_assert(!stats_two_modes(values, 9, &low, &high));
	/* A single outlier is no mode. */
	for (i = 0; i < 12; i++)
		values[i] = i == 5 ? 100 : (double)i;
	ck_assert(!stats_two_modes(values, 12, &low, &high));
	for (i = 0; i < 12; i++)
		values[i] = (double)i;
	ck_assert(!stats_two_modes(values, 12, &low, &high));
	for (i = 0; i < 12; i++)
		values[i] = 3;
	ck_assert(!stats_two_modes(values, 12, &low, &high));
}
END_TEST

static Suite *
make_suite(void)
{
	Suite	*suite = suite_create("statistics");
	TCase	*stats = tcase_create("stats");

	tcase_set_timeout(stats, SLOW_S);
	tcase_add_test(stats, worked_examples_agree);
	tcase_add_test(stats, interval_ranks_agree_with_tables);
	tcase_add_test(stats, interval_of_many_values);
	tcase_add_loop_test(stats, interval_covers_the_median, 0, 5);
	tcase_add_test(stats, medians_do_not_depend_on_order);
	tcase_add_test(stats, moments_are_exact);
	tcase_add_test(stats, correlation_tells_drift);
	tcase_add_test(stats, two_modes_are_found);
	suite_add_tcase(suite, stats);
	return suite;
}

int
main(void)
{
	return unit_run(make_suite());
}
