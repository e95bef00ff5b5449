/*
 * Tests of comparing two samples, and many: worked examples, the listed pairs,
 * and what simulation says of claims.
 */

#include "config.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "nulls.h"
#include "statistics/multiple.h"
#include "statistics/ranksum.h"
#include "statistics/stats.h"
#include "support.h"
#include "unit.h"

#define TOLERANCE	1e-9
#define SLOW_S		300

/* Where doubles are kept wider than they are, the last digit may differ. */
#define LAST_DIGIT	(FLT_EVAL_METHOD == 0 ? 0 : 4e-16)

static void
check_close(double value, double wanted, double tolerance)
{
	ck_assert_msg(fabs(value - wanted) <= tolerance * fabs(wanted),
	    "%.17g instead of %.17g", value, wanted);
}

static json_t *
load_cases(void)
{
	const char	*directory = getenv("srcdir");
	char		 path[4096];
	json_error_t	 error;
	json_t		*root;

	snprintf(path, sizeof path, "%s/tests/cases/statistics.json",
	    directory != NULL ? directory : ".");
	root = json_load_file(path, 0, &error);
	ck_assert_msg(root != NULL, "%s: %s", path, error.text);
	return root;
}

/* The numbers of an array, and how many. */
static size_t
take_numbers(const json_t *row, const char *key, double values[64])
{
	const json_t	*array = json_object_get(row, key);
	size_t		 i, count = json_array_size(array);

	ck_assert(count > 0 && count <= 64);
	for (i = 0; i < count; i++)
		values[i] = json_number_value(json_array_get(array, i));
	return count;
}

START_TEST(worked_comparisons_agree)
{
	json_t		*root = load_cases(), *rows, *row;
	double		 old[64], new[64], ends[64];
	struct ranksum	 got;
	size_t		 i, n, m;

	rows = json_object_get(root, "comparison");
	ck_assert(json_array_size(rows) >= 7);
	for (i = 0; i < json_array_size(rows); i++) {
		row = json_array_get(rows, i);
		n = take_numbers(row, "old", old);
		m = take_numbers(row, "new", new);
		ck_assert(take_numbers(row, "ci", ends) == 2);
		ck_assert(ranksum_compare(old, n, new, m, &got));
		check_close(got.ratio, json_number_value(json_object_get(row,
		    "ratio")), TOLERANCE);
		check_close(got.low, ends[0], TOLERANCE);
		check_close(got.high, ends[1], TOLERANCE);
		check_close(got.p, json_number_value(json_object_get(row,
		    "p")), TOLERANCE);
	}
	json_decref(root);
}
END_TEST

START_TEST(worked_adjustments_agree)
{
	json_t	*root = load_cases(), *rows, *row;
	double	 p[64], wanted[64], got[64];
	size_t	 i, j, count;

	rows = json_object_get(root, "holm");
	ck_assert(json_array_size(rows) >= 1);
	for (i = 0; i < json_array_size(rows); i++) {
		row = json_array_get(rows, i);
		count = take_numbers(row, "p", p);
		ck_assert(take_numbers(row, "adjusted", wanted) == count);
		multiple_holm(p, count, got);
		for (j = 0; j < count; j++)
			check_close(got[j], wanted[j], TOLERANCE);
	}
	json_decref(root);
}
END_TEST

static int
compare_doubles(const void *first, const void *second)
{
	double	a = *(const double *)first, b = *(const double *)second;

	return (a > b) - (a < b);
}

/* What ranksum_compare() says without looking at all pairs, by listing them. */
static void
compare_listed(const double *first, size_t n, const double *second, size_t m,
    const double *tail, struct ranksum *ranksum)
{
	size_t	 count = 0, i, j, left_out = nulls_count_tail(tail);
	double	*pairs = calloc(n * m, sizeof *pairs), u = 0, high;

	for (i = 0; i < n; i++)
		for (j = 0; j < m; j++) {
			pairs[count++] = second[j] / first[i];
			u += second[j] < first[i] ? 1 :
			    second[j] > first[i] ? 0 : 0.5;
		}
	qsort(pairs, count, sizeof *pairs, compare_doubles);
	high = pairs[count / 2];
	ranksum->ratio = pairs[(count - 1) / 2];
	if (count % 2 == 0)
		ranksum->ratio *= sqrt(high / ranksum->ratio);
	ranksum->low = ranksum->high = NAN;
	if (left_out > 0) {
		ranksum->low = pairs[left_out - 1];
		ranksum->high = pairs[count - left_out];
	}
	u = ceil(fmin(u, (double)count - u));
	ranksum->p = fmin(1, 2 * tail[(size_t)u]);
	free(pairs);
}

