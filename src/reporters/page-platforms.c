/* The part of a page that tells what was recorded of each platform. */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "reporters/format.h"
#include "reporters/markup.h"
#include "reporters/page-parts.h"

#define FACTS_MOST	500u	/* more are no honest file's */

/* What a reader asks first; all the rest is folded. */
static const char *const chief_keys[] = {
	"system", "release", "version", "machine", "hostname", "distribution",
	"cpus", "cpu_model", "virtual", "emulated", "libc", "boot_id",
	"governor", "clocksource",
};
#define CHIEF_COUNT	(sizeof chief_keys / sizeof chief_keys[0])

static bool
is_chief(const char *key)
{
	size_t	i;

	for (i = 0; i < CHIEF_COUNT; i++)
		if (strcmp(chief_keys[i], key) == 0)
			return true;
	return false;
}

/* Where facts come from. */
static const struct facts *
facts_of_host(const struct result *result)
{
	return &result->host;
}

static const struct facts *
facts_of_program(const struct result *result)
{
	return &result->program;
}

static const struct facts *
facts_of_libraries(const struct result *result)
{
	return &result->libraries;
}

typedef const struct facts *(*facts_source)(const struct result *);

/* A row of texts, one a platform, told where they differ.  Takes them over. */
static void
write_texts(FILE *out, const struct platforms *platforms, const char *name,
    char **texts)
{
	bool	differs = false;
	size_t	i;

	for (i = 1; i < platforms->count; i++)
		differs = differs || strcmp(texts[0], texts[i]) != 0;
	fputs("<tr>", out);
	markup_row_heading(out, name);
	for (i = 0; i < platforms->count; i++) {
		markup_element(out, "td", differs ? "text differs" : "text",
		    texts[i]);
		free(texts[i]);
	}
	if (platforms->count > 1)
		fputs(differs ? "<td>differs</td>" : "<td></td>", out);
	fputs("</tr>\n", out);
}

static void
write_fact(FILE *out, const struct platforms *platforms, const char *key,
    facts_source source)
{
	char	**texts = memory_allocate(platforms->count, sizeof *texts);
	size_t	  i;

	for (i = 0; i < platforms->count; i++)
		texts[i] = format_fact(facts_find(source(
		    platforms->list[i].result), key));
	write_texts(out, platforms, key, texts);
	free(texts);
}

/* Keys of all platforms, each once, in the order in which they come. */
struct keys {
	const char	**list;
	size_t		  count;
	bool		  cut;		/* there were more */
};

static bool
keys_have(const struct keys *keys, const char *key)
{
	size_t	i;

	for (i = 0; i < keys->count; i++)
		if (strcmp(keys->list[i], key) == 0)
			return true;
	return false;
}

static void
keys_collect(struct keys *keys, const struct platforms *platforms,
    facts_source source)
{
	const struct facts	*facts;
	size_t			 i, j;

	keys->list = memory_allocate(FACTS_MOST, sizeof *keys->list);
	keys->count = 0;
	keys->cut = false;
	for (i = 0; i < platforms->count; i++) {
		facts = source(platforms->list[i].result);
		for (j = 0; j < facts->count; j++) {
			if (keys_have(keys, facts->list[j].key))
				continue;
			if (keys->count == FACTS_MOST) {
				keys->cut = true;
				break;
			}
			keys->list[keys->count++] = facts->list[j].key;
		}
	}
}

static void
write_facts(FILE *out, const struct platforms *platforms, facts_source source)
{
	struct keys	keys;
	size_t		i;

	keys_collect(&keys, platforms, source);
	for (i = 0; i < keys.count; i++)
		if (source != facts_of_host || !is_chief(keys.list[i]))
			write_fact(out, platforms, keys.list[i], source);
	if (keys.cut)
		fprintf(out, "<tr><td colspan=\"%zu\">More is in the files."
		    "</td></tr>\n", platforms->count + 1 +
		    (platforms->count > 1));
	free(keys.list);
}

/* The words of the command line as one text, to be freed. */
static char *
join_arguments(const struct texts *arguments)
{
	struct buffer	joined = { .text = NULL };
	size_t		i;

	for (i = 0; i < arguments->count; i++)
		buffer_add_format(&joined, "%s%s", i > 0 ? " " : "",
		    arguments->list[i]);
	return joined.text != NULL ? joined.text : memory_duplicate("");
}

static char *
text_of_started(const struct result *result)
{
	return memory_duplicate(result->started != NULL ? result->started :
	    "unknown");
}

static char *
text_of_finished(const struct result *result)
{
	return memory_duplicate(result->finished != NULL ? result->finished :
	    "not finished");
}

static char *
text_of_arguments(const struct result *result)
{
	return join_arguments(&result->arguments);
}

static char *
text_of_seed(const struct result *result)
{
	char	text[32];

	snprintf(text, sizeof text, "%.0f", (double)result->seed);
	return memory_duplicate(text);
}

/* What was recorded of the run. */
static const struct {
	const char	*name;
	char		*(*text)(const struct result *);	/* to be freed */
} run_rows[] = {
	{ "started", text_of_started },
	{ "finished", text_of_finished },
	{ "arguments", text_of_arguments },
	{ "seed", text_of_seed },
};

static void
write_run(FILE *out, const struct platforms *platforms)
{
	char	**texts = memory_allocate(platforms->count, sizeof *texts);
	size_t	  i, j;

	for (i = 0; i < sizeof run_rows / sizeof run_rows[0]; i++) {
		for (j = 0; j < platforms->count; j++)
			texts[j] = run_rows[i].text(
			    platforms->list[j].result);
		write_texts(out, platforms, run_rows[i].name, texts);
	}
	free(texts);
}

static void
open_table(FILE *out, const struct platforms *platforms, const char *label)
{
	size_t	i;

	page_open_table(out, label);
	fputs("<thead><tr><th scope=\"col\">recorded</th>", out);
	for (i = 0; i < platforms->count; i++)
		markup_heading(out, "text", platforms->list[i].label);
	if (platforms->count > 1)
		fputs("<th scope=\"col\">differs</th>", out);
	fputs("</tr></thead>\n<tbody>\n", out);
}

static void
close_table(FILE *out)
{
	fputs("</tbody>\n", out);
	page_close_table(out);
}

void
page_write_platforms(FILE *out, const struct plot_data *data)
{
	const struct platforms	*platforms = data->platforms;
	size_t			 i, j;

	open_table(out, platforms, "Platforms");
	for (i = 0; i < CHIEF_COUNT; i++)
		for (j = 0; j < platforms->count; j++)
			if (facts_find(&platforms->list[j].result->host,
			    chief_keys[i]) != NULL) {
				write_fact(out, platforms, chief_keys[i],
				    facts_of_host);
				break;
			}
	write_run(out, platforms);
	close_table(out);
	fputs("<details>\n<summary>All else that was recorded of the machine"
	    "</summary>\n", out);
	open_table(out, platforms, "All that was recorded of the machine");
	write_facts(out, platforms, facts_of_host);
	close_table(out);
	fputs("</details>\n<details>\n<summary>The program and its libraries"
	    "</summary>\n", out);
	open_table(out, platforms, "The program and its libraries");
	write_facts(out, platforms, facts_of_program);
	write_facts(out, platforms, facts_of_libraries);
	close_table(out);
	fputs("</details>\n", out);
}
