/* Owns the evidence of others that goes into a report. */

#include "config.h"

#include "engine/side.h"
#include "engine/witness.h"

/* The CPUs that the sides are pinned to; none where they are not. */
static size_t
witness_list_cpus(const struct job *job, int cpus[2])
{
	size_t	count = 0;

	if (job->client_cpu >= 0 && job->server_cpu >= 0) {
		cpus[count++] = job->client_cpu;
		if (job->server_cpu != job->client_cpu)
			cpus[count++] = job->server_cpu;
	}
	return count;
}

/*
 * What is ours there.  A supervisor that has a CPU of its own is elsewhere; if
 * it may be anywhere it may have been there.
 */
static uint64_t
witness_get_own(const struct crew *crew)
{
	return crew_total_ns(crew) + (crew->job->watcher_cpu >= 0 ? 0 :
	    side_get_total_ns(false));
}

/*
 * Sides that share a CPU wait for each other, and threads of one process are
 * not told apart: only two processes with a CPU each have to wait for nobody.
 */
static bool
witness_get_delays(const struct crew *crew, uint64_t delay_ns[WITNESS_SIDES])
{
	const struct job	*job = crew->job;
	size_t			 i;

	if (job->client_cpu < 0 || job->client_cpu == job->server_cpu ||
	    crew->member_count != WITNESS_SIDES ||
	    crew->pairs[0].self.helper != 0 ||
	    crew->members[0].pid == crew->members[1].pid)
		return false;
	for (i = 0; i < WITNESS_SIDES; i++)
		if (!osdep_get_delay((int)crew->members[i].pid, &delay_ns[i]))
			return false;
	return true;
}

void
witness_begin(struct witness *witness, const struct crew *crew)
{
	int	cpus[2];
	size_t	count = witness_list_cpus(crew->job, cpus);

	witness->cpus_known = osdep_get_cpu_times(cpus, count,
	    &witness->times);
	witness->own_ns = witness_get_own(crew);
	witness->delay_known = witness_get_delays(crew, witness->delay_ns);
}

void
witness_end(const struct witness *witness, const struct crew *crew,
    struct job_report *report)
{
	struct osdep_cpu_times	times;
	uint64_t		delay_ns[WITNESS_SIDES];
	int			cpus[2];
	size_t			count = witness_list_cpus(crew->job, cpus), i;

	report->cpus_known = witness->cpus_known &&
	    osdep_get_cpu_times(cpus, count, &times) &&
	    times.busy_ns >= witness->times.busy_ns &&
	    times.steal_ns >= witness->times.steal_ns;
	if (report->cpus_known) {
		report->cpus_busy_ns = times.busy_ns - witness->times.busy_ns;
		report->cpus_steal_ns = times.steal_ns -
		    witness->times.steal_ns;
		report->cpus_own_ns = witness_get_own(crew) - witness->own_ns;
		report->cpus_step_ns = times.step_ns;
	}
	report->others_known = report->cpus_known &&
	    (crew->spec.transport->flags & TRANSPORT_USES_WORKERS) == 0;
	report->delay_known = witness->delay_known &&
	    witness_get_delays(crew, delay_ns);
	for (i = 0; report->delay_known && i < WITNESS_SIDES; i++) {
		if (delay_ns[i] < witness->delay_ns[i])
			report->delay_known = false;
		else if (delay_ns[i] - witness->delay_ns[i] > report->delay_ns)
			report->delay_ns = delay_ns[i] - witness->delay_ns[i];
	}
}
