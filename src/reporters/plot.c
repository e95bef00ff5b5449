/* Owns the table of plots, and what they share. */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "reporters/plot.h"

#define LEGEND_LINE	18.0
#define ID_SIZE		64

extern const struct plot plot_forest;
extern const struct plot plot_distribution;
extern const struct plot plot_order;
extern const struct plot plot_sizes;

static const struct plot *const plots[] = {
	&plot_forest,
	&plot_sizes,
	&plot_distribution,
	&plot_order,
};

const struct plot *
plot_get(size_t number)
{
	return number < sizeof plots / sizeof plots[0] ? plots[number] : NULL;
}

void
plot_data_make(const struct platforms *platforms, struct plot_data *data)
{
	data->platforms = platforms;
	size_groups_make(platforms, &data->sizes);
}

void
plot_data_free(struct plot_data *data)
{
	size_groups_free(&data->sizes);
}

void
plot_write(FILE *out, const struct plot *plot, const struct plot_data *data,
    size_t number, bool alone)
{
	struct buffer	title = { .text = NULL }, words = { .text = NULL };
	struct svg_head	head = { .alone = alone };
	struct svg	svg;
	char		id[ID_SIZE];

	plot->title(data, number, &title);
	plot->describe(data, number, &words);
	snprintf(id, sizeof id, "%s-%zu", plot->name, number);
	head.id = id;
	head.title = title.text != NULL ? title.text : plot->name;
	head.description = words.text != NULL ? words.text : "";
	head.height = plot->height(data, number);
	svg_open(&svg, out, &head);
	plot->draw(&svg, data, number);
	svg_close(&svg);
	free(title.text);
	free(words.text);
}

double
plot_legend_height(const struct platforms *platforms)
{
	return platforms->count > 1 ?
	    (double)platforms->count * LEGEND_LINE + 6 : 0;
}

void
plot_legend(struct svg *svg, const struct platforms *platforms, double y)
{
	size_t	i;

	for (i = 0; platforms->count > 1 && i < platforms->count; i++) {
		y += LEGEND_LINE;
		svg_series_line(svg, i, 1, y - 4, 9, y - 4);
		svg_marker(svg, i, true, 5, y - 4);
		svg_text(svg, "name", SVG_START, 11, y,
		    platforms->list[i].label);
	}
}

size_t
plot_count_rows(const struct plot_data *data)
{
	return data->platforms->row_count;
}

void
plot_name_row(const struct plot_data *data, size_t number,
    struct buffer *buffer)
{
	const struct platform_row	*row = &data->platforms->rows[number];

	buffer_add(buffer, row->spec);
	if (row->relation != NULL)
		buffer_add_format(buffer, " (%s)", row->relation);
}
