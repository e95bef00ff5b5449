/* Whether a row compares like with like, and what to know before believing. */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "results/comparison-parts.h"
#include "statistics/stats.h"

#define WORDS_MAX	8
#define WORD_SIZE	48

#define SWITCHES_PER_ROUND_TRIP	0.1	/* more is a different code path */
#define SPREAD_RATIO		2.0	/* more is a different shape */
/* Of the logarithm of an interquartile range, times the root of the count, in
 * normal noise; others are wider. */
#define SPREAD_DEVIATION	1.17

/* Different words, as far as there is room. */
struct words {
	char	list[WORDS_MAX][WORD_SIZE];
	size_t	count;
};

/* Nothing and "unknown" say nothing. */
static void
words_add(struct words *words, const char *word)
{
	size_t	i;

	if (word[0] == '\0' || strcmp(word, "unknown") == 0)
		return;
	for (i = 0; i < words->count; i++)
		if (strncmp(words->list[i], word, WORD_SIZE - 1) == 0)
			return;
	if (words->count < WORDS_MAX)
		snprintf(words->list[words->count++], WORD_SIZE, "%s", word);
}

static bool
words_are_same(const struct words *a, const struct words *b)
{
	struct words	both = *a;
	size_t		i;

	for (i = 0; i < b->count; i++)
		words_add(&both, b->list[i]);
	return both.count == a->count && both.count == b->count;
}

static void
words_join(const struct words *words, char *text, size_t size)
{
	size_t	i, used = 0;

	snprintf(text, size, "unknown");
	for (i = 0; i < words->count && used < size; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%s",
		    i > 0 ? ", " : "", words->list[i]);
}

static void
add_method(struct words *words, const struct part *part)
{
	char	text[16];

	snprintf(text, sizeof text, "%u", part->method);
	words_add(words, text);
}

static void
add_headline(struct words *words, const struct part *part)
{
	words_add(words, part->headline_is_mean ? "mean" : "median");
}

static void
add_texts(struct words *words, const struct texts *texts)
{
	size_t	i;

	for (i = 0; i < texts->count; i++)
		words_add(words, texts->list[i]);
}

static void
add_relations(struct words *words, const struct part *part)
{
	add_texts(words, &part->relations);
}

static void
add_core_kinds(struct words *words, const struct part *part)
{
	add_texts(words, &part->core_kinds);
}

static void
add_mechanism(struct words *words, const struct part *part)
{
	if (part->mechanism != NULL)
		words_add(words, part->mechanism);
}

static void
add_timed_per(struct words *words, const struct part *part)
{
	char	text[24];

	snprintf(text, sizeof text, "%llu",
	    (unsigned long long)part->timed_per);
	words_add(words, text);
}

/* What two specs can name differently. */
enum { NAME = 1, PLACE = 2, ELSE = 4 };

/* What must be, or should be, alike on both sides. */
static const struct trait {
	const char	*label;
	void		(*add)(struct words *, const struct part *);
	bool		 is_needed;	/* for comparing at all */
	unsigned	 excused_by;	/* another value of these in the spec */
	unsigned	 metrics;	/* that it concerns, as bits; 0: all */
} traits[] = {
	{ "method", add_method, true, NAME, 0 },
	{ "headline (--metric mean compares both)", add_headline, true,
	    NAME | PLACE | ELSE, 1u << METRIC_HEADLINE },
	{ "relation of CPUs", add_relations, true, PLACE, 0 },
	{ "kind of core", add_core_kinds, true, PLACE, 0 },
	{ "mechanism", add_mechanism, false, NAME, 0 },
	{ "round trips timed at once", add_timed_per, false,
	    NAME | PLACE | ELSE, 1u << METRIC_HEADLINE | 1u << METRIC_MEDIAN |
	    1u << METRIC_P99 },
};

static void
collect_words(const struct trait *trait, const struct row_side *side,
    struct words *words)
{
	size_t	i;

