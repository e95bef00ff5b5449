/* What a supervisor reported, as a part of the result. */

#ifndef ENGINE_REPORT_H
#define ENGINE_REPORT_H

#include <stddef.h>

#include "engine/core-speeds.h"
#include "engine/job.h"
#include "results/result.h"
#include "system/osdep.h"

/*
 * Adds an invocation to the test, and its histogram to the pooled one, which
 * is that of the invocations that count.  The report must be of an invocation
 * that went well.  relation: of the CPUs chosen; cpus: those of the machine, to
 * tell the kind of core; machine_cpus: how many it has, 0 unknown, of which no
 * more are busy.  speeds, to which its own are added: whether its cores were
 * slow; one that only later turns out to have been is in the histogram.
 */
void	 report_add_invocation(struct test_result *, const struct job_report *,
	     const char *relation, const struct cpu *cpus, size_t cpu_count,
	     unsigned machine_cpus, struct core_speeds *speeds);

#endif
