/* Takes from a result what comparing needs of it. */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "results/comparison-parts.h"

#define WORDS_MAX	8
#define KINDS_SIZE	64

static double
cpu_time(const struct test_result *test,
    const struct invocation_result *invocation)
{
	double	sum = 0;
	size_t	i;

	(void)test;
	for (i = 0; i < invocation->side_count; i++)
		sum += side_get_cpu_ns(&invocation->sides[i]);
	return invocation->round_trips > 0 && sum > 0 ?
	    sum / (double)invocation->round_trips : (double)NAN;
}

static double
headline(const struct test_result *test,
    const struct invocation_result *invocation)
{
	return test->headline_is_mean ? invocation->mean_ns :
	    invocation->median_ns;
}

static double
median(const struct test_result *test,
    const struct invocation_result *invocation)
{
	(void)test;
	return invocation->median_ns;
}

static double
mean(const struct test_result *test,
    const struct invocation_result *invocation)
{
	(void)test;
	return invocation->mean_ns;
}

static double
p99(const struct test_result *test,
    const struct invocation_result *invocation)
{
	(void)test;
	return invocation->p99_ns;
}

/* The value of an invocation, by metric. */
static double	(*const metrics[])(const struct test_result *,
		    const struct invocation_result *) = {
	[METRIC_HEADLINE] = headline,
	[METRIC_MEDIAN] = median,
	[METRIC_MEAN] = mean,
	[METRIC_P99] = p99,
	[METRIC_CPU] = cpu_time,
};

static void
add_word(struct texts *words, const char *word)
{
	if (word[0] != '\0' && words->count < WORDS_MAX)
		texts_add(words, "%s", word);
}

/* Those of the sides in their order, each run of equal ones once; nothing where
 * that of one is unknown. */
static void
add_core_kinds(struct texts *words, const struct invocation_result *invocation)
{
	const char	*kind, *last = "";
	char		 text[KINDS_SIZE] = "";
	size_t		 i, used = 0;

	for (i = 0; i < invocation->side_count; i++) {
		kind = invocation->sides[i].core_kind;
		if (kind[0] == '\0')
			return;
		if (strcmp(kind, last) == 0 || used >= sizeof text)
			continue;
		used += (size_t)snprintf(text + used, sizeof text - used,
		    "%s%s", used > 0 ? "+" : "", kind);
		last = kind;
	}
	add_word(words, text);
}

/* A daemon does no such work; NaN: nobody did. */
static double
slowest_work(const struct invocation_result *invocation)
{
	double	most = (double)NAN;
	size_t	i;

	for (i = 0; i < invocation->side_count; i++)
		most = fmax(most, invocation->sides[i].work_ns);
	return most;
}

static void
tally_add(struct tally *tally, const struct invocation_result *invocation)
{
	size_t	i;

	if (invocation->side_count == 0)
		tally->switches = (double)NAN;
	tally->round_trips += (double)invocation->round_trips;
	for (i = 0; i < invocation->side_count; i++)
		tally->switches += invocation->sides[i].voluntary_switches +
		    invocation->sides[i].involuntary_switches;
	tally->work_ns += slowest_work(invocation);
	tally->invocations++;
}

/* A figure by which one can divide, or NaN. */
static double
usable(double value)
{
	return isfinite(value) && value > 0 ? value : (double)NAN;
}

static void
gather_invocations(struct part *part, const struct test_result *test,
    const struct comparison_request *request)
{
	const struct invocation_result	*invocation;
	size_t				 i;

	part->count = test->invocation_count;
	part->values = memory_allocate(part->count, sizeof *part->values);
	part->disturbed = memory_allocate(part->count,
	    sizeof *part->disturbed);
	if (request->pair_by_order)
		part->means = memory_allocate(part->count,
		    sizeof *part->means);
	for (i = 0; i < part->count; i++) {
		invocation = &test->invocations[i];
		part->values[i] = usable(metrics[request->metric](test,
		    invocation));
		if (part->means != NULL)
			part->means[i] = usable(invocation->mean_ns);
		part->disturbed[i] = invocation->disturbed;
		tally_add(&part->all, invocation);
		if (!invocation->disturbed)
			tally_add(&part->quiet, invocation);
		add_word(&part->relations, invocation->relation);
		add_core_kinds(&part->core_kinds, invocation);
	}
}

static void
gather_test(struct comparer *comparer, const struct test_result *test,
    int side, size_t place)
{
	struct part	*part;

	comparer->parts = memory_grow(comparer->parts, comparer->part_count,
	    sizeof *comparer->parts);
	part = &comparer->parts[comparer->part_count];
	part->side = side;
	part->file = comparer->sides[side].count - 1;
	part->place = place;
	part->order = comparer->part_count++;
	part->spec = memory_duplicate(test->spec);
	if (test->reason != NULL)
		part->reason = memory_duplicate(test->reason);
	if (test->mechanism != NULL)
		part->mechanism = memory_duplicate(test->mechanism);
	part->status = test->status;
	part->method = test->method;
	part->headline_is_mean = test->headline_is_mean;
	part->timed_per = test->timed_per;
	if (test->status == TEST_OK)
		gather_invocations(part, test, comparer->request);
}

struct tally
row_side_tally(const struct row_side *side)
{
	struct tally		 sum = { 0, 0, 0, 0 };
	const struct tally	*tally;
	size_t			 i;

	for (i = 0; i < side->part_count; i++) {
		tally = side->left_out > 0 ? &side->parts[i].quiet :
		    &side->parts[i].all;
		sum.switches += tally->switches;
		sum.round_trips += tally->round_trips;
		sum.work_ns += tally->work_ns;
		sum.invocations += tally->invocations;
	}
	return sum;
}

bool
part_is_measured(const struct part *part)
{
	return part->status == TEST_OK && part->count > 0;
}

void
part_free(struct part *part)
{
	free(part->spec);
	free(part->reason);
	free(part->mechanism);
	texts_free(&part->relations);
	texts_free(&part->core_kinds);
	free(part->values);
	free(part->means);
	free(part->disturbed);
}

static void
copy_facts(struct facts *to, const struct facts *from)
{
	const struct fact	*fact;
	size_t			 i;

	for (i = 0; i < from->count; i++) {
		fact = &from->list[i];
		if (fact->kind == FACT_NUMBER)
			facts_add_number(to, fact->key, fact->number);
		else if (fact->kind == FACT_CLAIM)
			facts_add_claim(to, fact->key, fact->claim);
		else
			facts_add_text(to, fact->key, fact->text);
	}
}

static void
gather(struct comparer *comparer, const struct result *result, int which)
{
	struct side_files	*side = &comparer->sides[which];
	struct file		*file;
	size_t			 i;

	side->files = memory_grow(side->files, side->count,
	    sizeof *side->files);
	file = &side->files[side->count++];
	copy_facts(&file->host, &result->host);
	copy_facts(&file->program, &result->program);
	copy_facts(&file->libraries, &result->libraries);
	for (i = 0; i < result->test_count; i++)
		gather_test(comparer, &result->tests[i], which, i);
}

struct comparer *
comparer_new(const struct comparison_request *request)
{
	struct comparer	*comparer = memory_allocate(1, sizeof *comparer);

	comparer->request = request;
	return comparer;
}

void
comparer_add_old(struct comparer *comparer, const struct result *result)
{
	gather(comparer, result, OLD);
}

void
comparer_add_new(struct comparer *comparer, const struct result *result)
{
	gather(comparer, result, NEW);
}
