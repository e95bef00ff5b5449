/* Owns the rules by which tests and rows pass or fail. */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "results/judgement.h"

static const struct {
	const char	*name;
	bool		 fails;
} kinds[] = {
	[JUDGED_PASSED] = { "passed", false },
	[JUDGED_SKIPPED] = { "skipped", false },
	[JUDGED_OPEN] = { "open", true },
	[JUDGED_TOO_SLOW] = { "too-slow", true },
	[JUDGED_FAILED] = { "failed", true },
};

/* Sets the kind, and adds to the reason. */
static void
judge(struct judgement *judgement, enum judgement_kind kind, const char *reason)
{
	size_t	 length, before;
	char	*text;

	before = judgement->reason == NULL ? 0 : strlen(judgement->reason) + 2;
	length = before + strlen(reason) + 1;
	if ((text = malloc(length)) == NULL)
		abort();
	snprintf(text, length, "%s%s%s", before > 0 ? judgement->reason : "",
	    before > 0 ? "; " : "", reason);
	free(judgement->reason);
	judgement->reason = text;
	judgement->kind = kind;
}

static void
judge_limits(struct judgement *judgement, const struct test_result *test,
    const struct limits *limits)
{
	char	*said;
	size_t	 i;

	for (i = 0; i < limits->count; i++) {
		if (!limit_applies(&limits->list[i], test) ||
		    limit_is_kept(&limits->list[i], test, &said))
			continue;
		judge(judgement, JUDGED_TOO_SLOW, said);
		free(said);
	}
}

struct judgement
judgement_of_test(const struct test_result *test,
    const struct judgement_rules *rules)
{
	struct judgement	 judgement = { JUDGED_PASSED, NULL };
	const char		*reason = test->reason != NULL &&
				    *test->reason != '\0' ? test->reason :
				    "no reason was recorded";

	switch (test->status) {
	case TEST_OK:
		if (rules->limits != NULL)
			judge_limits(&judgement, test, rules->limits);
		break;
	case TEST_SKIPPED:
		judge(&judgement, rules->strict ? JUDGED_FAILED :
		    JUDGED_SKIPPED, rules->strict ? "skipped" : reason);
		if (rules->strict)
			judge(&judgement, JUDGED_FAILED, reason);
		break;
	case TEST_FAILED:
		judge(&judgement, JUDGED_FAILED, reason);
		break;
	}
	return judgement;
}

static void
judge_slower(struct judgement *judgement, const struct comparison_row *row,
    const struct judgement_rules *rules)
{
	char	text[128];

	if (!rules->slower_fails ||
	    -row->change_percent < rules->slower_percent)
		return;
	snprintf(text, sizeof text, "slower by %.1f %%", -row->change_percent);
	number_fix_point(text + strlen("slower by "));
	judge(judgement, JUDGED_TOO_SLOW, text);
}

struct judgement
judgement_of_row(const struct comparison_row *row,
    const struct judgement_rules *rules)
{
	struct judgement	judgement = { JUDGED_PASSED, NULL };

	switch (row->verdict) {
	case VERDICT_FASTER:
	case VERDICT_EQUIVALENT:
		break;
	case VERDICT_SLOWER:
		judge_slower(&judgement, row, rules);
		break;
	case VERDICT_INCONCLUSIVE:
	case VERDICT_NO_EVIDENCE:
		judge(&judgement, rules->require_conclusive ? JUDGED_OPEN :
		    JUDGED_SKIPPED, verdict_name(row->verdict));
		break;
	default:
		judge(&judgement, JUDGED_SKIPPED, verdict_name(row->verdict));
		break;
	}
	if (judgement.kind != JUDGED_PASSED && row->note != NULL)
		judge(&judgement, judgement.kind, row->note);
	return judgement;
}

void
judgement_free(struct judgement *judgement)
{
	free(judgement->reason);
	memset(judgement, 0, sizeof *judgement);
}

bool
judgement_fails(enum judgement_kind kind)
{
	return kinds[kind].fails;
}

const char *
judgement_name(enum judgement_kind kind)
{
	return kinds[kind].name;
}

/* Counts it, and frees it. */
static void
count(struct judgement_counts *counts, struct judgement judgement)
{
	counts->of[judgement.kind]++;
	counts->failures += judgement_fails(judgement.kind);
	judgement_free(&judgement);
}

struct judgement_counts
judgement_count(const struct result *result,
    const struct judgement_rules *rules)
{
	struct judgement_counts	counts = { .failures = 0 };
	size_t			i;

	for (i = 0; i < result->test_count; i++)
		count(&counts, judgement_of_test(&result->tests[i], rules));
	return counts;
}

struct judgement_counts
judgement_count_rows(const struct comparison *comparison,
    const struct judgement_rules *rules)
{
	struct judgement_counts	counts = { .failures = 0 };
	size_t			i;

	for (i = 0; i < comparison->count; i++)
		count(&counts, judgement_of_row(&comparison->rows[i], rules));
	return counts;
}