	memset(words, 0, sizeof *words);
	for (i = 0; i < side->part_count; i++)
		if (part_is_measured(&side->parts[i]))
			trait->add(words, &side->parts[i]);
}

/* Each side has to agree with the other, and with itself. */
static void
check_trait(struct pairing *pairing, const struct trait *trait)
{
	struct words	words[SIDES];
	char		texts[SIDES][WORDS_MAX * WORD_SIZE];
	size_t		side;
	bool		disagree;

	for (side = 0; side < SIDES; side++) {
		collect_words(trait, &pairing->sides[side], &words[side]);
		words_join(&words[side], texts[side], sizeof texts[side]);
	}
	disagree = trait->is_needed && (words[OLD].count > 1 ||
	    words[NEW].count > 1 || (words[OLD].count == 1 &&
	    words[NEW].count == 1 &&
	    !words_are_same(&words[OLD], &words[NEW])));
	if (disagree)
		pairing->is_comparable = false;
	if (disagree || !words_are_same(&words[OLD], &words[NEW]))
		texts_add(&pairing->notes, "%s%s: %s -> %s",
		    disagree ? "not comparable: " : "", trait->label,
		    texts[OLD], texts[NEW]);
}

/* The value of place in a spec, and its length; "" where there is none. */
static const char *
find_place(const char *spec, size_t *length)
{
	const char	*next = strchr(spec, ':');

	*length = 0;
	while (next != NULL) {
		next++;
		if (strncmp(next, "place=", 6) == 0) {
			*length = strcspn(next + 6, ",");
			return next + 6;
		}
		next = strchr(next, ',');
	}
	return "";
}

static unsigned
find_subject(const char *old, const char *new)
{
	size_t		 name = strcspn(old, ":"), old_length, new_length;
	const char	*old_place = find_place(old, &old_length);
	const char	*new_place = find_place(new, &new_length);
	unsigned	 subject = 0;

	if (strcmp(old, new) == 0)
		return 0;
	if (strcspn(new, ":") != name || strncmp(old, new, name) != 0)
		subject |= NAME;
	if (old_length != new_length ||
	    strncmp(old_place, new_place, old_length) != 0)
		subject |= PLACE;
	return subject != 0 ? subject : ELSE;
}

static const char *const status_words[] = {
	[TEST_OK] = "without invocations",
	[TEST_SKIPPED] = "skipped",
	[TEST_FAILED] = "failed",
};

/* A test that is in the file and yet was not measured. */
static void
note_status(struct pairing *pairing, int which, const char *name)
{
	const struct row_side	*side = &pairing->sides[which];
	const struct part	*part;
	size_t			 i;

	for (i = 0; i < side->part_count &&
	    part_is_measured(&side->parts[i]); i++)
		;
	if (i == side->part_count)
		return;
	part = &side->parts[i];
	if (side->measured > 0)
		texts_add(&pairing->notes, "%s: measured in %zu of %zu files",
		    name, side->measured, side->part_count);
	else
		texts_add(&pairing->notes, "%s: %s%s%s", name,
		    status_words[part->status],
		    part->reason != NULL ? ": " : "",
		    part->reason != NULL ? part->reason : "");
}

static bool
headlines_differ(const struct pairing *pairing)
{
	struct words	words[SIDES];
	size_t		side;

	for (side = 0; side < SIDES; side++)
		collect_words(&(const struct trait){ .add = add_headline },
		    &pairing->sides[side], &words[side]);
	return !words_are_same(&words[OLD], &words[NEW]);
}

static void
check_traits(struct pairing *pairing, enum comparison_metric metric,
    unsigned subject)
{
	size_t	i;

	for (i = 0; i < sizeof traits / sizeof traits[0]; i++)
		if ((subject & traits[i].excused_by) == 0 &&
		    (traits[i].metrics == 0 ||
		    (traits[i].metrics & 1u << metric) != 0))
			check_trait(pairing, &traits[i]);
}

