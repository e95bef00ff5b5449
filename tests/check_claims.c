/*
 * Tests by simulation: how often claims are made, where nothing differs and
 * where something does.  Seeds are fixed: no build fails by bad luck.
 */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "comparing.h"
#include "nulls.h"
#include "statistics/ranksum.h"
#include "support.h"
#include "unit.h"

#define SLOW_S	600

/*
 * Invocations of one machine: logarithms of their latency, standard deviation
 * 1, in the shapes of noise that the method was chosen for.
 */
static const char *const shapes[] = {
	"normal", "t3", "bimodal", "contam", "lognorm"
};
#define SHAPES	(sizeof shapes / sizeof shapes[0])

static double
draw_noise(uint64_t *state, size_t shape)
{
	double	normal = support_normal(state), a, b, c;

	switch (shape) {
	case 0:
		return normal;
	case 1:		/* Student's t, 3 degrees of freedom */
		a = support_normal(state);
		b = support_normal(state);
		c = support_normal(state);
		return normal / sqrt(a * a + b * b + c * c);
	case 2:		/* a quarter of them 2.2 deviations slower */
		return 0.304 * normal +
		    (support_below(state, 4) == 0 ? 2.2 : 0);
	case 3:		/* a tenth of them with an exponential tail */
		return 0.55 * normal - (support_below(state, 10) == 0 ?
		    1.92 * log(support_uniform(state)) : 0);
	default:	/* log-normal, sigma 0.8 */
		return exp(0.8 * normal) / 1.3011;
	}
}

static void
fill_noise(uint64_t *state, size_t shape, double deviation, double shift,
    double *values, size_t count)
{
	size_t	i;

	for (i = 0; i < count; i++)
		values[i] = 12000 * exp(shift + deviation *
		    draw_noise(state, shape));
}

/*
 * Where samples differ by a factor only, all shapes have the same exact
 * level: twice the tail.
 */
START_TEST(claims_and_intervals_hold_their_level)
{
	static const size_t	sizes[][2] = { { 4, 4 }, { 5, 5 }, { 7, 12 },
	    { 10, 10 }, { 20, 20 } };
	double			first[20], second[20], level, shift, *tail;
	struct ranksum		got;
	uint64_t		state = support_seed("level", 20020301);
	unsigned		turn, all = turns(1000), claims, missed;
	size_t			i, n, m;

	for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		n = sizes[i][0];
		m = sizes[i][1];
		tail = nulls_make_tail(n, m);
		level = 2 * tail[nulls_count_tail(tail) - 1];
		free(tail);
		ck_assert(level <= 0.05);
		claims = missed = 0;
		for (turn = 0; turn < all; turn++) {
			fill_noise(&state, (size_t)_i, 0.02, 0, first, n);
			fill_noise(&state, (size_t)_i, 0.02, 0, second, m);
			ranksum_compare(first, n, second, m, &got);
			claims += got.p <= 0.05;
			ck_assert((got.p <= 0.05) == (got.low > 1 ||
			    got.high < 1));
			fill_noise(&state, (size_t)_i, 0.02, 0, first, n);
			shift = 0.1 * support_normal(&state);
			fill_noise(&state, (size_t)_i, 0.02, shift, second, m);
			ranksum_compare(first, n, second, m, &got);
			missed += got.low > exp(shift) || got.high < exp(shift);
		}
		printf("%s, %zu and %zu values: ", shapes[_i], n, m);
		check_count(claims, all, level, "false claims");
		check_count(missed, all, level, "intervals beside the truth");
	}
}
END_TEST

/*
 * The chance in per cent to see a change of 1 %, by coefficient of variation
 * and invocations a side: the table by which the defaults were chosen.
 */
static const struct {
	double	deviation;
	size_t	n;
	double	power[3];	/* by shape; 0: not in the table */
} powers[] = {
	{ 0.005, 5, { 67, 0, 0 } },
	{ 0.005, 10, { 99, 0, 0 } },
	{ 0.01, 5, { 22, 33, 27 } },
	{ 0.01, 10, { 48, 73, 65 } },
	{ 0.01, 20, { 85, 98, 94 } },
	{ 0.02, 10, { 16, 28, 44 } },
	{ 0.02, 20, { 33, 55, 76 } },
	{ 0.02, 30, { 48, 73, 91 } },
	{ 0.03, 20, { 18, 29, 50 } },
};

static unsigned
count_seen(uint64_t *state, size_t shape, double deviation, size_t n,
    unsigned all)
{
	double		first[30], second[30];
	struct ranksum	got;
	unsigned	turn, seen = 0;

	for (turn = 0; turn < all; turn++) {
		fill_noise(state, shape, deviation, 0, first, n);
		fill_noise(state, shape, deviation, -0.01, second, n);
		ranksum_compare(first, n, second, n, &got);
		seen += got.p <= 0.05 && got.ratio < 1;
	}
	return seen;
}

/*
 * The table too was simulated, with about a thousand turns, and is rounded.
 * Whatever the shape, as much is seen as in normal noise of that deviation,
 * but for two modes that few values cannot tell from one.
 */
