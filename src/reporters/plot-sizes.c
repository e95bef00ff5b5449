/* Latency by the size of messages. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "reporters/headline.h"
#include "reporters/markup.h"
#include "reporters/plot.h"

#define LEFT		12.0	/* per cent: the ends of the axis across */
#define RIGHT		95.0
#define PLOT_HEIGHT	220.0	/* pixels */
#define TOP		12.0
#define BOTTOM		40.0
#define LEGEND_LINE	18.0
#define DOWN_MOST	6
#define TICK_ROOM	9.0	/* per cent that a number below the axis takes */
#define NS_PER_US	1e3

static const struct size_group *
group_of(const struct plot_data *data, size_t number)
{
	return &data->sizes.list[number];
}

static size_t
sizes_count(const struct plot_data *data)
{
	return data->sizes.count;
}

static bool
sizes_has(const struct plot_data *data, size_t number)
{
	(void)data;
	(void)number;
	return true;
}

static void
sizes_subject(const struct plot_data *data, size_t number,
    struct buffer *buffer)
{
	buffer_add(buffer, group_of(data, number)->name);
}

static void
sizes_title(const struct plot_data *data, size_t number,
    struct buffer *buffer)
{
	buffer_add_format(buffer, "Latency by size of message: %s",
	    group_of(data, number)->name);
}

/* Microseconds, or NaN. */
static double
value_us(const struct size_point *point, size_t platform)
{
	const struct platform_cell	*cell = &point->row->cells[platform];

	return platform_cell_is_measured(cell) ?
	    headline_of_test(cell->test) / NS_PER_US : (double)NAN;
}

/* The label of a series: its place, and the platform if there are several. */
static void
name_series(const struct platforms *platforms, const struct size_point *point,
    size_t platform, struct buffer *buffer)
{
	if (platforms->count > 1)
		buffer_add_format(buffer, "%s, ",
		    platforms->list[platform].label);
	buffer_add(buffer, point->place);
}

/*
 * Calls the function for each series: the points of one place on one platform.
 */
static void
for_each_series(struct svg *svg, const struct plot_data *data, size_t number,
    void (*function)(struct svg *, const struct plot_data *, size_t number,
    size_t first, size_t platform, size_t series))
{
	const struct size_group	*group = group_of(data, number);
	size_t			 first, platform, series = 0;

	for (first = 0; first < group->count;
	    first += size_group_run(group, first))
		for (platform = 0; platform < data->platforms->count;
		    platform++)
			function(svg, data, number, first, platform, series++);
}

static void
sizes_describe(const struct plot_data *data, size_t number,
    struct buffer *buffer)
{
	const struct size_group	*group = group_of(data, number);
	char			 text[FORMAT_SIZE];
	size_t			 i, j;

	buffer_add(buffer, "Latency in microseconds by the bytes of a message, "
	    "both axes logarithmic.");
	for (i = 0; i < group->count; i++)
		for (j = 0; j < data->platforms->count; j++) {
			if (!isfinite(value_us(&group->points[i], j)))
				continue;
			buffer_add(buffer, " ");
			name_series(data->platforms, &group->points[i], j,
			    buffer);
			buffer_add_format(buffer, ", %.0f bytes: %s.",
			    group->points[i].size, format_microseconds(
			    value_us(&group->points[i], j) * NS_PER_US, text));
		}
}

static double
legend_height(const struct plot_data *data, size_t number)
{
	return (double)(group_of(data, number)->place_count *
	    data->platforms->count) * LEGEND_LINE + 6;
}

static double
sizes_height(const struct plot_data *data, size_t number)
{
	return legend_height(data, number) + TOP + PLOT_HEIGHT + BOTTOM;
}

static void
make_scales(const struct plot_data *data, size_t number, struct scale *across,
    struct scale *down)
{
	const struct size_group	*group = group_of(data, number);
	const double		 top = legend_height(data, number) + TOP;
	double			 least = HUGE_VAL, most = 0, value;
	double			 small = HUGE_VAL, large = 0;
	size_t			 i, j;

	for (i = 0; i < group->count; i++) {
		small = fmin(small, group->points[i].size);
		large = fmax(large, group->points[i].size);
		for (j = 0; j < data->platforms->count; j++) {
			value = value_us(&group->points[i], j);
			if (!isfinite(value))
				continue;
			least = fmin(least, value);
			most = fmax(most, value);
		}
	}
	*across = scale_make(small, large, 0.03, true, LEFT, RIGHT);
	*down = scale_make(least, most, 0.05, true, top + PLOT_HEIGHT, top);
}

/* "64", "4k", "1m", as sizes are given to -s. */
static const char *
format_size(double size, char text[FORMAT_SIZE])
{
	static const char	units[] = " km";
	size_t			unit = 0;

	while (units[unit + 1] != '\0' && fmod(size, 1024) < 0.5) {
		size /= 1024;
		unit++;
	}
	snprintf(text, FORMAT_SIZE, "%.0f%c", size, units[unit]);
	if (unit == 0)
		text[strlen(text) - 1] = '\0';
	return text;
}

