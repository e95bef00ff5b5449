/* The parts of a page that tell of tests: tables, plots, what is missing. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reporters/comparison-format.h"
#include "reporters/headline.h"
#include "reporters/markup.h"
#include "reporters/notes.h"
#include "reporters/page-parts.h"

static bool
row_is_measured(const struct platforms *platforms,
    const struct platform_row *row)
{
	size_t	i;

	for (i = 0; i < platforms->count; i++)
		if (platform_cell_is_measured(&row->cells[i]))
			return true;
	return false;
}

bool
page_has_results(const struct plot_data *data)
{
	size_t	i;

	for (i = 0; i < data->platforms->row_count; i++)
		if (row_is_measured(data->platforms,
		    &data->platforms->rows[i]))
			return true;
	return false;
}

static void
put_row_name(FILE *out, const struct plot_data *data, size_t number)
{
	struct buffer	name = { .text = NULL };

	plot_name_row(data, number, &name);
	markup_row_heading(out, name.text);
	buffer_free(&name);
}

/* The same, with a way to what is told of the test further down. */
static void
put_linked_name(FILE *out, const struct plot_data *data, size_t number)
{
	struct buffer	name = { .text = NULL };

	plot_name_row(data, number, &name);
	fprintf(out, "<th scope=\"row\"><a href=\"#test-%zu\">", number);
	markup_name(out, name.text);
	fputs("</a></th>", out);
	buffer_free(&name);
}

/* "12.15 [12.01, 12.40]" */
static void
put_figure(FILE *out, const struct test_result *test)
{
	char	text[FORMAT_SIZE], low[FORMAT_SIZE], high[FORMAT_SIZE];

	fputs("<td class=\"number\">", out);
	markup_text(out, headline_format(test, text));
	if (isfinite(test->summary.ci_low_ns) &&
	    isfinite(test->summary.ci_high_ns))
		markup_format(out, " [%s, %s]",
		    format_microseconds(test->summary.ci_low_ns, low),
		    format_microseconds(test->summary.ci_high_ns, high));
	fputs("</td>", out);
}

/* What one file alone has room for. */
static void
put_details(FILE *out, const struct test_result *test)
{
	char	text[FORMAT_SIZE];

	markup_element(out, "td", "number", format_microseconds(
	    test->headline_is_mean ? (double)NAN : test->summary.p99_ns, text));
	markup_element(out, "td", "number",
	    format_rate(test->summary.round_trips_per_s, text));
	markup_element(out, "td", "number",
	    format_percent(test->summary.cpu_percent, text));
}

static void
put_ratio(FILE *out, const struct platform_cell *cell)
{
	fputs("<td class=\"number\">", out);
	if (cell->compared != NULL && isfinite(cell->compared->ratio))
		markup_format(out, "%.*f\xc3\x97", cell->compared->ratio < 10 ? 2 : 0, cell->compared->ratio);
	fputs("</td>", out);
}

static void
put_result_cell(FILE *out, const struct platform_cell *cell)
{
	if (platform_cell_is_measured(cell))
		put_figure(out, cell->test);
	else if (cell->test == NULL)
		fputs("<td class=\"number\">-</td>", out);
	else
		markup_element(out, "td", "number",
		    cell->test->status == TEST_FAILED ? "failed" : "skipped");
}

static void
write_result_row(FILE *out, const struct plot_data *data, size_t number)
{
	const struct platform_row	*row = &data->platforms->rows[number];
	size_t				 i;

	fputs("<tr>", out);
	put_linked_name(out, data, number);
	for (i = 0; i < data->platforms->count; i++) {
		put_result_cell(out, &row->cells[i]);
		if (i > 0)
			put_ratio(out, &row->cells[i]);
	}
	if (data->platforms->count == 1)
		put_details(out, row->cells[0].test);
	fputs("</tr>\n", out);
}

