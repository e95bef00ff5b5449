/* Checks the table of keys, and reading and writing their values. */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "transports/keys.h"
#include "unit.h"

static void
expect_value(enum key key, const char *text, int64_t right)
{
	int64_t	value = -1;

	ck_assert_msg(key_parse(key, text, &value) == OUTCOME_OK, "%s: %s",
	    text, fail_reason());
	ck_assert_msg(value == right, "%s is %" PRId64, text, value);
}

START_TEST(key_reads_what_is_right)
{
	expect_value(KEY_SIZE, "1", 1);
	expect_value(KEY_SIZE, "64k", 65536);
	expect_value(KEY_SIZE, "64K", 65536);
	expect_value(KEY_SIZE, "64m", SIZE_LIMIT);
	expect_value(KEY_SIZE, "64M", SIZE_LIMIT);
	expect_value(KEY_SIZE, "67108864", SIZE_LIMIT);
	expect_value(KEY_IP, "4", 4);
	expect_value(KEY_IP, "6", 6);
	expect_value(KEY_NODELAY, "off", SWITCH_OFF);
	expect_value(KEY_VERIFY, "on", SWITCH_ON);
	expect_value(KEY_AUTH, "sys", AUTH_KIND_SYS);
	expect_value(KEY_PORTMAP, "on", SWITCH_ON);
	expect_value(KEY_WINDOW, "max", WINDOW_MAX);
	expect_value(KEY_FRAME, "split", FRAME_SPLIT);
	expect_value(KEY_SOCKETS, "2", 2);
	expect_value(KEY_WAIT, "spin", WAIT_SPIN);
	expect_value(KEY_WATCH, "0", 0);
	expect_value(KEY_PAIRS, "100", PAIRS_LIMIT);
	expect_value(KEY_WINDOW, "65536", WINDOW_LIMIT);
	expect_value(KEY_PLACE, "any", PLACE_ANY);
	expect_value(KEY_PLACE, "0+65535", place_cpus(0, 65535));
	expect_value(KEY_PLACE, "3+3", place_cpus(3, 3));
}
END_TEST

/* Each with a word that the message must hold. */
static const struct {
	enum key	 key;
	const char	*text, *why;
} wrong_values[] = {
	{ KEY_SIZE, "0", "key 'size': '0' is out of range: 1 to 64m" },
	{ KEY_SIZE, "65m", "out of range" },
	{ KEY_SIZE, "67108865", "out of range" },
	{ KEY_SIZE, "99999999999999999999999999m", "out of range" },
	{ KEY_SIZE, "18446744073709551617", "out of range" },
	{ KEY_SIZE, "9223372036854775807k", "out of range" },
	{ KEY_SIZE, "", "is not a number" },
	{ KEY_SIZE, "k", "is not a number" },
	{ KEY_SIZE, "-1", "is not a number" },
	{ KEY_SIZE, "+1", "is not a number" },
	{ KEY_SIZE, " 1", "is not a number" },
	{ KEY_SIZE, "1 ", "is not a number" },
	{ KEY_SIZE, "0x10", "is not a number" },
	{ KEY_SIZE, "1kk", "is not a number" },
	{ KEY_SIZE, "1g", "is not a number" },
	{ KEY_SIZE, "1.5k", "is not a number" },
	{ KEY_WINDOW, "0", "1 to 65536, or max" },
	{ KEY_WINDOW, "65537", "out of range" },
	{ KEY_WINDOW, "1k", "is not a number" },
	{ KEY_WINDOW, "maximum", "is not a number" },
	{ KEY_PAIRS, "101", "out of range: 1 to 100" },
	{ KEY_PAIRS, "0", "out of range" },
	{ KEY_SOCKETS, "3", "is not one of: 1, 2" },
	{ KEY_WAIT, "sleep", "block, poll, select" },
	{ KEY_WATCH, "10001", "0 to 10000" },
	{ KEY_IP, "5", "is not one of: 4, 6" },
	{ KEY_IP, "04", "is not one of" },
	{ KEY_AUTH, "unix", "none, sys" },
	{ KEY_NODELAY, "yes", "on, off" },
	{ KEY_NODELAY, "", "on, off" },
	{ KEY_PLACE, "0", "same, cross" },
	{ KEY_PLACE, "007", "for CPU 7 alone: 7+7" },
	{ KEY_PLACE, "65536", "0 to 65535)" },
	{ KEY_PLACE, "0+", "A+B" },
	{ KEY_PLACE, "+1", "A+B" },
	{ KEY_PLACE, "0+1+2", "A+B" },
	{ KEY_PLACE, "0+65536", "0 to 65535" },
	{ KEY_PLACE, "65536+0", "0 to 65535" },
	{ KEY_PLACE, "Same", "same, cross" },
};

START_TEST(key_refuses_what_is_wrong)
{
	int64_t	value;

	ck_assert_int_eq(key_parse(wrong_values[_i].key,
	    wrong_values[_i].text, &value), OUTCOME_FAILED);
	ck_assert_msg(strstr(fail_reason(), wrong_values[_i].why) != NULL,
	    "'%s': %s", wrong_values[_i].text, fail_reason());
	ck_assert(strstr(fail_reason(),
	    key_row(wrong_values[_i].key)->name) != NULL);
}
END_TEST

START_TEST(key_table_is_sound)
{
	char		 text[KEY_VALUE_SIZE];
	int64_t		 value;
	enum key	 key;
	unsigned	 i;

	for (i = 0; i < KEY_COUNT; i++) {
		ck_assert(key_find(key_row((enum key)i)->name, &key));
		ck_assert_uint_eq(key, i);
		ck_assert(i == 0 || strcmp(key_row((enum key)(i - 1))->name,
		    key_row((enum key)i)->name) < 0);
		ck_assert(key_row((enum key)i)->summary != NULL);
		/* The default is a value that can be given. */
		key_format(key, key_row(key)->initial, text, sizeof text);
		ck_assert_int_eq(key_parse(key, text, &value), OUTCOME_OK);
		ck_assert(value == key_row(key)->initial);
	}
	ck_assert(!key_find("", &key));
	ck_assert(!key_find("siz", &key));
}
END_TEST

START_TEST(place_names_two_cpus)
{
	unsigned	client, server;

	ck_assert(!place_get_cpus(PLACE_ANY, &client, &server));
	ck_assert(place_get_cpus(place_cpus(7, 65535), &client, &server));
	ck_assert_uint_eq(client, 7);
	ck_assert_uint_eq(server, 65535);
}
END_TEST

static Suite *
suite(void)
{
	Suite	*all = suite_create("keys");
	TCase	*keys = tcase_create("keys");

	tcase_add_test(keys, key_reads_what_is_right);
	tcase_add_loop_test(keys, key_refuses_what_is_wrong, 0,
	    (int)(sizeof wrong_values / sizeof wrong_values[0]));
	tcase_add_test(keys, key_table_is_sound);
	tcase_add_test(keys, place_names_two_cpus);
	suite_add_tcase(all, keys);
	return all;
}

int
main(void)
{
	return unit_run(suite());
}
