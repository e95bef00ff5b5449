/* Draws distributions and invocations with characters. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "reporters/buffer.h"
#include "reporters/comparison-reporter.h"
#include "reporters/distribution.h"
#include "reporters/format.h"
#include "reporters/headline.h"
#include "reporters/plot-terminal.h"
#include "reporters/scale.h"

#define MARGIN		10u	/* columns left of what is drawn: a figure and a bar */
#define UNIT_ROOM	3u	/* columns right of it, for the unit */
#define WIDTH_MOST	150u
#define BARS_HEIGHT	4u	/* lines */
#define ORDER_HEIGHT	5u
#define ORDER_GAP	3u	/* columns from one invocation to the next, at most */
#define BIN_RATIO	1.02	/* narrower bins would show the steps of the clock */
#define BINS_LEAST	8
#define TICK_SIZE	16
#define TICKS_MOST	6
#define NS_PER_US	1e3
#define LOW_QUANTILE	0.005	/* the axis holds what lies between these */
#define HIGH_QUANTILE	0.95

/* What bars and marks are made of. */
struct characters {
	const char	*bars[9];	/* from nothing to all of a line */
	unsigned	 levels;	/* the last of them */
	const char	*mark, *disturbed, *both;
	const char	*bar, *corner, *line, *tick;
};

static const struct characters ascii = {
	.bars = { " ", ".", ":", "#" },
	.levels = 3,
	.mark = "o", .disturbed = "x", .both = "%",
	.bar = "|", .corner = "+", .line = "-", .tick = "+",
};

static const struct characters unicode = {
	.bars = { " ", "\xe2\x96\x81", "\xe2\x96\x82", "\xe2\x96\x83",
	    "\xe2\x96\x84", "\xe2\x96\x85", "\xe2\x96\x86", "\xe2\x96\x87",
	    "\xe2\x96\x88" },
	.levels = 8,
	.mark = "\xe2\x97\x8f", .disturbed = "\xe2\x97\x8b",
	.both = "\xe2\x97\x90",
	.bar = "\xe2\x94\x82", .corner = "\xe2\x94\x94",
	.line = "\xe2\x94\x80", .tick = "\xe2\x94\xac",
};

/* A drawing of so many columns right of the margin. */
struct canvas {
	FILE			*out;
	const struct characters	*characters;
	size_t			 width;
};

/* The figure left of a line, or none where it is no number. */
static void
put_margin(const struct canvas *canvas, double us)
{
	char	text[FORMAT_SIZE] = "";

	if (isfinite(us))
		format_microseconds(us * NS_PER_US, text);
	fprintf(canvas->out, "%*.*s %s", (int)MARGIN - 2, (int)MARGIN - 2,
	    text, canvas->characters->bar);
}

/* Blanks behind the last character are not written. */
static void
put_cells(const struct canvas *canvas, const char *const *cells)
{
	size_t	i, end = canvas->width;

	while (end > 0 && strcmp(cells[end - 1], " ") == 0)
		end--;
	for (i = 0; i < end; i++)
		fputs(cells[i], canvas->out);
	putc('\n', canvas->out);
}

/* An axis that all platforms of the test share. */
static struct scale
make_scale(const struct platforms *platforms, const struct platform_row *row,
    size_t width)
{
	double	least = HUGE_VAL, most = 0;

	distribution_range(platforms, row, LOW_QUANTILE,
	    HIGH_QUANTILE, &least, &most);
	return scale_make(least, most, 0.02, true, 0, (double)width);
}

/* How many bins an axis has room for, none narrower than the clock allows. */
static size_t
count_bins(const struct scale *scale, size_t width)
{
	double	bins = log(scale->high / scale->low) / log(BIN_RATIO);

	if (bins < BINS_LEAST)
		return BINS_LEAST;
	return bins < (double)width ? (size_t)bins : width;
}

/* The share of round trips in each bin, and the largest of them. */
static double
fill_bins(const struct platform_cell *cell, const struct scale *scale,
    double *bins, size_t bin_count)
{
	const struct histogram	*histogram = distribution_of(cell);
	double			 place, us, most = 0;
	size_t			 i, bin;

	for (i = 0; i < HISTOGRAM_STEPS; i++) {
		if (histogram->steps[i] == 0)
			continue;
		us = distribution_us(cell, (double)histogram_step_lower(i) +
		    (double)histogram_step_width(i) / 2);
		if (!scale_holds(scale, us))
			continue;
		place = scale_place(scale, us) / scale->to;
		bin = (size_t)(place * (double)bin_count);
		if (bin >= bin_count)
			bin = bin_count - 1;
		bins[bin] += (double)histogram->steps[i];
		most = fmax(most, bins[bin]);
	}
	return most;
}

