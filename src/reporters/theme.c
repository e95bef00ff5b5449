/* Owns the colours and the layout of pages and drawings. */

#include "config.h"

#include <stdbool.h>
#include <stddef.h>

#include "reporters/theme.h"

/*
 * Colours of text and lines have a contrast of at least 4.5:1 to the paper,
 * light or dark; bands and lines of the grid only lie behind.  Series differ
 * in lightness too, and by shape and dashes, for those who see no hues.
 */
struct colour {
	const char	*selectors, *property;
	const char	*light, *dark;
};

static const struct colour drawing_colours[] = {
	{ ".plot text", "fill", "#1a1a1a", "#ececec" },
	{ ".plot .quiet", "fill", "#4a4a4a", "#bdbdbd" },
	{ ".plot text", "stroke", "#ffffff", "#161616" },
	{ ".plot .paper", "fill", "#ffffff", "#161616" },
	{ ".plot .hollow", "fill", "#ffffff", "#161616" },
	{ ".plot .axis", "stroke", "#4a4a4a", "#bdbdbd" },
	{ ".plot .middle", "stroke", "#1a1a1a", "#ececec" },
	{ ".plot .grid", "stroke", "#dcdcdc", "#3a3a3a" },
	{ ".plot .band", "fill", "#e4e4e4", "#333333" },
	{ ".plot .edge", "stroke", "#767676", "#8c8c8c" },
	{ ".s0", "color", "#005a9c", "#6cb8f0" },
	{ ".s1", "color", "#b03a00", "#ff9d5c" },
	{ ".s2", "color", "#00664a", "#5fd6ae" },
	{ ".s3", "color", "#7d2a86", "#e3a3ea" },
	{ ".s4", "color", "#6b5900", "#e6cf5a" },
	{ ".s5", "color", "#3d3d3d", "#d0d0d0" },
};
#define DRAWING_COLOURS	(sizeof drawing_colours / sizeof drawing_colours[0])

static const struct colour page_colours[] = {
	{ "body", "color", "#1a1a1a", "#ececec" },
	{ "body", "background", "#ffffff", "#161616" },
	{ "a", "color", "#004f8b", "#8cc8f7" },
	{ ".quiet,caption,figcaption", "color", "#4a4a4a", "#bdbdbd" },
	{ "th,td,.scroll,details", "border-color", "#c4c4c4", "#4d4d4d" },
	{ "thead th,tbody th", "background", "#f3f3f3", "#242424" },
	{ ".differs", "background", "#fff3c4", "#4a3d00" },
	{ ":focus-visible", "outline-color", "#004f8b", "#8cc8f7" },
};
#define PAGE_COLOURS	(sizeof page_colours / sizeof page_colours[0])

/* Lines that every drawing has. */
static const char drawing_style[] =
    ".plot{font:12px/1.3 system-ui,sans-serif;"
    "font-variant-numeric:tabular-nums;display:block}\n"
    ".plot text{paint-order:stroke;stroke-width:3px;stroke-linejoin:round}\n"
    ".plot .strong{font-weight:600}\n"
    ".plot .line{fill:none;stroke:currentColor;stroke-width:2;"
    "stroke-linejoin:round}\n"
    ".plot .thin{fill:none;stroke:currentColor;stroke-width:1;"
    "stroke-opacity:.6}\n"
    ".plot .full{fill:currentColor;stroke:currentColor;stroke-width:1.5}\n"
    ".plot .hollow{stroke:currentColor;stroke-width:1.5}\n"
    ".plot .middle{stroke-width:1.5;stroke-dasharray:2 3}\n"
    ".plot .edge{stroke-dasharray:4 3}\n"
    ".line.s1{stroke-dasharray:7 3}\n"
    ".line.s2{stroke-dasharray:2 2}\n"
    ".line.s3{stroke-dasharray:9 3 2 3}\n"
    ".line.s4{stroke-dasharray:12 4}\n"
    ".line.s5{stroke-dasharray:4 2 1 2 1 2}\n";