static void
check_same(const struct ranksum *got, const struct ranksum *wanted)
{
	check_close(got->ratio, wanted->ratio, LAST_DIGIT);
	check_close(got->p, wanted->p, 1e-12);
	ck_assert(isnan(got->low) == isnan(wanted->low));
	ck_assert(isnan(got->high) == isnan(wanted->high));
	if (!isnan(got->low)) {
		check_close(got->low, wanted->low, LAST_DIGIT);
		check_close(got->high, wanted->high, LAST_DIGIT);
	}
}

/* Few different values, so many ties; or hardly any; or every magnitude. */
static void
fill(uint64_t *state, double *values, size_t count)
{
	uint64_t	kind = support_below(state, 3);
	size_t		i;

	for (i = 0; i < count; i++) {
		if (kind == 0)
			values[i] = 10 + (double)support_below(state, 5) / 2;
		else if (kind == 1)
			values[i] = 12000 * exp(0.02 * support_normal(state));
		else
			values[i] = exp(30 * support_normal(state));
	}
}

START_TEST(pairs_need_not_be_listed)
{
	double		 first[12], second[12], *tail;
	struct ranksum	 got, wanted;
	uint64_t	 state = support_seed("pairs", support_fresh_seed());
	size_t		 n, m, turn;

	for (n = 1; n <= 12; n++) {
		for (m = 1; m <= 12; m++) {
			tail = nulls_make_tail(n, m);
			for (turn = 0; turn < 30; turn++) {
				fill(&state, first, n);
				fill(&state, second, m);
				ck_assert(ranksum_compare(first, n, second, m,
				    &got));
				compare_listed(first, n, second, m, tail,
				    &wanted);
				check_same(&got, &wanted);
			}
			check_close(ranksum_least_p(n, m),
			    fmin(1, 2 * tail[0]), 1e-12);
			free(tail);
		}
	}
	ck_assert(!ranksum_compare(first, 0, second, 1, &got));
	ck_assert(!ranksum_compare(first, 1, second, 0, &got));
}
END_TEST

START_TEST(large_samples_are_selected_alike)
{
	static double	 first[1500], second[1300], pairs[1500 * 1300];
	struct ranksum	 got;
	uint64_t	 state = support_seed("large", support_fresh_seed());
	size_t		 i, j, count = 0, left_out;

	fill(&state, first, 1500);
	fill(&state, second, 1300);
	for (i = 0; i < 1500; i++)
		for (j = 0; j < 1300; j++)
			pairs[count++] = second[j] / first[i];
	qsort(pairs, count, sizeof *pairs, compare_doubles);
	ck_assert(ranksum_compare(first, 1500, second, 1300, &got));
	check_close(got.ratio, pairs[count / 2 - 1] * sqrt(pairs[count / 2] /
	    pairs[count / 2 - 1]), LAST_DIGIT);
	/* 1.96 deviations below the middle, of sqrt(n m (n + m + 1) / 12). */
	left_out = (size_t)floor(975000.5 - 1.9599639845400542 *
	    sqrt(1500.0 * 1300 * 2801 / 12));
	check_close(got.low, pairs[left_out - 1], LAST_DIGIT);
	check_close(got.high, pairs[count - left_out], LAST_DIGIT);
}
END_TEST

/* Two samples without ties of which so many pairs are below 1. */
static void
arrange(double *first, size_t n, double *second, size_t m, size_t u)
{
	size_t	i, j, below;

	for (j = 0; j < m; j++)
		second[j] = 1000 * (double)(j + 1);
	for (i = 0; i < n; i++) {
		below = u / n + (i < u % n);
		first[i] = 1000 * (double)below + 1 + (double)i;
	}
}

/*
 * On either side of where the exact distribution ends: the approximation is
 * near to the exact distribution of just those sizes, and too large rather
 * than too small where claims are made.
 */
