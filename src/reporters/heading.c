/* Says what was measured on, with what, and when. */

#include "config.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "reporters/heading.h"

#define CPU_MODEL_LIMIT	48
#define LINE_SIZE	512

const char *
heading_text(const struct facts *facts, const char *key, const char *otherwise)
{
	const struct fact	*fact = facts_find(facts, key);

	return fact != NULL && fact->kind == FACT_TEXT ? fact->text : otherwise;
}

/* A fact that is a claim, or names what makes it true. */
static bool
holds(const struct facts *facts, const char *key)
{
	const struct fact	*fact = facts_find(facts, key);

	if (fact == NULL)
		return false;
	if (fact->kind == FACT_TEXT)
		return *fact->text != '\0' && strcmp(fact->text, "none") != 0;
	return fact->kind == FACT_CLAIM && fact->claim;
}

static void
write_system(const struct notes *notes, const struct result *result)
{
	const struct facts	*host = &result->host;
	char			 line[LINE_SIZE];

	snprintf(line, sizeof line, "%.60s %.60s on %.60s %.120s %.60s",
	    heading_text(&result->program, "name", "ipclat"),
	    heading_text(&result->program, "version", "?"),
	    heading_text(host, "system", "an unknown system"),
	    heading_text(host, "release", ""), heading_text(host, "machine", ""));
	notes->write(notes->out, line);
}

static void
write_machine(const struct notes *notes, const struct facts *host)
{
	const struct fact	*cpus = facts_find(host, "cpus");
	const char		*model = heading_text(host, "cpu_model", NULL);
	char			 line[LINE_SIZE], number[32] = "?";
	bool			 single = false;

	if (cpus != NULL && cpus->kind == FACT_NUMBER &&
	    fabs(cpus->number) < 1e9) {
		snprintf(number, sizeof number, "%.0f", cpus->number);
		single = strcmp(number, "1") == 0;
	}
	snprintf(line, sizeof line, "%s %s%s%.*s%s%s", number,
	    single ? "CPU" : "CPUs", model != NULL ? ", " : "",
	    CPU_MODEL_LIMIT, model != NULL ? model : "",
	    holds(host, "virtual") ? ", guest" : "",
	    holds(host, "emulated") ? ", emulated" : "");
	notes->write(notes->out, line);
}

/* Least and most invocations that count of the tests measured; 0: none. */
static void
count_invocations(const struct result *result, size_t *least, size_t *most)
{
	size_t	i, count;

	*least = *most = 0;
	for (i = 0; i < result->test_count; i++) {
		if (result->tests[i].status != TEST_OK)
			continue;
		free(test_choose_invocations(&result->tests[i], &count));
		if (*most == 0 || count < *least)
			*least = count;
		if (count > *most)
			*most = count;
	}
}

static void
write_date(const struct notes *notes, const struct result *result)
{
	char	line[LINE_SIZE], counts[64] = "";
	size_t	least, most;

	count_invocations(result, &least, &most);
	if (most > 0 && least == most)
		snprintf(counts, sizeof counts, ", %zu invocation%s of each "
		    "test", most, most == 1 ? "" : "s");
	else if (most > 0)
		snprintf(counts, sizeof counts, ", %zu to %zu invocations of "
		    "each test", least, most);
	snprintf(line, sizeof line, "%.40s%s%s",
	    result->started != NULL ? result->started : "date unknown", counts,
	    result->started != NULL && result->finished == NULL ?
	    ", not finished" : "");
	notes->write(notes->out, line);
}

void
heading_write(const struct result *result, const struct notes *notes)
{
	write_system(notes, result);
	write_machine(notes, &result->host);
	write_date(notes, result);
}
