/* What is left to answer on a system that nothing is known about. */

#include "config.h"

#include <stddef.h>

#include "results/result.h"
#include "system/osdep.h"

bool
osdep_busy_time(uint64_t *busy_ns, uint64_t *step_ns)
{
	(void)busy_ns;
	(void)step_ns;
	return false;
}

bool
osdep_get_usage(int process, struct osdep_usage *usage)
{
	(void)process;
	(void)usage;
	return false;
}

const char *
osdep_own_executable(void)
{
	return NULL;
}

void
osdep_add_facts(struct facts *facts)
{
	facts_add_text(facts, "cpu_model", NULL);
	facts_add_text(facts, "boot_id", NULL);
	facts_add_text(facts, "virtual", NULL);
	facts_add_text(facts, "emulated", NULL);
}
