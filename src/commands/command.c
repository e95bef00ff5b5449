/* Owns the table of commands, and the way from the command line to one. */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/fdio.h"
#include "commands/command.h"
#include "commands/options.h"
#include "commands/print.h"
#include "engine/supervisor.h"
#include "engine/testspec.h"
#include "reporters/reporter.h"
#include "system/self.h"

static const struct command *const commands[] = {
	&command_run,
	&command_list,
	&command_compare,
	&command_ab,
	&command_show,
	&command_export,
	&command_report,
	&command_info,
	&command_help,
	&command_version,
};

#define COMMAND_COUNT	(sizeof commands / sizeof commands[0])

const struct command *
command_get(unsigned number)
{
	return number < COMMAND_COUNT ? commands[number] : NULL;
}

const struct command *
command_find(const char *name)
{
	unsigned	i;

	for (i = 0; i < COMMAND_COUNT; i++)
		if (strcmp(commands[i]->name, name) == 0)
			return commands[i];
	return NULL;
}

int
command_usage_error(const char *format, ...)
{
	va_list	 arguments;
	char	 text[1024], *escaped;

	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	escaped = print_escape(text);
	fprintf(stderr, "ipclat: %s\n", escaped);
	free(escaped);
	return EXIT_USAGE;
}

int
command_finish_output(int status)
{
	/* An error that an earlier write met is known, its errno is not. */
	const int	before = ferror(stdout);

	if (fflush(stdout) != 0 && !before) {
		/* Who reads no more, as head does, needs no words. */
		if (errno == EPIPE)
			return 128 + SIGPIPE;
		return command_usage_error("cannot write standard output: %s",
		    strerror(errno));
	}
	if (before)
		return command_usage_error("cannot write standard output");
	return status;
}

int
command_print_results(const struct reporter *reporter,
    const struct result *results, size_t count,
    const struct report_request *request, int status)
{
	errno = 0;
	if (reporter->report(stdout, results, count, request) == 0)
		return command_finish_output(status);
	if (errno == EPIPE)
		return 128 + SIGPIPE;
	return command_usage_error("cannot write standard output: %s",
	    fail_reason());
}

bool
command_word_is_test(const char *word)
{
	static const struct testspec_lists	nothing;
	const int64_t				place = PLACE_ANY;
	struct testspecs			tests = { NULL, 0 };
	char					text[TESTSPEC_SIZE];
	char					*argument = text;
	bool					is_test;

	if (strlen(word) >= sizeof text)
		return false;
	strcpy(text, word);
	is_test = testspec_parse(&argument, 1, &nothing, &place, 1,
	    &tests) == 0;
	testspecs_free(&tests);
	return is_test;
}

int
command_refuse(const char *word)
{
	const char	*names[COMMAND_COUNT + 1] = { NULL }, *nearest;
	unsigned	 i;

	for (i = 0; i < COMMAND_COUNT; i++)
		names[i] = commands[i]->name;
	if ((nearest = testspec_nearest(word, names)) != NULL)
		return command_usage_error("unknown command '%.200s'; "
		    "did you mean '%s'?", word, nearest);
	return command_usage_error("unknown command '%.200s'; "
	    "'ipclat --help' names all", word);
}

/* The same for a word that stands where the command does. */
static int
command_refuse_first(const char *word)
{
	struct stat	status;

	if (command_word_is_test(word))
		return command_usage_error("'%.200s' is a test, not a "
		    "command; to measure it: ipclat run %.200s", word, word);
	if (stat(word, &status) == 0 && S_ISREG(status.st_mode))
		return command_usage_error("'%.200s' is a file, not a "
		    "command; to look at a result: ipclat show %.200s", word,
		    word);
	return command_refuse(word);
}

/*
 * Reads the options and carries the command out.  Without a command its
 * options are those of run, and --help is that of the whole program.
 */
static int
command_start(const struct command *command, bool named, int argc,
    char **argv)
{
	struct options	options;
	char		**operands;
	int		  operand_count, status;

	if (options_parse(command, argc, argv, &options, &operand_count,
	    &operands) != 0)
		return command_usage_error("%s", fail_reason());
	if (options.help) {
		command_print_help(named ? command : NULL);
		status = command_finish_output(EXIT_MEASURED);
	} else if (options.version) {
		status = command_version.run(&options, 0, NULL);
	} else if (!named && operand_count > 0 &&
	    command_find(operands[0]) != NULL) {
		status = command_usage_error("'%s' stands behind an option; a "
		    "command goes first: ipclat %s", operands[0], operands[0]);
	} else {
		status = command->run(&options, operand_count, operands);
	}
	options_free(&options);
	return status;
}

static int
command_dispatch(int argc, char **argv)
{
	const struct command	*command;

	if (argc < 2 || argv[1][0] == '-')
		return command_start(&command_run, false, argc, argv);
	if ((command = command_find(argv[1])) == NULL)
		return command_refuse_first(argv[1]);
	return command_start(command, true, argc - 1, argv + 1);
}

/*
 * A closed standard output is one that cannot be written: what is printed
 * there must not seem to have arrived.
 */
static void
output_refuse_writes(void)
{
	int	fd = open("/dev/null", O_RDONLY);

	if (fd < 0)
		return;
	dup2(fd, 1);
	fdio_close(&fd);
}

int
command_main(int argc, char **argv)
{
	static char	 name[] = "ipclat";
	static char	*nothing[] = { name, NULL };
	static char	 output[65536];
	int		 closed = fdio_occupy_standard(), status;

	if (argc < 1) {
		argc = 1;
		argv = nothing;
	}
	if (closed > 0 && (closed & 1 << 1) != 0)
		output_refuse_writes();
	self_initialise(argv[0]);
	/* The caller may have left all of them otherwise. */
	signal(SIGCHLD, SIG_DFL);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	if (supervisor_is_asked_for(argc, argv)) {
		status = supervisor_main(argc, argv);
		return status != EXIT_USAGE ? status :
		    command_usage_error("%s is how ipclat calls itself; see "
		    "'ipclat --help'", argv[1]);
	}
	/* What fits is written at the end, where it is known what went wrong. */
	if (!isatty(STDOUT_FILENO))
		setvbuf(stdout, output, _IOFBF, sizeof output);
	return command_dispatch(argc, argv);
}
