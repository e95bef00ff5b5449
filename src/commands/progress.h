/* The progress line on standard error. */

#ifndef COMMANDS_PROGRESS_H
#define COMMANDS_PROGRESS_H

#include <stdbool.h>

#include "engine/runner.h"

/* How progress is told. */
enum progress_style {
	PROGRESS_NONE,
	PROGRESS_LINE,		/* one line, redrawn: a terminal */
	PROGRESS_LOG		/* a line an invocation */
};

/* What fits: a terminal gets a line, unless quiet; verbose gets a log. */
enum progress_style progress_choose(bool quiet, bool verbose);

void	 progress_show(enum progress_style, const struct run_state *);

/* Wipes the line, so that other output can follow. */
void	 progress_clear(enum progress_style);

#endif