static const char page_style[] =
    ":root{color-scheme:light dark}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;padding:0 1rem 3rem;max-width:60rem;"
    "font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}\n"
    "h1{font-size:1.6rem;margin:1.2rem 0 .4rem}\n"
    "h2{font-size:1.3rem;margin:2.4rem 0 .6rem}\n"
    "h3{font-size:1.05rem;margin:1.8rem 0 .4rem}\n"
    ".spec,code{font-family:ui-monospace,monospace}\n"
    "code{font-size:.92em}\n"
    "p{margin:.4rem 0;max-width:46rem}\n"
    "ul,ol{margin:.4rem 0;padding-left:1.4rem}\n"
    "nav ol{columns:15rem}\n"
    ".skip{position:absolute;left:-99rem}\n"
    ".skip:focus{left:1rem;top:.5rem}\n"
    ".scroll{overflow-x:auto;border:1px solid;margin:.6rem 0}\n"
    ":focus-visible{outline:3px solid;outline-offset:2px}\n"
    "table{border-collapse:collapse;font-size:.875rem;"
    "font-variant-numeric:tabular-nums;width:100%}\n"
    "caption{text-align:left;padding:.3rem .5rem;"
    "max-width:calc(100vw - 2.2rem)}\n"
    "th,td{border:1px solid;padding:.2rem .5rem;text-align:left;"
    "vertical-align:top}\n"
    "tr>:first-child{border-left:0}\n"
    "tr>:last-child{border-right:0}\n"
    "tr:last-child>*{border-bottom:0}\n"
    "thead th{vertical-align:bottom}\n"
    "tbody th{font-weight:400;min-width:9.5rem;max-width:30rem;"
    "overflow-wrap:break-word}\n"
    ".number{text-align:right;white-space:nowrap}\n"
    ".text{overflow-wrap:anywhere;min-width:8rem}\n"
    "figure{margin:.6rem 0 1rem}\n"
    "figcaption{font-size:.875rem;padding:.2rem 0}\n"
    "details{border-left:3px solid;padding-left:.7rem;margin:.5rem 0}\n"
    "summary{cursor:pointer;padding:.3rem 0}\n"
    "@media (min-width:62rem){.pair{display:grid;"
    "grid-template-columns:1fr 1fr;column-gap:2rem}"
    ".pair>*{min-width:0}}\n"
    "@media print{body{max-width:none;padding:0;font-size:10pt}"
    "nav,.skip{display:none}"
    ".scroll{overflow:visible;border:0}"
    "table{font-size:8pt}"
    ".pair{display:grid;grid-template-columns:1fr 1fr;column-gap:1rem}"
    ".pair>*{min-width:0}"
    "svg,tr{break-inside:avoid}"
    "h2,h3,figcaption,summary,caption{break-after:avoid}"
    "details::details-content{content-visibility:visible;display:block;"
    "block-size:auto}"
    "summary{list-style:none}}\n";

static void
write_colours(FILE *out, const struct colour *colours, size_t count, bool dark)
{
	size_t	i;

	for (i = 0; i < count; i++)
		fprintf(out, "%s{%s:%s}\n", colours[i].selectors,
		    colours[i].property, dark ? colours[i].dark :
		    colours[i].light);
}

/* Paper is light whatever the reader's screen is. */
#define DARK_BEGIN	"@media screen and (prefers-color-scheme:dark){\n"

void
theme_write_drawing(FILE *out)
{
	fputs(drawing_style, out);
	write_colours(out, drawing_colours, DRAWING_COLOURS, false);
	fputs(DARK_BEGIN, out);
	write_colours(out, drawing_colours, DRAWING_COLOURS, true);
	fputs("}\n", out);
}

void
theme_write_page(FILE *out)
{
	fputs(page_style, out);
	write_colours(out, page_colours, PAGE_COLOURS, false);
	theme_write_drawing(out);
	fputs(DARK_BEGIN, out);
	write_colours(out, page_colours, PAGE_COLOURS, true);
	fputs("}\n", out);
}
