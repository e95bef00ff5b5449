/* The progress line on standard error. */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/progress.h"
#include "commands/terminal.h"
#include "system/clock.h"

#define PROGRESS_WIDTH	79
#define PROGRESS_LEAST	20

enum progress_style
progress_choose(bool quiet, bool verbose)
{
	const char	*terminal = getenv("TERM");

	if (quiet)
		return PROGRESS_NONE;
	if (verbose)
		return PROGRESS_LOG;
	return isatty(STDERR_FILENO) && terminal != NULL &&
	    strcmp(terminal, "dumb") != 0 ? PROGRESS_LINE : PROGRESS_NONE;
}

/* A line that wraps could not be wiped. */
static int
progress_get_width(void)
{
	const unsigned	width = terminal_width(STDERR_FILENO);

	if (width > PROGRESS_LEAST && width <= PROGRESS_WIDTH)
		return (int)width - 1;
	return PROGRESS_WIDTH;
}

/* By what has been done so far; "" before anything has. */
static const char *
progress_format_left(const struct run_state *state, char *text, size_t size)
{
	double	elapsed_s = (double)(clock_now() - state->began_ns) / 1e9;
	double	left_s;

	text[0] = '\0';
	if (state->done == 0)
		return text;
	left_s = elapsed_s / (double)state->done *
	    (double)(state->total - state->done);
	if (left_s >= 90)
		snprintf(text, size, ", %.0f min left", left_s / 60);
	else
		snprintf(text, size, ", %.0f s left", left_s);
	return text;
}

void
progress_show(enum progress_style style, const struct run_state *state)
{
	char	line[256], left[32];

	if (style == PROGRESS_NONE ||
	    (style == PROGRESS_LOG && state->waiting))
		return;
	snprintf(line, sizeof line, "%sround %u of %u, %zu of %zu%s: %s",
	    state->waiting ? "waiting for quiet, " : "",
	    state->round, state->rounds, state->done + 1, state->total,
	    progress_format_left(state, left, sizeof left), state->spec);
	if (style == PROGRESS_LOG)
		fprintf(stderr, "%s\n", line);
	else
		fprintf(stderr, "\r%.*s\033[K", progress_get_width(),
		    line);
	fflush(stderr);
}

void
progress_clear(enum progress_style style)
{
	if (style == PROGRESS_LINE)
		fprintf(stderr, "\r\033[K");
	fflush(stderr);
}
