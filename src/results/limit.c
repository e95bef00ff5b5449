/* Owns the limits of tests: their form, which tests they are of, whether
 * these keep them. */

#include "config.h"

#include <fnmatch.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"
#include "results/limit.h"

#define SAID_SIZE	160

/* What is held against a limit. */
struct limit_figure {
	const char	*name;		/* as given; NULL: where none is given */
	const char	*label;		/* in messages; NULL: that of the headline */
	size_t		 offset;	/* in struct summary */
	bool		 is_rate;	/* the least, not the most */
};

#define FIGURE(given, member) \
	{ .name = (given), .label = (given), \
	  .offset = offsetof(struct summary, member) }

static const struct limit_figure figures[] = {
	FIGURE("median", median_ns),
	FIGURE("mean", mean_ns),
	FIGURE("p90", p90_ns),
	FIGURE("p99", p99_ns),
	FIGURE("p999", p999_ns),
	FIGURE("max", max_ns),
};

static const struct limit_figure headline;
static const struct limit_figure rate = {
	.label = "rate", .is_rate = true,
	.offset = offsetof(struct summary, round_trips_per_s),
};

static const struct limit_unit {
	const char	*name;
	double		 factor;
	bool		 is_rate;
} units[] = {
	{ "ns", 1, false },
	{ "us", 1e3, false },
	{ "ms", 1e6, false },
	{ "s", 1e9, false },
	{ "/s", 1, true },
	{ "k/s", 1e3, true },
	{ "M/s", 1e6, true },
};

static char *
copy_part(const char *text, size_t length)
{
	char	*copy = strndup(text, length);

	if (copy == NULL)
		abort();
	return copy;
}

/* The figure named before a colon, which the text is moved behind. */
static const struct limit_figure *
read_figure(const char **text)
{
	size_t	length = strcspn(*text, ":"), i;

	if ((*text)[length] == '\0')
		return &headline;
	for (i = 0; i < sizeof figures / sizeof figures[0]; i++)
		if (strlen(figures[i].name) == length &&
		    strncmp(figures[i].name, *text, length) == 0) {
			*text += length + 1;
			return &figures[i];
		}
	return NULL;
}

static const struct limit_unit *
find_unit(const char *name)
{
	size_t	i;

	for (i = 0; i < sizeof units / sizeof units[0]; i++)
		if (strcmp(units[i].name, name) == 0)
			return &units[i];
	return NULL;
}

/* Digits with at most one point among them, and the unit behind. */
static int
read_value(const char *whole, const char *text, struct limit *limit)
{
	const struct limit_unit	*unit;
	size_t			 length = strspn(text, "0123456789");
	size_t			 digits = length, part;
	char			*number;

	if (text[length] == '.') {
		part = strspn(text + length + 1, "0123456789");
		length += 1 + part;
		digits += part;
	}
	unit = find_unit(text + length);
	if (digits == 0 || digits > 15 || unit == NULL)
		return fail("limit '%.60s': '%.20s' is no value; give a number "
		    "and its unit: ns, us, ms, s, or for a rate /s, k/s, M/s",
		    whole, text);
	number = copy_part(text, length);
	limit->value = strtod(number, NULL) * unit->factor;
	free(number);
	if (!(limit->value > 0))
		return fail("limit '%.60s': it must be above 0", whole);
	if (!unit->is_rate)
		return OUTCOME_OK;
	if (limit->figure != &headline)
		return fail("limit '%.60s': '%s' is a time, not a rate; give "
		    "ns, us, ms or s", whole, limit->figure->name);
	limit->figure = &rate;
	return OUTCOME_OK;
}

static int
read_limit(const char *text, struct limit *limit)
{
	const char	*equals = strrchr(text, '='), *value;
	size_t		 named = strcspn(text, ":");

	if (equals == NULL || equals == text)
		return fail("limit '%.60s': give TEST=VALUE, as pipe=20us",
		    text);
	value = equals + 1;
	if ((limit->figure = read_figure(&value)) == NULL)
		return fail("limit '%.60s': '%.*s' is no figure; figures are "
		    "median, mean, p90, p99, p999, max", text,
		    (int)(strcspn(value, ":") < 20 ? strcspn(value, ":") : 20),
		    value);
	if (*text == '@')
		return fail("limit '%.60s': groups have none; name tests, or "
		    "a pattern of names: 'unix-*=20us'", text);
	if (read_value(text, value, limit) != 0)
		return OUTCOME_FAILED;
	if (named > (size_t)(equals - text))
		named = (size_t)(equals - text);
	limit->text = copy_part(text, strlen(text));
	limit->pattern = copy_part(text, named);
	limit->keys = text + named == equals ? copy_part("", 0) :
	    copy_part(text + named + 1, (size_t)(equals - text) - named - 1);
	return OUTCOME_OK;
}

