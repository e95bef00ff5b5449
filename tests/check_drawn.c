/* Checks tests that are drawn at random: written, read again, or refused. */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/fail.h"
#include "engine/plan.h"
#include "engine/testspec.h"
#include "transports/registry.h"
#include "unit.h"

static const int64_t two_places[] = { PLACE_SAME, PLACE_CROSS };
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

static int64_t
random_value(enum key key)
{
	const struct key_row	*row = key_row(key);
	unsigned		 i;

	if (below(4) == 0)
		return row->initial;
	if (row->kind == KEY_KIND_PLACE)
		return below(2) == 0 ? (int64_t)below(PLACE_NAMES) :
		    place_cpus(below(65536), below(65536));
	if (row->words != NULL && row->kind == KEY_KIND_NUMBER &&
	    below(4) == 0)
		return row->word_value;
	if (row->kind == KEY_KIND_CHOICE) {
		for (i = 0; row->words[i] != NULL; i++)
			;
		i = below(i);
		return row->choices != NULL ? row->choices[i] : (int64_t)i;
	}
	return row->minimum +
	    below((unsigned)(row->maximum - row->minimum) + 1);
}

static void
random_test(struct testspec *test)
{
	size_t		count;
	unsigned	i, keys;

	for (count = 0; registry_get(count) != NULL; count++)
		;
	test->transport = registry_get(below((unsigned)count));
	parameters_initialise(&test->parameters);
	keys = testspec_keys(test->transport);
	for (i = 0; i < KEY_COUNT; i++)
		if ((keys & KEY_BIT(i)) != 0)
			test->parameters.value[i] = random_value((enum key)i);
	if ((keys & KEY_BIT(KEY_REPLY)) == 0 || below(2) == 0)
		test->parameters.value[KEY_REPLY] =
		    test->parameters.value[KEY_SIZE];
}

/* Writes every key, defaults too, in any order. */
static void
format_loosely(const struct testspec *test, char *text)
{
	size_t		order[KEY_COUNT], i;
	char		value[KEY_VALUE_SIZE], separator = ':';
	enum key	key;

	plan_shuffle_round(plan_random_next(&generator), 0, order, KEY_COUNT);
	text += sprintf(text, "%s", test->transport->name);
	for (i = 0; i < KEY_COUNT; i++) {
		key = (enum key)order[i];
		if ((testspec_keys(test->transport) & KEY_BIT(key)) == 0)
			continue;
		key_format(key, test->parameters.value[key], value,
		    sizeof value);
		text += sprintf(text, "%c%s=%s", separator, key_row(key)->name,
		    value);
		separator = ',';
	}
}

START_TEST(canonical_form_is_identity)
{
	struct testspec	 test, again;
	char		 text[TESTSPEC_SIZE], loose[TESTSPEC_SIZE];
	char		 twice[TESTSPEC_SIZE];
	int		 i;

	for (i = 0; i < 5000; i++) {
		do
			random_test(&test);
		while (parameters_check(&test.parameters) != OUTCOME_OK);
		testspec_format(&test, text, sizeof text);
		ck_assert_msg(testspec_parse_one(text, &again) == 0, "%s: %s",
		    text, fail_reason());
		ck_assert_ptr_eq(again.transport, test.transport);
		ck_assert_msg(memcmp(&again.parameters, &test.parameters,
		    sizeof test.parameters) == 0, "%s", text);
		format_loosely(&test, loose);
		ck_assert_msg(testspec_parse_one(loose, &again) == 0, "%s: %s",
		    loose, fail_reason());
		ck_assert_str_eq(testspec_format(&again, twice, sizeof twice),
		    text);
	}
}
END_TEST

START_TEST(any_bytes_are_read_or_refused)
{
	static const char	 alphabet[] = "pipe-tcudnslrzaw:=,@*?[]+0169kmx\t";
	char			 words[3][160], *argument[3];
	struct testspec_lists	 lists;
	struct testspecs	 tests;
	unsigned		 i, j, k, length;

	memset(&tests, 0, sizeof tests);
	for (i = 0; i < 20000; i++) {
		for (j = 0; j < 3; j++) {
			argument[j] = words[j];
			length = below(40);
			strcpy(words[j], below(2) == 0 ? "" :
			    "udp:size=");
			for (k = (unsigned)strlen(words[j]); length > 0;
			    length--)
				words[j][k++] = below(8) == 0 ?
				    (char)(1 + below(255)) :
				    alphabet[below(sizeof alphabet - 1)];
			words[j][k] = '\0';
		}
		lists.sizes = below(4) == 0 ? words[1] : NULL;
		lists.places = below(4) == 0 ? words[2] : NULL;
		if (testspec_parse(argument, below(4), &lists, two_places, 2,
		    &tests) != 0)
			ck_assert(fail_reason()[0] != '\0');
		testspecs_free(&tests);
	}
}
END_TEST

static Suite *
suite(void)
{
	Suite	*all = suite_create("drawn");
	TCase	*drawn = tcase_create("drawn");

	tcase_add_checked_fixture(drawn, set_up, NULL);
	tcase_set_timeout(drawn, 60);
	tcase_add_test(drawn, canonical_form_is_identity);
	tcase_add_test(drawn, any_bytes_are_read_or_refused);
	suite_add_tcase(all, drawn);
	return all;
}

int
main(void)
{
	return unit_run(suite());
}
