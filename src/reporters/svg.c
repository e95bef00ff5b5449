/* Owns drawing in SVG. */

#include "config.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "reporters/markup.h"
#include "reporters/svg.h"
#include "reporters/theme.h"

#define WIDTH_ALONE	760	/* pixels of a file of its own */
#define PATH_WIDTH	1000.0	/* units of a path across */
#define SVG_NUMBER_SIZE	400	/* of 1e300 with a decimal */
#define NEAR		0.33	/* pixels, and units of a path */

/* A number with one decimal, or none: the same in every locale. */
static void
put_number(FILE *out, double number)
{
	char	text[SVG_NUMBER_SIZE];
	size_t	length;

	snprintf(text, sizeof text, "%.1f", isfinite(number) ? number : 0);
	number_fix_point(text);
	length = strlen(text);
	if (length > 2 && strcmp(text + length - 2, ".0") == 0)
		text[length - 2] = '\0';
	fputs(strcmp(text, "-0") == 0 ? "0" : text, out);
}

/* Per cent with two decimals. */
static void
put_across(FILE *out, const char *name, double x)
{
	char	text[SVG_NUMBER_SIZE];

	snprintf(text, sizeof text, "%.2f", isfinite(x) ? x : 0);
	number_fix_point(text);
	fprintf(out, " %s=\"%s%%\"", name, text);
}

static void
put_down(FILE *out, const char *name, double y)
{
	fprintf(out, " %s=\"", name);
	put_number(out, y);
	putc('"', out);
}

void
svg_open(struct svg *svg, FILE *out, const struct svg_head *head)
{
	memset(svg, 0, sizeof *svg);
	svg->out = out;
	svg->height = head->height;
	fprintf(out, "<svg xmlns=\"" SVG_NAMESPACE "\" class=\"plot\" "
	    "role=\"img\" aria-labelledby=\"%s-t %s-d\"", head->id, head->id);
	if (head->alone)
		fprintf(out, " width=\"%d\"", WIDTH_ALONE);
	else
		fputs(" width=\"100%\"", out);
	put_down(out, "height", head->height);
	fprintf(out, ">\n<title id=\"%s-t\">", head->id);
	markup_text(out, head->title);
	fprintf(out, "</title>\n<desc id=\"%s-d\">", head->id);
	markup_text(out, head->description);
	fputs("</desc>\n", out);
	if (!head->alone)
		return;
	fputs("<metadata>ipclat " PACKAGE_VERSION "</metadata>\n<style>\n",
	    out);
	theme_write_drawing(out);
	fputs("</style>\n<rect class=\"paper\" width=\"100%\" "
	    "height=\"100%\"/>\n", out);
}

void
svg_close(struct svg *svg)
{
	fputs("</svg>\n", svg->out);
}

void
svg_line(struct svg *svg, const char *class, double x1, double y1, double x2,
    double y2)
{
	fprintf(svg->out, "<line class=\"%s\"", class);
	put_across(svg->out, "x1", x1);
	put_down(svg->out, "y1", y1);
	put_across(svg->out, "x2", x2);
	put_down(svg->out, "y2", y2);
	fputs("/>\n", svg->out);
}

void
svg_rectangle(struct svg *svg, const char *class, double x, double y,
    double width, double height)
{
	fprintf(svg->out, "<rect class=\"%s\"", class);
	put_across(svg->out, "x", x);
	put_down(svg->out, "y", y);
	put_across(svg->out, "width", width);
	put_down(svg->out, "height", height);
	fputs("/>\n", svg->out);
}

void
svg_text(struct svg *svg, const char *class, enum svg_anchor anchor, double x,
    double y, const char *text)
{
	static const char *const	anchors[] = {
		[SVG_START] = "",
		[SVG_MIDDLE] = " text-anchor=\"middle\"",
		[SVG_END] = " text-anchor=\"end\"",
	};

	fprintf(svg->out, "<text class=\"%s\"%s", class, anchors[anchor]);
	put_across(svg->out, "x", x);
	put_down(svg->out, "y", y);
	putc('>', svg->out);
	markup_text(svg->out, text);
	fputs("</text>\n", svg->out);
}

/*
 * Points of a path are plain numbers, so it has a coordinate system of its
 * own, as wide as the drawing; its strokes are not stretched with it.
 */
