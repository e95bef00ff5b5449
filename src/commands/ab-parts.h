/* What the two forms of ipclat ab share. */

#ifndef COMMANDS_AB_PARTS_H
#define COMMANDS_AB_PARTS_H

#include <stdbool.h>

#include "base/tmpdir.h"
#include "commands/comparing.h"
#include "commands/measuring.h"
#include "commands/progress.h"
#include "results/result.h"
#include "results/store.h"

enum { A, B, SIDES };

/* A comparison being measured. */
struct ab {
	const struct options	*options;
	struct comparing	 comparing;
	enum progress_style	 progress;
	struct store		*stores[SIDES];	/* NULL: nothing is kept */
	char			*names[SIDES];	/* of their files; NULL: none */
	bool			 round_whole;	/* one pair of each at least */
	struct measuring_directory directory;
	struct texts		 said;		/* what weakens the comparison */
};

/* Makes sure that both results can be kept, if asked to.  0, or -1 with a
 * reason. */
int	 ab_open_stores(struct ab *);

/* Has a run's warnings told with the comparison. */
void	 ab_say(struct ab *, const struct result *);

/*
 * Prints what comes of both sides, if they have figures, and keeps their
 * results; frees the comparer.  The exit status.
 */
int	 ab_conclude(struct ab *, struct comparer *,
	     const struct result results[SIDES]);

/* ab -- COMMAND_A -- COMMAND_B, from the operands.  The exit status. */
int	 ab_run_commands(struct ab *, int count, char **operands);

#endif
