/* What differs between the machines, programs and boots of two sides. */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "results/comparison-parts.h"
#include "statistics/stats.h"

#define VALUES_SHOWN	4
#define VALUE_SIZE	32		/* of a number as text */
#define MEASURED_FACTOR	1.5		/* within it measured facts are alike */
#define WORDWISE_LIMIT	8192		/* longer texts are shown as they are */
#define UNKNOWN		"unknown"

/* Where facts come from; their keys are told apart by the prefix. */
static const struct group {
	const char	*name, *prefix;
	size_t		 offset;	/* of the facts in a file */
} groups[] = {
	{ "host", "", offsetof(struct file, host) },
	{ "program", "program.", offsetof(struct file, program) },
	{ "libraries", "libraries.", offsetof(struct file, libraries) },
};

enum treatment { SHOWN, VOLATILE, MEASURED, WORDWISE, HARDWARE, KERNEL };

/* Facts of the host that are not just shown where they differ. */
static const struct special {
	const char	*key;
	enum treatment	 treatment;
} specials[] = {
	{ "boot_id", VOLATILE },	/* counted instead */
	{ "uptime_s", VOLATILE },
	{ "loadavg", VOLATILE },
	{ "frequency_khz", VOLATILE },
	{ "clock_backsteps", VOLATILE },
	{ "other_cpus_before", VOLATILE },
	{ "other_cpus_after", VOLATILE },
	{ "clock_cost_ns", MEASURED },
	{ "clock_step_ns", MEASURED },
	{ "cmdline", WORDWISE },
	{ "cpu_model", HARDWARE },
	{ "machine", HARDWARE },
	{ "cpus", HARDWARE },
	{ "system", KERNEL },
	{ "release", KERNEL },
	{ "version", KERNEL },
};

static const struct special *
find_special(const struct group *group, const char *key)
{
	static const struct special	plain = { NULL, SHOWN };
	size_t				i;

	for (i = 0; group == &groups[0] &&
	    i < sizeof specials / sizeof specials[0]; i++)
		if (strcmp(specials[i].key, key) == 0)
			return &specials[i];
	return &plain;
}

static const struct facts *
find_facts(const struct side_files *side, size_t file,
    const struct group *group)
{
	return (const struct facts *)(const void *)
	    ((const char *)&side->files[file] + group->offset);
}

/* A fact, or NULL for one that is not there, as text; to be freed. */
static char *
format_fact(const struct fact *fact)
{
	char	text[VALUE_SIZE];

	if (fact == NULL || fact->kind == FACT_UNKNOWN)
		return memory_duplicate(UNKNOWN);
	if (fact->kind == FACT_TEXT)
		return memory_duplicate(fact->text[0] != '\0' ? fact->text :
		    "(empty)");
	if (fact->kind == FACT_CLAIM)
		return memory_duplicate(fact->claim ? "yes" : "no");
	snprintf(text, sizeof text, "%.12g", fact->number);
	return memory_duplicate(text);
}

/* A text and its place among others. */
struct value {
	char	*text;
	size_t	 place;
};

static int
compare_texts(const void *first, const void *second)
{
	const struct value	*a = first, *b = second;
	int			 order = strcmp(a->text, b->text);

	return order != 0 ? order :
	    (a->place > b->place) - (a->place < b->place);
}

static int
compare_places(const void *first, const void *second)
{
	const struct value	*a = first, *b = second;

	return (a->place > b->place) - (a->place < b->place);
}

/* Different texts only, in the order of their first places. */
struct values {
	struct value	*list;
	size_t		 count;
};

static void
values_free(struct values *values)
{
	size_t	i;

	for (i = 0; i < values->count; i++)
		free(values->list[i].text);
	free(values->list);
}

static void
values_unite(struct values *values)
{
	size_t	i, kept = 0;

	qsort(values->list, values->count, sizeof *values->list,
	    compare_texts);
	for (i = 0; i < values->count; i++) {
		if (kept > 0 && strcmp(values->list[kept - 1].text,
		    values->list[i].text) == 0)
			free(values->list[i].text);
		else
			values->list[kept++] = values->list[i];
	}
	values->count = kept;
	qsort(values->list, kept, sizeof *values->list, compare_places);
}

