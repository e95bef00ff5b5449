/* ipclat version: which program this is. */

#include "config.h"

#include <stdio.h>

#include "commands/command.h"
#include "commands/options.h"
#include "commands/print.h"
#include "results/result.h"
#include "system/machine.h"

static void
version_print_compiler(void)
{
	static const char	 title[] = "compiled by ";
	struct facts		 program = { NULL, 0 }, libraries = { NULL, 0 };
	const struct fact	*compiler;

	machine_add_program(&program, &libraries);
	compiler = facts_find(&program, "compiler");
	if (compiler != NULL && compiler->kind == FACT_TEXT) {
		printf("%s", title);
		print_wrapped(stdout, sizeof title - 1, 4, compiler->text);
	}
	facts_free(&program);
	facts_free(&libraries);
}

static int
command_version_run(const struct options *options, int operand_count,
    char **operands)
{
	(void)options;
	if (operand_count > 0)
		return command_usage_error("version: unexpected '%.200s'; "
		    "it takes no operand", operands[0]);
	printf("ipclat %s\n"
	    "free software under the BSD 2-clause licence, without warranty\n",
	    PACKAGE_VERSION);
	version_print_compiler();
	return command_finish_output(EXIT_MEASURED);
}

const struct command command_version = {
	.name = "version",
	.summary = "print the version of this program",
	.usage = "",
	.description = "Prints the version of ipclat and the compiler that "
	    "built it.",
	.run = command_version_run,
};
