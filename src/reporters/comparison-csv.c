/* A comparison as CSV (RFC 4180): a heading, and a line a test. */

#include "config.h"

#include "reporters/comparison-reporter.h"
#include "reporters/csv-field.h"

static void
put_row(struct csv *csv, const struct comparison_row *row)
{
	csv_put_text(csv, row->spec);
	csv_put_text(csv, row->new_spec);
	csv_put_number(csv, row->old_ns);
	csv_put_number(csv, row->new_ns);
	csv_put_number(csv, row->ratio);
	csv_put_number(csv, row->ci_low);
	csv_put_number(csv, row->ci_high);
	csv_put_number(csv, row->p);
	csv_put_number(csv, row->p_adjusted);
	csv_put_number(csv, row->change_percent);
	csv_put_number(csv, row->change_low);
	csv_put_number(csv, row->change_high);
	csv_put_word(csv, verdict_name(row->verdict));
	csv_put_count(csv, row->old_count);
	csv_put_count(csv, row->new_count);
	csv_put_word(csv, row->by_boots ? "boots" : "invocations");
	csv_put_text(csv, row->note);
	csv_end_row(csv);
}

static int
csv_report(FILE *out, const struct comparison *comparison,
    const struct comparison_request *request,
    const struct report_request *report)
{
	struct csv	csv = { .out = out };
	size_t		i;

	(void)request;
	(void)report;
	fputs("spec,new_spec,old_ns,new_ns,ratio,ci_low,ci_high,p,p_adjusted,"
	    "change_percent,change_low,change_high,verdict,old_count,"
	    "new_count,counted,note\r\n", out);
	for (i = 0; i < comparison->count; i++)
		put_row(&csv, &comparison->rows[i]);
	return comparison_reporter_finish(out);
}

const struct comparison_reporter comparison_csv = {
	.name = "csv",
	.summary = "a line a test, for spreadsheets",
	.report = csv_report,
};
