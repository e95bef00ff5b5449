/* ipclat info: what is recorded about this machine and this program. */

#include "config.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "commands/command.h"
#include "commands/options.h"
#include "commands/print.h"
#include "reporters/format.h"
#include "results/result.h"
#include "system/clock.h"
#include "system/machine.h"
#include "system/self.h"

struct info {
	struct facts	program, libraries, host;
};

static const char *const format_names[] = { "text", "json", NULL };

#define INFO_COLUMNS	28u
#define INFO_TEXT_SIZE	4096

static void
fact_print(const char *key, const char *text)
{
	int	used = printf("  %s:", key);

	/* A long key has a line of its own. */
	if (used >= (int)INFO_COLUMNS) {
		printf("\n");
		used = 0;
	}
	printf("%*s", (int)INFO_COLUMNS - used, "");
	print_wrapped(stdout, INFO_COLUMNS, INFO_COLUMNS,
	    text[strspn(text, " ")] != '\0' ? text : "(empty)");
}

/* What the CPU has no need to mitigate: most of a long list. */
#define MITIGATION	"mitigation_"

static bool
fact_is_unaffected(const struct fact *fact)
{
	return fact->kind == FACT_TEXT &&
	    strncmp(fact->key, MITIGATION, strlen(MITIGATION)) == 0 &&
	    strcmp(fact->text, "Not affected") == 0;
}

/* Prints the names of all those in one entry. */
static void
facts_print_unaffected(const struct facts *facts)
{
	char	text[INFO_TEXT_SIZE] = "";
	size_t	i, used;

	for (i = 0; i < facts->count; i++) {
		if (!fact_is_unaffected(&facts->list[i]))
			continue;
		used = strlen(text);
		snprintf(text + used, sizeof text - used, "%s%s",
		    used > 0 ? ", " : "",
		    facts->list[i].key + strlen(MITIGATION));
	}
	fact_print("not affected", text);
}

static void
facts_print(const char *title, const struct facts *facts)
{
	char	*text;
	size_t	 i;
	bool	 told = false;

	printf("%s\n", title);
	for (i = 0; i < facts->count; i++) {
		if (fact_is_unaffected(&facts->list[i])) {
			if (!told)
				facts_print_unaffected(facts);
			told = true;
			continue;
		}
		text = format_fact(&facts->list[i]);
		fact_print(facts->list[i].key, text);
		free(text);
	}
}

static int
info_print_text(const struct info *info)
{
	facts_print("program", &info->program);
	if (info->libraries.count > 0)
		facts_print("libraries", &info->libraries);
	facts_print("host", &info->host);
	return OUTCOME_OK;
}

static json_t *
fact_to_json(const struct fact *fact)
{
	if (fact->kind == FACT_TEXT)
		return print_text_to_json(fact->text);
	if (fact->kind == FACT_CLAIM)
		return json_boolean(fact->claim);
	if (fact->kind == FACT_UNKNOWN || !isfinite(fact->number))
		return json_null();
	if (format_is_whole(fact->number))
		return json_integer((json_int_t)fact->number);
	return json_real(fact->number);
}

static json_t *
facts_to_json(const struct facts *facts)
{
	json_t	*object = json_object();
	size_t	 i;

	for (i = 0; i < facts->count; i++)
		json_object_set_new(object, facts->list[i].key,
		    fact_to_json(&facts->list[i]));
	return object;
}

static int
info_print_json(const struct info *info)
{
	json_t	*object = json_object(), *program;
	int	 written;

	program = facts_to_json(&info->program);
	json_object_set_new(program, "libraries",
	    facts_to_json(&info->libraries));
	json_object_set_new(object, "program", program);
	json_object_set_new(object, "host", facts_to_json(&info->host));
	written = json_dumpf(object, stdout,
	    JSON_INDENT(2) | JSON_REAL_PRECISION(15));
	json_decref(object);
	putchar('\n');
	return written == 0 ? OUTCOME_OK : OUTCOME_FAILED;
}

/* In the order of format_names. */
static int	(*const info_print[])(const struct info *) = {
	info_print_text,
	info_print_json,
};

static void
info_collect(struct info *info)
{
	struct clock_facts	clock;

	memset(info, 0, sizeof *info);
	clock_measure(&clock);
	machine_add_program(&info->program, &info->libraries);
	machine_add_facts(&info->host, &clock, self_fresh());
}

static int
command_info_run(const struct options *options, int operand_count,
    char **operands)
{
	struct info	info;
	int		format, outcome;

	if (operand_count > 0)
		return command_usage_error("info: unexpected '%.200s'; "
		    "it takes options only", operands[0]);
	format = print_choose_format(options->format, format_names);
	if (format < 0)
		return command_usage_error("%s", fail_reason());
	info_collect(&info);
	outcome = info_print[format](&info);
	facts_free(&info.program);
	facts_free(&info.libraries);
	facts_free(&info.host);
	/* What could not be written shows in standard output too. */
	return command_finish_output(outcome == OUTCOME_OK ?
	    EXIT_MEASURED : EXIT_USAGE);
}

const struct command command_info = {
	.name = "info",
	.summary = "print what is recorded about this machine",
	.usage = "[OPTION]...",
	.description =
	    "Prints the facts about this machine and this program that are "
	    "recorded with\nevery result.",
	.run = command_info_run,
};
