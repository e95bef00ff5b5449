/* The cumulative distribution of the round trips of one test. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reporters/distribution.h"
#include "reporters/format.h"
#include "reporters/markup.h"
#include "reporters/plot.h"

#define LEFT		12.0	/* per cent: the ends of the axis across */
#define RIGHT		97.0
#define PLOT_HEIGHT	180.0	/* pixels */
#define TOP		10.0
#define BOTTOM		38.0
#define ACROSS_MOST	6
#define DOWN_MOST	6
#define NS_PER_US	1e3

/* The axis ends where nearly all lies below: a stall would flatten the rest. */
#define AXIS_FIRST	0.001
#define AXIS_LAST	0.99

/* What the table names. */
static const struct {
	const char	*name;
	double		 quantile;
} quantiles[] = {
	{ "10 %", 0.1 }, { "25 %", 0.25 }, { "50 %", 0.5 }, { "75 %", 0.75 },
	{ "90 %", 0.9 }, { "99 %", 0.99 }, { "99.9 %", 0.999 },
	{ "99.99 %", 0.9999 },
};
#define QUANTILE_COUNT	(sizeof quantiles / sizeof quantiles[0])

/* Where the curve of a series has its marker. */
static const double marked[] = { 0.25, 0.5, 0.75, 0.9 };

static bool
distribution_has(const struct plot_data *data, size_t number)
{
	size_t	i;

	for (i = 0; i < data->platforms->count; i++)
		if (distribution_of(&data->platforms->rows[number].cells[i]) !=
		    NULL)
			return true;
	return false;
}

/* Whether what is shown is not how long one round trip took. */
static bool
shows_replies(const struct platforms *platforms,
    const struct platform_row *row)
{
	size_t	i;

	for (i = 0; i < platforms->count; i++)
		if (distribution_of(&row->cells[i]) != NULL)
			return row->cells[i].test->headline_is_mean;
	return false;
}

static void
distribution_title(const struct plot_data *data, size_t number,
    struct buffer *buffer)
{
	buffer_add(buffer, shows_replies(data->platforms,
	    &data->platforms->rows[number]) ?
	    "Distribution of the times from sending to reply: " :
	    "Distribution of round trips: ");
	plot_name_row(data, number, buffer);
}

static void
distribution_describe(const struct plot_data *data, size_t number,
    struct buffer *buffer)
{
	const struct platform_cell	*cell;
	const struct histogram		*histogram;
	size_t				 i;

	buffer_add(buffer, "The share of round trips that took no longer than "
	    "so many microseconds, on a logarithmic axis.");
	for (i = 0; i < data->platforms->count; i++) {
		cell = &data->platforms->rows[number].cells[i];
		if ((histogram = distribution_of(cell)) == NULL)
			continue;
		buffer_add_format(buffer, " %s: half within %.4g us, 90 %% "
		    "within %.4g us.", data->platforms->list[i].label,
		    distribution_us(cell, histogram_quantile(histogram, 0.5)),
		    distribution_us(cell, histogram_quantile(histogram, 0.9)));
	}
}

static double
distribution_height(const struct plot_data *data, size_t number)
{
	(void)number;
	return plot_legend_height(data->platforms) + TOP + PLOT_HEIGHT +
	    BOTTOM;
}

/* Where a step ends, in microseconds. */
static double
step_end(const struct platform_cell *cell, size_t step)
{
	double	end = (double)histogram_step_lower(step) +
		    (double)histogram_step_width(step);

	return distribution_us(cell, fmin(end,
	    (double)cell->test->histogram->maximum + 1));
}

static struct scale
make_scale(const struct platforms *platforms, const struct platform_row *row)
{
	double	least = HUGE_VAL, most = 0;

	distribution_range(platforms, row, AXIS_FIRST, AXIS_LAST, &least,
	    &most);
	return scale_make(least, most, 0.02, true, LEFT, RIGHT);
}

/* The curve of one series, as far as the axis goes. */
static void
draw_curve(struct svg *svg, const struct platform_cell *cell, size_t series,
    const struct scale *across, const struct scale *down)
{
	const struct histogram	*histogram = distribution_of(cell);
	uint64_t		 below = 0;
	double			 end = 0, share;
	size_t			 i;

	svg_path_begin(svg, "line", series);
	svg_path_to(svg, scale_place(across, distribution_us(cell,
	    (double)histogram->minimum)), down->from);
	for (i = 0; i < HISTOGRAM_STEPS && end < across->high; i++) {
		if (histogram->steps[i] == 0)
			continue;
		below += histogram->steps[i];
		end = step_end(cell, i);
		share = 100 * (double)below / (double)histogram->count;
		svg_path_to(svg, scale_place(across, end),
		    scale_place(down, share));
	}
	svg_path_end(svg);
	for (i = 0; i < sizeof marked / sizeof marked[0]; i++)
		svg_marker(svg, series, true, scale_place(across, distribution_us(cell,
		    histogram_quantile(histogram, marked[i]))),
		    scale_place(down, 100 * marked[i]));
}

