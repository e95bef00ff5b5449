/* Owns what counts as a disturbance of an invocation. */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/disturbance.h"
#include "system/work.h"

#define STEPS_LEAST	3	/* of a counter, before its difference says anything */

/*
 * Counted in ticks of mostly 10 ms, an invocation of 0.1 s that has the
 * machine to itself reads up to 0.2 CPUs; a busy process beside it reads
 * a third of one at least.
 */
#define LOAD_CPUS	0.3

/* 10 ms of 0.1 s would be a single tick. */
#define STEAL_CPUS	0.1

/*
 * A sleeper that has a CPU to itself waits a thousandth of the time to get it;
 * beside a busy process an eighth and more.  Some kernels count the time that
 * an idle CPU takes to wake up: so others must have been seen there too.
 */
#define DELAY_SHARE	0.05
#define DELAY_CPUS	0.1
#define DELAY_REGION_NS	20e6	/* in less, a single delay is a large share */

static double
evidence_share(uint64_t part_ns, uint64_t region_ns)
{
	return region_ns > 0 ? (double)part_ns / (double)region_ns :
	    (double)NAN;
}

struct disturbance_evidence
disturbance_read(const struct job_report *report)
{
	struct disturbance_evidence evidence = {
		.region_ns = (double)report->region_ns,
		.others_cpus = (double)NAN,
		.steal_cpus = (double)NAN,
		.delay = (double)NAN,
		.slowness = (double)NAN,
	};

	if (report->cpus_known) {
		evidence.step_ns = (double)report->cpus_step_ns;
		evidence.steal_cpus = evidence_share(report->cpus_steal_ns,
		    report->region_ns);
	}
	if (report->others_known)
		evidence.others_cpus = evidence_share(
		    report->cpus_busy_ns > report->cpus_own_ns ?
		    report->cpus_busy_ns - report->cpus_own_ns : 0,
		    report->region_ns);
	if (report->delay_known)
		evidence.delay = evidence_share(report->delay_ns,
		    report->region_ns);
	return evidence;
}

/* NaN is never more. */
static bool
share_exceeds(const struct disturbance_evidence *evidence, double share,
    double limit)
{
	return share > limit &&
	    share * evidence->region_ns >= STEPS_LEAST * evidence->step_ns;
}

const char *
disturbance_judge(const struct disturbance_evidence *evidence)
{
	if (share_exceeds(evidence, evidence->others_cpus, LOAD_CPUS))
		return "load";
	if (evidence->delay > DELAY_SHARE &&
	    evidence->others_cpus > DELAY_CPUS &&
	    evidence->region_ns >= DELAY_REGION_NS)
		return "delay";
	if (share_exceeds(evidence, evidence->steal_cpus, STEAL_CPUS))
		return "steal";
	if (evidence->slowness > WORK_SHARED)
		return "core";
	return NULL;
}

void
disturbance_add_cores(const struct invocation_result *invocation,
    struct core_speeds *speeds)
{
	size_t	i;

	for (i = 0; i < invocation->side_count; i++)
		core_speeds_add(speeds, invocation->relation,
		    invocation->sides[i].core_kind,
		    invocation->sides[i].work_ns);
}

void
disturbance_judge_cores(struct invocation_result *invocation,
    const struct core_speeds *speeds)
{
	struct disturbance_evidence evidence = {
		.others_cpus = (double)NAN, .steal_cpus = (double)NAN,
		.delay = (double)NAN, .slowness = (double)NAN,
	};
	const char	*by;
	size_t		 i;

	if (invocation->disturbed ||
	    strcmp(invocation->relation, "unknown") == 0)
		return;
	for (i = 0; i < invocation->side_count; i++)
		evidence.slowness = fmax(evidence.slowness,
		    core_speeds_compare(speeds, invocation->relation,
		    invocation->sides[i].core_kind,
		    invocation->sides[i].work_ns));
	if ((by = disturbance_judge(&evidence)) == NULL)
		return;
	invocation->disturbed = true;
	snprintf(invocation->disturbed_by, sizeof invocation->disturbed_by,
	    "%s", by);
}
