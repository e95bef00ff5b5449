/* Checks tests as users name them, groups, and the canonical form. */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "engine/testspec.h"
#include "transports/registry.h"
#include "unit.h"

#define DATA_KEYS \
	(KEY_BIT(KEY_SIZE) | KEY_BIT(KEY_REPLY) | KEY_BIT(KEY_VERIFY))

/* Only names, keys and flags matter here; nothing is run. */
static const struct transport plain = { .name = "try-plain" };
static const struct transport data = {
	.name = "try-data",
	.keys = DATA_KEYS | KEY_BIT(KEY_WINDOW),
	.max_size = 4096,
};
static const struct transport net = {
	.name = "try-net",
	.keys = DATA_KEYS | KEY_BIT(KEY_IP) | KEY_BIT(KEY_NODELAY),
};
static const struct transport spin = {
	.name = "try-spin",
	.keys = DATA_KEYS,
	.flags = TRANSPORT_SPINS,
};
static const struct transport *const more[] = {
	&plain, &data, &net, &spin, NULL
};

static const int64_t two_places[] = { PLACE_SAME, PLACE_CROSS };
static struct testspecs tests;

static void
set_up(void)
{
	registry_extend(more);
	memset(&tests, 0, sizeof tests);
}

static void
tear_down(void)
{
	testspecs_free(&tests);
}

/* Reads words with blanks between them. */
static int
parse(const char *words, const char *sizes, const char *places)
{
	const struct testspec_lists	 lists = { sizes, places };
	char				*argument[16], *copy = strdup(words);
	char				*next = strtok(copy, " ");
	size_t				 count = 0;
	int				 outcome;

	for (; next != NULL && count < 16; next = strtok(NULL, " "))
		argument[count++] = next;
	outcome = testspec_parse(argument, count, &lists, two_places, 2,
	    &tests);
	free(copy);
	return outcome;
}

/* The rows must be these, with blanks between them. */
static void
expect_rows(const char *rows)
{
	char	all[4096] = "", one[TESTSPEC_SIZE];
	size_t	i;

	for (i = 0; i < tests.count; i++) {
		if (i > 0)
			strcat(all, " ");
		strcat(all, testspec_format(&tests.list[i], one, sizeof one));
	}
	ck_assert_str_eq(all, rows);
	testspecs_free(&tests);
}

static void
expect_refusal(const char *words, const char *sizes, const char *places,
    const char *why)
{
	const size_t	before = tests.count;

	ck_assert_msg(parse(words, sizes, places) == OUTCOME_FAILED,
	    "accepted: %s", words);
	ck_assert_msg(strstr(fail_reason(), why) != NULL, "%s: %s lacks '%s'",
	    words, fail_reason(), why);
	ck_assert_msg(strchr(fail_reason(), '\n') == NULL, "%s", words);
	ck_assert_uint_eq(tests.count, before);
}

START_TEST(rows_are_tests_then_sizes_then_places)
{
	ck_assert_int_eq(parse("try-data try-plain", "64,4k", NULL), 0);
	expect_rows("try-data:place=same,size=64 try-data:place=cross,size=64 "
	    "try-data:place=same,size=4096 try-data:place=cross,size=4096 "
	    "try-plain:place=same try-plain:place=cross");
	ck_assert_int_eq(parse("try-plain", NULL, "any,1+0,node"), 0);
	expect_rows("try-plain:place=any try-plain:place=1+0 "
	    "try-plain:place=node");
}
END_TEST

START_TEST(rows_are_measured_once)
{
	ck_assert_int_eq(parse("try-data:size=1k,place=any "
	    "try-data:place=any,reply=1024,size=1024 "
	    "try-d*:place=any,size=1k", NULL, NULL), 0);
	expect_rows("try-data:place=any,size=1024");
	ck_assert_int_eq(parse("try-plain", NULL, "any,any"), 0);
	expect_rows("try-plain:place=any");
}
END_TEST

START_TEST(canonical_form_leaves_defaults_out)
{
	ck_assert_int_eq(parse("try-net:verify=off,nodelay=off,ip=6,size=2,"
	    "reply=1,place=2+3", NULL, NULL), 0);
	expect_rows("try-net:ip=6,nodelay=off,place=2+3,reply=1,size=2");
	ck_assert_int_eq(parse("try-net:ip=4,place=any,nodelay=on,size=1",
	    NULL, NULL), 0);
	expect_rows("try-net:place=any");
	ck_assert_int_eq(parse("try-data:reply=2,place=any,window=max",
	    NULL, NULL), 0);
	expect_rows("try-data:place=any,reply=2,window=max");
}
END_TEST

START_TEST(reply_is_as_long_as_size)
{
	ck_assert_int_eq(parse("try-data:size=4k,place=any", NULL, NULL), 0);
	ck_assert(tests.list[0].parameters.value[KEY_REPLY] == 4096);
	testspecs_free(&tests);
	ck_assert_int_eq(parse("try-data:place=any", "8", NULL), 0);
	ck_assert(tests.list[0].parameters.value[KEY_REPLY] == 8);
	testspecs_free(&tests);
	ck_assert_int_eq(parse("try-data:reply=3,place=any", "8", NULL), 0);
	expect_rows("try-data:place=any,reply=3,size=8");
}
END_TEST

