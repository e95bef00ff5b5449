/* A forest plot: the change of every test, with its interval and verdict. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "reporters/comparison-format.h"
#include "reporters/markup.h"
#include "reporters/plot.h"

#define LEFT		3.0	/* per cent: the ends of the axis */
#define RIGHT		97.0
#define TOP		46.0	/* pixels above the first row */
#define BOTTOM		30.0
#define NAME_LINE	16.0
#define WORDS_LINE	15.0
#define MARK_LINE	15.0
#define ROW_GAP		16.0
#define NAME_LIMIT	46u	/* characters that a narrow page has room for */
#define TICKS_MOST	6
#define RATIO_LIMIT	20.0	/* what is beyond stands at the end */
#define ENDS_SHOWN	0.9	/* of the ends of intervals; one wide one would hide the others */
#define RATIO_LEAST	1.06	/* the axis holds at least this and its inverse */

/* Whether the row says anything about that platform. */
static bool
is_drawn(const struct platform_cell *cell)
{
	return cell->compared != NULL && isfinite(cell->compared->ratio);
}

static size_t
count_drawn(const struct platforms *platforms, const struct platform_row *row)
{
	size_t	i, count = 0;

	for (i = 1; i < platforms->count; i++)
		count += is_drawn(&row->cells[i]);
	return count;
}

/* How much of a name goes on one line: up to a comma, if there is one. */
static size_t
name_line(const char *name)
{
	size_t	length = strlen(name), i;

	if (length <= NAME_LIMIT)
		return length;
	for (i = NAME_LIMIT; i > 0; i--)
		if (name[i - 1] == ',')
			return i;
	return NAME_LIMIT;
}

static char *
name_of(const struct plot_data *data, size_t row)
{
	struct buffer	 name = { .text = NULL };
	char		*harmless;

	plot_name_row(data, row, &name);
	harmless = format_harmless(name.text != NULL ? name.text : "");
	free(name.text);
	return harmless;
}

static double
row_height(const struct plot_data *data, size_t row)
{
	size_t	 drawn = count_drawn(data->platforms,
		     &data->platforms->rows[row]), length;
	char	*name;
	const char *next;
	double	 height;

	if (drawn == 0)
		return 0;
	name = name_of(data, row);
	height = ROW_GAP + (double)drawn * (WORDS_LINE + MARK_LINE);
	for (next = name; (length = name_line(next)) > 0; next += length)
		height += NAME_LINE;
	free(name);
	return height;
}

static size_t
forest_count(const struct plot_data *data)
{
	return data->platforms->count > 1;
}

static bool
forest_has(const struct plot_data *data, size_t number)
{
	const struct platforms	*platforms = data->platforms;
	size_t			 i, j;

	(void)number;
	for (i = 0; i < platforms->row_count; i++)
		for (j = 1; j < platforms->count; j++)
			if (platforms->rows[i].cells[j].compared != NULL)
				return true;
	return false;
}

static void
forest_subject(const struct plot_data *data, size_t number,
    struct buffer *buffer)
{
	(void)data;
	(void)number;
	buffer_add(buffer, "");
}

static void
forest_title(const struct plot_data *data, size_t number,
    struct buffer *buffer)
{
	(void)number;
	buffer_add_format(buffer, "Latency of each test compared with %s",
	    data->platforms->list[0].label);
}

static void
forest_describe(const struct plot_data *data, size_t number,
    struct buffer *buffer)
{
	const struct platform	*platform;
	size_t			 i;

	(void)number;
	buffer_add_format(buffer, "A line a test: the ratio of the latencies "
	    "with its 95 %% interval, on a logarithmic axis, and a band of "
	    "%g %% either way within which nothing counts.",
	    data->platforms->request.threshold_percent);
	for (i = 1; i < data->platforms->count; i++) {
		platform = &data->platforms->list[i];
		buffer_add_format(buffer, " %s: ", platform->label);
		comparison_format_verdicts(&platform->comparison, buffer);
	}
}

static double
forest_height(const struct plot_data *data, size_t number)
{
	double	height = TOP + BOTTOM;
	size_t	i;

	(void)number;
	if (data->platforms->count > 2)
		height += plot_legend_height(data->platforms);
	for (i = 0; i < data->platforms->row_count; i++)
		height += row_height(data, i);
	return height;
}

/* As far from 1 as this ratio is, in either direction, up to the limit. */
static double
distance(double ratio)
{
	if (!(ratio > 0))
		return 1;
	return fmin(ratio < 1 ? 1 / ratio : ratio, RATIO_LIMIT);
}