/* Ticks below bars: a line with marks, and the numbers. */
static void
put_axis(const struct canvas *canvas, const struct scale *scale)
{
	struct ticks	ticks;
	char		numbers[WIDTH_MOST + TICK_SIZE + 1], text[TICK_SIZE];
	size_t		i, column, length, next = 0, used = 0;

	scale_ticks(scale, TICKS_MOST, &ticks);
	fprintf(canvas->out, "%*s%s", (int)MARGIN - 1, "",
	    canvas->characters->corner);
	memset(numbers, ' ', sizeof numbers);
	for (column = 0; column < canvas->width; column++) {
		if (next >= ticks.count || (size_t)scale_place(scale,
		    ticks.at[next]) != column) {
			fputs(canvas->characters->line, canvas->out);
			continue;
		}
		fputs(canvas->characters->tick, canvas->out);
		snprintf(text, sizeof text, "%.6g", ticks.at[next++]);
		length = strlen(text);
		i = column >= length / 2 ? column - length / 2 : 0;
		if (i < used + (used > 0) || i + length > canvas->width)
			continue;
		memcpy(numbers + i, text, length);
		used = i + length;
	}
	numbers[used] = '\0';
	fprintf(canvas->out, "\n%*s%s us\n", (int)MARGIN, "", numbers);
}

static void
put_bars(const struct canvas *canvas, const struct platform_cell *cell,
    const struct scale *scale)
{
	const struct characters	*characters = canvas->characters;
	const size_t		 bin_count = count_bins(scale, canvas->width);
	const char		*cells[WIDTH_MOST];
	double			*bins, most, level;
	size_t			 i, line;

	bins = memory_allocate(bin_count, sizeof *bins);
	most = fill_bins(cell, scale, bins, bin_count);
	for (line = BARS_HEIGHT; line-- > 0;) {
		for (i = 0; i < canvas->width; i++) {
			level = bins[i * bin_count / canvas->width];
			/* What is there at all is seen. */
			level = level > 0 ? fmax(1, rint(level / most *
			    BARS_HEIGHT * characters->levels)) : 0;
			level = fmax(level - (double)line *
			    characters->levels, 0);
			cells[i] = characters->bars[(size_t)fmin(level,
			    characters->levels)];
		}
		put_margin(canvas, (double)NAN);
		put_cells(canvas, cells);
	}
	free(bins);
	put_axis(canvas, scale);
}

/* What the axis leaves out. */
static void
put_tail(FILE *out, const struct platform_cell *cell,
    const struct scale *scale)
{
	const struct histogram	*histogram = distribution_of(cell);
	struct buffer		 line = { .text = NULL };
	char			 most[FORMAT_SIZE];
	double			 above = 0;
	size_t			 i;

	for (i = 0; i < HISTOGRAM_STEPS; i++)
		if (distribution_us(cell, (double)histogram_step_lower(i)) > scale->high)
			above += (double)histogram->steps[i];
	if (!(above > 0))
		return;
	format_microseconds((double)histogram->maximum /
	    (double)cell->test->timed_per, most);
	buffer_add_format(&line, "%.2g %% took longer, up to %s us",
	    100 * above / (double)histogram->count, most);
	fprintf(out, "%*s%s\n", (int)MARGIN, "", line.text);
	buffer_free(&line);
}

/* Invocations on a grid: columns in the order made, lines by latency. */
struct order {
	struct scale	 scale;		/* lines, 0 the lowest */
	size_t		 gap, columns;
	const char	*cells[ORDER_HEIGHT][WIDTH_MOST];
	bool		 known;		/* there is something to draw */
};

static void
order_fill(struct order *order, const struct canvas *canvas,
    const struct test_result *test)
{
	const struct characters	*characters = canvas->characters;
	const char		*mark, **cell;
	double			 value;
	size_t			 i, column, line;

	for (i = 0; i < test->invocation_count; i++) {
		value = headline_of_invocation(test, &test->invocations[i]) /
		    NS_PER_US;
		if (!isfinite(value))
			continue;
		column = test->invocation_count * order->gap <= canvas->width ?
		    i * order->gap :
		    (size_t)((double)i * (double)canvas->width /
		    (double)test->invocation_count);
		line = (size_t)(scale_place(&order->scale, value) + 0.5);
		mark = test->invocations[i].disturbed ?
		    characters->disturbed : characters->mark;
		cell = &order->cells[line][column];
		*cell = strcmp(*cell, " ") == 0 || *cell == mark ? mark :
		    characters->both;
	}
}

