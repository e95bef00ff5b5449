/*
 * In which order the invocations of a run are made: rounds, each of one
 * invocation of every test, shuffled by a recorded seed.  Pure.
 */

#ifndef ENGINE_PLAN_H
#define ENGINE_PLAN_H

#include <stddef.h>
#include <stdint.h>

/* A generator of pseudo-random numbers (SplitMix64): its state is the seed. */
struct plan_random {
	uint64_t	state;
};

uint64_t plan_random_next(struct plan_random *);

/* A number below the limit (> 0), each equally likely. */
uint64_t plan_random_below(struct plan_random *, uint64_t limit);

/*
 * Writes 0 to count - 1 in the order of one round.  The order depends on the
 * seed and the number of the round alone.
 */
void	 plan_shuffle_round(uint64_t seed, unsigned round, size_t *order,
	     size_t count);

/*
 * The same for pairs, of which i and i + pairs are one: both follow each
 * other, which comes first by chance, and pairs in shuffled order.  Writes
 * twice as many numbers.
 */
void	 plan_shuffle_pairs(uint64_t seed, unsigned round, size_t *order,
	     size_t pairs);

#endif