void
svg_path_begin(struct svg *svg, const char *class, size_t series)
{
	fputs("<svg width=\"100%\"", svg->out);
	put_down(svg->out, "height", svg->height);
	fprintf(svg->out, " viewBox=\"0 0 %.0f ", PATH_WIDTH);
	put_number(svg->out, svg->height);
	fprintf(svg->out, "\" preserveAspectRatio=\"none\"><path "
	    "class=\"%s s%zu\" vector-effect=\"non-scaling-stroke\" d=\"",
	    class, series % SVG_SERIES);
	svg->path_is_open = false;
}

void
svg_path_to(struct svg *svg, double x, double y)
{
	x *= PATH_WIDTH / 100;
	if (svg->path_is_open && fabs(x - svg->last_x) < NEAR &&
	    fabs(y - svg->last_y) < NEAR)
		return;
	putc(svg->path_is_open ? 'L' : 'M', svg->out);
	put_number(svg->out, x);
	putc(' ', svg->out);
	put_number(svg->out, y);
	svg->path_is_open = true;
	svg->last_x = x;
	svg->last_y = y;
}

void
svg_path_end(struct svg *svg)
{
	/* An empty path is none. */
	fputs(svg->path_is_open ? "\"/></svg>\n" : "M0 0\"/></svg>\n",
	    svg->out);
}

void
svg_series_line(struct svg *svg, size_t series, double x1, double y1,
    double x2, double y2)
{
	char	class[32];

	snprintf(class, sizeof class, "line s%zu", series % SVG_SERIES);
	svg_line(svg, class, x1, y1, x2, y2);
}

void
svg_marker(struct svg *svg, size_t series, bool filled, double x, double y)
{
	/* About the origin. */
	static const char *const	shapes[SVG_SERIES] = {
		"M-4 0A4 4 0 1 1 4 0A4 4 0 1 1-4 0Z",
		"M-4-4H4V4H-4Z",
		"M0-5.5L5.5 0L0 5.5L-5.5 0Z",
		"M0-5L5 4H-5Z",
		"M0 5L5-4H-5Z",
		"M-1.6-5H1.6V-1.6H5V1.6H1.6V5H-1.6V1.6H-5V-1.6H-1.6Z",
	};

	fputs("<svg overflow=\"visible\"", svg->out);
	put_across(svg->out, "x", x);
	put_down(svg->out, "y", y);
	fprintf(svg->out, "><path class=\"%s s%zu\" d=\"%s\"/></svg>\n",
	    filled ? "full" : "hollow", series % SVG_SERIES,
	    shapes[series % SVG_SERIES]);
}

static const char *
format_tick(double value, char *text, size_t size)
{
	snprintf(text, size, "%.6g", value);
	number_fix_point(text);
	return text;
}

void
svg_axis_across(struct svg *svg, const struct scale *scale, size_t most,
    double top, double bottom)
{
	struct ticks	ticks;
	char		text[32];
	double		x;
	size_t		i;

	scale_ticks(scale, most, &ticks);
	svg_line(svg, "axis", scale->from, bottom, scale->to, bottom);
	for (i = 0; i < ticks.count; i++) {
		x = scale_place(scale, ticks.at[i]);
		svg_line(svg, "grid", x, top, x, bottom);
		svg_text(svg, "quiet", SVG_MIDDLE, x, bottom + 15,
		    format_tick(ticks.at[i], text, sizeof text));
	}
}

void
svg_axis_above(struct svg *svg, const struct scale *scale, size_t most,
    double top)
{
	struct ticks	ticks;
	char		text[32];
	size_t		i;

	scale_ticks(scale, most, &ticks);
	for (i = 0; i < ticks.count; i++)
		svg_text(svg, "quiet", SVG_MIDDLE,
		    scale_place(scale, ticks.at[i]), top - 5,
		    format_tick(ticks.at[i], text, sizeof text));
}

void
svg_axis_down(struct svg *svg, const struct scale *scale, size_t most,
    double left, double right)
{
	struct ticks	ticks;
	char		text[32];
	double		y;
	size_t		i;

	scale_ticks(scale, most, &ticks);
	for (i = 0; i < ticks.count; i++) {
		y = scale_place(scale, ticks.at[i]);
		svg_line(svg, "grid", left, y, right, y);
		svg_text(svg, "quiet", SVG_END, left - 1, y + 4,
		    format_tick(ticks.at[i], text, sizeof text));
	}
}