int
limits_add(struct limits *limits, const char *text)
{
	struct limit	limit = { .text = NULL }, *list;

	if (read_limit(text, &limit) != 0)
		return OUTCOME_FAILED;
	list = realloc(limits->list, (limits->count + 1) * sizeof *list);
	if (list == NULL)
		abort();
	limits->list = list;
	limits->list[limits->count++] = limit;
	return OUTCOME_OK;
}

void
limits_free(struct limits *limits)
{
	size_t	i;

	for (i = 0; i < limits->count; i++) {
		free(limits->list[i].text);
		free(limits->list[i].pattern);
		free(limits->list[i].keys);
	}
	free(limits->list);
	memset(limits, 0, sizeof *limits);
}

/* "64k" is 65536, as sizes are given. */
static bool
is_number(const char *text, size_t length, double number)
{
	char	*end;
	double	 value = strtod(text, &end);

	if (end < text + length && *end == 'k')
		value *= 1024;
	else if (end < text + length && *end == 'm')
		value *= 1024 * 1024;
	else if (end < text + length)
		return false;
	return !(value < number) && !(value > number);
}

/* Whether the test has this value, KEY=VALUE of so many bytes. */
static bool
has_value(const struct test_result *test, const char *pair, size_t length)
{
	const char	*equals = memchr(pair, '=', length), *value;
	const struct fact *fact;
	char		*key;
	size_t		 rest;

	if (equals == NULL)
		return false;
	key = copy_part(pair, (size_t)(equals - pair));
	fact = facts_find(&test->params, key);
	free(key);
	if (fact == NULL)
		return false;
	value = equals + 1;
	rest = length - (size_t)(value - pair);
	if (fact->kind == FACT_NUMBER)
		return rest > 0 && strchr("0123456789", *value) != NULL &&
		    is_number(value, rest, fact->number);
	return fact->kind == FACT_TEXT && strlen(fact->text) == rest &&
	    strncmp(fact->text, value, rest) == 0;
}

bool
limit_applies(const struct limit *limit, const struct test_result *test)
{
	const char	*next = limit->keys;
	size_t		 length;

	if (fnmatch(limit->pattern, test->name, 0) != 0)
		return false;
	while (*next != '\0') {
		length = strcspn(next, ",");
		if (!has_value(test, next, length))
			return false;
		next += length;
		next += *next == ',';
	}
	return true;
}

/* In the unit that leaves few digits before the point. */
static const char *
format_value(double value, bool is_rate, char text[NUMBER_SIZE])
{
	static const struct {
		const char	*name;
		double		 below, divisor;
	} scales[] = {
		{ " ns", 1e3, 1 }, { " us", 1e6, 1e3 }, { " ms", 1e9, 1e6 },
		{ " s", HUGE_VAL, 1e9 },
	};
	size_t	i = 0;

	while (value >= scales[i].below)
		i++;
	snprintf(text, NUMBER_SIZE, "%.5g", is_rate ? value :
	    value / scales[i].divisor);
	number_fix_point(text);
	strcat(text, is_rate ? "/s" : scales[i].name);
	return text;
}

bool
limit_is_kept(const struct limit *limit, const struct test_result *test,
    char **said)
{
	const struct limit_figure	*figure = limit->figure;
	const char			*label;
	char				 is[NUMBER_SIZE];
	double				 value;

	if (figure == &headline)
		figure = &figures[test->headline_is_mean ? 1 : 0];
	label = figure->label;
	value = *(const double *)(const void *)
	    ((const char *)&test->summary + figure->offset);
	if (isfinite(value) && (figure->is_rate ? value >= limit->value :
	    value <= limit->value))
		return true;
	if ((*said = malloc(SAID_SIZE)) == NULL)
		abort();
	if (isfinite(value))
		snprintf(*said, SAID_SIZE, "%s %s is %s the limit %.80s",
		    label, format_value(value, figure->is_rate, is),
		    figure->is_rate ? "below" : "above", limit->text);
	else
		snprintf(*said, SAID_SIZE, "%s is unknown, and so misses the "
		    "limit %.80s", label, limit->text);
	return false;
}