void
page_write_results(FILE *out, const struct plot_data *data)
{
	const struct platforms	*platforms = data->platforms;
	size_t			 i;

	page_open_table(out, "Results");
	fputs("<caption>Latency (p50) of a round trip in \xc2\xb5s [95\xc2\xa0% "
	    "interval]", out);
	fputs(platforms->count > 1 ? ", and its ratio to the first platform. " :
	    "; p99 in \xc2\xb5s; round trips a second; CPU time in per cent of "
	    "all CPUs. ", out);
	fputs("A figure with * is a mean.</caption>\n"
	    "<thead><tr><th scope=\"col\">test</th>", out);
	for (i = 0; i < platforms->count; i++) {
		markup_heading(out, "number", platforms->count > 1 ?
		    platforms->list[i].label : "p50");
		if (i > 0)
			markup_heading(out, "number", "ratio");
	}
	if (platforms->count == 1)
		fputs("<th scope=\"col\" class=\"number\">p99</th>"
		    "<th scope=\"col\" class=\"number\">rate/s</th>"
		    "<th scope=\"col\" class=\"number\">cpu%</th>", out);
	fputs("</tr></thead>\n<tbody>\n", out);
	for (i = 0; i < platforms->row_count; i++)
		if (row_is_measured(platforms, &platforms->rows[i]))
			write_result_row(out, data, i);
	fputs("</tbody>\n", out);
	page_close_table(out);
}

bool
page_has_comparison(const struct plot_data *data)
{
	return data->platforms->count > 1;
}

/* A paragraph, if the buffer holds anything; empties it. */
static void
put_paragraph(FILE *out, struct buffer *buffer)
{
	if (buffer->text != NULL) {
		markup_element(out, "p", NULL, buffer->text);
		putc('\n', out);
	}
	buffer_free(buffer);
}

static void
put_list(FILE *out, const char *class, const struct texts *texts)
{
	size_t	i;

	if (texts->count == 0)
		return;
	fputs("<ul>\n", out);
	for (i = 0; i < texts->count; i++) {
		markup_element(out, "li", class, texts->list[i]);
		putc('\n', out);
	}
	fputs("</ul>\n", out);
}

/* What compare says around its table. */
static void
write_judgement(FILE *out, const struct platforms *platforms, size_t number)
{
	const struct platform	*platform = &platforms->list[number];
	struct buffer		 line = { .text = NULL };

	fputs("<h3>", out);
	markup_text(out, platform->label);
	fputs(" compared with ", out);
	markup_text(out, platforms->list[0].label);
	fputs("</h3>\n", out);
	comparison_format_verdicts(&platform->comparison, &line);
	put_paragraph(out, &line);
	comparison_format_counts(&platform->comparison, &platforms->request,
	    &line);
	put_paragraph(out, &line);
	comparison_format_resolution(&platform->comparison, &line);
	put_paragraph(out, &line);
	comparison_format_needed(&platform->comparison, &line);
	put_paragraph(out, &line);
	if (platform->comparison.warnings.count > 0)
		fputs("<p>Before believing it:</p>\n", out);
	put_list(out, NULL, &platform->comparison.warnings);
}

/* How the plots of one part are to be read. */
static void
write_guides(FILE *out, enum plot_part part)
{
	const struct plot	*plot;
	size_t			 i;

	for (i = 0; (plot = plot_get(i)) != NULL; i++) {
		if (plot->part != part)
			continue;
		markup_element(out, "p", "quiet", plot->guide);
		putc('\n', out);
	}
}

/* The plots of one part, for all their subjects. */
static void
write_figures(FILE *out, const struct plot_data *data, enum plot_part part,
    bool with_headings)
{
	const struct plot	*plot;
	struct buffer		 name = { .text = NULL };
	size_t			 i, number;

	write_guides(out, part);
	for (i = 0; (plot = plot_get(i)) != NULL; i++) {
		if (plot->part != part)
			continue;
		for (number = 0; number < plot->count(data); number++) {
			if (!plot->has(data, number))
				continue;
			if (with_headings) {
				plot->subject(data, number, &name);
				markup_element(out, "h3", "spec", name.text);
				buffer_free(&name);
			}
			page_write_figure(out, plot, data, number);
		}
	}
}

void
page_write_comparison(FILE *out, const struct plot_data *data)
{
	size_t	i;

	write_figures(out, data, PLOT_COMPARISON, false);
	for (i = 1; i < data->platforms->count; i++)
		write_judgement(out, data->platforms, i);
}

