/*
 * Whether something else disturbed an invocation, by evidence that does not
 * look at its figures: leaving out what is slow would make everything fast.
 * Pure.
 */

#ifndef ENGINE_DISTURBANCE_H
#define ENGINE_DISTURBANCE_H

#include "engine/core-speeds.h"
#include "engine/job.h"
#include "results/result.h"

/*
 * What a supervisor has seen over the measured region.  CPUs are those that
 * the sides are pinned to, all of the machine where they are not.
 */
struct disturbance_evidence {
	double	region_ns;
	double	step_ns;	/* of the counters behind the next two */
	double	others_cpus;	/* CPUs that were busy, and not with us; NaN unknown */
	double	steal_cpus;	/* CPUs' time that the hypervisor took; NaN unknown */
	double	slowness;	/* times that the slowest side's core took for its work what like ones took in this run; NaN unknown */
	double	delay;		/* share of the region in which the side that waited longest had to, ready to run; NaN unknown, or normal because sides share a CPU */
};

/* The evidence in a report.  What it does not tell is NaN; slowness is known
 * only in comparison with others. */
struct disturbance_evidence disturbance_read(const struct job_report *);

/*
 * By what the invocation was disturbed: "load", "delay", "steal", "core"; NULL
 * by nothing that can be seen.  A share counts only where it is more than a few
 * steps of its counter.
 */
const char *disturbance_judge(const struct disturbance_evidence *);

/*
 * Judges an invocation again by the speeds of cores that are known by now, and
 * marks it if it was disturbed and that is news.  Unbound sides are left alone:
 * where the scheduler puts them is what is measured.
 */
void	 disturbance_judge_cores(struct invocation_result *,
	     const struct core_speeds *);

/* Adds the speeds of its cores to those known. */
void	 disturbance_add_cores(const struct invocation_result *,
	     struct core_speeds *);

#endif
