/* Puts what a comparison says into words. */

#include "config.h"

#include <math.h>
#include <string.h>

#include "reporters/comparison-format.h"
#include "reporters/comparison-reporter.h"

const char *
comparison_format_change(const struct comparison_row *row,
    char text[CHANGE_SIZE])
{
	char	change[FORMAT_SIZE], low[FORMAT_SIZE], high[FORMAT_SIZE];

	format_change(row->change_percent, row->verdict == VERDICT_NO_EVIDENCE,
	    change);
	if (!isfinite(row->change_low) || !isfinite(row->change_high))
		strcpy(text, change);
	else
		snprintf(text, CHANGE_SIZE, "%s [%s, %s]", change,
		    format_change(row->change_low, false, low),
		    format_change(row->change_high, false, high));
	return text;
}

void
comparison_format_name(const struct comparison_row *row, struct buffer *buffer)
{
	buffer_add(buffer, row->spec);
	if (row->new_spec != NULL)
		buffer_add_format(buffer, " -> %s", row->new_spec);
}

static void
add_count(struct buffer *buffer, size_t count, const char *thing)
{
	buffer_add_format(buffer, "%zu %s%s", count, thing,
	    count == 1 ? "" : "s");
}

static void
add_side(struct buffer *buffer, const char *side, size_t files, size_t boots)
{
	buffer_add_format(buffer, "%s: ", side);
	add_count(buffer, files, "file");
	if (boots > 0) {
		buffer_add(buffer, " (");
		add_count(buffer, boots, "boot");
		buffer_add(buffer, ")");
	}
}

/* Least and most values of one side that a row compares. */
static void
add_range(const struct comparison *comparison, bool by_boots,
    struct buffer *buffer)
{
	const struct comparison_row	*row;
	size_t				 i, least = SIZE_MAX, most = 0, less, more;

	for (i = 0; i < comparison->count; i++) {
		row = &comparison->rows[i];
		if (row->by_boots != by_boots || row->old_count == 0 ||
		    row->new_count == 0)
			continue;
		less = row->old_count < row->new_count ? row->old_count :
		    row->new_count;
		more = row->old_count + row->new_count - less;
		least = less < least ? less : least;
		most = more > most ? more : most;
	}
	if (most == 0)
		return;
	buffer_add(buffer, "; ");
	if (least < most)
		buffer_add_format(buffer, "%zu to ", least);
	add_count(buffer, most, by_boots ? "boot" : "invocation");
	buffer_add(buffer, " a side and row");
}

void
comparison_format_counts(const struct comparison *comparison,
    const struct comparison_request *request, struct buffer *buffer)
{
	add_side(buffer, comparison_side_name(request, 0),
	    comparison->old_files, comparison->old_boots);
	buffer_add(buffer, "; ");
	add_side(buffer, comparison_side_name(request, 1),
	    comparison->new_files, comparison->new_boots);
	add_range(comparison, false, buffer);
	add_range(comparison, true, buffer);
	if (request->metric != METRIC_HEADLINE)
		buffer_add_format(buffer, "; compared: %s",
		    comparison_reporter_metric(request->metric));
	buffer_add(buffer, ".");
}

void
comparison_format_verdicts(const struct comparison *comparison,
    struct buffer *buffer)
{
	size_t		i;
	const char	*between = "";

	for (i = 0; i < VERDICT_COUNT; i++) {
		if (comparison->verdicts[i] == 0)
			continue;
		buffer_add_format(buffer, "%s%zu %s", between,
		    comparison->verdicts[i], verdict_name((enum verdict)i));
		between = ", ";
	}
	if (*between == '\0')
		buffer_add(buffer, "No test is on either side");
	buffer_add(buffer, ".");
}

void
comparison_format_resolution(const struct comparison *comparison,
    struct buffer *buffer)
{
	char	percent[FORMAT_SIZE];

	if (!isfinite(comparison->resolution_percent))
		return;
	buffer_add_format(buffer, "A change of %s %% or more could have been "
	    "shown.", format_percent(comparison->resolution_percent, percent));
}

/* The least and most of those rows; *most is 0 where there is none. */
static void
find_needed(const struct comparison *comparison, bool by_boots, double *least,
    double *most)
{
	const struct comparison_row	*row;
	size_t				 i;

	*least = *most = 0;
	for (i = 0; i < comparison->count; i++) {
		row = &comparison->rows[i];
		if (row->verdict != VERDICT_INCONCLUSIVE ||
		    row->by_boots != by_boots ||
		    !isfinite(row->invocations_needed))
			continue;
		if (!(*least > 0) || row->invocations_needed < *least)
			*least = row->invocations_needed;
		if (row->invocations_needed > *most)
			*most = row->invocations_needed;
	}
}

void
comparison_format_needed(const struct comparison *comparison,
    struct buffer *buffer)
{
	static const char	*const things[] = { "invocations", "boots" };
	const char		*between = "What is inconclusive needs about ";
	double			 least, most;
	unsigned		 by_boots;

	for (by_boots = 0; by_boots < 2; by_boots++) {
		find_needed(comparison, by_boots == 1, &least, &most);
		if (!(most > 0))
			continue;
		buffer_add(buffer, between);
		if (least < most)
			buffer_add_format(buffer, "%.0f to ", least);
		buffer_add_format(buffer, "%.0f %s", most, things[by_boots]);
		between = " or ";
	}
	if (*between == ' ')
		buffer_add_format(buffer, " a side for a change of %g %%.",
		    comparison->threshold_percent);
}