START_TEST(changes_are_seen_as_often_as_said)
{
	double		chance, bound, normal = 0;
	uint64_t	state = support_seed("power", 20020302);
	unsigned	all = turns(500), seen;
	size_t		shape;

	for (shape = 0; shape < SHAPES; shape++) {
		seen = count_seen(&state, shape, powers[_i].deviation,
		    powers[_i].n, all);
		if (shape == 0)
			normal = (double)seen / all;
		chance = shape < 3 ? powers[_i].power[shape] / 100 : 0;
		bound = BOUND * sqrt(chance * (1 - chance) *
		    (1.0 / all + 1.0 / 1000)) + 0.005;
		ck_assert_msg(!(chance > 0) ||
		    fabs((double)seen / all - chance) <= bound,
		    "%s, deviation %g, %zu values: seen %u of %u times, but "
		    "the chance is %g", shapes[shape], powers[_i].deviation,
		    powers[_i].n, seen, all, chance);
		ck_assert(shape == 2 || (double)seen / all > normal - 0.05);
	}
}
END_TEST

/* Values of each row: a machine's noise, and perhaps its boot's. */
static void
fill_result(uint64_t *state, size_t shape, double boot, double deviation,
    struct result *result)
{
	struct test_result	*test;
	size_t			 i, j;
	double			 shift;

	for (i = 0; i < result->test_count; i++) {
		test = &result->tests[i];
		shift = boot * support_normal(state);
		for (j = 0; j < test->invocation_count; j++)
			fill_noise(state, shape, deviation, shift,
			    &test->invocations[j].median_ns, 1);
	}
}

/*
 * Thirty rows of ten invocations a side: each claims by chance with twice
 * 139 of the 184756 arrangements, those whose p is at most 0.05/30.
 */
START_TEST(a_table_of_noise_claims_nothing)
{
	uint64_t	state = support_seed("table", 20020303);
	unsigned	turn, all = turns(300), claims = 0;
	size_t		i;

	add_rows(&old[0], 30, 10, 1000);
	add_rows(&new[0], 30, 10, 1000);
	for (turn = 0; turn < all; turn++) {
		fill_result(&state, (size_t)_i, 0, 0.05, &old[0]);
		fill_result(&state, (size_t)_i, 0, 0.05, &new[0]);
		compare(1, 1, &plain);
		for (i = 0; i < 30 && made.rows[i].p_adjusted > 0.05; i++)
			;
		claims += i < 30;
	}
	check_count(claims, all, 1 - pow(1 - 2 * 139 / 184756.0, 30),
	    shapes[_i]);
	forget();
}
END_TEST

/*
 * Five boots a side, each 0.5 % faster or slower than the next as a whole: as
 * boots they claim by chance with twice 4 of 252 arrangements, as invocations
 * many times as often.
 */
START_TEST(boots_are_no_change)
{
	struct comparison_request	request = plain;
	uint64_t			state = support_seed("boots", 20020304);
	unsigned			turn, all = turns(2000), claims = 0;
	size_t				i;

	request.threshold_percent = 0.001;
	add_boots(old, 5, 1, "old", 1000);
	add_boots(new, 5, 1, "new", 1000);
	for (turn = 0; turn < all; turn++) {
		for (i = 0; i < 5; i++) {
			fill_result(&state, 0, 0.005, 0.01, &old[i]);
			fill_result(&state, 0, 0.005, 0.01, &new[i]);
		}
		compare(5, 5, &request);
		ck_assert(made.rows[0].by_boots);
		claims += made.rows[0].verdict == VERDICT_FASTER ||
		    made.rows[0].verdict == VERDICT_SLOWER;
	}
	check_count(claims, all, 8 / 252.0, "boots");
	forget();
}
END_TEST

/* Noise of one shape must not be called two shapes. */
START_TEST(shapes_are_rarely_noted_by_chance)
{
	uint64_t	state = support_seed("shapes", 20020305);
	unsigned	turn, all = turns(500), noted;
	size_t		count;

	for (count = 6; count <= 30; count += 12) {
		add_spread(&old[0], "pipe:place=same", count, 1000);
		add_spread(&new[0], "pipe:place=same", count, 1000);
		for (turn = noted = 0; turn < all; turn++) {
			fill_result(&state, 0, 0, 0.02, &old[0]);
			fill_result(&state, 0, 0, 0.02, &new[0]);
			compare(1, 1, &plain);
			noted += made.rows[0].note != NULL &&
			    strstr(made.rows[0].note, "shapes") != NULL;
		}
		ck_assert_uint_lt(noted, all / 10);
		forget();
	}
}
END_TEST

static Suite *
make_suite(void)
{
	Suite	*suite = suite_create("claims");
	TCase	*chance = tcase_create("chance");

	tcase_set_timeout(chance, SLOW_S);
	tcase_add_loop_test(chance, claims_and_intervals_hold_their_level, 0,
	    (int)SHAPES);
	tcase_add_loop_test(chance, changes_are_seen_as_often_as_said, 0,
	    (int)(sizeof powers / sizeof powers[0]));
	tcase_add_loop_test(chance, a_table_of_noise_claims_nothing, 0,
	    (int)SHAPES);
	tcase_add_test(chance, boots_are_no_change);
	tcase_add_test(chance, shapes_are_rarely_noted_by_chance);
	suite_add_tcase(suite, chance);
	return suite;
}

int
main(void)
{
	return unit_run(make_suite());
}
