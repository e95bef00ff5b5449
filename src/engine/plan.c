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

void
plan_shuffle_round(uint64_t seed, unsigned round, size_t *order, size_t count)
{
	struct plan_random	by_seed = { seed }, by_round = { round }, random;
	size_t			i, other, kept;

	/*
	 * Both are mixed first: states that differ by little, or by a multiple
	 * of the generator's step, would give related orders.
	 */
	random.state = plan_random_next(&by_seed) ^
	    plan_random_next(&by_round);
	for (i = 0; i < count; i++)
		order[i] = i;
	for (i = count; i > 1; i--) {
		other = (size_t)plan_random_below(&random, i);
		kept = order[i - 1];
		order[i - 1] = order[other];
		order[other] = kept;
	}
}
