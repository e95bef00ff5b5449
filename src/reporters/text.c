/* A result as one would paste it into a mail: 80 columns of plain ASCII. */

#include "config.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "reporters/format.h"
#include "reporters/notes.h"
#include "reporters/reporter.h"
#include "reporters/table.h"
#include "reporters/view.h"

#define CPU_MODEL_LIMIT	48
#define LINE_SIZE	512

static const char *
text_of(const struct facts *facts, const char *key, const char *otherwise)
{
	const struct fact	*fact = facts_find(facts, key);

	return fact != NULL && fact->kind == FACT_TEXT ? fact->text : otherwise;
}

/* A fact that is a claim, or names what makes it true. */
static bool
holds(const struct facts *facts, const char *key)
{
	const struct fact	*fact = facts_find(facts, key);

	if (fact == NULL)
		return false;
	if (fact->kind == FACT_TEXT)
		return *fact->text != '\0' && strcmp(fact->text, "none") != 0;
	return fact->kind == FACT_CLAIM && fact->claim;
}

static void
write_system(FILE *out, const struct result *result)
{
	const struct facts	*host = &result->host;
	char			 line[LINE_SIZE];

	snprintf(line, sizeof line, "%.60s %.60s on %.60s %.120s %.60s",
	    text_of(&result->program, "name", "ipclat"),
	    text_of(&result->program, "version", "?"),
	    text_of(host, "system", "an unknown system"),
	    text_of(host, "release", ""), text_of(host, "machine", ""));
	format_paragraph(out, 2, line);
}

static void
write_machine(FILE *out, const struct facts *host)
{
	const struct fact	*cpus = facts_find(host, "cpus");
	const char		*model = text_of(host, "cpu_model", NULL);
	char			 line[LINE_SIZE], number[32] = "?";
	bool			 single = false;

	if (cpus != NULL && cpus->kind == FACT_NUMBER &&
	    fabs(cpus->number) < 1e9) {
		snprintf(number, sizeof number, "%.0f", cpus->number);
		single = strcmp(number, "1") == 0;
	}
	snprintf(line, sizeof line, "%s %s%s%.*s%s%s", number,
	    single ? "CPU" : "CPUs", model != NULL ? ", " : "",
	    CPU_MODEL_LIMIT, model != NULL ? model : "",
	    holds(host, "virtual") ? ", guest" : "",
	    holds(host, "emulated") ? ", emulated" : "");
	format_paragraph(out, 2, line);
}

/* Least and most invocations of the tests measured; 0 where there is none. */
static void
count_invocations(const struct result *result, size_t *least, size_t *most)
{
	size_t	i, count;

	*least = *most = 0;
	for (i = 0; i < result->test_count; i++) {
		if (result->tests[i].status != TEST_OK)
			continue;
		count = result->tests[i].invocation_count;
		if (*most == 0 || count < *least)
			*least = count;
		if (count > *most)
			*most = count;
	}
}

static void
write_date(FILE *out, const struct result *result)
{
	char	line[LINE_SIZE], counts[64] = "";
	size_t	least, most;

	count_invocations(result, &least, &most);
	if (most > 0 && least == most)
		snprintf(counts, sizeof counts, ", %zu invocation%s of each "
		    "test", most, most == 1 ? "" : "s");
	else if (most > 0)
		snprintf(counts, sizeof counts, ", %zu to %zu invocations of "
		    "each test", least, most);
	snprintf(line, sizeof line, "%.40s%s%s",
	    result->started != NULL ? result->started : "date unknown", counts,
	    result->started != NULL && result->finished == NULL ?
	    ", not finished" : "");
	format_paragraph(out, 2, line);
}

/* A blank line before what the function writes, if that is anything. */
static void
write_part(FILE *out, const struct result *result,
    void (*write)(FILE *, const struct result *))
{
	putc('\n', out);
	write(out, result);
}

static bool
has_status(const struct result *result, bool measured)
{
	size_t	i;

	for (i = 0; i < result->test_count; i++)
		if ((result->tests[i].status == TEST_OK) == measured)
			return true;
	return false;
}

static bool
has_warnings(const struct result *result)
{
	size_t	i;

	for (i = 0; i < result->test_count; i++)
		if (result->tests[i].warnings.count > 0)
			return true;
	return result->warnings.count > 0;
}

static bool
carries_data(const struct result *result)
{
	size_t	i;

	for (i = 0; i < result->test_count; i++)
		if (result->tests[i].carries_data)
			return true;
	return false;
}

static void
write_measured(FILE *out, const struct result *result)
{
	format_paragraph(out, 0, carries_data(result) ?
	    "Round trips in us, of 1 byte unless size is named; cpu% is of all "
	    "CPUs." :
	    "Round trips in us; cpu% is of all CPUs.");
	table_write(out, result);
	notes_write_marks(out, result);
	view_write_all(out, result);
}

static void
write_result(FILE *out, const struct result *result)
{
	write_system(out, result);
	write_machine(out, &result->host);
	write_date(out, result);
	if (has_status(result, true))
		write_part(out, result, write_measured);
	if (has_status(result, false))
		write_part(out, result, notes_write_unmeasured);
	if (has_warnings(result))
		write_part(out, result, notes_write_warnings);
}

static int
text_report(FILE *out, const struct result *results, size_t count)
{
	size_t	i;

	for (i = 0; i < count; i++) {
		if (count > 1)
			fprintf(out, "%sResult %zu of %zu\n", i > 0 ? "\n" : "",
			    i + 1, count);
		write_result(out, &results[i]);
	}
	errno = 0;
	if (fflush(out) != 0 || ferror(out))
		return fail_errno("write the report");
	return 0;
}

const struct reporter reporter_text = {
	.name = "text",
	.summary = "a table of 80 columns",
	.report = text_report,
};
