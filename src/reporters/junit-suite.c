/* Owns how the elements of a JUnit report are written. */

#include "config.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "reporters/format.h"
#include "reporters/junit-suite.h"

#define SECONDS_LIMIT	1e12

/* Neither markup nor what XML forbids, whatever the bytes are. */
void
junit_put_text(FILE *out, const char *text)
{
	char	*harmless = format_harmless(text), *next;

	for (next = harmless; *next != '\0'; next++)
		if (strchr("<>&\"'", *next) != NULL)
			fprintf(out, "&#%d;", *next);
		else
			putc(*next, out);
	free(harmless);
}

static void
put_attribute(FILE *out, const char *name, const char *value)
{
	fprintf(out, " %s=\"", name);
	junit_put_text(out, value);
	putc('"', out);
}

static void
put_seconds(FILE *out, double seconds)
{
	char	text[64];

	if (!(seconds >= 0 && seconds < SECONDS_LIMIT))
		seconds = 0;
	snprintf(text, sizeof text, "%.3f", seconds);
	number_fix_point(text);
	put_attribute(out, "time", text);
}

/* Date and time without what stands behind, as the schemas have it. */
static void
put_timestamp(FILE *out, const char *started)
{
	static const char	form[] = "0000-00-00T00:00:00";
	char			text[sizeof form];
	size_t			i;

	for (i = 0; form[i] != '\0'; i++)
		if (form[i] == '0' ? started[i] < '0' || started[i] > '9' :
		    started[i] != form[i])
			return;
	snprintf(text, sizeof text, "%s", started);
	put_attribute(out, "timestamp", text);
}

void
junit_begin(FILE *out)
{
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", out);
}

void
junit_end(FILE *out)
{
	fputs("</testsuites>\n", out);
}

void
junit_begin_suite(FILE *out, const struct junit_suite *suite)
{
	fputs("<testsuite", out);
	put_attribute(out, "name", suite->name);
	fprintf(out, " id=\"%zu\" package=\"ipclat\"", suite->number);
	if (suite->hostname != NULL)
		put_attribute(out, "hostname", suite->hostname);
	if (suite->started != NULL)
		put_timestamp(out, suite->started);
	fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"0\" "
	    "skipped=\"%zu\"", suite->tests, suite->failures, suite->skipped);
	put_seconds(out, suite->seconds);
	fputs(">\n<properties>\n", out);
}

void
junit_put_property(FILE *out, const char *name, const char *value)
{
	fputs("<property", out);
	put_attribute(out, "name", name);
	put_attribute(out, "value", value);
	fputs("/>\n", out);
}

void
junit_end_properties(FILE *out)
{
	fputs("</properties>\n", out);
}

static void
put_judgement(FILE *out, const struct judgement *judgement)
{
	bool	fails = judgement_fails(judgement->kind);

	if (judgement->kind == JUDGED_PASSED)
		return;
	fprintf(out, "\n<%s", fails ? "failure" : "skipped");
	if (fails)
		put_attribute(out, "type", judgement_name(judgement->kind));
	put_attribute(out, "message", judgement->reason);
	fputs("/>\n", out);
}

void
junit_put_case(FILE *out, const struct junit_case *test)
{
	fputs("<testcase", out);
	put_attribute(out, "classname", test->class_name);
	put_attribute(out, "name", test->name);
	put_seconds(out, test->seconds);
	putc('>', out);
	put_judgement(out, &test->judgement);
	fputs("</testcase>\n", out);
}

void
junit_begin_output(FILE *out)
{
	fputs("<system-out>", out);
}

void
junit_end_suite(FILE *out)
{
	fputs("</system-out>\n<system-err></system-err>\n</testsuite>\n", out);
}