static const struct {
	size_t	n, m;
} borders[] = { { 100, 101 }, { 101, 100 }, { 11, 910 }, { 910, 11 },
    { 50, 201 }, { 20, 501 } };

START_TEST(approximation_goes_on_where_exact_ends)
{
	static double	 first[1000], second[1000];
	size_t		 n = borders[_i].n, m = borders[_i].m, u;
	double		*tail = nulls_make_tail(n, m), exact;
	struct ranksum	 got;

	ck_assert(n * m > 10000);
	for (u = 0; u <= n * m / 2; u += 1 + n * m / 400) {
		arrange(first, n, second, m, u);
		ck_assert(ranksum_compare(first, n, second, m, &got));
		exact = fmin(1, 2 * tail[u]);
		ck_assert_msg(fabs(got.p - exact) < (n < 100 || m < 100 ?
		    0.006 : 0.001) && (exact > 0.05 || got.p > exact),
		    "%zu, %zu, u %zu: %g instead of %g", n, m, u, got.p,
		    exact);
	}
	/* Where the one begins to claim, so does the other. */
	arrange(first, n, second, m, nulls_count_tail(tail));
	ck_assert(ranksum_compare(first, n, second, m, &got));
	ck_assert(got.p > 0.05 && got.p < 0.0515 && got.low < 1);
	free(tail);
}
END_TEST

/* Just before the border it is exact, even where one sample is tiny. */
START_TEST(exact_reaches_far_where_one_sample_is_small)
{
	static double	first[100], second[20000];
	double		*tail;
	struct ranksum	 got;
	size_t		 i;

	tail = nulls_make_tail(100, 100);
	for (i = 0; i < 5000; i += 97) {
		arrange(first, 100, second, 100, i);
		ck_assert(ranksum_compare(first, 100, second, 100, &got));
		check_close(got.p, fmin(1, 2 * tail[i]), 1e-9);
	}
	free(tail);
	/* Of one value against m each U is as likely as the other. */
	arrange(first, 1, second, 20000, 400);
	ck_assert(ranksum_compare(first, 1, second, 20000, &got));
	check_close(got.p, 2 * 401 / 20001.0, 1e-12);
	check_close(got.low, second[499] / first[0], LAST_DIGIT);
}
END_TEST

START_TEST(tables_agree)
{
	/* C by the sizes of two equal samples. */
	static const size_t	rows[][2] = { { 4, 1 }, { 5, 3 }, { 6, 6 },
	    { 7, 9 }, { 8, 14 }, { 10, 24 }, { 12, 38 }, { 15, 65 },
	    { 20, 128 }, { 30, 318 } };
	/* Boots a side, and how many lines they carry under Holm. */
	static const size_t	lines[][2] = { { 4, 1 }, { 5, 6 }, { 6, 23 },
	    { 7, 85 } };
	double			first[30], second[30];
	struct ranksum		got;
	size_t			i, n;

	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		n = rows[i][0];
		/* A U within the tail is significant, the next one is not,
		 * and the interval agrees. */
		arrange(first, n, second, n, rows[i][1] - 1);
		ck_assert(ranksum_compare(first, n, second, n, &got));
		ck_assert(got.p <= 0.05 && got.low > 1);
		arrange(first, n, second, n, rows[i][1]);
		ck_assert(ranksum_compare(first, n, second, n, &got));
		ck_assert(got.p > 0.05 && got.low < 1 && got.high > 1);
	}
	for (i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		ck_assert_uint_eq(ranksum_least_count(0.05 /
		    (double)lines[i][1]), lines[i][0]);
		ck_assert_uint_eq(ranksum_least_count(0.05 /
		    (double)(lines[i][1] + 1)), lines[i][0] + 1);
	}
	check_close(ranksum_least_p(3, 3), 0.1, 1e-12);
	arrange(first, 3, second, 3, 0);
	ck_assert(ranksum_compare(first, 3, second, 3, &got));
	check_close(got.p, 0.1, 1e-12);
	ck_assert(isnan(got.low) && isnan(got.high));
}
END_TEST

