/* The rows behind options.h, for its parser and its help alone. */

#ifndef COMMANDS_OPTION_TABLE_H
#define COMMANDS_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>

struct command;

enum option {
	OPTION_INVOCATIONS,
	OPTION_TIME,
	OPTION_COUNT,		/* --count: round trips */
	OPTION_SIZE,
	OPTION_PLACE,
	OPTION_QUICK,
	OPTION_RIGOROUS,
	OPTION_BUDGET,
	OPTION_TIMEOUT,
	OPTION_WAIT_QUIET,
	OPTION_SEED,
	OPTION_LIKE,
	OPTION_OUTPUT,
	OPTION_EXPORT_OUTPUT,		/* -o of export */
	OPTION_PAGE,			/* -o of report */
	OPTION_SVG,
	OPTION_PLOT,
	OPTION_FORMAT,
	OPTION_RESULT_FORMAT,		/* -f of those that print results */
	OPTION_KTAP,
	OPTION_LIMIT,
	OPTION_COMPARISON_FORMAT,	/* -f of those that compare */
	OPTION_THRESHOLD,
	OPTION_CORRECTION,
	OPTION_METRIC,
	OPTION_SORT,
	OPTION_FAIL_IF_SLOWER,
	OPTION_REQUIRE_CONCLUSIVE,
	OPTION_FORCE,
	OPTION_QUIET,
	OPTION_VERBOSE,
	OPTION_LIST_VERBOSE,		/* -v of list */
	OPTION_STRICT,
	OPTION_HELP,
	OPTION_VERSION,
	OPTION_ROWS
};

enum option_kind {
	KIND_CLAIM,		/* bool; takes no value */
	KIND_UNSIGNED,
	KIND_COUNT,		/* uint64_t */
	KIND_DECIMAL,		/* double */
	KIND_CHOICE,		/* unsigned: which of the words */
	KIND_TEXT,		/* const char * */
	KIND_TEXTS		/* struct texts: may be given several times */
};

/*
 * The value of an option goes to the field at offset in struct options.  Two
 * rows may have one name, and one field, if no command has both.
 */
struct option_row {
	const char		*name;		/* without its "--" */
	char			 letter;	/* 0: none */
	const char		*value;		/* for help: "SECONDS"; NULL: takes none */
	const char		*summary;
	const char		*right;		/* what may be given, for messages */
	enum option_kind	 kind;
	double			 minimum, maximum;
	const char		*const *choices;	/* CHOICE: the words, up to NULL */
	bool			 value_optional;	/* DECIMAL: given as --name=value or not at all, */
	double			 otherwise;		/* and then this is stored */
	size_t			 offset;
	const struct command	*const *commands;	/* that have it, up to NULL; NULL: all */
};

extern const struct option_row option_rows[OPTION_ROWS];

/* Whether that command has this option. */
bool	 option_is_of(const struct option_row *, const struct command *);

#endif
