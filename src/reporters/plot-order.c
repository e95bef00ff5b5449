/* The invocations of one test in the order in which they were made. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reporters/headline.h"
#include "reporters/markup.h"
#include "reporters/plot.h"

#define LEFT		12.0	/* per cent: the ends of the axis across */
#define RIGHT		97.0
#define NAME_LINE	20.0	/* pixels */
#define PANEL_HEIGHT	96.0
#define PANEL_GAP	14.0
#define BOTTOM		38.0
#define ACROSS_MOST	8
#define DOWN_MOST	4
#define NS_PER_US	1e3
#define MARKS_MOST	150u	/* more are drawn as the ranges of so many groups */
#define ROWS_MOST	200u	/* of the table */

/* Whether there is something of that platform to draw. */
static bool
is_drawn(const struct platform_cell *cell)
{
	size_t	i;

	if (!platform_cell_is_measured(cell))
		return false;
	for (i = 0; i < cell->test->invocation_count; i++)
		if (isfinite(headline_of_invocation(cell->test,
		    &cell->test->invocations[i])))
			return true;
	return false;
}

static double
value_us(const struct platform_cell *cell, size_t invocation)
{
	return headline_of_invocation(cell->test,
	    &cell->test->invocations[invocation]) / NS_PER_US;
}

static bool
order_has(const struct plot_data *data, size_t number)
{
	size_t	i;

	for (i = 0; i < data->platforms->count; i++)
		if (is_drawn(&data->platforms->rows[number].cells[i]))
			return true;
	return false;
}

static void
order_title(const struct plot_data *data, size_t number,
    struct buffer *buffer)
{
	buffer_add(buffer, "Invocations in the order made: ");
	plot_name_row(data, number, buffer);
}

/* Least and most of what is drawn of one platform; most is 0 for nothing. */
static void
find_range(const struct platform_cell *cell, double *least, double *most)
{
	double	value;
	size_t	i;

	for (i = 0; i < cell->test->invocation_count; i++) {
		value = value_us(cell, i);
		if (!isfinite(value))
			continue;
		*least = fmin(*least, value);
		*most = fmax(*most, value);
	}
}

static void
order_describe(const struct plot_data *data, size_t number,
    struct buffer *buffer)
{
	const struct platform_cell	*cell;
	double				 least, most;
	size_t				 i;

	buffer_add(buffer, "A mark an invocation, from the first to the last, "
	    "on a logarithmic axis.");
	for (i = 0; i < data->platforms->count; i++) {
		cell = &data->platforms->rows[number].cells[i];
		if (!is_drawn(cell))
			continue;
		least = HUGE_VAL;
		most = 0;
		find_range(cell, &least, &most);
		buffer_add_format(buffer, " %s: %zu invocations, from %.4g to "
		    "%.4g us.", data->platforms->list[i].label,
		    cell->test->invocation_count, least, most);
	}
}

static double
order_height(const struct plot_data *data, size_t number)
{
	double	height = BOTTOM;
	size_t	i;

	for (i = 0; i < data->platforms->count; i++)
		if (is_drawn(&data->platforms->rows[number].cells[i]))
			height += NAME_LINE + PANEL_HEIGHT + PANEL_GAP;
	return height;
}

static void
make_scales(const struct platforms *platforms, const struct platform_row *row,
    struct scale *across, struct scale *down)
{
	double	least = HUGE_VAL, most = 0;
	size_t	i, count = 1;

	for (i = 0; i < platforms->count; i++) {
		if (!is_drawn(&row->cells[i]))
			continue;
		find_range(&row->cells[i], &least, &most);
		if (row->cells[i].test->invocation_count > count)
			count = row->cells[i].test->invocation_count;
	}
	*across = scale_make(1, (double)count, 0.03, false, LEFT, RIGHT);
	*down = scale_make(least, most, 0.1, true, 0, 0);
}

/* One mark an invocation, with a thin line through them. */
static void
draw_marks(struct svg *svg, const struct platform_cell *cell, size_t series,
    const struct scale *across, const struct scale *down)
{
	const struct invocation_result	*invocation;
	size_t				 i;

	svg_path_begin(svg, "thin", series);
	for (i = 0; i < cell->test->invocation_count; i++)
		if (isfinite(value_us(cell, i)))
			svg_path_to(svg,
			    scale_place(across, (double)(i + 1)),
			    scale_place(down, value_us(cell, i)));
	svg_path_end(svg);
	for (i = 0; i < cell->test->invocation_count; i++) {
		invocation = &cell->test->invocations[i];
		if (isfinite(value_us(cell, i)))
			svg_marker(svg, series, !invocation->disturbed,
			    scale_place(across, (double)(i + 1)),
			    scale_place(down, value_us(cell, i)));
	}
}

