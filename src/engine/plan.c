/* Owns the order of measurements and the random numbers behind it. */

#include "config.h"

#include "engine/plan.h"

uint64_t
plan_random_next(struct plan_random *random)
{
	uint64_t	mixed;

	mixed = random->state += UINT64_C(0x9e3779b97f4a7c15);
	mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
	return mixed ^ (mixed >> 31);
}

uint64_t
plan_random_below(struct plan_random *random, uint64_t limit)
{
	/* The 2^64 mod limit lowest numbers would make some answers likelier. */
	const uint64_t	excess = (0 - limit) % limit;
	uint64_t	number;

	do
		number = plan_random_next(random);
	while (number < excess);
	return number % limit;
}

/*
 * The generator of one round.  Both numbers are mixed first: states that differ
 * by little, or by a multiple of the generator's step, would give related
 * orders.
 */
static struct plan_random
plan_begin_round(uint64_t seed, unsigned round)
{
	struct plan_random	by_seed = { seed }, by_round = { round }, random;

	random.state = plan_random_next(&by_seed) ^
	    plan_random_next(&by_round);
	return random;
}

static void
plan_shuffle(struct plan_random *random, size_t *order, size_t count)
{
	size_t	i, other, kept;

	for (i = 0; i < count; i++)
		order[i] = i;
	for (i = count; i > 1; i--) {
		other = (size_t)plan_random_below(random, i);
		kept = order[i - 1];
		order[i - 1] = order[other];
		order[other] = kept;
	}
}

void
plan_shuffle_round(uint64_t seed, unsigned round, size_t *order, size_t count)
{
	struct plan_random	random = plan_begin_round(seed, round);

	plan_shuffle(&random, order, count);
}

void
plan_shuffle_pairs(uint64_t seed, unsigned round, size_t *order, size_t pairs)
{
	struct plan_random	random = plan_begin_round(seed, round);
	size_t			i, pair, first;

	plan_shuffle(&random, order, pairs);
	/* From the end, so that none is overwritten before it is read. */
	for (i = pairs; i-- > 0;) {
		pair = order[i];
		first = (size_t)plan_random_below(&random, 2);
		order[2 * i] = first == 0 ? pair : pair + pairs;
		order[2 * i + 1] = first == 0 ? pair + pairs : pair;
	}
}
