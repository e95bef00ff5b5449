/*
 * Whether something else disturbed an invocation, by evidence that does not
 * look at its figures: leaving out what is slow would make everything fast.
 * Pure.
 */

#ifndef ENGINE_DISTURBANCE_H
#define ENGINE_DISTURBANCE_H

#include "engine/job.h"

/*
 * What a supervisor has seen over the measured region.  CPUs are those that
 * the sides are pinned to, all of the machine where they are not.
 */
struct disturbance_evidence {
	double	region_ns;
	double	step_ns;	/* of the counters behind the next two */
	double	others_cpus;	/* CPUs that were busy, and not with us; NaN unknown */
	double	steal_cpus;	/* CPUs' time that the hypervisor took; NaN unknown */
	double	delay;		/* share of the region in which the side that waited longest had to, ready to run; NaN unknown, or normal because sides share a CPU */
};

/* The evidence in a report.  What it does not tell is NaN. */
struct disturbance_evidence disturbance_read(const struct job_report *);

/*
 * By what the invocation was disturbed: "load", "delay", "steal"; NULL by
 * nothing that can be seen.  A share counts only where it is more than a few
 * steps of its counter.
 */
const char *disturbance_judge(const struct disturbance_evidence *);

#endif
