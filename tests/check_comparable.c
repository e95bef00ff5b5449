/*
 * Tests of comparing results: what is like what, boots, and what differs
 * between machines.
 */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "comparing.h"
#include "unit.h"

#define SLOW_S	300

static void
change_method(struct test_result *test)
{
	test->method = 2;
}

static void
change_headline(struct test_result *test)
{
	test->headline_is_mean = true;
}

static void
change_relation(struct test_result *test)
{
	strcpy(test->invocations[3].relation, "package");
}

static void
forget_relation(struct test_result *test)
{
	size_t	i;

	for (i = 0; i < test->invocation_count; i++)
		strcpy(test->invocations[i].relation,
		    i % 2 == 0 ? "" : "unknown");
}

static void
change_kinds(struct test_result *test)
{
	size_t	i;

	for (i = 0; i < test->invocation_count; i++) {
		strcpy(test->invocations[i].sides[0].core_kind, "atom");
		strcpy(test->invocations[i].sides[1].core_kind, "atom");
	}
}

/* That of one side alone is not that of the row. */
static void
change_kind(struct test_result *test)
{
	strcpy(test->invocations[0].sides[1].core_kind, "atom");
}

static void
change_mechanism(struct test_result *test)
{
	test->mechanism = duplicate("futex_waitv");
}

static void
change_timing(struct test_result *test)
{
	test->timed_per = 20;
}

static void
change_path(struct test_result *test)
{
	size_t	i;

	for (i = 0; i < test->invocation_count; i++)
		test->invocations[i].sides[0].voluntary_switches = 850;
}

static void
change_path_little(struct test_result *test)
{
	size_t	i;

	for (i = 0; i < test->invocation_count; i++)
		test->invocations[i].sides[0].voluntary_switches = 950;
}

static void
change_shape(struct test_result *test)
{
	size_t	i;

	for (i = 0; i < test->invocation_count; i++)
		test->invocations[i].median_ns = 700 + 60 * (double)i;
}

static const struct {
	void		(*change)(struct test_result *);
	bool		 is_comparable;
	const char	*note;
} changes[] = {
	{ change_method, false, "not comparable: method: 1 -> 2" },
	{ change_headline, false, "not comparable: headline (--metric mean "
	    "compares both): median -> mean" },
	{ change_relation, false, "not comparable: relation of CPUs: cache -> "
	    "cache, package" },
	{ forget_relation, true, "relation of CPUs: cache -> unknown" },
	{ change_kinds, true, "kind of core: unknown -> atom" },
	{ change_kind, true, NULL },
	{ change_mechanism, true, "mechanism: unknown -> futex_waitv" },
	{ change_timing, true, "round trips timed at once: 1 -> 20" },
	{ change_path, true, "a different code path: 2.00 -> 1.85 context "
	    "switches a round trip" },
	{ change_path_little, true, NULL },
	{ change_shape, true, "shapes differ: medians are known to -0.6..+0.6 "
	    "% (old) and -17.6..+17.6 % (new)" },
};

START_TEST(like_is_compared_with_like)
{
	struct comparison_request	force = plain;

	force.force = true;
	add_spread(&old[0], "pipe:place=cross", 10, 1000);
	changes[_i].change(add_spread(&new[0], "pipe:place=cross", 10, 900));
	compare(1, 1, &plain);
	check_note(0, changes[_i].note);
	if (!changes[_i].is_comparable) {
		check_verdict(0, "not-comparable");
		ck_assert(isnan(made.rows[0].ratio) && isnan(made.rows[0].p));
		check_near(made.rows[0].old_ns, 1000);
		compare(1, 1, &force);
		check_note(0, changes[_i].note);
	}
	ck_assert_uint_eq(made.verdicts[VERDICT_NOT_COMPARABLE], 0);
	ck_assert(!isnan(made.rows[0].p));
	forget();
}
END_TEST

