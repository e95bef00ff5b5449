/* The commands: one file each behind one table in command.c. */

#ifndef COMMANDS_COMMAND_H
#define COMMANDS_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

/* Exit statuses that scripts rely on. */
enum {
	EXIT_MEASURED = 0,
	EXIT_TEST_FAILED = 1,	/* or missed a limit */
	EXIT_SLOWER = 1,	/* compare, ab */
	EXIT_USAGE = 2,
	EXIT_INCONCLUSIVE = 3,	/* compare, ab */
	EXIT_ALL_SKIPPED = 77,
	EXIT_SIGNAL = 128	/* plus the signal's number */
};

struct options;
struct report_request;
struct reporter;
struct result;

struct command {
	const char	*name, *summary;
	const char	*usage;		/* what stands behind the name: "[OPTION]... [TEST]..." */
	const char	*description;	/* for --help, lines of at most 79 columns */
	/* Options are read; operands are the words left.  Returns the exit status. */
	int		(*run)(const struct options *, int operand_count,
			    char **operands);
};

/* Each is defined in the file of its name. */
extern const struct command command_run, command_list, command_compare,
    command_ab, command_show, command_export, command_report, command_info,
    command_help, command_version;

/*
 * The whole program: what main() calls, and the main() of a test that has
 * extended the registry first.  Returns the exit status.
 */
int	 command_main(int argc, char **argv);

/* The command of that number; NULL past the last. */
const struct command *command_get(unsigned);

/* The command of that name, or NULL. */
const struct command *command_find(const char *);

/* Whether the word names tests, which only stand behind a command. */
bool	 command_word_is_test(const char *word);

/* Says that there is no such command and suggests another.  Returns EXIT_USAGE. */
int	 command_refuse(const char *word);

/* Prints on standard output what --help of the command says; NULL: of all. */
void	 command_print_help(const struct command *);

/*
 * Prints "ipclat: " and the text on standard error, one line, what is not
 * printable ASCII escaped.  Returns EXIT_USAGE.
 */
int	 command_usage_error(const char *, ...)
#if defined(__GNUC__)
	    __attribute__((format(printf, 1, 2)))
#endif
	    ;

/*
 * Flushes standard output.  The status given, or EXIT_USAGE with a line on
 * standard error if anything could not be written.
 */
int	 command_finish_output(int status);

/* The same, after writing that many results there. */
int	 command_print_results(const struct reporter *, const struct result *,
	     size_t, const struct report_request *, int status);

#endif