static void
distribution_draw(struct svg *svg, const struct plot_data *data,
    size_t number)
{
	const struct platforms		*platforms = data->platforms;
	const struct platform_row	*row = &platforms->rows[number];
	const double			 top = plot_legend_height(platforms) + TOP;
	const double			 bottom = top + PLOT_HEIGHT;
	const struct scale		 across = make_scale(platforms, row);
	const struct scale		 down = { .low = 0, .high = 100,
					     .from = bottom, .to = top };
	size_t				 i;

	plot_legend(svg, platforms, 0);
	svg_axis_across(svg, &across, ACROSS_MOST, top, bottom);
	svg_axis_down(svg, &down, DOWN_MOST, LEFT, RIGHT);
	svg_text(svg, "quiet", SVG_MIDDLE, (LEFT + RIGHT) / 2, bottom + 31,
	    "% of round trips within so many \xc2\xb5s");
	for (i = 0; i < platforms->count; i++)
		if (distribution_of(&row->cells[i]) != NULL)
			draw_curve(svg, &row->cells[i], i, &across, &down);
}

static void
put_head(FILE *out)
{
	size_t	i;

	fputs("<caption>Times in \xc2\xb5s within which so many of all round "
	    "trips were done.</caption>\n<thead><tr>"
	    "<th scope=\"col\">platform</th>"
	    "<th scope=\"col\" class=\"number\">least</th>", out);
	for (i = 0; i < QUANTILE_COUNT; i++)
		markup_heading(out, "number", quantiles[i].name);
	fputs("<th scope=\"col\" class=\"number\">most</th>"
	    "<th scope=\"col\" class=\"number\">timed</th>"
	    "</tr></thead>\n<tbody>\n", out);
}

static void
tabulate_cell(FILE *out, const struct platform *platform,
    const struct platform_cell *cell)
{
	const struct histogram	*histogram = distribution_of(cell);
	char			 text[FORMAT_SIZE];
	size_t			 i;

	fputs("<tr>", out);
	markup_row_heading(out, platform->label);
	markup_element(out, "td", "number", format_microseconds(distribution_us(cell,
	    (double)histogram->minimum) * NS_PER_US, text));
	for (i = 0; i < QUANTILE_COUNT; i++)
		markup_element(out, "td", "number", format_microseconds(
		    histogram_carries(histogram, quantiles[i].quantile) ?
		    distribution_us(cell, histogram_quantile(histogram,
		    quantiles[i].quantile)) * NS_PER_US : (double)NAN, text));
	markup_element(out, "td", "number", format_microseconds(distribution_us(cell,
	    (double)histogram->maximum) * NS_PER_US, text));
	snprintf(text, sizeof text, "%.0f", (double)histogram->count);
	markup_element(out, "td", "number", text);
	fputs("</tr>\n", out);
}

static void
distribution_tabulate(FILE *out, const struct plot_data *data, size_t number)
{
	const struct platform_cell	*cell;
	size_t				 i;

	put_head(out);
	for (i = 0; i < data->platforms->count; i++) {
		cell = &data->platforms->rows[number].cells[i];
		if (distribution_of(cell) != NULL)
			tabulate_cell(out, &data->platforms->list[i], cell);
	}
	fputs("</tbody>\n", out);
}

const struct plot plot_distribution = {
	.name = "distribution",
	.part = PLOT_TEST,
	.count = plot_count_rows,
	.has = distribution_has,
	.subject = plot_name_row,
	.title = distribution_title,
	.describe = distribution_describe,
	.heading = "Distribution of round trips",
	.guide = "Distribution: the share of round trips, of all invocations "
	    "together, that took no longer than so much. The axis is "
	    "logarithmic, and the slowest in a hundred lie beyond it. Marks "
	    "stand at 25, 50, 75 and 90 %.",
	.height = distribution_height,
	.draw = distribution_draw,
	.tabulate = distribution_tabulate,
};
