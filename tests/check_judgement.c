/* Tests of limits and of what passes and what fails. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "results/judgement.h"
#include "unit.h"

/* A test of "pipe:place=same,size=4096" with these figures. */
static void
fill(struct test_result *test, double median_ns, double p99_ns, double rate)
{
	memset(test, 0, sizeof *test);
	summary_clear(&test->summary);
	test->name = strdup("pipe");
	test->spec = strdup("pipe:place=same,size=4096");
	facts_add_text(&test->params, "place", "same");
	facts_add_number(&test->params, "size", 4096);
	facts_add_text(&test->params, "nodelay", "on");
	test->summary.median_ns = median_ns;
	test->summary.mean_ns = 1.5 * median_ns;
	test->summary.p99_ns = p99_ns;
	test->summary.round_trips_per_s = rate;
}

static void
clear(struct test_result *test)
{
	free(test->name);
	free(test->spec);
	free(test->reason);
	facts_free(&test->params);
}

/* What is held against a median of 10 us, a p99 of 20 us, and 50000 a second. */
static const struct {
	const char	*limit;
	bool		 applies, kept;
} cases[] = {
	{ "pipe=10us", true, true },
	{ "pipe=9.999us", true, false },
	{ "pipe=10000ns", true, true },
	{ "pipe=0.01ms", true, true },
	{ "pipe=.00001s", true, true },
	{ "pipe=9999ns", true, false },
	{ "pi*=9us", true, false },
	{ "*=9us", true, false },
	{ "p?pe=11us", true, true },
	{ "[a-o]ipe=9us", false, true },
	{ "tcp=9us", false, true },
	{ "pip=9us", false, true },
	{ "pipe:place=same=9us", true, false },
	{ "pipe:place=cross=9us", false, true },
	{ "pipe:size=4k=9us", true, false },
	{ "pipe:size=4096=9us", true, false },
	{ "pipe:size=4096k=9us", false, true },
	{ "pipe:size=4=9us", false, true },
	{ "pipe:size==9us", false, true },
	{ "pipe:size=4096x=9us", false, true },
	{ "pipe:size=4k,place=same,nodelay=on=9us", true, false },
	{ "pipe:size=4k,place=any=9us", false, true },
	{ "pipe:sise=4k=9us", false, true },
	{ "pipe:size=9us", false, true },
	{ "pipe=median:9us", true, false },
	{ "pipe=mean:15us", true, true },
	{ "pipe=mean:14us", true, false },
	{ "pipe=p99:20us", true, true },
	{ "pipe=p99:19us", true, false },
	{ "pipe=p999:1s", true, false },
	{ "pipe=max:1s", true, false },
	{ "pipe=50000/s", true, true },
	{ "pipe=50k/s", true, true },
	{ "pipe=50001/s", true, false },
	{ "pipe=0.06M/s", true, false },
};

START_TEST(limits_are_kept_or_missed)
{
	struct limits		limits = { .count = 0 };
	struct test_result	test;
	char			*said = NULL;
	bool			applies;

	fill(&test, 10000, 20000, 50000);
	ck_assert_msg(limits_add(&limits, cases[_i].limit) == 0, "%s: %s",
	    cases[_i].limit, fail_reason());
	applies = limit_applies(&limits.list[0], &test);
	ck_assert_msg(applies == cases[_i].applies, "%s", cases[_i].limit);
	if (applies)
		ck_assert_msg(limit_is_kept(&limits.list[0], &test, &said) ==
		    cases[_i].kept, "%s: %s", cases[_i].limit, said);
	ck_assert((said != NULL) == (applies && !cases[_i].kept));
	if (said != NULL)
		ck_assert_msg(strstr(said, cases[_i].limit) != NULL, "%s",
		    said);
	free(said);
	limits_free(&limits);
	clear(&test);
}
END_TEST

static const char *const wrong[] = {
	"", "=", "pipe", "pipe=", "=10us", "pipe=10", "pipe=us", "pipe=10 us",
	"pipe=-1us", "pipe=+1us", "pipe=1e3us", "pipe=0us", "pipe=0.0us",
	"pipe=1.2.3us", "pipe=.us", "pipe=1kus", "pipe=1h", "pipe=nanus",
	"pipe=infus", "pipe=0x1us", "pipe=1US", "pipe=99999999999999999999us",
	"pipe=p98:1us", "pipe=:1us", "pipe=p99:", "pipe=p99:1/s",
	"pipe=mean:1k/s", "pipe=1K/s", "@lmbench=1us", "pipe=p99:p99:1us",
};

START_TEST(wrong_limits_are_refused)
{
	struct limits	limits = { .count = 0 };

	ck_assert_msg(limits_add(&limits, wrong[_i]) != 0, "'%s' is taken",
	    wrong[_i]);
	ck_assert_msg(strncmp(fail_reason(), "limit '", 7) == 0, "%s",
	    fail_reason());
	ck_assert_uint_eq(limits.count, 0);
	limits_free(&limits);
}
END_TEST

START_TEST(headline_decides_without_a_figure)
{
	struct limits		limits = { .count = 0 };
	struct test_result	test;
	char			*said = NULL;

	fill(&test, 10000, 20000, 50000);
	test.headline_is_mean = true;
	ck_assert_int_eq(limits_add(&limits, "pipe=12us"), 0);
	ck_assert(!limit_is_kept(&limits.list[0], &test, &said));
	ck_assert_str_eq(said, "mean 15 us is above the limit pipe=12us");
	free(said);
	limits_free(&limits);
	clear(&test);
}
END_TEST