/* What the files of a side say. */
static struct values
collect_values(const struct side_files *side, const struct group *group,
    const char *key)
{
	struct values	values = { .count = side->count };
	size_t		i;

	values.list = memory_allocate(side->count, sizeof *values.list);
	for (i = 0; i < side->count; i++) {
		values.list[i].text = format_fact(facts_find(
		    find_facts(side, i, group), key));
		values.list[i].place = i;
	}
	values_unite(&values);
	return values;
}

static bool
values_are_same(const struct values *a, const struct values *b)
{
	size_t	i, j;

	if (a->count != b->count)
		return false;
	for (i = 0; i < a->count; i++) {
		for (j = 0; j < b->count && strcmp(a->list[i].text,
		    b->list[j].text) != 0; j++)
			;
		if (j == b->count)
			return false;
	}
	return true;
}

static bool
values_are_known(const struct values *values)
{
	return values->count > 1 ||
	    strcmp(values->list[0].text, UNKNOWN) != 0;
}

/* The first few, to be freed. */
static char *
values_join(const struct values *values)
{
	size_t	 i, size = 64, used = 0;
	char	*text;

	for (i = 0; i < values->count && i < VALUES_SHOWN; i++)
		size += strlen(values->list[i].text) + 2;
	text = memory_allocate(size, 1);
	for (i = 0; i < values->count && i < VALUES_SHOWN; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%s",
		    i > 0 ? ", " : "", values->list[i].text);
	if (values->count > VALUES_SHOWN)
		snprintf(text + used, size - used, " and %zu more",
		    values->count - VALUES_SHOWN);
	return text;
}

/* Whether a word stands among those of a text. */
static bool
has_word(const char *text, const char *word, size_t length)
{
	const char	*next = text;
	size_t		 size;

	for (next += strspn(next, " "); *next != '\0';
	    next += size, next += strspn(next, " ")) {
		size = strcspn(next, " ");
		if (size == length && strncmp(next, word, size) == 0)
			return true;
	}
	return false;
}

/* The words of a text that the other lacks, to be freed. */
static char *
words_without(const char *text, const char *other)
{
	char		*words = memory_allocate(strlen(text) + 16, 1);
	const char	*next = text;
	size_t		 size, used = 0;

	for (next += strspn(next, " "); *next != '\0';
	    next += size, next += strspn(next, " ")) {
		size = strcspn(next, " ");
		if (has_word(other, next, size))
			continue;
		if (used > 0)
			words[used++] = ' ';
		memcpy(words + used, next, size);
		used += size;
	}
	if (used == 0)
		memcpy(words, "(nothing)", sizeof "(nothing)");
	return words;
}

/* Long lines of words that differ in a few of them. */
static bool
tell_words(const char *key, const struct values values[SIDES],
    struct texts *lines)
{
	const char	*old = values[OLD].list[0].text;
	const char	*new = values[NEW].list[0].text;
	char		*before, *after;

	if (values[OLD].count != 1 || values[NEW].count != 1 ||
	    strlen(old) > WORDWISE_LIMIT || strlen(new) > WORDWISE_LIMIT)
		return false;
	before = words_without(old, new);
	after = words_without(new, old);
	texts_add(lines, "%s: %s -> %s", key, before, after);
	free(before);
	free(after);
	return true;
}

/* The median over files of a fact that was measured; NaN: unknown. */
static double
measured_median(const struct side_files *side, const struct group *group,
    const char *key)
{
	double			*numbers = memory_allocate(side->count,
				    sizeof *numbers), median;
	const struct fact	*fact;
	size_t			 i, count = 0;

	for (i = 0; i < side->count; i++) {
		fact = facts_find(find_facts(side, i, group), key);
		if (fact != NULL && fact->kind == FACT_NUMBER)
			numbers[count++] = fact->number;
	}
	median = count > 0 ? stats_median(numbers, count) : (double)NAN;
	free(numbers);
	return median;
}

static bool
measured_alike(const struct side_files sides[SIDES],
    const struct group *group, const char *key)
{
	double	old = measured_median(&sides[OLD], group, key);
	double	new = measured_median(&sides[NEW], group, key);

	return (isnan(old) && isnan(new)) || (old <= MEASURED_FACTOR * new &&
	    new <= MEASURED_FACTOR * old);
}