void
comparison_check(struct pairing *pairing,
    const struct comparison_request *request)
{
	unsigned	subject = 0;

	pairing->is_comparable = true;
	note_status(pairing, OLD, comparison_side_name(request, OLD));
	note_status(pairing, NEW, comparison_side_name(request, NEW));
	if (pairing->sides[OLD].measured == 0 ||
	    pairing->sides[NEW].measured == 0)
		return;
	if (request->pair_by_order)
		subject = find_subject(pairing->sides[OLD].parts->spec,
		    pairing->sides[NEW].parts->spec);
	if (subject != 0 && request->metric == METRIC_HEADLINE &&
	    headlines_differ(pairing)) {
		pairing->by_means = true;
		texts_add(&pairing->notes, "means: the headline of one is "
		    "the median");
	}
	check_traits(pairing, pairing->by_means ? METRIC_MEAN :
	    request->metric, subject);
}

/* Of both sides of the test together, a round trip; NaN: unknown. */
static double
count_switches(const struct row_side *side)
{
	struct tally	tally = row_side_tally(side);

	return tally.round_trips > 0 ? tally.switches / tally.round_trips :
	    (double)NAN;
}

static void
note_code_path(struct pairing *pairing)
{
	double	old = count_switches(&pairing->sides[OLD]);
	double	new = count_switches(&pairing->sides[NEW]);

	if (fabs(new - old) > SWITCHES_PER_ROUND_TRIP)
		texts_add(&pairing->notes, "a different code path: %.2f -> "
		    "%.2f context switches a round trip", old, new);
}

/* The range of the middle half in shares of the median. */
static double
find_spread(const struct row_side *side)
{
	return stats_quartile_range(side->values, side->count) /
	    stats_median(side->values, side->count);
}

static double
percent_from_median(const struct row_side *side, double value)
{
	return 100 * (value / stats_median(side->values, side->count) - 1);
}

/*
 * Beyond a factor that says something, and beyond two deviations of what
 * chance does to so few values: of ten a side, the middle halves of the same
 * noise differ by a factor of 2 in one of five comparisons.
 */
static void
note_shapes(struct pairing *pairing, const struct comparison_request *request)
{
	const struct row_side	*old = &pairing->sides[OLD];
	const struct row_side	*new = &pairing->sides[NEW];
	struct stats_interval	 intervals[SIDES];
	double			 a, b, chance;

	if (!stats_median_interval(old->values, old->count, &intervals[OLD]) ||
	    !stats_median_interval(new->values, new->count, &intervals[NEW]))
		return;
	a = find_spread(old);
	b = find_spread(new);
	chance = exp(2 * SPREAD_DEVIATION * sqrt(1 / (double)old->count +
	    1 / (double)new->count));
	if (fmax(a, b) <= fmax(SPREAD_RATIO, chance) * fmin(a, b))
		return;
	texts_add(&pairing->notes, "shapes differ: medians are known to "
	    "%+.1f..%+.1f %% (%s) and %+.1f..%+.1f %% (%s)",
	    percent_from_median(old, intervals[OLD].low),
	    percent_from_median(old, intervals[OLD].high),
	    comparison_side_name(request, OLD),
	    percent_from_median(new, intervals[NEW].low),
	    percent_from_median(new, intervals[NEW].high),
	    comparison_side_name(request, NEW));
}

void
comparison_note_values(struct pairing *pairing,
    const struct comparison_request *request)
{
	int	which;

	for (which = 0; which < SIDES; which++)
		if (pairing->sides[which].is_lacking)
			texts_add(&pairing->notes, "%s: not all invocations "
			    "have the figure that is compared",
			    comparison_side_name(request, (size_t)which));
	if (pairing->sides[OLD].count > 0 && pairing->sides[NEW].count > 0) {
		note_code_path(pairing);
		note_shapes(pairing, request);
	}
}
