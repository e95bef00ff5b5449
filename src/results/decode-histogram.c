/* Reads the sparse histogram of a result file. */

#include "config.h"

#include <stdlib.h>

#include "results/decode.h"
#include "results/jsonin.h"
#include "statistics/histogram.h"

/* 290 years of nanoseconds, within reach of signed integers. */
#define MAXIMUM_SUM	9.2e18

/* One step and its count: steps rise, counts are above 0. */
static int
decode_step(const struct jsonin *at, const json_t *counts, size_t index,
    struct histogram *histogram, uint64_t *next_step)
{
	uint64_t	step, count;

	if (jsonin_whole(at, "counts", json_array_get(counts, index),
	    JSONIN_MAXIMUM_EXACT, &step) != 0 ||
	    jsonin_whole(at, "counts", json_array_get(counts, index + 1),
	    JSONIN_MAXIMUM_EXACT, &count) != 0)
		return -1;
	if (step >= HISTOGRAM_STEPS)
		return jsonin_refuse(at, "counts", "has a step beyond %d",
		    HISTOGRAM_STEPS - 1);
	if (step < *next_step)
		return jsonin_refuse(at, "counts", "has steps that do not rise");
	if (count == 0)
		return jsonin_refuse(at, "counts", "has a count of 0");
	if (histogram->count + count > (uint64_t)JSONIN_MAXIMUM_EXACT)
		return jsonin_refuse(at, "counts", "adds up to too much");
	*next_step = step + 1;
	histogram->steps[step] = count;
	histogram->count += count;
	return 0;
}

/* What the counts alone tell; the sum is a guess at the middle of each step. */
static void
derive_extremes(struct histogram *histogram)
{
	double	sum = 0;
	size_t	i;

	for (i = 0; i < HISTOGRAM_STEPS; i++) {
		uint64_t lower = histogram_step_lower(i);
		uint64_t width = histogram_step_width(i);

		if (histogram->steps[i] == 0)
			continue;
		if (histogram->minimum == UINT64_MAX)
			histogram->minimum = lower;
		histogram->maximum = lower + width - 1;
		sum += ((double)lower + (double)(width - 1) / 2) *
		    (double)histogram->steps[i];
	}
	histogram->sum = sum < JSONIN_MAXIMUM_EXACT ? (uint64_t)sum :
	    (uint64_t)JSONIN_MAXIMUM_EXACT;
}

static int
decode_extremes(const struct jsonin *at, const json_t *object,
    struct histogram *histogram)
{
	static const char	*const keys[] = { "minimum", "maximum", "sum" };
	uint64_t		*members[3], lowest = histogram->minimum;
	uint64_t		 highest = histogram->maximum;
	const json_t		*value;
	size_t			 i;

	members[0] = &histogram->minimum;
	members[1] = &histogram->maximum;
	members[2] = &histogram->sum;
	for (i = 0; i < 3; i++) {
		value = json_object_get(object, keys[i]);
		if (!jsonin_is_missing(value) && jsonin_whole(at, keys[i], value,
		    MAXIMUM_SUM, members[i]) != 0)
			return -1;
	}
	if (histogram_step(histogram->minimum) != histogram_step(lowest))
		return jsonin_refuse(at, "minimum", "is not in the first step");
	if (histogram_step(histogram->maximum) != histogram_step(highest) ||
	    histogram->maximum < histogram->minimum)
		return jsonin_refuse(at, "maximum", "is not in the last step");
	return 0;
}

static int
decode_counts(const struct jsonin *at, const json_t *object,
    struct histogram *histogram)
{
	const json_t	*counts, *subbits = json_object_get(object, "subbits");
	uint64_t	 next_step = 0;
	size_t		 i, size;

	if (!json_is_integer(subbits) ||
	    json_integer_value(subbits) != HISTOGRAM_SUBBITS)
		return jsonin_refuse(at, "subbits", "must be %d", HISTOGRAM_SUBBITS);
	if (jsonin_array(at, object, "counts", 2 * HISTOGRAM_STEPS, &counts) != 0)
		return -1;
	size = json_array_size(counts);
	if (size % 2 != 0)
		return jsonin_refuse(at, "counts", "ends with a step without count");
	for (i = 0; i < size; i += 2)
		if (decode_step(at, counts, i, histogram, &next_step) != 0)
			return -1;
	if (histogram->count == 0)
		return 0;
	derive_extremes(histogram);
	return decode_extremes(at, object, histogram);
}

int
decode_histogram(struct jsonin *at, const json_t *object,
    struct test_result *test)
{
	const json_t	*found;
	size_t		 length;
	int		 outcome;

	if (jsonin_object(at, object, "histogram", &found) != 0)
		return -1;
	if (found == NULL)
		return 0;
	if ((test->histogram = malloc(sizeof *test->histogram)) == NULL)
		abort();
	histogram_clear(test->histogram);
	length = jsonin_enter(at, "histogram", SIZE_MAX);
	outcome = decode_counts(at, found, test->histogram);
	jsonin_leave(at, length);
	return outcome;
}
