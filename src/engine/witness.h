/* What a supervisor sees of others while batches are measured. */

#ifndef ENGINE_WITNESS_H
#define ENGINE_WITNESS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/crew.h"
#include "system/osdep.h"

/* Sides of which delays are told: each has a CPU to itself. */
#define WITNESS_SIDES	2

/* How things stood when the measured region began. */
struct witness {
	bool			cpus_known;
	struct osdep_cpu_times	times;
	uint64_t		own_ns;
	bool			delay_known;
	uint64_t		delay_ns[WITNESS_SIDES];
};

void	 witness_begin(struct witness *, const struct crew *);

/* Fills in the evidence of the report, of the region that ends now. */
void	 witness_end(const struct witness *, const struct crew *,
	     struct job_report *);

#endif
