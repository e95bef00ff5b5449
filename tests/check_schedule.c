/* Checks when a machine is quiet, and when a run has enough. */

#include "config.h"

#include <math.h>
#include <stdint.h>

#include "engine/quiet.h"
#include "engine/schedule.h"
#include "unit.h"

#define MS	1000000u

/* A machine that was busy for so long, then idle: when that is seen, in ms,
 * looking at it every 50; 0: given up. */
static unsigned
see_quiet(unsigned busy_ms, unsigned most_ms, double share)
{
	struct quiet	quiet;
	uint64_t	busy_ns = 7 * MS;
	unsigned	now_ms = 0;
	enum quiet_state state = QUIET_NOT_YET;

	quiet_begin(&quiet, 1000 * MS, busy_ns, (uint64_t)most_ms * MS);
	while (state == QUIET_NOT_YET) {
		now_ms += 50;
		if (now_ms <= busy_ms)
			busy_ns += (uint64_t)(share * 50 * MS);
		state = quiet_look(&quiet,
		    ((uint64_t)1000 + now_ms) * MS, busy_ns);
		ck_assert_uint_lt(now_ms, 100000);
	}
	return state == QUIET_REACHED ? now_ms : 0;
}

START_TEST(quiet_is_seen)
{
	ck_assert_uint_eq(see_quiet(0, 0, 1), 150);
	ck_assert_uint_eq(see_quiet(1000, 5000, 1), 1150);
	ck_assert_uint_eq(see_quiet(1000, 5000, 2), 1150);
	/* 8 % of one CPU, and a little more. */
	ck_assert_uint_eq(see_quiet(1000, 5000, 0.079), 150);
	ck_assert_uint_gt(see_quiet(1000, 5000, 0.085), 1000);
	/* It never becomes quiet, or too late. */
	ck_assert_uint_eq(see_quiet(1000000, 5000, 1), 0);
	ck_assert_uint_eq(see_quiet(1000000, 5000, 0.1), 0);
	ck_assert_uint_eq(see_quiet(5200, 5000, 1), 0);
	ck_assert_uint_eq(see_quiet(100, 0, 1), 0);
}
END_TEST

/* A counter that is set back is no quiet. */
START_TEST(quiet_is_not_a_reset)
{
	struct quiet	quiet;

	quiet_begin(&quiet, 0, 1000 * MS, 1000 * (uint64_t)MS);
	ck_assert_int_eq(quiet_look(&quiet, 150 * MS, 3 * MS), QUIET_NOT_YET);
	ck_assert_int_eq(quiet_look(&quiet, 200 * MS, 3 * MS), QUIET_NOT_YET);
	ck_assert_int_eq(quiet_look(&quiet, 300 * MS, 3 * MS), QUIET_REACHED);
}
END_TEST

/*
 * How many invocations a test has in the end, of which the first few are
 * disturbed, and whose interval is as wide as its share over the root of how
 * many count.
 */
static size_t
count_invocations(const struct schedule *schedule, size_t disturbed,
    double width)
{
	struct schedule_state state = { .median = 1000,
		.low = (double)NAN, .high = (double)NAN };
	size_t	quiet;

	while (schedule_wants_more(schedule, &state)) {
		state.made++;
		if (state.made <= disturbed)
			state.disturbed++;
		quiet = state.made - state.disturbed;
		if (quiet >= 6) {
			state.low = 1000 * (1 - width / sqrt((double)quiet));
			state.high = 1000 * (1 + width / sqrt((double)quiet));
		}
		ck_assert_uint_lt(state.made, 1000);
	}
	return state.made;
}

