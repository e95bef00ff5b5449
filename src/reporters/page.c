/* Owns the frame of a page: head, contents, sections, foot. */

#include "config.h"

#include <string.h>

#include "reporters/markup.h"
#include "reporters/page-parts.h"
#include "reporters/page.h"
#include "reporters/theme.h"

/* The sections in their order; has NULL: always there. */
static const struct section {
	const char	*id, *heading;
	bool		(*has)(const struct plot_data *);
	void		(*write)(FILE *, const struct plot_data *);
} sections[] = {
	{ "results", "Results", page_has_results, page_write_results },
	{ "comparison", "Comparison", page_has_comparison,
	    page_write_comparison },
	{ "warnings", "Warnings", page_has_warnings, page_write_warnings },
	{ "unmeasured", "Not measured", page_has_unmeasured,
	    page_write_unmeasured },
	{ "platforms", "Platforms", NULL, page_write_platforms },
	{ "by-size", "Latency by size", page_has_sizes, page_write_sizes },
	{ "tests", "Each test", page_has_results, page_write_tests },
};
#define SECTION_COUNT	(sizeof sections / sizeof sections[0])

static bool
section_is_there(const struct section *section, const struct plot_data *data)
{
	return section->has == NULL || section->has(data);
}

static void
write_head(FILE *out, const struct plot_data *data)
{
	size_t	i;

	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
	    "<meta charset=\"utf-8\"/>\n"
	    PAGE_MARK PACKAGE_VERSION "\"/>\n"
	    "<meta http-equiv=\"Content-Security-Policy\" content=\""
	    "default-src 'none'; style-src 'unsafe-inline'\"/>\n"
	    "<meta name=\"viewport\" content=\"width=device-width, "
	    "initial-scale=1\"/>\n"
	    "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
	    "<meta name=\"referrer\" content=\"no-referrer\"/>\n"
	    "<title>Latency of inter-process communication: ", out);
	for (i = 0; i < data->platforms->count; i++) {
		fputs(i > 0 ? ", " : "", out);
		markup_text(out, data->platforms->list[i].label);
	}
	fputs("</title>\n<style>\n", out);
	theme_write_page(out);
	fputs("</style>\n</head>\n<body>\n", out);
}

/* A list of what is compared: which platform is the first matters. */
static void
write_banner(FILE *out, const struct plot_data *data)
{
	const struct platform	*platform;
	size_t			 i;

	fputs("<a class=\"skip\" href=\"#main\">Skip to the results</a>\n"
	    "<header>\n<h1>Latency of inter-process communication</h1>\n"
	    "<p>Measured by ipclat: how long a request and its reply take "
	    "between two processes of one machine.</p>\n<ul>\n", out);
	for (i = 0; i < data->platforms->count; i++) {
		platform = &data->platforms->list[i];
		fputs("<li><strong>", out);
		markup_text(out, platform->label);
		fputs("</strong>", out);
		if (platform->emulated)
			fputs(" (emulated)", out);
		fputs(", ", out);
		markup_text(out, platform->result->started != NULL ?
		    platform->result->started : "date unknown");
		fputs(", <code>", out);
		markup_text(out, platform->file);
		fputs("</code>", out);
		if (data->platforms->count > 1 && i == 0)
			fputs(": what the others are compared with", out);
		fputs("</li>\n", out);
	}
	fputs("</ul>\n</header>\n", out);
}

static void
write_contents(FILE *out, const struct plot_data *data)
{
	size_t	i;

	fputs("<nav aria-label=\"Contents\">\n<ol>\n", out);
	for (i = 0; i < SECTION_COUNT; i++)
		if (section_is_there(&sections[i], data))
			fprintf(out, "<li><a href=\"#%s\">%s</a></li>\n",
			    sections[i].id, sections[i].heading);
	fputs("</ol>\n</nav>\n", out);
}

void
page_open_table(FILE *out, const char *label)
{
	fprintf(out, "<div class=\"scroll\" role=\"region\" tabindex=\"0\" "
	    "aria-label=\"%s\">\n<table>\n", label);
}

void
page_close_table(FILE *out)
{
	fputs("</table>\n</div>\n", out);
}

void
page_write_figure(FILE *out, const struct plot *plot,
    const struct plot_data *data, size_t number)
{
	fputs("<figure>\n", out);
	markup_element(out, "figcaption", NULL, plot->heading);
	putc('\n', out);
	plot_write(out, plot, data, number, false);
	fprintf(out, "<details>\n<summary>%s, as a table</summary>\n",
	    plot->heading);
	page_open_table(out, "Figures of the plot");
	plot->tabulate(out, data, number);
	page_close_table(out);
	fputs("</details>\n</figure>\n", out);
}

void
page_write(FILE *out, const struct plot_data *data)
{
	size_t	i;

	write_head(out, data);
	write_banner(out, data);
	write_contents(out, data);
	fputs("<main id=\"main\">\n", out);
	for (i = 0; i < SECTION_COUNT; i++) {
		if (!section_is_there(&sections[i], data))
			continue;
		fprintf(out, "<section aria-labelledby=\"%s\">\n"
		    "<h2 id=\"%s\">%s</h2>\n", sections[i].id, sections[i].id,
		    sections[i].heading);
		sections[i].write(out, data);
		fputs("</section>\n", out);
	}
	fputs("</main>\n<footer>\n<p class=\"quiet\">Written by ipclat "
	    PACKAGE_VERSION ". Latency is the time of one round trip, request "
	    "and reply; nothing is halved. A figure is a median over "
	    "invocations, each of fresh processes, with a 95 % interval. See "
	    "the manual, ipclat(1), for the method.</p>\n</footer>\n"
	    "</body>\n</html>\n", out);
}
