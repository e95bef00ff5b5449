/* A comparison as TAP or KTAP: a point a row. */

#include "config.h"

#include "reporters/buffer.h"
#include "reporters/comparison-format.h"
#include "reporters/comparison-reporter.h"
#include "reporters/tap-point.h"

static void
put_row(struct tap *tap, const struct comparison_row *row,
    const struct judgement_rules *rules)
{
	const struct tap_detail	details[] = {
		{ "verdict", verdict_name(row->verdict), 0 },
		{ "old_ns", NULL, row->old_ns },
		{ "new_ns", NULL, row->new_ns },
		{ "change_percent", NULL, row->change_percent },
		{ "change_low", NULL, row->change_low },
		{ "change_high", NULL, row->change_high },
		{ "p_adjusted", NULL, row->p_adjusted },
	};
	struct judgement	judgement = judgement_of_row(row, rules);
	struct buffer		name = { .text = NULL };

	comparison_format_name(row, &name);
	tap_point(tap, name.text, &judgement, details,
	    sizeof details / sizeof details[0]);
	buffer_free(&name);
	judgement_free(&judgement);
}

static int
tap_report(FILE *out, const struct comparison *comparison,
    const struct comparison_request *request,
    const struct report_request *report)
{
	struct tap	tap = { .out = out, .ktap = report->ktap };
	size_t		i;

	(void)request;
	tap_begin(&tap, comparison->count);
	for (i = 0; i < comparison->count; i++)
		put_row(&tap, &comparison->rows[i], &report->rules);
	return comparison_reporter_finish(out);
}

const struct comparison_reporter comparison_tap = {
	.name = "tap",
	.summary = "Test Anything Protocol: a point a row (--ktap: KTAP)",
	.has_ktap = true,
	.report = tap_report,
};
