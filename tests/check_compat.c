/* The functions that stand in for missing ones, or the system's own. */

#include "config.h"

#include "unit.h"
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "compat/compat.h"

START_TEST(strlcpy_copies_what_fits)
{
	char	buffer[8];

	memset(buffer, 'x', sizeof buffer);
	ck_assert_uint_eq(strlcpy(buffer, "latency", sizeof buffer), 7);
	ck_assert_str_eq(buffer, "latency");
	ck_assert_uint_eq(strlcpy(buffer, "", sizeof buffer), 0);
	ck_assert_str_eq(buffer, "");
}
END_TEST

START_TEST(strlcpy_cuts_and_tells)
{
	char	buffer[8];

	memset(buffer, 'x', sizeof buffer);
	ck_assert_uint_eq(strlcpy(buffer, "latency", 4), 7);
	ck_assert_str_eq(buffer, "lat");
	ck_assert_int_eq(buffer[4], 'x');
	ck_assert_uint_eq(strlcpy(buffer, "12345678", sizeof buffer), 8);
	ck_assert_str_eq(buffer, "1234567");
}
END_TEST

START_TEST(strlcpy_leaves_an_empty_buffer_alone)
{
	char	 buffer[2] = "x";
	size_t	 none = strlen("");

	ck_assert_uint_eq(strlcpy(buffer, "latency", none), 7);
	ck_assert_str_eq(buffer, "x");
}
END_TEST

START_TEST(reallocarray_keeps_the_content)
{
	int	*numbers = reallocarray(NULL, 4, sizeof *numbers), i;

	ck_assert_ptr_nonnull(numbers);
	for (i = 0; i < 4; i++)
		numbers[i] = i;
	numbers = reallocarray(numbers, 4000, sizeof *numbers);
	ck_assert_ptr_nonnull(numbers);
	for (i = 0; i < 4; i++)
		ck_assert_int_eq(numbers[i], i);
	free(numbers);
}
END_TEST

START_TEST(reallocarray_refuses_what_overflows)
{
	/* Not a constant, lest the compiler warn of what is wanted. */
	volatile size_t	 half = SIZE_MAX / 2;
	void		*memory = malloc(1);

	errno = 0;
	ck_assert_ptr_null(reallocarray(memory, half, 3));
	ck_assert_int_eq(errno, ENOMEM);
	free(memory);
}
END_TEST

int
main(void)
{
	Suite	*suite = suite_create("compat");
	TCase	*tcase = tcase_create("compat");

	tcase_add_test(tcase, strlcpy_copies_what_fits);
	tcase_add_test(tcase, strlcpy_cuts_and_tells);
	tcase_add_test(tcase, strlcpy_leaves_an_empty_buffer_alone);
	tcase_add_test(tcase, reallocarray_keeps_the_content);
	tcase_add_test(tcase, reallocarray_refuses_what_overflows);
	suite_add_tcase(suite, tcase);
	return unit_run(suite);
}