START_TEST(kinds_of_core_must_agree)
{
	size_t	i, j;

	add_spread(&old[0], "pipe:place=cross", 10, 1000);
	add_spread(&new[0], "pipe:place=cross", 10, 900);
	for (i = 0; i < 10; i++)
		for (j = 0; j < 2; j++) {
			strcpy(old[0].tests[0].invocations[i].sides[j].
			    core_kind, "core");
			strcpy(new[0].tests[0].invocations[i].sides[j].
			    core_kind, j == 0 ? "core" : "atom");
		}
	compare(1, 1, &plain);
	check_verdict(0, "not-comparable");
	check_note(0, "kind of core: core -> core+atom");
	forget();
}
END_TEST

/* What two specs name differently is what the comparison is about. */
START_TEST(ab_pairs_by_order)
{
	struct comparison_request	ab = plain;
	struct test_result		*test;

	ab.pair_by_order = true;
	add_spread(&old[0], "pipe:place=same", 10, 1000);
	add_spread(&old[0], "pipe:place=cross", 10, 1000);
	add_spread(&old[0], "tcp:place=same", 10, 1000);
	test = add_spread(&old[0], "tcp:place=same", 10, 1000);
	add_spread(&new[0], "unix-stream:place=same", 10, 800);
	change_relation(add_spread(&new[0], "pipe:place=same", 10, 800));
	change_method(&new[0].tests[0]);
	change_relation(add_spread(&new[0], "tcp:place=same,window=4", 10,
	    800));
	change_headline(add_spread(&new[0], "tcp:place=same,window=8", 10,
	    800));
	compare(1, 1, &ab);
	ck_assert_uint_eq(made.count, 4);
	ck_assert_str_eq(made.rows[0].spec, "pipe:place=same");
	ck_assert_str_eq(made.rows[0].new_spec, "unix-stream:place=same");
	check_verdict(0, "faster");
	check_verdict(1, "faster");
	check_note(1, NULL);
	/* The same place has to be the same. */
	check_verdict(2, "not-comparable");
	/* Means with means. */
	check_verdict(3, "faster");
	check_near(made.rows[3].old_ns, 1100);
	check_near(made.rows[3].new_ns, 880);
	check_note(3, "means: the headline of one is the median");
	/* Two commands: a method may differ where nothing else does. */
	test->method = 7;
	free(new[0].tests[3].spec);
	new[0].tests[3].spec = duplicate("tcp:place=same");
	compare(1, 1, &ab);
	check_verdict(3, "not-comparable");
	forget();
}
END_TEST

START_TEST(boots_are_the_unit_where_there_are_enough)
{
	/* Boots a side, and how many rows they carry. */
	static const size_t	rows[][2] = { { 4, 1 }, { 5, 6 }, { 6, 23 } };
	char			words[64];
	size_t			i, j, boots, carried;

	for (i = 0; i < 3; i++) {
		boots = rows[i][0];
		carried = rows[i][1];
		add_boots(old, boots, carried, "old", 1000);
		add_boots(new, boots, carried, "new", 900);
		compare(boots, boots, &plain);
		ck_assert_uint_eq(made.old_boots, boots);
		for (j = 0; j < carried; j++) {
			check_verdict(j, "faster");
			ck_assert(made.rows[j].by_boots);
			ck_assert_uint_eq(made.rows[j].old_count, boots);
		}
		ck_assert_uint_eq(made.warnings.count, 0);
		forget();
		/* One row more is too much for them. */
		add_boots(old, boots, carried + 1, "old", 1000);
		add_boots(new, boots, carried + 1, "new", 900);
		compare(boots, boots, &plain);
		ck_assert(!made.rows[0].by_boots);
		ck_assert_uint_eq(made.rows[0].old_count, 5 * boots);
		snprintf(words, sizeof words, "%zu old and %zu new, but %zu "
		    "boots a side", boots, boots, boots + 1);
		ck_assert_uint_eq(count_lines(&made.warnings, words), 1);
		forget();
	}
}
END_TEST