/* Keys of hardware and kernel that differ; NULL: none does. */
struct findings {
	const char	*hardware, *kernel;
};

static void
tell_values(const struct group *group, const char *key,
    const struct values values[SIDES], struct texts *lines)
{
	char	*before = values_join(&values[OLD]);
	char	*after = values_join(&values[NEW]);

	texts_add(lines, "%s%s: %s -> %s", group->prefix, key, before, after);
	free(before);
	free(after);
}

static void
tell_key(const struct side_files sides[SIDES], const struct group *group,
    const char *key, struct texts *lines, struct findings *findings)
{
	const struct special	*special = find_special(group, key);
	struct values		 values[SIDES];
	bool			 known;

	if (special->treatment == VOLATILE ||
	    (special->treatment == MEASURED &&
	    measured_alike(sides, group, key)))
		return;
	values[OLD] = collect_values(&sides[OLD], group, key);
	values[NEW] = collect_values(&sides[NEW], group, key);
	if (!values_are_same(&values[OLD], &values[NEW])) {
		known = values_are_known(&values[OLD]) &&
		    values_are_known(&values[NEW]);
		if (special->treatment == HARDWARE && known)
			findings->hardware = special->key;
		if (special->treatment == KERNEL && known)
			findings->kernel = special->key;
		if (special->treatment != WORDWISE ||
		    !tell_words(key, values, lines))
			tell_values(group, key, values, lines);
	}
	values_free(&values[OLD]);
	values_free(&values[NEW]);
}

static size_t
count_facts(const struct side_files *side, const struct group *group)
{
	size_t	i, count = 0;

	for (i = 0; i < side->count; i++)
		count += find_facts(side, i, group)->count;
	return count;
}

/* Different keys of all files, in the order of their first places. */
static struct values
collect_keys(const struct side_files sides[SIDES], const struct group *group)
{
	const struct facts	*facts;
	struct values		 keys = { .count = 0 };
	size_t			 side, i, j;

	keys.list = memory_allocate(count_facts(&sides[OLD], group) +
	    count_facts(&sides[NEW], group), sizeof *keys.list);
	for (side = 0; side < SIDES; side++)
		for (i = 0; i < sides[side].count; i++) {
			facts = find_facts(&sides[side], i, group);
			for (j = 0; j < facts->count; j++) {
				keys.list[keys.count].text =
				    memory_duplicate(facts->list[j].key);
				keys.list[keys.count].place = keys.count;
				keys.count++;
			}
		}
	values_unite(&keys);
	return keys;
}

/* Files that record nothing at all (lmbench's) differ in one line. */
static void
tell_group(const struct side_files sides[SIDES], const struct group *group,
    struct texts *lines, struct findings *findings)
{
	bool		old = count_facts(&sides[OLD], group) > 0;
	bool		new = count_facts(&sides[NEW], group) > 0;
	struct values	keys;
	size_t		i;

	if (old != new)
		texts_add(lines, "%s: %s -> %s", group->name,
		    old ? "recorded" : "not recorded",
		    new ? "recorded" : "not recorded");
	if (!old || !new)
		return;
	keys = collect_keys(sides, group);
	for (i = 0; i < keys.count; i++)
		tell_key(sides, group, keys.list[i].text, lines, findings);
	values_free(&keys);
}

void
comparison_tell_differences(const struct comparer *comparer)
{
	struct comparison	*comparison = comparer->comparison;
	const struct side_files	*sides = comparer->sides;
	struct findings		 findings = { NULL, NULL };
	struct texts		*lines = &comparison->differences;
	size_t			 old = sides[OLD].boot_count, i;
	size_t			 new = sides[NEW].boot_count;
	size_t			 common = comparer->common_boots;

	for (i = 0; i < sizeof groups / sizeof groups[0]; i++)
		tell_group(sides, &groups[i], lines, &findings);
	if (old > 0 && new > 0 && (old != common || new != common))
		texts_add(lines, "boots: %zu -> %zu, %zu of them on both "
		    "sides", old, new, common);
	if (findings.hardware != NULL && findings.kernel != NULL)
		texts_add(&comparison->warnings, "hardware (%s) and kernel "
		    "(%s) differ at once: which of them a change comes from "
		    "cannot be told", findings.hardware, findings.kernel);
}
