/* What happens to a result that a reader has accepted. */

#ifndef FUZZ_USE_H
#define FUZZ_USE_H

#include "results/result.h"

/*
 * Writes it as JSON, which must be read again as the same, and in all other
 * forms; compares it with itself in one of several ways.  Aborts where something
 * is wrong.
 */
void	 use_result(const struct result *, size_t way);

#endif