START_TEST(boots_are_told_apart)
{
	static const char	unknown[] = "the effect of one boot is not "
	    "excluded: not all files tell their boot";

	/* Two files of one boot count once. */
	add_boots(old, 4, 1, "old", 1000);
	add_boots(new, 5, 1, "new", 900);
	facts_set_text(&old[3].host, "boot_id", "old-0");
	compare(4, 5, &plain);
	ck_assert_uint_eq(made.old_boots, 3);
	ck_assert_uint_eq(made.new_boots, 5);
	/* Three against five can show p = 2/56. */
	ck_assert(made.rows[0].by_boots);
	check_near(made.rows[0].p, 2 / 56.0);
	check_line(&made.differences, "boots: 3 -> 5, 0 of them on both sides");
	/* A file that does not tell might be of any. */
	free(old[2].host.list[0].text);
	old[2].host.list[0].text = NULL;
	old[2].host.list[0].kind = FACT_UNKNOWN;
	compare(4, 5, &plain);
	ck_assert_uint_eq(made.old_boots, 0);
	ck_assert(!made.rows[0].by_boots);
	ck_assert_uint_eq(count_lines(&made.warnings, unknown), 1);
	forget();
	/* What both sides share is not what differs. */
	add_boots(old, 1, 2, "same", 1000);
	add_boots(new, 1, 2, "same", 900);
	compare(1, 1, &plain);
	check_verdict(0, "faster");
	ck_assert_uint_eq(count_lines(&made.warnings, "boot"), 0);
	ck_assert_uint_eq(made.differences.count, 0);
	facts_set_text(&new[0].host, "boot_id", "another");
	compare(1, 1, &plain);
	ck_assert_uint_eq(count_lines(&made.warnings, "the effect of one boot "
	    "is not excluded: 1 old and 1 new, but 5 boots a side"), 1);
	forget();
}
END_TEST

START_TEST(differences_are_told)
{
	static const char	both[] = "hardware (cpu_model) and kernel "
	    "(release) differ at once: which of them a change comes from "
	    "cannot be told";
	size_t			i;

	for (i = 0; i < 2; i++) {
		struct facts	*host = i == 0 ? &old[0].host : &new[0].host;

		facts_add_text(host, "release", i == 0 ? "6.1.0" : "6.2.0");
		facts_add_text(host, "cmdline", i == 0 ? "root=/dev/sda "
		    "quiet mitigations=auto" : "root=/dev/sda "
		    "mitigations=off quiet");
		facts_add_number(host, "uptime_s", 100 + 7 * (double)i);
		facts_add_number(host, "clock_cost_ns", 30 + (double)i);
		facts_add_number(host, "clock_step_ns", i == 0 ? 1 : 1000);
		facts_add_number(host, "cpus", 2);
		facts_add_claim(host, "virtual", i == 0);
		facts_add_text(host, "cpu_model", NULL);
		facts_add_text(i == 0 ? &old[0].program : &new[0].program,
		    "version", i == 0 ? "0.1" : "0.2");
	}
	facts_add_text(&new[0].host, "governor", "performance");
	facts_add_text(&new[1].host, "release", "6.3.0");
	facts_add_number(&new[1].host, "clock_cost_ns", 31);
	compare(1, 1, &plain);
	check_line(&made.differences, "release: 6.1.0 -> 6.2.0");
	check_line(&made.differences, "cmdline: mitigations=auto -> "
	    "mitigations=off");
	check_line(&made.differences, "clock_step_ns: 1 -> 1000");
	check_line(&made.differences, "virtual: yes -> no");
	check_line(&made.differences, "governor: unknown -> performance");
	check_line(&made.differences, "program.version: 0.1 -> 0.2");
	ck_assert_uint_eq(made.differences.count, 6);
	ck_assert_uint_eq(made.warnings.count, 0);
	facts_set_text(&old[0].host, "cpu_model", "A");
	facts_set_text(&new[0].host, "cpu_model", "B");
	compare(1, 2, &plain);
	check_line(&made.differences, "release: 6.1.0 -> 6.2.0, 6.3.0");
	check_line(&made.differences, "cpu_model: A -> B, unknown");
	check_line(&made.warnings, both);
	/* lmbench tells nothing. */
	facts_free(&old[0].host);
	facts_free(&old[0].program);
	compare(1, 1, &plain);
	check_line(&made.differences, "host: not recorded -> recorded");
	check_line(&made.differences, "program: not recorded -> recorded");
	ck_assert_uint_eq(made.differences.count, 2);
	ck_assert_uint_eq(made.warnings.count, 0);
	forget();
}
END_TEST

