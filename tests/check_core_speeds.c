/* Checks what is slow for a core. */

#include "config.h"

#include <math.h>

#include "engine/core-speeds.h"
#include "system/work.h"
#include "unit.h"

static struct core_speeds speeds;

static void
forget(void)
{
	core_speeds_free(&speeds);
}

START_TEST(first_is_no_slower_than_itself)
{
	ck_assert_double_eq(core_speeds_compare(&speeds, "same", "", 9000), 1);
	core_speeds_add(&speeds, "same", "", 9000);
	ck_assert_double_eq(core_speeds_compare(&speeds, "same", "", 9000), 1);
}
END_TEST

START_TEST(slow_is_measured_by_the_quickest_tenth)
{
	int	i;

	for (i = 0; i < 40; i++)
		core_speeds_add(&speeds, "same", "", i % 2 == 0 ? 15000 :
		    10000);
	/* Three of 43 at a higher clock rate say nothing of the others. */
	for (i = 0; i < 3; i++)
		core_speeds_add(&speeds, "same", "", 5000);
	ck_assert_double_eq(core_speeds_compare(&speeds, "same", "", 10000),
	    1);
	ck_assert_double_eq(core_speeds_compare(&speeds, "same", "", 15000),
	    1.5);
	ck_assert(core_speeds_compare(&speeds, "same", "", 15000) >
	    WORK_SHARED);
	for (i = 0; i < 3; i++)
		core_speeds_add(&speeds, "same", "", 5000);
	ck_assert_double_eq(core_speeds_compare(&speeds, "same", "", 15000),
	    3);
}
END_TEST

START_TEST(only_like_is_compared)
{
	core_speeds_add(&speeds, "same", "performance", 9000);
	core_speeds_add(&speeds, "same", "efficiency", 18000);
	core_speeds_add(&speeds, "smt", "performance", 16000);
	ck_assert_double_eq(core_speeds_compare(&speeds, "same", "efficiency",
	    18000), 1);
	ck_assert_double_eq(core_speeds_compare(&speeds, "smt", "performance",
	    16000), 1);
	ck_assert_double_eq(core_speeds_compare(&speeds, "cache",
	    "performance", 30000), 1);
}
END_TEST

START_TEST(unknown_is_neither_slow_nor_quick)
{
	core_speeds_add(&speeds, "same", "", 0);
	core_speeds_add(&speeds, "same", "", (double)NAN);
	core_speeds_add(&speeds, "same", "", 9000);
	ck_assert(isnan(core_speeds_compare(&speeds, "same", "", 0)));
	ck_assert(isnan(core_speeds_compare(&speeds, "same", "",
	    (double)NAN)));
	ck_assert_double_eq(core_speeds_compare(&speeds, "same", "", 9000), 1);
}
END_TEST

int
main(void)
{
	Suite	*suite = suite_create("core speeds");
	TCase	*speed = tcase_create("speeds");

	tcase_add_checked_fixture(speed, NULL, forget);
	tcase_add_test(speed, first_is_no_slower_than_itself);
	tcase_add_test(speed, slow_is_measured_by_the_quickest_tenth);
	tcase_add_test(speed, only_like_is_compared);
	tcase_add_test(speed, unknown_is_neither_slow_nor_quick);
	suite_add_tcase(suite, speed);
	return unit_run(suite);
}