static void
order_make(struct order *order, const struct canvas *canvas,
    const struct test_result *test)
{
	double	least = HUGE_VAL, most = 0, value;
	size_t	i, j;

	for (i = 0; i < test->invocation_count; i++) {
		value = headline_of_invocation(test, &test->invocations[i]) /
		    NS_PER_US;
		if (!isfinite(value))
			continue;
		least = fmin(least, value);
		most = fmax(most, value);
	}
	order->known = most > 0;
	order->scale = scale_make(least, most, 0, true, 0, ORDER_HEIGHT - 1);
	order->gap = ORDER_GAP;
	while (order->gap > 1 &&
	    test->invocation_count * order->gap > canvas->width)
		order->gap--;
	for (i = 0; i < ORDER_HEIGHT; i++)
		for (j = 0; j < canvas->width; j++)
			order->cells[i][j] = " ";
	order_fill(order, canvas, test);
}

static void
put_order(const struct canvas *canvas, const struct test_result *test)
{
	struct order	order;
	size_t		line, i, disturbed = 0;
	bool		named;

	order_make(&order, canvas, test);
	if (!order.known)
		return;
	for (line = ORDER_HEIGHT; line-- > 0;) {
		named = line == 0 || line == ORDER_HEIGHT - 1;
		put_margin(canvas, !named ? (double)NAN : line == 0 ?
		    order.scale.low : order.scale.high);
		put_cells(canvas, order.cells[line]);
	}
	for (i = 0; i < test->invocation_count; i++)
		disturbed += test->invocations[i].disturbed;
	fprintf(canvas->out, "%*s%zu invocation%s in the order made, us",
	    (int)MARGIN, "", test->invocation_count,
	    test->invocation_count == 1 ? "" : "s");
	if (disturbed > 0)
		fprintf(canvas->out, "; %s: disturbed",
		    canvas->characters->disturbed);
	putc('\n', canvas->out);
}

/* "Linux: 2.463 us [2.445, 3.313]" */
static void
put_title(FILE *out, const struct platform *platform,
    const struct test_result *test)
{
	struct buffer	line = { .text = NULL };
	char		text[FORMAT_SIZE], low[FORMAT_SIZE], high[FORMAT_SIZE];

	buffer_add_format(&line, "%s%s: %s us", platform->label,
	    platform->emulated ? " (emulated)" : "",
	    headline_format(test, text));
	if (isfinite(test->summary.ci_low_ns) &&
	    isfinite(test->summary.ci_high_ns))
		buffer_add_format(&line, " [%s, %s]",
		    format_microseconds(test->summary.ci_low_ns, low),
		    format_microseconds(test->summary.ci_high_ns, high));
	if (test->headline_is_mean)
		buffer_add(&line, ", a mean");
	buffer_write(&line, out, 2);
}

static void
put_test(const struct canvas *canvas, const struct platforms *platforms,
    const struct platform_row *row)
{
	const struct scale	 scale = make_scale(platforms, row,
				     canvas->width);
	const struct platform_cell *cell;
	size_t			 i;

	format_paragraph(canvas->out, 2, row->spec);
	for (i = 0; i < platforms->count; i++) {
		cell = &row->cells[i];
		if (!platform_cell_is_measured(cell))
			continue;
		put_title(canvas->out, &platforms->list[i], cell->test);
		if (distribution_of(cell) != NULL) {
			put_bars(canvas, cell, &scale);
			put_tail(canvas->out, cell, &scale);
		}
		put_order(canvas, cell->test);
	}
}

static bool
is_measured(const struct platforms *platforms, const struct platform_row *row)
{
	size_t	i;

	for (i = 0; i < platforms->count; i++)
		if (platform_cell_is_measured(&row->cells[i]))
			return true;
	return false;
}

int
plot_terminal_write(FILE *out, const struct platforms *platforms,
    const struct plot_terminal *terminal)
{
	struct canvas	canvas = { .out = out };
	size_t		i;

	canvas.characters = terminal->utf8 ? &unicode : &ascii;
	canvas.width = terminal->columns - MARGIN - UNIT_ROOM;
	if (canvas.width > WIDTH_MOST)
		canvas.width = WIDTH_MOST;
	format_paragraph(out, 0, "Distribution of round trips on a logarithmic "
	    "axis, then the invocations in the order made.");
	for (i = 0; i < platforms->row_count; i++) {
		if (!is_measured(platforms, &platforms->rows[i]))
			continue;
		putc('\n', out);
		put_test(&canvas, platforms, &platforms->rows[i]);
	}
	return comparison_reporter_finish(out);
}