/* The facts by which two files are known to be of like cores and builds. */
static void
add_build(struct result *result, const char *compiler)
{
	facts_add_text(&result->host, "cpu_model", "a model");
	facts_add_text(&result->program, "version", "0.1.0");
	facts_add_text(&result->program, "compiler", compiler);
	facts_add_text(&result->program, "flags", "-O2");
}

START_TEST(single_runs_are_told)
{
	size_t	i;

	for (i = 0; i < 2; i++) {
		facts_add_text(&old[i].host, "boot_id", "one");
		facts_add_text(&new[i].host, "boot_id", "one");
		add_spread(&old[i], "pipe:place=same", 10, 1000);
		add_spread(&new[i], "pipe:place=same", 10, 1000);
	}
	facts_add_claim(&new[0].host, "virtual", true);
	compare(1, 1, &plain);
	ck_assert_uint_eq(count_lines(&made.warnings, "a single run of a side: "),
	    1);
	ck_assert_uint_eq(count_lines(&made.warnings, "a virtual machine"), 1);
	compare(2, 2, &plain);
	ck_assert_uint_eq(count_lines(&made.warnings, "single run"), 0);
	forget();
}
END_TEST

START_TEST(slower_cores_are_told)
{
	struct test_result	*test;
	size_t			 i;

	add_build(&old[0], "cc 12");
	add_build(&new[0], "cc 12");
	add_build(&new[1], "cc 13");
	add_spread(&old[0], "pipe:place=same", 10, 1000);
	add_spread(&old[0], "tcp:place=same", 10, 1000);
	add_spread(&new[0], "tcp:place=same", 10, 1000);
	test = add_spread(&new[0], "pipe:place=same", 10, 1000);
	for (i = 0; i < 10; i++)
		test->invocations[i].sides[1].work_ns = 13500;
	compare(1, 1, &plain);
	check_line(&made.warnings, "in 1 of 2 lines the cores of the new side "
	    "were slower, up to 1.50 times, at arithmetic that knows no "
	    "kernel: another machine or hardware thread shared them, or their "
	    "clock rate was lower; measure again before you believe a change "
	    "there");
	/* Other builds do other work. */
	compare(1, 2, &plain);
	ck_assert_uint_eq(count_lines(&made.warnings, "slower"), 0);
	/* Files of before it was recorded. */
	for (i = 0; i < 10; i++)
		test->invocations[i].sides[0].work_ns =
		    test->invocations[i].sides[1].work_ns = (double)NAN;
	compare(1, 1, &plain);
	ck_assert_uint_eq(count_lines(&made.warnings, "slower"), 0);
	forget();
}
END_TEST

static Suite *
make_suite(void)
{
	Suite	*suite = suite_create("comparable");
	TCase	*rules = tcase_create("rules");

	tcase_set_timeout(rules, SLOW_S);
	tcase_add_loop_test(rules, like_is_compared_with_like, 0,
	    (int)(sizeof changes / sizeof changes[0]));
	tcase_add_test(rules, kinds_of_core_must_agree);
	tcase_add_test(rules, ab_pairs_by_order);
	tcase_add_test(rules, boots_are_the_unit_where_there_are_enough);
	tcase_add_test(rules, boots_are_told_apart);
	tcase_add_test(rules, differences_are_told);
	tcase_add_test(rules, single_runs_are_told);
	tcase_add_test(rules, slower_cores_are_told);
	suite_add_tcase(suite, rules);
	return suite;
}

int
main(void)
{
	return unit_run(make_suite());
}
