/* Results as CSV (RFC 4180): a heading, and a line an invocation. */

#include "config.h"

#include <math.h>
#include <string.h>

#include "reporters/csv-field.h"
#include "reporters/format.h"
#include "reporters/heading.h"
#include "reporters/reporter.h"
#include "results/encode.h"
#include "results/fields.h"

/* The sides that an invocation may have, in the order of their columns. */
static const char *const roles[] = { "client", "server", "broker", "daemon" };
#define ROLE_COUNT	(sizeof roles / sizeof roles[0])

/* What stands in each row of a result. */
static const char *const host_keys[] = {
	"hostname", "system", "release", "machine", "cpu_model", "boot_id",
};
#define HOST_KEY_COUNT	(sizeof host_keys / sizeof host_keys[0])

static void
put_heading(struct csv *csv)
{
	static const char *const before[] = { "result", "started", "ipclat" };
	static const char *const after[] = { "name", "spec", "place",
	    "size_bytes", "status", "reason", "headline", "invocation" };
	const struct field	*field;
	char			 text[64];
	size_t			 i;

	for (i = 0; i < sizeof before / sizeof before[0]; i++)
		csv_put_word(csv, before[i]);
	for (i = 0; i < HOST_KEY_COUNT; i++)
		csv_put_word(csv, host_keys[i]);
	for (i = 0; i < sizeof after / sizeof after[0]; i++)
		csv_put_word(csv, after[i]);
	for (field = fields_invocation; field->name != NULL; field++)
		csv_put_word(csv, field->name);
	for (i = 0; i < ROLE_COUNT; i++)
		for (field = fields_side; field->name != NULL; field++) {
			if (strcmp(field->name, "role") == 0)
				continue;
			snprintf(text, sizeof text, "%s_%s", roles[i],
			    field->name);
			csv_put_word(csv, text);
		}
	csv_end_row(csv);
}

static void
put_field(struct csv *csv, const struct field *field, const void *object)
{
	const void	*member = (const char *)object + field->offset;
	const char	*word = member;

	switch (field->kind) {
	case FIELD_FIGURE:
		csv_put_number(csv, *(const double *)member);
		break;
	case FIELD_COUNT:
		csv_put_count(csv, *(const uint64_t *)member);
		break;
	case FIELD_CLAIM:
		csv_put_word(csv, *(const bool *)member ? "true" : "false");
		break;
	case FIELD_WORD:
		csv_put_text(csv, *word == '\0' ? NULL : word);
		break;
	}
}

/* All plain members; without an object they are unknown. */
static void
put_fields(struct csv *csv, const struct field *field, const void *object,
    const char *but)
{
	for (; field->name != NULL; field++) {
		if (but != NULL && strcmp(field->name, but) == 0)
			continue;
		if (object != NULL)
			put_field(csv, field, object);
		else
			csv_put_text(csv, NULL);
	}
}

static const struct side_result *
find_side(const struct invocation_result *invocation, const char *role)
{
	size_t	i;

	for (i = 0; invocation != NULL && i < invocation->side_count; i++)
		if (strcmp(invocation->sides[i].role, role) == 0)
			return &invocation->sides[i];
	return NULL;
}

static void
put_place_and_size(struct csv *csv, const struct test_result *test)
{
	const struct fact	*size = facts_find(&test->params, "size");
	char			 place[FORMAT_SIZE];

	format_place(test->spec, place);
	csv_put_text(csv, strcmp(place, "-") == 0 ? NULL : place);
	csv_put_number(csv, size != NULL && size->kind == FACT_NUMBER ?
	    size->number : (double)NAN);
}

/* One row: an invocation, or a test that has none. */
static void
put_row(struct csv *csv, const struct result *result, size_t number,
    const struct test_result *test, size_t i)
{
	const struct invocation_result	*invocation;
	size_t				 role, key;

	invocation = i < test->invocation_count ? &test->invocations[i] : NULL;
	csv_put_count(csv, number + 1);
	csv_put_text(csv, result->started);
	csv_put_text(csv, heading_text(&result->program, "version", NULL));
	for (key = 0; key < HOST_KEY_COUNT; key++)
		csv_put_text(csv, heading_text(&result->host, host_keys[key],
		    NULL));
	csv_put_text(csv, test->name);
	csv_put_text(csv, test->spec);
	put_place_and_size(csv, test);
	csv_put_word(csv, encode_status_names[test->status]);
	csv_put_text(csv, test->reason);
	csv_put_word(csv, test->headline_is_mean ? "mean" : "median");
	csv_put_number(csv, invocation != NULL ? (double)(i + 1) :
	    (double)NAN);
	put_fields(csv, fields_invocation, invocation, NULL);
	for (role = 0; role < ROLE_COUNT; role++)
		put_fields(csv, fields_side, find_side(invocation,
		    roles[role]), "role");
	csv_end_row(csv);
}

static void
put_result(struct csv *csv, const struct result *result, size_t number)
{
	const struct test_result	*test;
	size_t				 i, j;

	for (i = 0; i < result->test_count; i++) {
		test = &result->tests[i];
		/* What was not measured is not lost either. */
		for (j = 0; j == 0 || j < test->invocation_count; j++)
			put_row(csv, result, number, test, j);
	}
}

static int
csv_report(FILE *out, const struct result *results, size_t count,
    const struct report_request *request)
{
	struct csv	csv = { .out = out };
	size_t		i;

	(void)request;
	put_heading(&csv);
	for (i = 0; i < count; i++)
		put_result(&csv, &results[i], i);
	return reporter_finish(out);
}

const struct reporter reporter_csv = {
	.name = "csv",
	.summary = "a line an invocation, for spreadsheets and statistics",
	.report = csv_report,
};