static int
compare_numbers(const void *first, const void *second)
{
	const double	*a = first, *b = second;

	return (*a > *b) - (*a < *b);
}

/* The sizes themselves are named, as far as there is room. */
static void
draw_sizes(struct svg *svg, const struct size_group *group,
    const struct scale *across, double top, double bottom)
{
	double	*sizes = memory_allocate(group->count, sizeof *sizes);
	double	 x, last = -TICK_ROOM;
	char	 text[FORMAT_SIZE];
	size_t	 i;

	for (i = 0; i < group->count; i++)
		sizes[i] = group->points[i].size;
	qsort(sizes, group->count, sizeof *sizes, compare_numbers);
	svg_line(svg, "axis", LEFT, bottom, RIGHT, bottom);
	for (i = 0; i < group->count; i++) {
		x = scale_place(across, sizes[i]);
		if (x - last < TICK_ROOM)
			continue;
		last = x;
		svg_line(svg, "grid", x, top, x, bottom);
		svg_text(svg, "quiet", SVG_MIDDLE, x, bottom + 15,
		    format_size(sizes[i], text));
	}
	free(sizes);
}

static void
draw_series(struct svg *svg, const struct plot_data *data, size_t number,
    size_t first, size_t platform, size_t series)
{
	const struct size_group	*group = group_of(data, number);
	const size_t		 end = first + size_group_run(group, first);
	struct scale		 across, down;
	double			 value;
	size_t			 i;

	make_scales(data, number, &across, &down);
	svg_path_begin(svg, "line", series);
	for (i = first; i < end; i++) {
		value = value_us(&group->points[i], platform);
		if (isfinite(value))
			svg_path_to(svg,
			    scale_place(&across, group->points[i].size),
			    scale_place(&down, value));
	}
	svg_path_end(svg);
	for (i = first; i < end; i++) {
		value = value_us(&group->points[i], platform);
		if (isfinite(value))
			svg_marker(svg, series, true,
			    scale_place(&across, group->points[i].size),
			    scale_place(&down, value));
	}
}

static void
draw_legend(struct svg *svg, const struct plot_data *data, size_t number,
    size_t first, size_t platform, size_t series)
{
	const double	y = (double)(series + 1) * LEGEND_LINE;
	struct buffer	name = { .text = NULL };

	name_series(data->platforms, &group_of(data, number)->points[first],
	    platform, &name);
	svg_series_line(svg, series, 1, y - 4, 9, y - 4);
	svg_marker(svg, series, true, 5, y - 4);
	svg_text(svg, "name", SVG_START, 11, y, name.text);
	free(name.text);
}

static void
sizes_draw(struct svg *svg, const struct plot_data *data, size_t number)
{
	struct scale	across, down;

	make_scales(data, number, &across, &down);
	for_each_series(svg, data, number, draw_legend);
	draw_sizes(svg, group_of(data, number), &across, down.to, down.from);
	svg_axis_down(svg, &down, DOWN_MOST, LEFT, RIGHT);
	svg_text(svg, "quiet", SVG_MIDDLE, (LEFT + RIGHT) / 2,
	    svg->height - 7, "bytes of a message; \xc2\xb5s");
	for_each_series(svg, data, number, draw_series);
}

static void
sizes_tabulate(FILE *out, const struct plot_data *data, size_t number)
{
	const struct size_group	*group = group_of(data, number);
	const struct platforms	*platforms = data->platforms;
	char			 text[FORMAT_SIZE];
	size_t			 i, j;

	fputs("<caption>Latency in \xc2\xb5s.</caption>\n<thead><tr>"
	    "<th scope=\"col\">place</th>"
	    "<th scope=\"col\" class=\"number\">bytes</th>", out);
	for (i = 0; i < platforms->count; i++)
		markup_heading(out, "number", platforms->list[i].label);
	fputs("</tr></thead>\n<tbody>\n", out);
	for (i = 0; i < group->count; i++) {
		fputs("<tr>", out);
		markup_row_heading(out, group->points[i].place);
		fprintf(out, "<td class=\"number\">%.0f</td>",
		    group->points[i].size);
		for (j = 0; j < platforms->count; j++)
			markup_element(out, "td", "number",
			    format_microseconds(value_us(&group->points[i], j) *
			    NS_PER_US, text));
		fputs("</tr>\n", out);
	}
	fputs("</tbody>\n", out);
}

const struct plot plot_sizes = {
	.name = "sizes",
	.part = PLOT_SIZES,
	.count = sizes_count,
	.has = sizes_has,
	.subject = sizes_subject,
	.title = sizes_title,
	.describe = sizes_describe,
	.heading = "Latency by size of message",
	.guide = "A line a place and platform. Both axes are logarithmic.",
	.height = sizes_height,
	.draw = sizes_draw,
	.tabulate = sizes_tabulate,
};
