/* Writes a result as JSON of schema "ipclat-result/1". */

#include "config.h"

#include "base/jsonout.h"
#include "results/encode.h"
#include "results/fields.h"
#include "statistics/histogram.h"

/* Invocations, at depth 4, stand on one line each. */
#define LINE_DEPTH	4

const char *const encode_status_names[ENCODE_STATUS_COUNT] = {
	[TEST_OK] = "ok",
	[TEST_SKIPPED] = "skipped",
	[TEST_FAILED] = "failed",
};

static void
encode_fact(struct jsonout *json, const struct fact *fact)
{
	switch (fact->kind) {
	case FACT_TEXT:
		jsonout_text(json, fact->key, fact->text);
		break;
	case FACT_NUMBER:
		jsonout_number(json, fact->key, fact->number);
		break;
	case FACT_CLAIM:
		jsonout_claim(json, fact->key, fact->claim);
		break;
	case FACT_UNKNOWN:
		jsonout_null(json, fact->key);
		break;
	}
}

static void
encode_facts(struct jsonout *json, const struct facts *facts)
{
	size_t	i;

	for (i = 0; i < facts->count; i++)
		encode_fact(json, &facts->list[i]);
}

static void
encode_texts(struct jsonout *json, const char *key, const struct texts *texts)
{
	size_t	i;

	jsonout_open(json, key, '[');
	for (i = 0; i < texts->count; i++)
		jsonout_text(json, NULL, texts->list[i]);
	jsonout_close(json, ']');
}

static void
encode_field(struct jsonout *json, const struct field *field,
    const void *member)
{
	const char	*word = member;

	switch (field->kind) {
	case FIELD_FIGURE:
		if (field->positive && !(*(const double *)member > 0))
			jsonout_null(json, field->name);
		else
			jsonout_number(json, field->name,
			    *(const double *)member);
		break;
	case FIELD_COUNT:
		jsonout_count(json, field->name, *(const uint64_t *)member);
		break;
	case FIELD_CLAIM:
		jsonout_claim(json, field->name, *(const bool *)member);
		break;
	case FIELD_WORD:
		jsonout_text(json, field->name, *word == '\0' ? NULL : word);
		break;
	}
}

static void
encode_fields(struct jsonout *json, const struct field *field,
    const void *object)
{
	const void	*member;
	double		 figure;

	for (; field->name != NULL; field++) {
		member = (const char *)object + field->offset;
		if (field->optional) {
			figure = *(const double *)member;
			if (!(figure >= 0))
				continue;
		}
		encode_field(json, field, member);
	}
}

static void
encode_side(struct jsonout *json, const struct side_result *side)
{
	size_t	i;

	jsonout_open(json, NULL, '{');
	encode_fields(json, fields_side, side);
	jsonout_open(json, "cpus", '[');
	for (i = 0; i < side->cpu_count; i++)
		jsonout_number(json, NULL, side->cpus[i]);
	jsonout_close(json, ']');
	jsonout_close(json, '}');
}

static void
encode_invocation(struct jsonout *json,
    const struct invocation_result *invocation)
{
	size_t	i;

	jsonout_open(json, NULL, '{');
	encode_fields(json, fields_invocation, invocation);
	jsonout_open(json, "sides", '[');
	for (i = 0; i < invocation->side_count; i++)
		encode_side(json, &invocation->sides[i]);
	jsonout_close(json, ']');
	jsonout_close(json, '}');
}

/* The counts would take thousands of lines. */
static void
encode_steps(struct jsonout *json, const struct histogram *histogram)
{
	unsigned	line_depth = json->line_depth;
	size_t		i;

	json->line_depth = 0;
	for (i = 0; i < HISTOGRAM_STEPS; i++) {
		if (histogram->steps[i] == 0)
			continue;
		jsonout_count(json, NULL, i);
		jsonout_count(json, NULL, histogram->steps[i]);
	}
	jsonout_close(json, ']');
	json->line_depth = line_depth;
}

static void
encode_histogram(struct jsonout *json, const struct histogram *histogram)
{
	if (histogram == NULL) {
		jsonout_null(json, "histogram");
		return;
	}
	jsonout_open(json, "histogram", '{');
	jsonout_count(json, "subbits", HISTOGRAM_SUBBITS);
	if (histogram->count > 0) {
		jsonout_count(json, "minimum", histogram->minimum);
		jsonout_count(json, "maximum", histogram->maximum);
		jsonout_count(json, "sum", histogram->sum);
	}
	jsonout_open(json, "counts", '[');
	encode_steps(json, histogram);
	jsonout_close(json, '}');
}

static void
encode_test_head(struct jsonout *json, const struct test_result *test)
{
	jsonout_text(json, "name", test->name);
	jsonout_text(json, "spec", test->spec);
	jsonout_open(json, "params", '{');
	encode_facts(json, &test->params);
	jsonout_close(json, '}');
	jsonout_count(json, "method", test->method);
	jsonout_text(json, "mechanism", test->mechanism);
	jsonout_text(json, "status", encode_status_names[test->status]);
	jsonout_text(json, "reason", test->reason);
	jsonout_text(json, "unit", "ns");
	jsonout_text(json, "headline",
	    test->headline_is_mean ? "mean" : "median");
	jsonout_claim(json, "carries_data", test->carries_data);
	jsonout_count(json, "timed_per", test->timed_per);
	jsonout_count(json, "batch", test->batch);
	encode_texts(json, "warnings", &test->warnings);
}

static void
encode_test(struct jsonout *json, const struct test_result *test)
{
	size_t	i;

	jsonout_open(json, NULL, '{');
	encode_test_head(json, test);
	jsonout_open(json, "invocations", '[');
	for (i = 0; i < test->invocation_count; i++)
		encode_invocation(json, &test->invocations[i]);
	jsonout_close(json, ']');
	encode_histogram(json, test->histogram);
	jsonout_open(json, "summary", '{');
	encode_fields(json, fields_summary, &test->summary);
	jsonout_close(json, '}');
	jsonout_close(json, '}');
}

static void
encode_head(struct jsonout *json, const struct result *result)
{
	char	schema[64];

	snprintf(schema, sizeof schema, "%s/%d", ENCODE_SCHEMA_NAME,
	    ENCODE_SCHEMA_VERSION);
	jsonout_text(json, "schema", schema);
	jsonout_open(json, "program", '{');
	encode_facts(json, &result->program);
	jsonout_open(json, "libraries", '{');
	encode_facts(json, &result->libraries);
	jsonout_close(json, '}');
	jsonout_close(json, '}');
	jsonout_text(json, "started", result->started);
	jsonout_text(json, "finished", result->finished);
	jsonout_count(json, "seed", result->seed);
	encode_texts(json, "arguments", &result->arguments);
	if (result->views.count > 0)
		encode_texts(json, "views", &result->views);
	jsonout_open(json, "host", '{');
	encode_facts(json, &result->host);
	jsonout_close(json, '}');
	encode_texts(json, "warnings", &result->warnings);
}

void
encode_result(FILE *out, const struct result *result)
{
	struct jsonout	json = { .out = out, .line_depth = LINE_DEPTH };
	size_t		i;

	jsonout_open(&json, NULL, '{');
	encode_head(&json, result);
	jsonout_open(&json, "tests", '[');
	for (i = 0; i < result->test_count; i++)
		encode_test(&json, &result->tests[i]);
	jsonout_close(&json, ']');
	jsonout_close(&json, '}');
}
