/* ipclat help: what the program and each of its commands can do. */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "commands/command.h"
#include "commands/options.h"
#include "commands/print.h"
#include "engine/testspec.h"

static void
help_print_commands(void)
{
	const struct command	*command;
	unsigned		 i;

	printf("Usage: ipclat [COMMAND] [OPTION]... [OPERAND]...\n\n"
	    "Measures how long a request and its reply take between two "
	    "processes.  Without\na command it measures the tests of "
	    "@default; its options are those of run.\n\n"
	    "Commands:\n");
	for (i = 0; (command = command_get(i)) != NULL; i++)
		printf("  %-10s %s\n", command->name, command->summary);
	printf("\n'ipclat COMMAND --help' describes one command, 'ipclat list' "
	    "the tests;\nsee ipclat(1) for all of it.\n");
}

static void
help_print_groups(void)
{
	const struct testspec_group	*group;
	size_t				 i;

	printf("\nA TEST is NAME or NAME:KEY=VALUE,KEY=VALUE; a name may be a "
	    "glob ('unix-*')\nor a group:\n");
	for (i = 0; (group = testspec_get_group(i)) != NULL; i++)
		printf("  %-10s %s\n", group->name, group->summary);
	printf("\nSee ipclat(1) for more.\n");
}

void
command_print_help(const struct command *command)
{
	if (command == NULL) {
		help_print_commands();
		return;
	}
	printf("Usage: ipclat %s%s%s\n\n%s\n\nOptions:\n", command->name,
	    command->usage[0] != '\0' ? " " : "", command->usage,
	    command->description);
	options_print_help(stdout, command);
	/* A command that takes tests says so in its usage. */
	if (strstr(command->usage, "TEST") != NULL)
		help_print_groups();
}

static int
command_help_run(const struct options *options, int operand_count,
    char **operands)
{
	const struct command	*command = NULL;

	(void)options;
	if (operand_count > 1)
		return command_usage_error("help: unexpected '%.200s'; give "
		    "one command", operands[1]);
	if (operand_count == 1 &&
	    (command = command_find(operands[0])) == NULL) {
		if (command_word_is_test(operands[0]))
			return command_usage_error("'%.200s' is a test; to "
			    "read about it: ipclat list -v %.200s",
			    operands[0], operands[0]);
		return command_refuse(operands[0]);
	}
	command_print_help(command);
	return command_finish_output(EXIT_MEASURED);
}

const struct command command_help = {
	.name = "help",
	.summary = "describe the program, or one of its commands",
	.usage = "[COMMAND]",
	.description = "Describes ipclat, or one of its commands.",
	.run = command_help_run,
};