START_TEST(globs_give_keys_to_those_that_have_them)
{
	ck_assert_int_eq(parse("try-*:ip=6,place=any", NULL, NULL), 0);
	expect_rows("try-plain:place=any try-data:place=any "
	    "try-net:ip=6,place=any try-spin:place=any");
	ck_assert_int_eq(parse("try-[dn]*", "2", "any"), 0);
	expect_rows("try-data:place=any,size=2 try-net:place=any,size=2");
	expect_refusal("try-p*:ip=6", NULL, NULL,
	    "no test of 'try-p*' has the key 'ip'");
	expect_refusal("zzz*", NULL, NULL, "no test matches 'zzz*'");
}
END_TEST

START_TEST(own_values_come_before_lists)
{
	ck_assert_int_eq(parse("try-data:size=3,place=node try-data", "2",
	    "any"), 0);
	expect_rows("try-data:place=node,size=3 try-data:place=any,size=2");
	expect_refusal("try-data:size=3", "2", NULL, "sets 'size' itself");
	expect_refusal("try-plain", "2", NULL, "no test asked for has the");
	expect_refusal("try-plain:place=any", NULL, "same", "-p has no effect");
}
END_TEST

START_TEST(spinning_on_one_cpu_must_be_asked_for)
{
	const struct testspec_lists	 nothing = { NULL, NULL };
	char				 name[] = "try-spin";
	char				*argument = name;

	ck_assert_int_eq(parse("try-spin", NULL, NULL), 0);
	expect_rows("try-spin:place=cross");
	ck_assert_int_eq(parse("try-spin:place=same", NULL, NULL), 0);
	expect_rows("try-spin:place=same");
	ck_assert_int_eq(parse("try-spin", NULL, "same"), 0);
	expect_rows("try-spin:place=same");
	/* With no other place a row must stay, to say why it is skipped. */
	ck_assert_int_eq(testspec_parse(&argument, 1, &nothing, two_places, 1,
	    &tests), 0);
	expect_rows("try-spin:place=same");
}
END_TEST

static const struct {
	const char	*words, *sizes, *places, *why;
} refusals[] = {
	{ "try-dota", NULL, NULL, "unknown test 'try-dota'; did you mean "
	    "'try-data'?" },
	{ "qwertyuiop", NULL, NULL, "'ipclat list' names all" },
	{ "@defualt", NULL, NULL, "did you mean '@default'?" },
	{ "@@", NULL, NULL, "unknown group '@@'" },
	{ "try-data:sise=4", NULL, NULL, "unknown key 'sise' in "
	    "'try-data:sise=4'; did you mean 'size'?" },
	{ "try-data:qqqqqq=4", NULL, NULL, "keys are auth, coalesce, frame, ip, nodelay" },
	{ "try-data:size=0", NULL, NULL, "key 'size': '0' is out of range" },
	{ "try-data:ip=4", NULL, NULL, "test 'try-data' has no key 'ip'; it "
	    "has place, reply, size, verify, window" },
	{ "try-plain:size=4", NULL, NULL, "it has place" },
	{ "try-data:size=4,size=4", NULL, NULL, "'size' is given twice" },
	{ "try-data:", NULL, NULL, "not KEY=VALUE" },
	{ "try-data:size", NULL, NULL, "key 'size' in 'try-data:size' is given "
	    "no value: 1 to 64m" },
	{ "try-data:sizes", NULL, NULL, "'sizes' in 'try-data:sizes' is not" },
	{ "try-data:size=4,try-net", NULL, NULL, "tests are separated by "
	    "blanks: try-data:size=4 try-net" },
	{ "try-data:size=4,try-net:ip=6", NULL, NULL, "joined by commas" },
	{ "try-data,try-net", NULL, NULL, "tests are separated by blanks: "
	    "try-data try-net" },
	{ "try-d*,try-net:ip=6", NULL, NULL, "blanks: try-d* try-net:ip=6" },
	{ "try-data,size=4", NULL, NULL, "a colon: try-data:size=4" },
	{ "try-data:size=4:reply=1", NULL, NULL, "keys are joined by commas: "
	    "try-data:size=4,reply=1" },
	{ "try-data:size=4 reply=1", NULL, NULL, "keys are joined by commas: "
	    "try-data:size=4,reply=1" },
	{ "size=4", NULL, NULL, "behind a test: NAME:size=4" },
	{ "cross try-data", NULL, "same", "'cross' is a place: -p same,cross" },
	{ "4k try-data", "64", NULL, "'4k' is a size: -s 64,4k" },
	{ "try-data:size=4,", NULL, NULL, "not KEY=VALUE" },
	{ "try-data:=4", NULL, NULL, "unknown key ''" },
	{ "try-data:place=same,cross", NULL, NULL, "use -s and -p" },
	{ "try-data:size=", NULL, NULL, "not a number" },
	{ ":size=4", NULL, NULL, "names no test" },
	{ "try-data try-dota", NULL, NULL, "try-dota" },
	{ "try-data", "", NULL, "key 'size'" },
	{ "try-data", "4,,8", NULL, "key 'size': ''" },
	{ "try-data", "4,", NULL, "key 'size': ''" },
	{ "try-data", "4,x", NULL, "key 'size': 'x'" },
	{ "try-data", NULL, "same,here", "key 'place': 'here'" },
	{ "try-data", "000000000000000000000000000000000000000000000000000004",
	    NULL, "too long" },
	{ "try-data", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
	    "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
	    "1,1,1,1,1,1", NULL, "more than 64" },
};

