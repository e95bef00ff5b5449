/* Several runs of the same tests as one result. */

#ifndef RESULTS_ABSORB_H
#define RESULTS_ABSORB_H

#include "results/result.h"

/*
 * Takes over what another run has measured: all of it where the result is
 * empty (zeroed); else the invocations, histograms and warnings of the tests
 * that stand at the same place with the same spec, and how the run ended.  A
 * test that was not measured in one of the runs is told of in a warning.
 * Figures are not summarised anew.  The run is freed.
 */
void	 result_absorb(struct result *, struct result *run);

#endif