START_TEST(disturbed_are_made_again)
{
	const struct schedule plan = { .invocations = 10, .within = 0.01 };
	const struct schedule one = { .invocations = 1, .within = 0.01 };
	const struct schedule two = { .invocations = 2, .within = 0.01 };

	ck_assert_uint_eq(count_invocations(&plan, 0, 1), 10);
	ck_assert_uint_eq(count_invocations(&plan, 1, 1), 11);
	ck_assert_uint_eq(count_invocations(&plan, 3, 1), 13);
	ck_assert_uint_eq(count_invocations(&plan, 9, 1), 19);
	/* Not for ever. */
	ck_assert_uint_eq(count_invocations(&plan, 14, 1), 20);
	ck_assert_uint_eq(count_invocations(&plan, 15, 1), 15);
	ck_assert_uint_eq(count_invocations(&plan, 1000, 1), 15);
	ck_assert_uint_eq(count_invocations(&one, 0, 1), 1);
	ck_assert_uint_eq(count_invocations(&one, 1000, 1), 1);
	ck_assert_uint_eq(count_invocations(&two, 1, 1), 3);
	ck_assert_uint_eq(count_invocations(&two, 1000, 1), 3);
}
END_TEST

START_TEST(patience_makes_any_number_again)
{
	const struct schedule plan = { .invocations = 10, .within = 0.01 };
	struct schedule_state state = { .made = 104, .disturbed = 95,
		.median = 1000, .low = (double)NAN, .high = (double)NAN };

	ck_assert(!schedule_wants_more(&plan, &state));
	state.patient = true;
	ck_assert(schedule_wants_more(&plan, &state));
	state.made++;
	ck_assert(!schedule_wants_more(&plan, &state));
	state.disturbed = state.made;
	ck_assert(schedule_wants_more(&plan, &state));
}
END_TEST

START_TEST(rigorous_ends_where_it_is_sure)
{
	const struct schedule plan = { .invocations = 10, .most = 30,
		.within = 0.01 };

	ck_assert_uint_eq(count_invocations(&plan, 0, 0), 10);
	ck_assert_uint_eq(count_invocations(&plan, 0, 0.03), 10);
	/* 4 % over the root of 16 is 1 %. */
	ck_assert_uint_eq(count_invocations(&plan, 0, 0.039999), 16);
	ck_assert_uint_eq(count_invocations(&plan, 0, 0.05), 25);
	ck_assert_uint_eq(count_invocations(&plan, 0, 1), 30);
	/* Disturbed ones come on top. */
	ck_assert_uint_eq(count_invocations(&plan, 3, 0.039999), 19);
	ck_assert_uint_eq(count_invocations(&plan, 3, 1), 33);
	/* No interval, no reason to go on. */
	ck_assert_uint_eq(count_invocations(&plan, 0, (double)NAN), 10);
}
END_TEST

START_TEST(budget_is_kept)
{
	/* None: everything fits. */
	ck_assert(schedule_fits(0, UINT64_MAX, UINT64_MAX, UINT64_MAX));
	ck_assert_uint_eq(schedule_left(0, 5), UINT64_MAX);
	ck_assert(schedule_fits(100, 0, 100, 0));
	ck_assert(schedule_fits(100, 50, 40, 10));
	ck_assert(!schedule_fits(100, 50, 41, 10));
	ck_assert(!schedule_fits(100, 100, 1, 0));
	ck_assert(!schedule_fits(100, 1000, 0, 1));
	ck_assert(!schedule_fits(100, 0, 1, UINT64_MAX));
	ck_assert(!schedule_fits(100, 0, UINT64_MAX, 1));
	ck_assert_uint_eq(schedule_left(100, 40), 60);
	ck_assert_uint_eq(schedule_left(100, 400), 0);
}
END_TEST

int
main(void)
{
	Suite	*suite = suite_create("schedule");
	TCase	*pure = tcase_create("pure");

	tcase_add_test(pure, quiet_is_seen);
	tcase_add_test(pure, quiet_is_not_a_reset);
	tcase_add_test(pure, disturbed_are_made_again);
	tcase_add_test(pure, patience_makes_any_number_again);
	tcase_add_test(pure, rigorous_ends_where_it_is_sure);
	tcase_add_test(pure, budget_is_kept);
	suite_add_tcase(suite, pure);
	return unit_run(suite);
}