/* Where there are many, from the least to the most of neighbours. */
static void
draw_ranges(struct svg *svg, const struct platform_cell *cell, size_t series,
    const struct scale *across, const struct scale *down)
{
	const size_t	count = cell->test->invocation_count;
	double		least, most, value, x;
	size_t		group, i;

	for (group = 0; group < MARKS_MOST; group++) {
		least = HUGE_VAL;
		most = 0;
		for (i = group * count / MARKS_MOST;
		    i < (group + 1) * count / MARKS_MOST; i++) {
			value = value_us(cell, i);
			if (!isfinite(value))
				continue;
			least = fmin(least, value);
			most = fmax(most, value);
		}
		if (!(most > 0))
			continue;
		x = scale_place(across, ((double)group + 0.5) *
		    (double)count / MARKS_MOST + 0.5);
		svg_series_line(svg, series, x, scale_place(down, least) + 1,
		    x, scale_place(down, most) - 1);
	}
}

static void
draw_panel(struct svg *svg, const struct platform *platform,
    const struct platform_cell *cell, size_t series,
    const struct scale *across, const struct scale *down)
{
	const double	middle = headline_of_test(cell->test) / NS_PER_US;
	double		y;

	svg_text(svg, "name", SVG_START, LEFT, down->to - 6, platform->label);
	svg_axis_down(svg, down, DOWN_MOST, LEFT, RIGHT);
	if (scale_holds(down, middle)) {
		y = scale_place(down, middle);
		svg_line(svg, "middle", LEFT, y, RIGHT, y);
	}
	if (cell->test->invocation_count > MARKS_MOST)
		draw_ranges(svg, cell, series, across, down);
	else
		draw_marks(svg, cell, series, across, down);
}

static void
order_draw(struct svg *svg, const struct plot_data *data, size_t number)
{
	const struct platform_row	*row = &data->platforms->rows[number];
	struct scale			 across, down;
	double				 y = 0;
	size_t				 i;

	make_scales(data->platforms, row, &across, &down);
	for (i = 0; i < data->platforms->count; i++) {
		if (!is_drawn(&row->cells[i]))
			continue;
		down.to = y + NAME_LINE;
		down.from = down.to + PANEL_HEIGHT;
		draw_panel(svg, &data->platforms->list[i], &row->cells[i], i,
		    &across, &down);
		y = down.from + PANEL_GAP;
	}
	svg_axis_across(svg, &across, ACROSS_MOST, y - PANEL_GAP,
	    y - PANEL_GAP);
	svg_text(svg, "quiet", SVG_MIDDLE, (LEFT + RIGHT) / 2,
	    svg->height - 21, "invocation; \xc2\xb5s");
}

static void
tabulate_value(FILE *out, const struct platform_cell *cell, size_t number)
{
	const struct invocation_result	*invocation;
	char				 text[FORMAT_SIZE];

	if (!is_drawn(cell) || number >= cell->test->invocation_count) {
		fputs("<td></td>", out);
		return;
	}
	invocation = &cell->test->invocations[number];
	format_microseconds(headline_of_invocation(cell->test, invocation),
	    text);
	fputs("<td class=\"number\">", out);
	markup_text(out, text);
	fputs(invocation->disturbed ? " disturbed</td>" : "</td>", out);
}

static void
order_tabulate(FILE *out, const struct plot_data *data, size_t number)
{
	const struct platforms		*platforms = data->platforms;
	const struct platform_row	*row = &platforms->rows[number];
	size_t				 i, j, count = 0;

	for (i = 0; i < platforms->count; i++)
		if (is_drawn(&row->cells[i]) &&
		    row->cells[i].test->invocation_count > count)
			count = row->cells[i].test->invocation_count;
	fprintf(out, "<caption>Latency of each invocation in \xc2\xb5s%s."
	    "</caption>\n<thead><tr><th scope=\"col\">invocation</th>",
	    count > ROWS_MOST ? "; the first 200" : "");
	for (i = 0; i < platforms->count; i++)
		markup_heading(out, "number", platforms->list[i].label);
	fputs("</tr></thead>\n<tbody>\n", out);
	for (i = 0; i < count && i < ROWS_MOST; i++) {
		fprintf(out, "<tr><th scope=\"row\">%zu</th>", i + 1);
		for (j = 0; j < platforms->count; j++)
			tabulate_value(out, &row->cells[j], i);
		fputs("</tr>\n", out);
	}
	fputs("</tbody>\n", out);
}

const struct plot plot_order = {
	.name = "order",
	.part = PLOT_TEST,
	.count = plot_count_rows,
	.has = order_has,
	.subject = plot_name_row,
	.title = order_title,
	.describe = order_describe,
	.heading = "Invocations in the order made",
	.guide = "Invocations: one mark each, in the order made: a slope is "
	    "drift, two levels are two modes. Hollow marks were disturbed and "
	    "left out where there are others; the dotted line is the figure of "
	    "the test. The axis is logarithmic.",
	.height = order_height,
	.draw = order_draw,
	.tabulate = order_tabulate,
};