static int
compare_numbers(const void *first, const void *second)
{
	const double	*a = first, *b = second;

	return (*a > *b) - (*a < *b);
}

/* How far all ratios, and nearly all ends of intervals, are from 1. */
static double
find_reach(const struct platforms *platforms)
{
	const struct comparison_row	*compared;
	double				*ends, reach = 1;
	size_t				 i, j, count = 0;

	ends = memory_allocate(2 * platforms->row_count * platforms->count + 1,
	    sizeof *ends);
	for (i = 0; i < platforms->row_count; i++)
		for (j = 1; j < platforms->count; j++) {
			if (!is_drawn(&platforms->rows[i].cells[j]))
				continue;
			compared = platforms->rows[i].cells[j].compared;
			reach = fmax(reach, distance(compared->ratio));
			ends[count++] = distance(compared->ci_low);
			ends[count++] = distance(compared->ci_high);
		}
	qsort(ends, count, sizeof *ends, compare_numbers);
	if (count > 0)
		reach = fmax(reach, ends[(size_t)(ENDS_SHOWN *
		    (double)(count - 1))]);
	free(ends);
	return reach;
}

/* An axis with 1 in its middle. */
static struct scale
make_scale(const struct platforms *platforms)
{
	double	most = fmax(RATIO_LEAST, 1 + 2 *
		    platforms->request.threshold_percent / 100);

	most = fmax(most, find_reach(platforms));
	return scale_make(1 / most, most, 0.02, true, LEFT, RIGHT);
}

/* An end of an interval, with an arrow where it lies beyond the axis. */
static void
draw_end(struct svg *svg, const struct scale *scale, size_t series,
    double ratio, double y)
{
	const double	x = scale_place(scale, ratio);
	const double	tip = ratio < scale->low ? 1.5 : -1.5;

	if (scale_holds(scale, ratio)) {
		svg_series_line(svg, series, x, y - 4, x, y + 4);
		return;
	}
	svg_series_line(svg, series, x, y, x + tip, y - 5);
	svg_series_line(svg, series, x, y, x + tip, y + 5);
}

static void
draw_interval(struct svg *svg, const struct scale *scale, size_t series,
    const struct comparison_row *row, double y)
{
	const bool	firm = row->verdict == VERDICT_FASTER ||
			    row->verdict == VERDICT_SLOWER;

	if (isfinite(row->ci_low) && isfinite(row->ci_high)) {
		svg_series_line(svg, series, scale_place(scale, row->ci_low),
		    y, scale_place(scale, row->ci_high), y);
		draw_end(svg, scale, series, row->ci_low, y);
		draw_end(svg, scale, series, row->ci_high, y);
	}
	svg_marker(svg, series, firm, scale_place(scale, row->ratio), y);
}

/* All platforms of one test, from y on; where it ends. */
static double
draw_row(struct svg *svg, const struct plot_data *data,
    const struct scale *scale, size_t number, double y)
{
	const struct platforms		*platforms = data->platforms;
	const struct platform_row	*row = &platforms->rows[number];
	struct buffer			 words = { .text = NULL };
	char				 change[CHANGE_SIZE], line[NAME_LIMIT + 1];
	char				*name = name_of(data, number);
	const char			*next;
	size_t				 i, length;

	y += ROW_GAP;
	for (next = name; (length = name_line(next)) > 0; next += length) {
		y += NAME_LINE;
		snprintf(line, sizeof line, "%.*s", (int)length, next);
		svg_text(svg, "strong", SVG_START, 0, y - 3, line);
	}
	free(name);
	for (i = 1; i < platforms->count; i++) {
		if (!is_drawn(&row->cells[i]))
			continue;
		if (platforms->count > 2)
			buffer_add_format(&words, "%s: ",
			    platforms->list[i].label);
		buffer_add_format(&words, "%s: %s",
		    verdict_name(row->cells[i].compared->verdict),
		    comparison_format_change(row->cells[i].compared, change));
		svg_text(svg, "quiet", SVG_START, 0, y + WORDS_LINE - 4,
		    words.text);
		buffer_free(&words);
		y += WORDS_LINE + MARK_LINE;
		draw_interval(svg, scale, i, row->cells[i].compared,
		    y - MARK_LINE / 2);
	}
	return y;
}