bool
page_has_sizes(const struct plot_data *data)
{
	return data->sizes.count > 0;
}

void
page_write_sizes(FILE *out, const struct plot_data *data)
{
	write_figures(out, data, PLOT_SIZES, true);
}

void
page_write_tests(FILE *out, const struct plot_data *data)
{
	const struct plot	*plot;
	struct buffer		 name = { .text = NULL };
	size_t			 i, number;

	write_guides(out, PLOT_TEST);
	for (number = 0; number < data->platforms->row_count; number++) {
		if (!row_is_measured(data->platforms,
		    &data->platforms->rows[number]))
			continue;
		plot_name_row(data, number, &name);
		fprintf(out, "<h3 class=\"spec\" id=\"test-%zu\">", number);
		markup_name(out, name.text);
		fputs("</h3>", out);
		buffer_free(&name);
		fputs("\n<div class=\"pair\">\n", out);
		for (i = 0; (plot = plot_get(i)) != NULL; i++)
			if (plot->part == PLOT_TEST && plot->has(data, number))
				page_write_figure(out, plot, data, number);
		fputs("</div>\n", out);
	}
}

static bool
is_unmeasured(const struct platform_cell *cell)
{
	return cell->test != NULL && cell->test->status != TEST_OK;
}

bool
page_has_unmeasured(const struct plot_data *data)
{
	size_t	i, j;

	for (i = 0; i < data->platforms->row_count; i++)
		for (j = 0; j < data->platforms->count; j++)
			if (is_unmeasured(
			    &data->platforms->rows[i].cells[j]))
				return true;
	return false;
}

static void
write_unmeasured_row(FILE *out, const struct plot_data *data, size_t row,
    size_t number)
{
	const struct test_result	*test;

	test = data->platforms->rows[row].cells[number].test;
	fputs("<tr>", out);
	put_row_name(out, data, row);
	if (data->platforms->count > 1)
		markup_element(out, "td", "text",
		    data->platforms->list[number].label);
	markup_element(out, "td", NULL,
	    test->status == TEST_FAILED ? "failed" : "skipped");
	markup_element(out, "td", "text", test->reason != NULL ?
	    test->reason : "no reason was recorded");
	fputs("</tr>\n", out);
}

void
page_write_unmeasured(FILE *out, const struct plot_data *data)
{
	const struct platforms	*platforms = data->platforms;
	size_t			 i, j;

	page_open_table(out, "Tests not measured");
	fputs("<caption>Tests that failed or could not run, and why."
	    "</caption>\n<thead><tr><th scope=\"col\">test</th>", out);
	if (platforms->count > 1)
		fputs("<th scope=\"col\">platform</th>", out);
	fputs("<th scope=\"col\">outcome</th><th scope=\"col\">reason</th>"
	    "</tr></thead>\n<tbody>\n", out);
	for (i = 0; i < platforms->row_count; i++)
		for (j = 0; j < platforms->count; j++)
			if (is_unmeasured(&platforms->rows[i].cells[j]))
				write_unmeasured_row(out, data, i, j);
	fputs("</tbody>\n", out);
	page_close_table(out);
}

bool
page_has_warnings(const struct plot_data *data)
{
	size_t	i;

	for (i = 0; i < data->platforms->count; i++)
		if (notes_has_warnings(data->platforms->list[i].result))
			return true;
	return false;
}

static void
put_warning(FILE *out, const char *text)
{
	static const char	prefix[] = "warning: ";

	/* The heading says it for all. */
	if (strncmp(text, prefix, strlen(prefix)) == 0)
		text += strlen(prefix);
	markup_element(out, "li", NULL, text);
	putc('\n', out);
}

void
page_write_warnings(FILE *out, const struct plot_data *data)
{
	const struct platforms	*platforms = data->platforms;
	const struct notes	 notes = { out, put_warning };
	size_t			 i;

	for (i = 0; i < platforms->count; i++) {
		if (!notes_has_warnings(platforms->list[i].result))
			continue;
		if (platforms->count > 1)
			markup_element(out, "h3", NULL,
			    platforms->list[i].label);
		fputs("<ul>\n", out);
		notes_write_warnings(&notes, platforms->list[i].result);
		fputs("</ul>\n", out);
	}
}