START_TEST(equal_values_are_no_change)
{
	static double	values[300];
	struct ranksum	got;
	size_t		i, n;

	for (i = 0; i < 300; i++)
		values[i] = 12.5;
	for (n = 4; n <= 300; n += 37) {
		ck_assert(ranksum_compare(values, n, values, n, &got));
		check_close(got.ratio, 1, 0);
		check_close(got.low, 1, 0);
		check_close(got.high, 1, 0);
		check_close(got.p, 1, 0);
	}
}
END_TEST

START_TEST(reversal_gives_the_reciprocal)
{
	static double	first[200], second[200];
	struct ranksum	there, back;
	uint64_t	state = support_seed("reversal", support_fresh_seed());
	size_t		turn, n, m;

	for (turn = 0; turn < 400; turn++) {
		n = 1 + support_below(&state, turn % 20 == 0 ? 200 : 15);
		m = 1 + support_below(&state, turn % 20 == 0 ? 200 : 15);
		fill(&state, first, n);
		fill(&state, second, m);
		ranksum_compare(first, n, second, m, &there);
		ranksum_compare(second, m, first, n, &back);
		check_close(back.p, there.p, 0);
		check_close(back.ratio, 1 / there.ratio, 1e-12);
		ck_assert(isnan(there.low) == isnan(back.high));
		if (isnan(there.low))
			continue;
		check_close(back.low, 1 / there.high, 1e-12);
		check_close(back.high, 1 / there.low, 1e-12);
		ck_assert(there.low <= there.ratio &&
		    there.ratio <= there.high);
	}
}
END_TEST

/* The definitions, word for word. */
static double
adjust_plainly(const double *p, size_t count, size_t i, bool holm)
{
	double	value, result = holm ? 0 : 1;
	size_t	j, k, below;

	for (j = 0; j < count; j++) {
		if (holm ? p[j] > p[i] : p[j] < p[i])
			continue;
		for (k = below = 0; k < count; k++)
			below += holm ? p[k] < p[j] : p[k] <= p[j];
		value = p[j] * (holm ? (double)(count - below) :
		    (double)count / (double)below);
		result = holm ? fmax(result, value) : fmin(result, value);
	}
	return fmin(result, 1);
}

START_TEST(adjusting_follows_the_definitions)
{
	double		p[40], holm[40], bh[40];
	uint64_t	state = support_seed("adjust", support_fresh_seed());
	size_t		turn, count, i;

	for (turn = 0; turn < 500; turn++) {
		count = support_below(&state, 41);
		for (i = 0; i < count; i++)
			p[i] = turn % 2 == 0 ? pow(support_uniform(&state), 4) :
			    (double)support_below(&state, 6) / 50;
		multiple_holm(p, count, holm);
		multiple_benjamini_hochberg(p, count, bh);
		for (i = 0; i < count; i++) {
			check_close(holm[i], adjust_plainly(p, count, i, true),
			    1e-12);
			check_close(bh[i], adjust_plainly(p, count, i, false),
			    1e-12);
			ck_assert(p[i] <= bh[i] && bh[i] <= holm[i] * (1 +
			    1e-12));
		}
		memcpy(holm, p, sizeof p);
		multiple_benjamini_hochberg(holm, count, holm);
		ck_assert(count == 0 || memcmp(holm, bh, count * sizeof *bh) ==
		    0);
	}
}
END_TEST

static Suite *
make_suite(void)
{
	Suite	*suite = suite_create("ranksum");
	TCase	*exact = tcase_create("exact");

	tcase_set_timeout(exact, SLOW_S);
	tcase_add_test(exact, worked_comparisons_agree);
	tcase_add_test(exact, worked_adjustments_agree);
	tcase_add_test(exact, pairs_need_not_be_listed);
	tcase_add_test(exact, large_samples_are_selected_alike);
	tcase_add_loop_test(exact, approximation_goes_on_where_exact_ends, 0,
	    (int)(sizeof borders / sizeof borders[0]));
	tcase_add_test(exact, exact_reaches_far_where_one_sample_is_small);
	tcase_add_test(exact, tables_agree);
	tcase_add_test(exact, equal_values_are_no_change);
	tcase_add_test(exact, reversal_gives_the_reciprocal);
	tcase_add_test(exact, adjusting_follows_the_definitions);
	suite_add_tcase(suite, exact);
	return suite;
}

int
main(void)
{
	return unit_run(make_suite());
}
