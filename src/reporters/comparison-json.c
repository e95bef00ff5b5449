/* A comparison as JSON of schema "ipclat-comparison/1". */

#include "config.h"

#include "base/jsonout.h"
#include "reporters/comparison-reporter.h"

#define SCHEMA		"ipclat-comparison/1"
#define LINE_DEPTH	2	/* tests, at depth 2, stand on one line each */

static void
write_row(struct jsonout *json, const struct comparison_row *row)
{
	jsonout_open(json, NULL, '{');
	jsonout_text(json, "spec", row->spec);
	if (row->new_spec != NULL)
		jsonout_text(json, "new_spec", row->new_spec);
	jsonout_number(json, "old_ns", row->old_ns);
	jsonout_number(json, "new_ns", row->new_ns);
	jsonout_number(json, "ratio", row->ratio);
	jsonout_number(json, "ci_low", row->ci_low);
	jsonout_number(json, "ci_high", row->ci_high);
	jsonout_number(json, "p", row->p);
	jsonout_number(json, "p_adjusted", row->p_adjusted);
	jsonout_number(json, "change_percent", row->change_percent);
	jsonout_number(json, "change_low", row->change_low);
	jsonout_number(json, "change_high", row->change_high);
	jsonout_text(json, "verdict", verdict_name(row->verdict));
	jsonout_text(json, "note", row->note);
	jsonout_count(json, "old_count", row->old_count);
	jsonout_count(json, "new_count", row->new_count);
	jsonout_claim(json, "by_boots", row->by_boots);
	jsonout_number(json, "invocations_needed", row->invocations_needed);
	jsonout_close(json, '}');
}

static void
write_texts(struct jsonout *json, const char *key, const struct texts *texts)
{
	size_t	i;

	jsonout_open(json, key, '[');
	for (i = 0; i < texts->count; i++)
		jsonout_text(json, NULL, texts->list[i]);
	jsonout_close(json, ']');
}

static int
json_report(FILE *out, const struct comparison *comparison,
    const struct comparison_request *request,
    const struct report_request *report)
{
	struct jsonout	json = { .out = out, .line_depth = LINE_DEPTH };
	size_t		i;

	(void)report;
	jsonout_open(&json, NULL, '{');
	jsonout_text(&json, "schema", SCHEMA);
	jsonout_text(&json, "metric",
	    comparison_reporter_metric(request->metric));
	jsonout_text(&json, "correction",
	    comparison_reporter_correction(request->correction));
	jsonout_number(&json, "threshold_percent",
	    comparison->threshold_percent);
	jsonout_open(&json, "tests", '[');
	for (i = 0; i < comparison->count; i++)
		write_row(&json, &comparison->rows[i]);
	jsonout_close(&json, ']');
	jsonout_open(&json, "verdicts", '{');
	for (i = 0; i < VERDICT_COUNT; i++)
		jsonout_count(&json, verdict_name((enum verdict)i),
		    comparison->verdicts[i]);
	jsonout_close(&json, '}');
	write_texts(&json, "differences", &comparison->differences);
	write_texts(&json, "warnings", &comparison->warnings);
	jsonout_number(&json, "resolution_percent",
	    comparison->resolution_percent);
	jsonout_count(&json, "old_files", comparison->old_files);
	jsonout_count(&json, "new_files", comparison->new_files);
	jsonout_count(&json, "old_boots", comparison->old_boots);
	jsonout_count(&json, "new_boots", comparison->new_boots);
	jsonout_close(&json, '}');
	return comparison_reporter_finish(out);
}

const struct comparison_reporter comparison_json = {
	.name = "json",
	.summary = "all of it, for programs",
	.report = json_report,
};
