/* Whether sides really wait: else something quicker would be measured. */

#include "config.h"

#include <sys/resource.h>

#include "conformance-parts.h"
#include "engine/placement.h"
#include "engine/quiet.h"
#include "statistics/stats.h"
#include "system/clock.h"
#include "system/osdep.h"

#define SWITCH_TRIES	3
#define SWITCH_QUIET_NS	4000000000u	/* waited in vain at most, before each but the first */
#define SWITCH_OPERATIONS 200u
#define SWITCH_INVOCATIONS 10
#define SWITCHES_LEAST	0.97	/* a round trip, of each side on a CPU of its own */
/* An emulator is slow to have a side sleep: that it does at all. */
#define SWITCHES_LEAST_EMULATED 0.2
#define SWITCHES_LEAST_LOOKING 0.9	/* the same, with TRANSPORT_LOOKS_FIRST */

/*
 * How often the side that slept least did so, a round trip.  Where a side was
 * put aside for another process, its partner's message was there when it came
 * back: such a round trip proves nothing and is not missed.  On one CPU, which
 * it may be where sides are not put apart, a side is often put aside instead.
 */
static double
conformance_get_sleeps(const struct job_report *report, bool apart)
{
	double		least = 1e9, aside = 0, sleeps;
	unsigned	i;

	for (i = 0; i < report->side_count; i++)
		aside += (double)report->sides[i].usage.involuntary;
	for (i = 0; i < report->side_count; i++) {
		const struct job_usage *usage = &report->sides[i].usage;

		if (usage->switches_unknown)
			continue;
		sleeps = ((double)usage->voluntary + (apart ? aside :
		    (double)usage->involuntary)) /
		    (double)report->round_trips;
		if (sleeps < least)
			least = sleeps;
	}
	return least;
}

/* Whether this system counts switches at all: a sleep must be one. */
static bool
conformance_can_count_switches(void)
{
	struct rusage	before, after;

	getrusage(RUSAGE_SELF, &before);
	clock_sleep(2000000);
	getrusage(RUSAGE_SELF, &after);
	return after.ru_nvcsw > before.ru_nvcsw;
}

/* Client and server on CPUs of their own; false: there are no two. */
static bool
conformance_place_apart(struct job *job)
{
	static struct cpu cpus[OSDEP_CPUS_MAX];
	const int64_t	  places[] = { PLACE_CROSS, PLACE_SMT };
	size_t		  count = osdep_get_cpus(cpus), i;
	struct placement  placement;

	for (i = 0; i < 2; i++)
		if (placement_choose(places[i], cpus, count, &placement) ==
		    OUTCOME_OK) {
			job->client_cpu = placement.client_cpu;
			job->server_cpu = placement.server_cpu;
			return true;
		}
	return false;
}

/* The median of several invocations. */
static int
conformance_measure_sleeps(struct conformance *conformance,
    const struct job *job, double *median)
{
	double	sleeps[SWITCH_INVOCATIONS];
	size_t	i;
	int	outcome;

	for (i = 0; i < SWITCH_INVOCATIONS; i++) {
		outcome = conformance_execute(conformance, job);
		if (outcome != OUTCOME_OK)
			return outcome;
		sleeps[i] = conformance_get_sleeps(conformance->report,
		    job->client_cpu >= 0);
	}
	*median = stats_median(sleeps, SWITCH_INVOCATIONS);
	return OUTCOME_OK;
}

int
conformance_check_sleeps(struct conformance *conformance)
{
	unsigned	flags = conformance->transport->flags;
	double		sleeps = 0, least = flags & TRANSPORT_LOOKS_FIRST ?
			    SWITCHES_LEAST_LOOKING : SWITCHES_LEAST;
	struct job	job;
	static const volatile sig_atomic_t never_stopped;
	int		outcome, try;

	conformance_set_job(conformance, &job, "", SWITCH_OPERATIONS);
	if (!(flags & TRANSPORT_BLOCKS) || !conformance_can_count_switches())
		return OUTCOME_OK;
	if (!conformance_place_apart(&job))
		least = SWITCHES_LEAST_LOOKING;
	if (osdep_emulator() != NULL)
		least = SWITCHES_LEAST_EMULATED;
	for (try = 0; try < SWITCH_TRIES && sleeps < least; try++) {
		if (try > 0)
			(void)quiet_wait(SWITCH_QUIET_NS, &never_stopped);
		outcome = conformance_measure_sleeps(conformance, &job,
		    &sleeps);
		if (outcome != OUTCOME_OK)
			return outcome;
	}
	if (sleeps < least)
		return fail("a side slept only %.3f times a round trip, "
		    "not %.2f", sleeps, least);
	return OUTCOME_OK;
}
