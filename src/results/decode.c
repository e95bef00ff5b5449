/* Reads a result of schema "ipclat-result/1", and believes nothing. */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/fail.h"
#include "results/decode.h"
#include "results/encode.h"
#include "results/fields.h"
#include "results/jsonin.h"
#include "results/scan.h"

/* Longest arrays and objects, beyond what any run yields. */
#define TESTS_LIMIT		4096
#define INVOCATIONS_LIMIT	10000
#define SIDES_LIMIT		1000
#define CPUS_LIMIT		4096
#define TEXTS_LIMIT		100000
#define FACTS_LIMIT		4096

#define KEY_SIZE_LIMIT		64
#define CPU_NUMBER_LIMIT	1e6
#define METHOD_LIMIT		1e6
#define FACT_NUMBER_LIMIT	1e300

static int
decode_word(const struct jsonin *at, const char *key, const json_t *value,
    char *word)
{
	if (json_is_null(value))
		return 0;
	if (jsonin_check_text(at, key, value) != 0)
		return -1;
	if (json_string_length(value) >= FIELD_WORD_SIZE)
		return jsonin_refuse(at, key, "is longer than %d bytes",
		    FIELD_WORD_SIZE - 1);
	snprintf(word, FIELD_WORD_SIZE, "%s", json_string_value(value));
	return 0;
}

static int
decode_figure(const struct jsonin *at, const json_t *value,
    const struct field *field, double *figure)
{
	if (json_is_null(value))
		return 0;
	if (jsonin_number(at, field->name, value, field->limit, figure) != 0)
		return -1;
	return *figure > 0 || !field->positive ? 0 :
	    jsonin_refuse(at, field->name, "must be above 0");
}

static int
decode_field(const struct jsonin *at, const json_t *object,
    const struct field *field, void *member)
{
	const json_t	*value = json_object_get(object, field->name);

	if (value == NULL)
		return 0;
	switch (field->kind) {
	case FIELD_FIGURE:
		return decode_figure(at, value, field, member);
	case FIELD_COUNT:
		return jsonin_whole(at, field->name, value, field->limit,
		    member);
	case FIELD_CLAIM:
		return jsonin_claim(at, object, field->name, member);
	case FIELD_WORD:
		return decode_word(at, field->name, value, member);
	}
	return 0;
}

static int
decode_fields(const struct jsonin *at, const json_t *object,
    const struct field *field, void *into)
{
	for (; field->name != NULL; field++)
		if (decode_field(at, object, field,
		    (char *)into + field->offset) != 0)
			return -1;
	return 0;
}

static int
decode_texts(struct jsonin *at, const json_t *object, const char *key,
    struct texts *texts)
{
	const json_t	*array, *element;
	size_t		 i;

	if (jsonin_array(at, object, key, TEXTS_LIMIT, &array) != 0)
		return -1;
	for (i = 0; i < json_array_size(array); i++) {
		element = json_array_get(array, i);
		if (jsonin_check_text(at, key, element) != 0)
			return -1;
		texts_append(texts, json_string_value(element));
	}
	return 0;
}