/* The axis above and below, and the band behind all. */
static void
draw_axis(struct svg *svg, const struct platforms *platforms,
    const struct scale *scale, double top, double bottom)
{
	const double	threshold = platforms->request.threshold_percent / 100;
	const double	from = scale_place(scale, 1 - threshold);
	const double	to = scale_place(scale, 1 + threshold);
	const double	one = scale_place(scale, 1);

	svg_rectangle(svg, "band", from, top, to - from, bottom - top);
	svg_line(svg, "edge", from, top, from, bottom);
	svg_line(svg, "edge", to, top, to, bottom);
	svg_axis_across(svg, scale, TICKS_MOST, top, bottom);
	svg_axis_above(svg, scale, TICKS_MOST, top);
	svg_line(svg, "axis", one, top, one, bottom);
}

static void
forest_draw(struct svg *svg, const struct plot_data *data, size_t number)
{
	const struct scale	scale = make_scale(data->platforms);
	double			y = 0;
	size_t			i;

	(void)number;
	if (data->platforms->count > 2) {
		plot_legend(svg, data->platforms, 0);
		y = plot_legend_height(data->platforms);
	}
	svg_text(svg, "strong", SVG_START, 0, y + 14, "faster");
	svg_text(svg, "strong", SVG_MIDDLE, 50, y + 14,
	    "ratio, new over old");
	svg_text(svg, "strong", SVG_END, 100, y + 14, "slower");
	y += TOP;
	draw_axis(svg, data->platforms, &scale, y, svg->height - BOTTOM + 6);
	for (i = 0; i < data->platforms->row_count; i++)
		if (count_drawn(data->platforms, &data->platforms->rows[i]) > 0)
			y = draw_row(svg, data, &scale, i, y);
}

static void
put_number(FILE *out, const char *text)
{
	markup_element(out, "td", "number", text);
}

static void
tabulate_row(FILE *out, const struct platforms *platforms,
    const char *name, const struct platform_row *row, size_t number)
{
	const struct comparison_row	*compared = row->cells[number].compared;
	char				 text[CHANGE_SIZE];

	fputs("<tr>", out);
	markup_row_heading(out, name);
	if (platforms->count > 2)
		markup_element(out, "td", "text",
		    platforms->list[number].label);
	put_number(out, format_microseconds(compared->old_ns, text));
	put_number(out, format_microseconds(compared->new_ns, text));
	put_number(out, comparison_format_change(compared, text));
	if (isfinite(compared->p_adjusted))
		snprintf(text, sizeof text, compared->p_adjusted < 0.0001 ?
		    "<0.0001" : "%.4f", compared->p_adjusted);
	else
		strcpy(text, "-");
	put_number(out, text);
	markup_element(out, "td", NULL, verdict_name(compared->verdict));
	markup_element(out, "td", "text",
	    compared->note != NULL ? compared->note : "");
	fputs("</tr>\n", out);
}

static void
forest_tabulate(FILE *out, const struct plot_data *data, size_t number)
{
	const struct platforms	*platforms = data->platforms;
	char			*name;
	size_t			 i, j;

	(void)number;
	fputs("<caption>Medians in \xc2\xb5s; change: by how much the latency "
	    "fell [95\xc2\xa0% interval]; p is adjusted for the table."
	    "</caption>\n<thead><tr><th scope=\"col\">test</th>", out);
	if (platforms->count > 2)
		fputs("<th scope=\"col\">platform</th>", out);
	fputs("<th scope=\"col\" class=\"number\">old</th>"
	    "<th scope=\"col\" class=\"number\">new</th>"
	    "<th scope=\"col\" class=\"number\">change</th>"
	    "<th scope=\"col\" class=\"number\">p</th>"
	    "<th scope=\"col\">verdict</th><th scope=\"col\">note</th>"
	    "</tr></thead>\n<tbody>\n", out);
	for (i = 0; i < platforms->row_count; i++) {
		name = name_of(data, i);
		for (j = 1; j < platforms->count; j++)
			if (platforms->rows[i].cells[j].compared != NULL)
				tabulate_row(out, platforms, name,
				    &platforms->rows[i], j);
		free(name);
	}
	fputs("</tbody>\n", out);
}

const struct plot plot_forest = {
	.name = "forest",
	.part = PLOT_COMPARISON,
	.count = forest_count,
	.has = forest_has,
	.subject = forest_subject,
	.title = forest_title,
	.describe = forest_describe,
	.heading = "Ratio of latencies, each test",
	.guide = "Each line is the 95 % interval of a ratio of latencies, new "
	    "over old, with the change in per cent above it: positive when the "
	    "latency fell. A filled mark is a change that was found, a hollow "
	    "one is not. Within the band a change is below the threshold. The "
	    "axis is logarithmic.",
	.height = forest_height,
	.draw = forest_draw,
	.tabulate = forest_tabulate,
};
