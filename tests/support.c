/* Random results and their comparison, for unit tests. */

#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "results/fields.h"
#include "statistics/histogram.h"
#include "support.h"

uint64_t
support_seed(const char *test, uint64_t otherwise)
{
	const char	*given = getenv("IPCLAT_TEST_SEED");
	uint64_t	 seed = otherwise;

	if (given != NULL)
		seed = strtoull(given, NULL, 10);
	printf("%s: IPCLAT_TEST_SEED=%" PRIu64 "\n", test, seed);
	fflush(stdout);
	return seed;
}

uint64_t
support_fresh_seed(void)
{
	uint64_t	state = (uint64_t)time(NULL) << 20 ^ (uint64_t)getpid();

	return support_random(&state) >> 16;
}

uint64_t
support_random(uint64_t *state)
{
	uint64_t	z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

uint64_t
support_below(uint64_t *state, uint64_t limit)
{
	return support_random(state) % limit;
}

double
support_uniform(uint64_t *state)
{
	return ((double)(support_random(state) >> 12) + 0.5) / 4503599627370496.0;
}

double
support_normal(uint64_t *state)
{
	double	radius = sqrt(-2 * log(support_uniform(state)));

	return radius * cos(6.283185307179586 * support_uniform(state));
}

static char *
random_text(uint64_t *state)
{
	static const char *const pieces[] = { "a", "B", "7", " ", "-", "_",
	    ",", "\"", "\\", "/", "\n", "\t", "\x1b[31m", "\x01", "\x7f",
	    "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "%s", "<b>" };
	char	*text = calloc(64, 8);
	size_t	 i, count = support_below(state, 60);

	for (i = 0; i < count; i++)
		strcat(text, pieces[support_below(state,
		    sizeof pieces / sizeof pieces[0])]);
	return text;
}

/* From nothing to the limit, on a scale of magnitudes; now and then unknown. */
static double
random_figure(uint64_t *state, double limit)
{
	double	figure;

	switch (support_below(state, 8)) {
	case 0:
		return (double)NAN;
	case 1:
		return 0;
	case 2:
		return floor(support_uniform(state) * 1e6);
	case 3:
		return limit;
	default:
		figure = exp(log(1e-6) + support_uniform(state) *
		    (log(limit) - log(1e-6)));
		return figure < limit ? figure : limit;
	}
}

static void
random_facts(uint64_t *state, struct facts *facts)
{
	size_t	 i, count = support_below(state, 8);
	char	 key[32], *text;

	for (i = 0; i < count; i++) {
		snprintf(key, sizeof key, "key_%zu", i);
		text = random_text(state);
		switch (support_below(state, 4)) {
		case 0:
			facts_add_text(facts, key, text);
			break;
		case 1:
			facts_add_number(facts, key,
			    random_figure(state, 1e200) *
			    (support_below(state, 2) == 0 ? 1 : -1));
			break;
		case 2:
			facts_add_claim(facts, key,
			    support_below(state, 2) == 0);
			break;
		default:
			facts_add_text(facts, key, NULL);
		}
		free(text);
	}
}

static void
random_texts(uint64_t *state, struct texts *texts)
{
	size_t	 i, count = support_below(state, 4);
	char	*text;

	for (i = 0; i < count; i++) {
		text = random_text(state);
		texts_append(texts, text);
		free(text);
	}
}

static void
random_fields(uint64_t *state, const struct field *field, void *object)
{
	char	*member;

	for (; field->name != NULL; field++) {
		member = (char *)object + field->offset;
		if (field->kind == FIELD_FIGURE) {
			*(double *)(void *)member =
			    random_figure(state, field->limit);
			if (field->positive && !(*(double *)(void *)member > 0))
				*(double *)(void *)member = (double)NAN;
		} else if (field->kind == FIELD_COUNT)
			*(uint64_t *)(void *)member =
			    support_below(state, 9007199254740992u);
		else if (field->kind == FIELD_CLAIM)
			*(bool *)(void *)member = support_below(state, 2) == 0;
		else if (support_below(state, 4) != 0)
			snprintf(member, FIELD_WORD_SIZE, "word%u",
			    (unsigned)support_below(state, 100));
	}
}

static void
random_invocation(uint64_t *state, struct invocation_result *invocation)
{
	size_t			 i, j, sides = support_below(state, 4), cpus;
	struct side_result	*side;

	random_fields(state, fields_invocation, invocation);
	for (i = 0; i < sides; i++) {
		side = invocation_add_side(invocation);
		random_fields(state, fields_side, side);
		cpus = support_below(state, 4);
		for (j = 0; j < cpus; j++)
			side_add_cpu(side, (int)support_below(state, 65536));
	}
}

static void
random_histogram(uint64_t *state, struct test_result *test)
{
	size_t	i, count = support_below(state, 200);

	if (support_below(state, 4) == 0)
		return;
	test->histogram = malloc(sizeof *test->histogram);
	histogram_clear(test->histogram);
	for (i = 0; i < count; i++)
		histogram_record(test->histogram,
		    support_random(state) >> (20 + support_below(state, 44)));
}

static char *
random_spec(uint64_t *state)
{
	static const char *const places[] = { "place=same", "place=cross",
	    "place=65535+65534", "size=64,place=any", "ip=6,place=smt,size=4",
	    ("nodelay=off,place=cross,reply=1048576,size=67108864,verify=on,"
	    "window=65536") };
	char	*spec = calloc(64, 16), *text;

	if (support_below(state, 6) == 0) {
		text = random_text(state);
		snprintf(spec, 1024, "x%s:place=%s", text, text);
		free(text);
		return spec;
	}
	snprintf(spec, 1024, "unix-stream:%s", places[support_below(state,
	    sizeof places / sizeof places[0])]);
	return spec;
}

static void
random_test(uint64_t *state, struct test_result *test)
{
	size_t	i, invocations = support_below(state, 12);

	test->spec = random_spec(state);
	test->name = random_text(state);
	test->name = realloc(test->name, strlen(test->name) + 2);
	strcat(test->name, "n");
	test->status = (enum test_status)support_below(state, 3);
	test->reason = test->status == TEST_OK ? NULL : random_text(state);
	test->mechanism = support_below(state, 2) == 0 ? NULL :
	    random_text(state);
	test->method = (unsigned)support_below(state, 1000);
	test->headline_is_mean = support_below(state, 3) == 0;
	test->carries_data = support_below(state, 2) == 0;
	test->timed_per = 1 + support_below(state, 3) * 1023;
	test->batch = support_below(state, 3) * 1000;
	random_facts(state, &test->params);
	random_texts(state, &test->warnings);
	for (i = 0; i < invocations; i++)
		random_invocation(state, test_add_invocation(test));
	random_histogram(state, test);
	random_fields(state, fields_summary, &test->summary);
}

void
support_random_result(uint64_t *state, struct result *result)
{
	size_t	i, tests = support_below(state, 6);

	random_facts(state, &result->program);
	random_facts(state, &result->libraries);
	random_facts(state, &result->host);
	random_texts(state, &result->arguments);
	random_texts(state, &result->views);
	random_texts(state, &result->warnings);
	if (support_below(state, 3) != 0)
		facts_add_number(&result->host, "cpus", 2);
	if (support_below(state, 4) != 0)
		facts_add_text(&result->host, "cpu_model",
		    "A rather long name of a processor, of 3.14159 GHz, x 64");
	result->started = random_text(state);
	result->finished = support_below(state, 2) == 0 ? NULL :
	    random_text(state);
	result->seed = support_random(state) >> 11;
	for (i = 0; i < tests; i++)
		random_test(state, result_add_test(result));
}

static bool
same_text(const char *a, const char *b)
{
	return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* Equal, or both NaN. */
static bool
same_figure(double a, double b)
{
	return isnan(a) || isnan(b) ? isnan(a) && isnan(b) :
	    !(a < b) && !(a > b);
}

static bool
same_facts(const struct facts *a, const struct facts *b)
{
	size_t	i;

	if (a->count != b->count)
		return false;
	for (i = 0; i < a->count; i++)
		if (!same_text(a->list[i].key, b->list[i].key) ||
		    a->list[i].kind != b->list[i].kind ||
		    !same_text(a->list[i].text, b->list[i].text) ||
		    !same_figure(a->list[i].number, b->list[i].number) ||
		    a->list[i].claim != b->list[i].claim)
			return false;
	return true;
}

static bool
same_texts(const struct texts *a, const struct texts *b)
{
	size_t	i;

	if (a->count != b->count)
		return false;
	for (i = 0; i < a->count; i++)
		if (!same_text(a->list[i], b->list[i]))
			return false;
	return true;
}

#define SAME(claim, what)	do { if (!(claim)) return (what); } while (0)

static const char *
summary_difference(const struct summary *a, const struct summary *b)
{
	const double	*first = (const double *)a;
	const double	*second = (const double *)b;
	size_t		 i;

	/* A summary is nothing but figures. */
	for (i = 0; i < sizeof *a / sizeof *first; i++)
		SAME(same_figure(first[i], second[i]), "summary");
	return NULL;
}

static const char *
side_difference(const struct side_result *a, const struct side_result *b)
{
	SAME(strcmp(a->role, b->role) == 0, "role");
	SAME(strcmp(a->core_kind, b->core_kind) == 0, "core_kind");
	SAME(same_figure(a->user_ns, b->user_ns), "user_ns");
	SAME(same_figure(a->system_ns, b->system_ns), "system_ns");
	SAME(same_figure(a->cpu_ns, b->cpu_ns), "cpu_ns");
	SAME(same_figure(a->user_ticks, b->user_ticks), "user_ticks");
	SAME(same_figure(a->system_ticks, b->system_ticks), "system_ticks");
	SAME(same_figure(a->voluntary_switches, b->voluntary_switches),
	    "voluntary_switches");
	SAME(same_figure(a->involuntary_switches, b->involuntary_switches),
	    "involuntary_switches");
	SAME(same_figure(a->work_ns, b->work_ns), "work_ns");
	SAME(a->cpu_count == b->cpu_count, "cpu_count");
	SAME(a->cpu_count == 0 || memcmp(a->cpus, b->cpus,
	    a->cpu_count * sizeof *a->cpus) == 0, "cpus");
	return NULL;
}

static const char *
invocation_difference(const struct invocation_result *a,
    const struct invocation_result *b)
{
	const char	*difference = NULL;
	size_t		 i;

	SAME(a->round_trips == b->round_trips, "round_trips");
	SAME(a->timed == b->timed, "timed");
	SAME(a->lost == b->lost, "lost");
	SAME(a->retransmitted == b->retransmitted, "retransmitted");
	SAME(same_figure(a->median_ns, b->median_ns), "median_ns");
	SAME(same_figure(a->mean_ns, b->mean_ns), "mean_ns");
	SAME(same_figure(a->min_ns, b->min_ns), "min_ns");
	SAME(same_figure(a->p90_ns, b->p90_ns), "p90_ns");
	SAME(same_figure(a->p99_ns, b->p99_ns), "p99_ns");
	SAME(same_figure(a->max_ns, b->max_ns), "max_ns");
	SAME(same_figure(a->reply_median_ns, b->reply_median_ns),
	    "reply_median_ns");
	SAME(same_figure(a->reply_p99_ns, b->reply_p99_ns), "reply_p99_ns");
	SAME(same_figure(a->pair_slowest_per_s, b->pair_slowest_per_s),
	    "pair_slowest_per_s");
	SAME(same_figure(a->pair_fastest_per_s, b->pair_fastest_per_s),
	    "pair_fastest_per_s");
	SAME(same_figure(a->elapsed_ns, b->elapsed_ns), "elapsed_ns");
	SAME(same_figure(a->machine_busy_cpus, b->machine_busy_cpus), "busy");
	SAME(a->disturbed == b->disturbed, "disturbed");
	SAME(strcmp(a->disturbed_by, b->disturbed_by) == 0, "disturbed_by");
	SAME(a->migrated == b->migrated, "migrated");
	SAME(strcmp(a->relation, b->relation) == 0, "relation");
	SAME(a->side_count == b->side_count, "side_count");
	for (i = 0; i < a->side_count && difference == NULL; i++)
		difference = side_difference(&a->sides[i], &b->sides[i]);
	return difference;
}

static const char *
test_difference(const struct test_result *a, const struct test_result *b)
{
	const char	*difference;
	size_t		 i;

	SAME(same_text(a->name, b->name), "name");
	SAME(same_text(a->spec, b->spec), "spec");
	SAME(same_facts(&a->params, &b->params), "params");
	SAME(a->method == b->method, "method");
	SAME(same_text(a->mechanism, b->mechanism), "mechanism");
	SAME(a->status == b->status, "status");
	SAME(same_text(a->reason, b->reason), "reason");
	SAME(a->headline_is_mean == b->headline_is_mean, "headline");
	SAME(a->carries_data == b->carries_data, "carries_data");
	SAME(a->timed_per == b->timed_per, "timed_per");
	SAME(same_texts(&a->warnings, &b->warnings), "warnings of a test");
	SAME((a->histogram == NULL) == (b->histogram == NULL), "histogram");
	SAME(a->histogram == NULL || memcmp(a->histogram, b->histogram,
	    sizeof *a->histogram) == 0, "histogram");
	SAME(a->invocation_count == b->invocation_count, "invocation_count");
	difference = summary_difference(&a->summary, &b->summary);
	for (i = 0; i < a->invocation_count && difference == NULL; i++)
		difference = invocation_difference(&a->invocations[i],
		    &b->invocations[i]);
	return difference;
}

const char *
support_difference(const struct result *a, const struct result *b)
{
	const char	*difference = NULL;
	size_t		 i;

	SAME(same_facts(&a->program, &b->program), "program");
	SAME(same_facts(&a->libraries, &b->libraries), "libraries");
	SAME(same_facts(&a->host, &b->host), "host");
	SAME(same_text(a->started, b->started), "started");
	SAME(same_text(a->finished, b->finished), "finished");
	SAME(a->seed == b->seed, "seed");
	SAME(same_texts(&a->arguments, &b->arguments), "arguments");
	SAME(same_texts(&a->views, &b->views), "views");
	SAME(same_texts(&a->warnings, &b->warnings), "warnings");
	SAME(a->test_count == b->test_count, "test_count");
	for (i = 0; i < a->test_count && difference == NULL; i++)
		difference = test_difference(&a->tests[i], &b->tests[i]);
	return difference;
}

char *
support_contents(FILE *file, size_t *size)
{
	char	*text = NULL;
	long	 end;

	fseek(file, 0, SEEK_END);
	end = ftell(file);
	rewind(file);
	text = malloc((size_t)end + 1);
	*size = fread(text, 1, (size_t)end, file);
	text[*size] = '\0';
	return text;
}
