/*
 * One table of options, from which parsing, --help, completion and the
 * recorded arguments come.  A new option is one row and one field.
 */

#ifndef COMMANDS_OPTIONS_H
#define COMMANDS_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "results/result.h"

struct command;

/* What was asked for; options not given stand at their defaults. */
struct options {
	bool		 help, version;
	unsigned	 invocations;		/* -n, 1 to 10000 (10; --quick 6) */
	double		 time_s;		/* -t, 0.001 to 3600 (0.1; --quick 0.05) */
	uint64_t	 count;			/* --count, 1 to 10^12; 0: not given */
	const char	*sizes, *places;	/* -s, -p as given, or NULL */
	bool		 quick, rigorous;
	const char	*shaping;		/* the name of one option that says what an invocation is (-t, -s, ...); NULL: none was given */
	double		 budget_s;		/* --budget, 0.1 to 86400; 0: none (--rigorous 300) */
	double		 timeout_s;		/* --timeout, 0.1 to 3600 (10) */
	bool		 timeout_given;
	double		 wait_quiet_s;		/* --wait-quiet, 0 to 86400 */
	bool		 wait_quiet_given;
	const char	*like;			/* --like, or NULL */
	uint64_t	 seed;			/* --seed, 0 to 2^53 - 1 */
	bool		 seed_given;
	const char	*output;		/* -o, or NULL */
	const char	*format;		/* -f, or NULL */
	struct texts	 limits;		/* --limit, as given */
	bool		 ktap;
	bool		 plot;			/* --plot */
	const char	*svg;			/* --svg, or NULL */
	bool		 quiet, verbose, strict;
	double		 threshold_percent;	/* --threshold, 0.01 to 99 (2) */
	unsigned	 correction;		/* --correction: enum comparison_correction (holm) */
	unsigned	 metric;		/* --metric: enum comparison_metric (headline) */
	bool		 sort, require_conclusive, force;
	double		 fail_if_slower;	/* per cent, 0: any; below 0: not given (so) */
	int		 operands_before_end;	/* operands before the first "--"; -1: there is none */
	struct texts	 arguments;		/* the words of the command line, to be recorded */
};

/*
 * Reads the options of a command from argv[1] on; options and operands may
 * stand in any order, "--" ends options, long names may be given as
 * --name=value or --name value and may not be shortened.  0, or -1 with a
 * one-line reason that names the word, says what would be right, and
 * suggests the nearest name.  *operands becomes an array inside argv.
 */
int	 options_parse(const struct command *, int argc, char **argv,
	     struct options *, int *operand_count, char ***operands);
void	 options_free(struct options *);

/* Prints the options that the command has, aligned, at most 79 columns. */
void	 options_print_help(FILE *, const struct command *);

#endif
