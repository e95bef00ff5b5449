/* The keys of a job: what the pairs of an invocation are told apart by. */

#include "config.h"

#include "base/entropy.h"
#include "engine/job.h"

uint32_t
job_choose_key(void)
{
	const uint32_t	room = JOB_KEYS_OF_PAIR * PAIRS_LIMIT;
	uint32_t	key;

	entropy_fill(&key, sizeof key);
	key %= UINT32_MAX - room;
	return key - key % JOB_KEYS_OF_PAIR;
}
