/* Checks the order of rounds, and the random numbers behind it. */

#include "config.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/plan.h"
#include "unit.h"

static struct plan_random generator;

static void
set_up(void)
{
	generator.state = (uint64_t)time(NULL);
	printf("seed %" PRIu64 "\n", generator.state);
}

static unsigned
below(unsigned limit)
{
	return (unsigned)plan_random_below(&generator, limit);
}

START_TEST(random_is_the_known_sequence)
{
	struct plan_random	known = { 1234567 };

	/* As the generator's authors publish it. */
	ck_assert(plan_random_next(&known) == UINT64_C(6457827717110365317));
	ck_assert(plan_random_next(&known) == UINT64_C(3203168211198807973));
	ck_assert(plan_random_next(&known) == UINT64_C(9817491932198370423));
}
END_TEST

START_TEST(random_below_is_even)
{
	unsigned	seen[7] = { 0 }, i;
	uint64_t	huge = (UINT64_C(1) << 63) + 1;

	for (i = 0; i < 70000; i++)
		seen[below(7)]++;
	/* 10000 each; 6 standard deviations are 555. */
	for (i = 0; i < 7; i++)
		ck_assert_msg(seen[i] > 9400 && seen[i] < 10600, "%u: %u", i,
		    seen[i]);
	for (i = 0; i < 1000; i++)
		ck_assert(plan_random_below(&generator, huge) < huge);
	ck_assert(plan_random_below(&generator, 1) == 0);
}
END_TEST

START_TEST(round_is_a_permutation)
{
	size_t		order[50], again[50], count, i;
	bool		seen[50];
	uint64_t	seed;
	unsigned	round, turn;

	for (turn = 0; turn < 500; turn++) {
		seed = plan_random_next(&generator);
		count = below(51);
		round = below(1000);
		plan_shuffle_round(seed, round, order, count);
		plan_shuffle_round(seed, round, again, count);
		memset(seen, 0, sizeof seen);
		for (i = 0; i < count; i++) {
			ck_assert_uint_lt(order[i], count);
			ck_assert(!seen[order[i]]);
			seen[order[i]] = true;
			ck_assert_uint_eq(order[i], again[i]);
		}
	}
}
END_TEST

START_TEST(rounds_and_seeds_differ)
{
	size_t		first[20], next[20];
	uint64_t	seed = plan_random_next(&generator);
	unsigned	i, first_is_first = 0;

	plan_shuffle_round(seed, 0, first, 20);
	for (i = 1; i < 100; i++) {
		plan_shuffle_round(seed, i, next, 20);
		ck_assert(memcmp(first, next, sizeof next) != 0);
		plan_shuffle_round(seed + i, 0, next, 20);
		ck_assert(memcmp(first, next, sizeof next) != 0);
	}
	/* Neighbouring seeds and rounds favour no test: 1 of 4, of 4000. */
	for (i = 0; i < 4000; i++) {
		plan_shuffle_round(seed + i % 63, i / 63, first, 4);
		first_is_first += first[0] == 0;
	}
	ck_assert_msg(first_is_first > 830 && first_is_first < 1170, "%u",
	    first_is_first);
}
END_TEST

/* Both of a pair stand together, pairs in any order, either of them first. */
START_TEST(pairs_stay_together)
{
	size_t		order[40], again[40], pairs, i, first;
	bool		seen[20];
	unsigned	round, b_is_first = 0, last_is_first = 0;
	uint64_t	seed = plan_random_next(&generator);

	for (round = 0; round < 4000; round++) {
		pairs = 1 + round % 20;
		plan_shuffle_pairs(seed, round, order, pairs);
		plan_shuffle_pairs(seed, round, again, pairs);
		memset(seen, 0, sizeof seen);
		for (i = 0; i < 2 * pairs; i += 2) {
			first = order[i] % pairs;
			ck_assert_uint_lt(order[i], 2 * pairs);
			ck_assert_uint_eq(order[i + 1],
			    order[i] < pairs ? order[i] + pairs :
			    order[i] - pairs);
			ck_assert(!seen[first]);
			seen[first] = true;
		}
		ck_assert(memcmp(order, again, 2 * pairs * sizeof *order) ==
		    0);
		b_is_first += order[0] >= pairs;
		last_is_first += pairs == 2 && order[0] % 2 == 1;
	}
	/* 6 standard deviations are 190; of 200 coins, 42. */
	ck_assert_msg(b_is_first > 1810 && b_is_first < 2190, "%u",
	    b_is_first);
	ck_assert_msg(last_is_first > 58 && last_is_first < 142, "%u",
	    last_is_first);
}
END_TEST

static Suite *
suite(void)
{
	Suite	*all = suite_create("plan");
	TCase	*plan = tcase_create("plan");

	tcase_add_checked_fixture(plan, set_up, NULL);
	tcase_add_test(plan, random_is_the_known_sequence);
	tcase_add_test(plan, random_below_is_even);
	tcase_add_test(plan, round_is_a_permutation);
	tcase_add_test(plan, rounds_and_seeds_differ);
	tcase_add_test(plan, pairs_stay_together);
	suite_add_tcase(all, plan);
	return all;
}

int
main(void)
{
	return unit_run(suite());
}