/* What becomes of a test. */
static const struct {
	enum test_status	 status;
	const char		*reason, *limit;
	bool			 strict;
	enum judgement_kind	 kind;
	const char		*said;
} tests[] = {
	{ TEST_OK, NULL, NULL, false, JUDGED_PASSED, NULL },
	{ TEST_OK, NULL, NULL, true, JUDGED_PASSED, NULL },
	{ TEST_OK, NULL, "pipe=10us", true, JUDGED_PASSED, NULL },
	{ TEST_OK, NULL, "tcp=1us", false, JUDGED_PASSED, NULL },
	{ TEST_OK, NULL, "pipe=9us", false, JUDGED_TOO_SLOW,
	    "median 10 us is above the limit pipe=9us; rate 50000/s is below "
	    "the limit *=1M/s" },
	{ TEST_SKIPPED, "not here", "pipe=9us", false, JUDGED_SKIPPED,
	    "not here" },
	{ TEST_SKIPPED, NULL, NULL, false, JUDGED_SKIPPED,
	    "no reason was recorded" },
	{ TEST_SKIPPED, "not here", NULL, true, JUDGED_FAILED,
	    "skipped; not here" },
	{ TEST_FAILED, "server died", "pipe=9us", false, JUDGED_FAILED,
	    "server died" },
};

START_TEST(tests_are_judged)
{
	struct limits		limits = { .count = 0 };
	struct judgement_rules	rules = { .strict = tests[_i].strict };
	struct judgement	judgement;
	struct test_result	test;

	fill(&test, 10000, 20000, 50000);
	test.status = tests[_i].status;
	if (tests[_i].reason != NULL)
		test.reason = strdup(tests[_i].reason);
	if (tests[_i].limit != NULL) {
		ck_assert_int_eq(limits_add(&limits, tests[_i].limit), 0);
		if (tests[_i].kind == JUDGED_TOO_SLOW)
			ck_assert_int_eq(limits_add(&limits, "*=1M/s"), 0);
		rules.limits = &limits;
	}
	judgement = judgement_of_test(&test, &rules);
	ck_assert_int_eq(judgement.kind, tests[_i].kind);
	if (tests[_i].said == NULL)
		ck_assert(judgement.reason == NULL);
	else
		ck_assert_str_eq(judgement.reason, tests[_i].said);
	judgement_free(&judgement);
	limits_free(&limits);
	clear(&test);
}
END_TEST

/* What becomes of a row that fell by so much. */
static const struct {
	enum verdict		verdict;
	double			change_percent;
	struct judgement_rules	rules;
	enum judgement_kind	kind;
} rows[] = {
	{ VERDICT_FASTER, 10, { .slower_fails = true }, JUDGED_PASSED },
	{ VERDICT_EQUIVALENT, -1, { .slower_fails = true }, JUDGED_PASSED },
	{ VERDICT_SLOWER, -10, { .strict = true }, JUDGED_PASSED },
	{ VERDICT_SLOWER, -10, { .slower_fails = true }, JUDGED_TOO_SLOW },
	{ VERDICT_SLOWER, -10, { .slower_fails = true, .slower_percent = 10 },
	    JUDGED_TOO_SLOW },
	{ VERDICT_SLOWER, -10, { .slower_fails = true,
	    .slower_percent = 10.1 }, JUDGED_PASSED },
	{ VERDICT_INCONCLUSIVE, -10, { .slower_fails = true },
	    JUDGED_SKIPPED },
	{ VERDICT_INCONCLUSIVE, 0, { .require_conclusive = true },
	    JUDGED_OPEN },
	{ VERDICT_NO_EVIDENCE, 0, { .require_conclusive = true },
	    JUDGED_OPEN },
	{ VERDICT_NO_EVIDENCE, 0, { .slower_fails = true }, JUDGED_SKIPPED },
	{ VERDICT_NOT_COMPARABLE, -50, { .slower_fails = true,
	    .require_conclusive = true }, JUDGED_SKIPPED },
	{ VERDICT_ONLY_OLD, (double)NAN, { .require_conclusive = true },
	    JUDGED_SKIPPED },
	{ VERDICT_ONLY_NEW, (double)NAN, { .require_conclusive = true },
	    JUDGED_SKIPPED },
};

START_TEST(rows_are_judged)
{
	struct comparison_row	row = {
		.verdict = rows[_i].verdict,
		.change_percent = rows[_i].change_percent,
	};
	struct comparison	comparison = { .rows = &row, .count = 1 };
	struct judgement_counts	counts;
	struct judgement	judgement;

	judgement = judgement_of_row(&row, &rows[_i].rules);
	ck_assert_int_eq(judgement.kind, rows[_i].kind);
	ck_assert((judgement.reason == NULL) ==
	    (judgement.kind == JUDGED_PASSED));
	judgement_free(&judgement);
	counts = judgement_count_rows(&comparison, &rows[_i].rules);
	ck_assert_uint_eq(counts.of[rows[_i].kind], 1);
	ck_assert_uint_eq(counts.failures,
	    judgement_fails(rows[_i].kind) ? 1 : 0);
}
END_TEST

#define COUNT(table)	((int)(sizeof (table) / sizeof (table)[0]))

static Suite *
make_suite(void)
{
	Suite	*suite = suite_create("judgement");
	TCase	*limits = tcase_create("limits");
	TCase	*judging = tcase_create("judging");

	tcase_add_loop_test(limits, limits_are_kept_or_missed, 0,
	    COUNT(cases));
	tcase_add_loop_test(limits, wrong_limits_are_refused, 0,
	    COUNT(wrong));
	tcase_add_test(limits, headline_decides_without_a_figure);
	suite_add_tcase(suite, limits);
	tcase_add_loop_test(judging, tests_are_judged, 0, COUNT(tests));
	tcase_add_loop_test(judging, rows_are_judged, 0, COUNT(rows));
	suite_add_tcase(suite, judging);
	return suite;
}

int
main(void)
{
	return unit_run(make_suite());
}
