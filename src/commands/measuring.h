/* What commands that measure have in common: signals, the request, the result's head. */

#ifndef COMMANDS_MEASURING_H
#define COMMANDS_MEASURING_H

#include <signal.h>
#include <stdbool.h>

#include "base/tmpdir.h"
#include "engine/runner.h"
#include "engine/testspec.h"
#include "results/result.h"
#include "results/store.h"

struct options;

/* The signal that asked the command to stop; 0: none yet. */
extern volatile sig_atomic_t measuring_stop;

/* Has SIGINT, SIGTERM and SIGHUP, unless they are ignored, set it. */
void	 measuring_catch_signals(void);

/* The time of day as RFC 3339, to be freed. */
char	*measuring_get_time(void);

/*
 * Reads tests, each at the sizes and places asked for; any_place: at
 * place=any where none is.  0, or -1 with a reason.
 */
int	 measuring_choose_tests(const struct options *, int count, char **words,
	     bool any_place, struct testspecs *);

/* The private directory of a run.  Zeroed: there is none, and none is lacking. */
struct measuring_directory {
	char	path[TMPDIR_PATH_SIZE];		/* "": none */
	char	lack[FAIL_REASON_SIZE];		/* why none could be made */
};

/*
 * Removes what killed runs left, and makes a private directory if one of the
 * tests wants it.  Without it those tests will fail, and others be measured.
 */
void	 measuring_make_directory(const struct testspecs *,
	     struct measuring_directory *);
void	 measuring_remove_directory(const struct measuring_directory *);

/* The seed asked for, or a random one, exact in every reader of JSON. */
uint64_t measuring_get_seed(const struct options *);

/* Fills in what the options say.  The tests and the directory must stay. */
void	 measuring_fill_request(const struct options *,
	     const struct testspecs *, const struct measuring_directory *,
	     struct run_request *);

/* Adds to an empty result when, by what, where and how it is measured. */
void	 measuring_describe(const struct options *, const struct run_request *,
	     struct result *);

/* Whether anything was measured. */
bool	 measuring_has_figures(const struct result *);

/*
 * Stores the result for the last time, and frees the store.  Of a run that was
 * stopped only whole rounds replace an earlier result, and nothing measured
 * makes no file.  0, or -1 with a reason.
 */
int	 measuring_store(struct store *, const char *name,
	     const struct result *, bool round_whole);

#endif
