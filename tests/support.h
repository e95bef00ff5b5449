/* What several unit tests share: random numbers with a printed seed, random
 * results, and comparing results. */

#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "results/result.h"

/* The seed of this run: IPCLAT_TEST_SEED, else the one given.  Printed. */
uint64_t support_seed(const char *test, uint64_t otherwise);

/* A seed that differs from run to run: for tests that no seed may fail. */
uint64_t support_fresh_seed(void);

uint64_t support_random(uint64_t *state);
uint64_t support_below(uint64_t *state, uint64_t limit);
double	 support_uniform(uint64_t *state);	/* 0 < u < 1 */
double	 support_normal(uint64_t *state);

/* Fills a zeroed result with as much of everything as the seed says. */
void	 support_random_result(uint64_t *state, struct result *);

/* The first member in which two results differ; NULL: they are equal. */
const char *support_difference(const struct result *, const struct result *);

/* All that a stream holds, from its start, NUL at the end; to be freed. */
char	*support_contents(FILE *, size_t *);

#endif