START_TEST(wrong_words_are_refused)
{
	ck_assert_int_eq(parse("try-plain:place=node", NULL, NULL), 0);
	expect_refusal(refusals[_i].words, refusals[_i].sizes,
	    refusals[_i].places, refusals[_i].why);
}
END_TEST

START_TEST(empty_and_overlong_words_are_refused)
{
	const struct testspec_lists	 nothing = { NULL, NULL };
	char				 word[TESTSPEC_SIZE + 20];
	char				*argument = word;

	word[0] = '\0';
	ck_assert_int_eq(testspec_parse(&argument, 1, &nothing, two_places, 2,
	    &tests), -1);
	ck_assert(strstr(fail_reason(), "names no test") != NULL);
	memset(word, 'x', sizeof word - 1);
	word[sizeof word - 1] = '\0';
	ck_assert_int_eq(testspec_parse(&argument, 1, &nothing, two_places, 2,
	    &tests), -1);
	ck_assert(strstr(fail_reason(), "too long") != NULL);
	ck_assert_uint_eq(tests.count, 0);
}
END_TEST

START_TEST(groups_are_sound)
{
	const struct testspec_group	*group;
	size_t				 i, j, count, had;

	for (i = 0; (group = testspec_get_group(i)) != NULL; i++) {
		ck_assert(group->name[0] == '@');
		ck_assert(group->summary != NULL);
		ck_assert_msg(parse(group->name, NULL, "any") == 0, "%s: %s",
		    group->name, fail_reason());
		for (j = had = 0; registry_get(j) != NULL; j++)
			had += testspec_group_has(group, registry_get(j));
		for (count = 0, j = 0; j < tests.count; j++) {
			ck_assert(testspec_group_has(group,
			    tests.list[j].transport));
			count += j == 0 || tests.list[j].transport !=
			    tests.list[j - 1].transport;
		}
		ck_assert_uint_ge(count, had);
		testspecs_free(&tests);
	}
	ck_assert_int_eq(parse("@all:ip=6", NULL, "any"), 0);
	ck_assert_uint_ge(tests.count, 4);
}
END_TEST

START_TEST(no_words_are_the_default)
{
	size_t	count;

	ck_assert_int_eq(parse("", NULL, NULL), 0);
	count = tests.count;
	ck_assert_uint_gt(count, 0);
	testspecs_free(&tests);
	ck_assert_int_eq(parse("@default", NULL, NULL), 0);
	ck_assert_uint_eq(tests.count, count);
}
END_TEST

START_TEST(one_test_needs_its_place)
{
	struct testspec	test;

	ck_assert_int_eq(testspec_parse_one("try-data", &test), -1);
	ck_assert(strstr(fail_reason(), "no place") != NULL);
	ck_assert_int_eq(testspec_parse_one("@all:place=any", &test), -1);
	ck_assert_int_eq(testspec_parse_one("try-*:place=any", &test), -1);
	ck_assert_int_eq(testspec_parse_one("", &test), -1);
}
END_TEST

START_TEST(canonical_form_is_cut)
{
	struct testspec	test;
	char		text[12];

	ck_assert_int_eq(testspec_parse_one("try-data:place=any,size=77",
	    &test), 0);
	ck_assert_str_eq(testspec_format(&test, text, sizeof text),
	    "try-data:pl");
}
END_TEST

static Suite *
suite(void)
{
	Suite	*all = suite_create("testspec");
	TCase	*words = tcase_create("words");

	tcase_add_checked_fixture(words, set_up, tear_down);
	tcase_set_timeout(words, 60);
	tcase_add_test(words, rows_are_tests_then_sizes_then_places);
	tcase_add_test(words, rows_are_measured_once);
	tcase_add_test(words, canonical_form_leaves_defaults_out);
	tcase_add_test(words, reply_is_as_long_as_size);
	tcase_add_test(words, globs_give_keys_to_those_that_have_them);
	tcase_add_test(words, own_values_come_before_lists);
	tcase_add_test(words, spinning_on_one_cpu_must_be_asked_for);
	tcase_add_loop_test(words, wrong_words_are_refused, 0,
	    (int)(sizeof refusals / sizeof refusals[0]));
	tcase_add_test(words, empty_and_overlong_words_are_refused);
	tcase_add_test(words, groups_are_sound);
	tcase_add_test(words, no_words_are_the_default);
	tcase_add_test(words, one_test_needs_its_place);
	tcase_add_test(words, canonical_form_is_cut);
	suite_add_tcase(all, words);
	return all;
}

int
main(void)
{
	return unit_run(suite());
}
