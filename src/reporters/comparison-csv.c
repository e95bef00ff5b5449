/* A comparison as CSV (RFC 4180): a heading, and a line a test. */

#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "reporters/comparison-reporter.h"
#include "reporters/format.h"

/* A spreadsheet must not take a text for a formula. */
static void
put_text(FILE *out, const char *text)
{
	char	*harmless, *next;

	if (text == NULL)
		return;
	harmless = format_harmless(text);
	putc('"', out);
	if (*harmless != '\0' && strchr("=+-@", *harmless) != NULL)
		putc('\'', out);
	for (next = harmless; *next != '\0'; next++) {
		if (*next == '"')
			putc('"', out);
		putc(*next, out);
	}
	putc('"', out);
	free(harmless);
}

/* Nothing where it is unknown. */
static void
put_number(FILE *out, double number)
{
	char	text[32];

	putc(',', out);
	if (!isfinite(number))
		return;
	snprintf(text, sizeof text, "%.10g", number);
	number_fix_point(text);
	fputs(text, out);
}

static void
put_row(FILE *out, const struct comparison_row *row)
{
	put_text(out, row->spec);
	putc(',', out);
	put_text(out, row->new_spec);
	put_number(out, row->old_ns);
	put_number(out, row->new_ns);
	put_number(out, row->ratio);
	put_number(out, row->ci_low);
	put_number(out, row->ci_high);
	put_number(out, row->p);
	put_number(out, row->p_adjusted);
	put_number(out, row->change_percent);
	put_number(out, row->change_low);
	put_number(out, row->change_high);
	fprintf(out, ",%s,%zu,%zu,%s,", verdict_name(row->verdict),
	    row->old_count, row->new_count,
	    row->by_boots ? "boots" : "invocations");
	put_text(out, row->note);
	fputs("\r\n", out);
}

static int
csv_report(FILE *out, const struct comparison *comparison,
    const struct comparison_request *request)
{
	size_t	i;

	(void)request;
	fputs("spec,new_spec,old_ns,new_ns,ratio,ci_low,ci_high,p,p_adjusted,"
	    "change_percent,change_low,change_high,verdict,old_count,"
	    "new_count,counted,note\r\n", out);
	for (i = 0; i < comparison->count; i++)
		put_row(out, &comparison->rows[i]);
	return comparison_reporter_finish(out);
}

const struct comparison_reporter comparison_csv = {
	.name = "csv",
	.summary = "a line a test, for spreadsheets",
	.report = csv_report,
};