static bool
is_fact_key(const char *key)
{
	size_t	length = strspn(key, "abcdefghijklmnopqrstuvwxyz"
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-");

	return length > 0 && length <= KEY_SIZE_LIMIT && key[length] == '\0';
}

/* Arrays and objects are what a later ipclat may add: passed over. */
static int
decode_fact(const struct jsonin *at, const char *key, const json_t *value,
    struct facts *facts)
{
	if (!is_fact_key(key))
		return jsonin_refuse(at, "", "has a key that is no name");
	if (json_is_null(value))
		facts_add_text(facts, key, NULL);
	else if (json_is_boolean(value))
		facts_add_claim(facts, key, json_is_true(value));
	else if (json_is_number(value) &&
	    fabs(json_number_value(value)) <= FACT_NUMBER_LIMIT)
		facts_add_number(facts, key, json_number_value(value));
	else if (json_is_number(value))
		return jsonin_refuse(at, key, "is absurdly large");
	else if (json_is_string(value)) {
		if (jsonin_check_text(at, key, value) != 0)
			return -1;
		facts_add_text(facts, key, json_string_value(value));
	}
	return 0;
}

static int
decode_facts(struct jsonin *at, const json_t *object, const char *key,
    struct facts *facts)
{
	const json_t	*members, *value;
	const char	*name;
	size_t		 length;
	int		 outcome = 0;
	void		*next;

	if (jsonin_object(at, object, key, &members) != 0)
		return -1;
	if (json_object_size(members) > FACTS_LIMIT)
		return jsonin_refuse(at, key, "has more than %d members", FACTS_LIMIT);
	length = jsonin_enter(at, key, SIZE_MAX);
	/* jansson's iterators do not take a pointer to const. */
	next = json_object_iter((json_t *)(uintptr_t)members);
	while (outcome == 0 && next != NULL) {
		name = json_object_iter_key(next);
		value = json_object_iter_value(next);
		outcome = decode_fact(at, name, value, facts);
		next = json_object_iter_next((json_t *)(uintptr_t)members,
		    next);
	}
	jsonin_leave(at, length);
	return outcome;
}

static int
decode_side(struct jsonin *at, const json_t *object, void *parent)
{
	struct side_result	*side = invocation_add_side(parent);
	const json_t		*cpus;
	uint64_t		 cpu;
	size_t			 i;

	if (decode_fields(at, object, fields_side, side) != 0 ||
	    jsonin_array(at, object, "cpus", CPUS_LIMIT, &cpus) != 0)
		return -1;
	for (i = 0; i < json_array_size(cpus); i++) {
		if (jsonin_whole(at, "cpus", json_array_get(cpus, i),
		    CPU_NUMBER_LIMIT, &cpu) != 0)
			return -1;
		side_add_cpu(side, (int)cpu);
	}
	return 0;
}

static int
decode_invocation(struct jsonin *at, const json_t *object, void *parent)
{
	struct invocation_result	*invocation;

	invocation = test_add_invocation(parent);
	if (decode_fields(at, object, fields_invocation, invocation) != 0)
		return -1;
	return jsonin_each(at, object, "sides", SIDES_LIMIT, decode_side,
	    invocation);
}

static int
decode_summary(struct jsonin *at, const json_t *object,
    struct test_result *test, unsigned machine_cpus)
{
	const json_t	*found;
	size_t		 length;
	int		 outcome;

	if (jsonin_object(at, object, "summary", &found) != 0)
		return -1;
	if (found == NULL) {
		test_summarise(test, machine_cpus);
		return 0;
	}
	length = jsonin_enter(at, "summary", SIZE_MAX);
	outcome = decode_fields(at, found, fields_summary, &test->summary);
	jsonin_leave(at, length);
	return outcome;
}

/* One of two words into a claim that it is the second. */
static int
decode_headline(const struct jsonin *at, const json_t *object, bool *is_mean)
{
	const json_t	*value = json_object_get(object, "headline");
	const char	*word = json_string_value(value);

	if (value == NULL)
		return 0;
	if (word == NULL || (strcmp(word, "median") != 0 &&
	    strcmp(word, "mean") != 0))
		return jsonin_refuse(at, "headline",
		    "must be \"median\" or \"mean\"");
	*is_mean = strcmp(word, "mean") == 0;
	return 0;
}

static int
decode_status(const struct jsonin *at, const json_t *object,
    enum test_status *status)
{
	const char	*word;
	size_t		 i;

	word = json_string_value(json_object_get(object, "status"));
	for (i = 0; word != NULL && i < ENCODE_STATUS_COUNT; i++) {
		if (strcmp(word, encode_status_names[i]) == 0) {
			*status = (enum test_status)i;
			return 0;
		}
	}
	return jsonin_refuse(at, "status",
	    "must be \"ok\", \"skipped\" or \"failed\"");
}

static int
check_unit(const struct jsonin *at, const json_t *object)
{
	const json_t	*value = json_object_get(object, "unit");
	const char	*word = json_string_value(value);

	if (value == NULL || (word != NULL && strcmp(word, "ns") == 0))
		return 0;
	return jsonin_refuse(at, "unit", "must be \"ns\"");
}

static int
decode_test_numbers(const struct jsonin *at, const json_t *object,
    struct test_result *test)
{
	const json_t	*method = json_object_get(object, "method");
	const json_t	*per = json_object_get(object, "timed_per");
	const json_t	*batch = json_object_get(object, "batch");
	uint64_t	 number = 0;

	if (method != NULL &&
	    jsonin_whole(at, "method", method, METHOD_LIMIT, &number) != 0)
		return -1;
	test->method = (unsigned)number;
	if (!jsonin_is_missing(batch) && jsonin_whole(at, "batch", batch,
	    JSONIN_MAXIMUM_EXACT, &test->batch) != 0)
		return -1;
	if (per == NULL)
		return 0;
	if (jsonin_whole(at, "timed_per", per, JSONIN_MAXIMUM_EXACT,
	    &test->timed_per) != 0)
		return -1;
	return test->timed_per > 0 ? 0 :
	    jsonin_refuse(at, "timed_per", "must be above 0");
}

static int
decode_test_texts(struct jsonin *at, const json_t *object,
    struct test_result *test)
{
	if (jsonin_text(at, object, "spec", &test->spec) != 0 ||
	    jsonin_text(at, object, "name", &test->name) != 0 ||
	    jsonin_text(at, object, "mechanism", &test->mechanism) != 0 ||
	    jsonin_text(at, object, "reason", &test->reason) != 0)
		return -1;
	if (test->spec == NULL || *test->spec == '\0')
		return jsonin_refuse(at, "spec", "is missing");
	if (test->name == NULL || *test->name == '\0')
		return jsonin_refuse(at, "name", "is missing");
	return decode_texts(at, object, "warnings", &test->warnings);
}

/* What the summary needs to be worked out where it is missing. */
struct tests_parent {
	struct result	*result;
	unsigned	 machine_cpus;
};

static int
decode_test(struct jsonin *at, const json_t *object, void *parent)
{
	struct tests_parent	*tests = parent;
	struct test_result	*test = result_add_test(tests->result);

	if (decode_status(at, object, &test->status) != 0 ||
	    check_unit(at, object) != 0 ||
	    decode_headline(at, object, &test->headline_is_mean) != 0 ||
	    decode_test_texts(at, object, test) != 0 ||
	    decode_test_numbers(at, object, test) != 0 ||
	    jsonin_claim(at, object, "carries_data",
	    &test->carries_data) != 0 ||
	    decode_facts(at, object, "params", &test->params) != 0 ||
	    jsonin_each(at, object, "invocations", INVOCATIONS_LIMIT,
	    decode_invocation, test) != 0 ||
	    decode_histogram(at, object, test) != 0)
		return -1;
	return decode_summary(at, object, test, tests->machine_cpus);
}

static int
decode_program(struct jsonin *at, const json_t *root, struct result *result)
{
	const json_t	*program;
	size_t		 length;
	int		 outcome;

	if (decode_facts(at, root, "program", &result->program) != 0 ||
	    jsonin_object(at, root, "program", &program) != 0)
		return -1;
	length = jsonin_enter(at, "program", SIZE_MAX);
	outcome = decode_facts(at, program, "libraries", &result->libraries);
	jsonin_leave(at, length);
	return outcome;
}

static int
decode_root(struct jsonin *at, const json_t *root, struct result *result)
{
	struct tests_parent	 tests = { .result = result };
	const json_t		*seed = json_object_get(root, "seed");

	if (!json_is_array(json_object_get(root, "tests")))
		return jsonin_refuse(at, "tests", "must be an array");
	if (!jsonin_is_missing(seed) && jsonin_whole(at, "seed", seed,
	    JSONIN_MAXIMUM_EXACT, &result->seed) != 0)
		return -1;
	if (decode_program(at, root, result) != 0 ||
	    jsonin_text(at, root, "started", &result->started) != 0 ||
	    jsonin_text(at, root, "finished", &result->finished) != 0 ||
	    decode_texts(at, root, "arguments", &result->arguments) != 0 ||
	    decode_texts(at, root, "views", &result->views) != 0 ||
	    decode_facts(at, root, "host", &result->host) != 0 ||
	    decode_texts(at, root, "warnings", &result->warnings) != 0)
		return -1;
	tests.machine_cpus = result_count_cpus(result);
	return jsonin_each(at, root, "tests", TESTS_LIMIT, decode_test, &tests);
}

/* "ipclat-result/2" and up are named as what they are: of a newer ipclat. */
static int
check_schema(const struct jsonin *at, const json_t *root)
{
	const char	*schema;
	size_t		 length = strlen(ENCODE_SCHEMA_NAME);
	char		*end;
	long		 version;

	schema = json_string_value(json_object_get(root, "schema"));
	if (schema == NULL)
		return jsonin_refuse(at, "",
		    "is no ipclat result: it has no schema");
	if (strncmp(schema, ENCODE_SCHEMA_NAME "/", length + 1) != 0)
		return jsonin_refuse(at, "",
		    "is no ipclat result: its schema is \"%.60s\"", schema);
	version = strtol(schema + length + 1, &end, 10);
	if (schema[length + 1] < '1' || schema[length + 1] > '9' ||
	    *end != '\0' || version < 1)
		return jsonin_refuse(at, "", "has no known schema: \"%.60s\"",
		    schema);
	if (version > ENCODE_SCHEMA_VERSION)
		return jsonin_refuse(at, "", "has schema \"%.60s\" of a newer "
		    "ipclat; this one reads up to %s/%d", schema,
		    ENCODE_SCHEMA_NAME, ENCODE_SCHEMA_VERSION);
	return 0;
}

int
decode_result(const char *name, const char *text, size_t size,
    struct result *result)
{
	struct jsonin	 at = { .name = name };
	json_error_t	 error;
	const char	*trouble = scan_json(text, size);
	json_t		*root;
	int		 outcome;

	if (trouble != NULL)
		return jsonin_refuse(&at, "", "%s", trouble);
	root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
	if (root == NULL)
		return jsonin_refuse(&at, "",
		    "is no ipclat result: line %d, column %d: %s", error.line,
		    error.column, error.text);
	outcome = check_schema(&at, root);
	if (outcome == 0 && (outcome = decode_root(&at, root, result)) != 0)
		result_free(result);
	json_decref(root);
	return outcome;
}
