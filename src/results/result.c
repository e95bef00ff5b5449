/* Builds results, grows and frees them. */

#include "config.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "results/fields.h"
#include "results/result.h"

static struct fact *
add_fact(struct facts *facts, const char *key, enum fact_kind kind)
{
	struct fact	*fact;

	facts->list = memory_grow(facts->list, facts->count, sizeof *facts->list);
	fact = &facts->list[facts->count++];
	fact->key = memory_duplicate(key);
	fact->kind = kind;
	return fact;
}

void
facts_add_text(struct facts *facts, const char *key, const char *text)
{
	if (text == NULL)
		add_fact(facts, key, FACT_UNKNOWN);
	else
		add_fact(facts, key, FACT_TEXT)->text = memory_duplicate(text);
}

void
facts_set_text(struct facts *facts, const char *key, const char *text)
{
	size_t	i;

	for (i = 0; i < facts->count; i++)
		if (strcmp(facts->list[i].key, key) == 0) {
			free(facts->list[i].text);
			facts->list[i].text = memory_duplicate(text);
			facts->list[i].kind = FACT_TEXT;
			return;
		}
	facts_add_text(facts, key, text);
}

void
facts_add_number(struct facts *facts, const char *key, double number)
{
	if (isfinite(number))
		add_fact(facts, key, FACT_NUMBER)->number = number;
	else
		add_fact(facts, key, FACT_UNKNOWN);
}

void
facts_add_claim(struct facts *facts, const char *key, bool claim)
{
	add_fact(facts, key, FACT_CLAIM)->claim = claim;
}

const struct fact *
facts_find(const struct facts *facts, const char *key)
{
	size_t	i;

	for (i = 0; i < facts->count; i++)
		if (strcmp(facts->list[i].key, key) == 0)
			return &facts->list[i];
	return NULL;
}

/* Unknown is like nothing. */
static bool
facts_agree(const struct facts *facts, const struct facts *others,
    const char *key)
{
	const struct fact	*fact = facts_find(facts, key);
	const struct fact	*other = facts_find(others, key);

	return fact != NULL && other != NULL && fact->kind == FACT_TEXT &&
	    other->kind == FACT_TEXT && strcmp(fact->text, other->text) == 0;
}

bool
facts_do_like_work(const struct facts *host, const struct facts *program,
    const struct facts *other_host, const struct facts *other_program)
{
	return facts_agree(host, other_host, "cpu_model") &&
	    facts_agree(program, other_program, "version") &&
	    facts_agree(program, other_program, "compiler") &&
	    facts_agree(program, other_program, "flags");
}

void
facts_free(struct facts *facts)
{
	size_t	i;

	for (i = 0; i < facts->count; i++) {
		free(facts->list[i].key);
		free(facts->list[i].text);
	}
	free(facts->list);
	memset(facts, 0, sizeof *facts);
}

void
texts_append(struct texts *texts, const char *text)
{
	texts->list = memory_grow(texts->list, texts->count, sizeof *texts->list);
	texts->list[texts->count++] = memory_duplicate(text);
}

void
texts_add(struct texts *texts, const char *format, ...)
{
	va_list	 arguments;
	char	*text;
	size_t	 i;

	va_start(arguments, format);
	text = memory_format(format, arguments);
	va_end(arguments);

	for (i = 0; i < texts->count; i++)
		if (strcmp(texts->list[i], text) == 0)
			break;
	if (i == texts->count)
		texts_append(texts, text);
	free(text);
}

void
texts_free(struct texts *texts)
{
	size_t	i;

	for (i = 0; i < texts->count; i++)
		free(texts->list[i]);
	free(texts->list);
	memset(texts, 0, sizeof *texts);
}

void
summary_clear(struct summary *summary)
{
	fields_clear(fields_summary, summary);
}

struct test_result *
result_add_test(struct result *result)
{
	struct test_result	*test;

	result->tests = memory_grow(result->tests, result->test_count,
	    sizeof *result->tests);
	test = &result->tests[result->test_count++];
	test->timed_per = 1;
	summary_clear(&test->summary);
	return test;
}

struct invocation_result *
test_add_invocation(struct test_result *test)
{
	struct invocation_result	*invocation;

	test->invocations = memory_grow(test->invocations, test->invocation_count,
	    sizeof *test->invocations);
	invocation = &test->invocations[test->invocation_count++];
	fields_clear(fields_invocation, invocation);
	return invocation;
}

struct side_result *
invocation_add_side(struct invocation_result *invocation)
{
	struct side_result	*side;

	invocation->sides = memory_grow(invocation->sides, invocation->side_count,
	    sizeof *invocation->sides);
	side = &invocation->sides[invocation->side_count++];
	fields_clear(fields_side, side);
	return side;
}

double
side_get_cpu_ns(const struct side_result *side)
{
	return isnan(side->cpu_ns) ? side->user_ns + side->system_ns :
	    side->cpu_ns;
}

void
side_add_cpu(struct side_result *side, int cpu)
{
	side->cpus = memory_grow(side->cpus, side->cpu_count, sizeof *side->cpus);
	side->cpus[side->cpu_count++] = cpu;
}

static void
free_invocation(struct invocation_result *invocation)
{
	size_t	i;

	for (i = 0; i < invocation->side_count; i++)
		free(invocation->sides[i].cpus);
	free(invocation->sides);
}

static void
free_test(struct test_result *test)
{
	size_t	i;

	for (i = 0; i < test->invocation_count; i++)
		free_invocation(&test->invocations[i]);
	free(test->invocations);
	free(test->histogram);
	free(test->name);
	free(test->spec);
	free(test->mechanism);
	free(test->reason);
	facts_free(&test->params);
	texts_free(&test->warnings);
}

void
result_free(struct result *result)
{
	size_t	i;

	for (i = 0; i < result->test_count; i++)
		free_test(&result->tests[i]);
	free(result->tests);
	free(result->started);
	free(result->finished);
	facts_free(&result->program);
	facts_free(&result->libraries);
	facts_free(&result->host);
	texts_free(&result->arguments);
	texts_free(&result->views);
	texts_free(&result->warnings);
	memset(result, 0, sizeof *result);
}
