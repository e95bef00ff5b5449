/* The facts about this machine and this program that go with every result. */

#ifndef SYSTEM_MACHINE_H
#define SYSTEM_MACHINE_H

#include <stdbool.h>

#include "results/result.h"
#include "system/clock.h"

/*
 * Adds to host: system, release, version, machine, hostname, cpus,
 * cpu_model, boot_id, clock, clock_cost_ns, clock_step_ns, virtual, emulated,
 * libc, fresh, and whatever else this system tells.  The clock must have been
 * measured.  fresh: "exec" or "fork".
 */
void	 machine_add_facts(struct facts *host, const struct clock_facts *,
	     const char *fresh);

/* Adds version, compiler, flags to program, and one fact a library to libraries. */
void	 machine_add_program(struct facts *program, struct facts *libraries);

#endif
