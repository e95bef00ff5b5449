/* What a side used: CPU time, context switches, CPUs. */

#include "config.h"

#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>

#include "engine/side.h"

/* Whose usage the system tells: a thread's where that has a name. */
#if HAVE_DECL_RUSAGE_THREAD
#define USAGE_OF_THREAD	RUSAGE_THREAD
#elif HAVE_DECL_RUSAGE_LWP
#define USAGE_OF_THREAD	RUSAGE_LWP
#endif

static uint64_t
side_nanoseconds(struct timeval time)
{
	return (uint64_t)time.tv_sec * 1000000000u +
	    (uint64_t)time.tv_usec * 1000u;
}

/* CPU time of this thread, exact; false where there is no clock for it. */
static bool
side_read_clock(uint64_t *cpu_ns)
{
#ifdef CLOCK_THREAD_CPUTIME_ID
	struct timespec	total;

	if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &total) == 0) {
		*cpu_ns = (uint64_t)total.tv_sec * 1000000000u +
		    (uint64_t)total.tv_nsec;
		return true;
	}
#endif
	(void)cpu_ns;
	return false;
}

void
side_get_usage(bool of_thread, struct job_usage *usage)
{
	struct rusage	now;
	int		outcome;

	memset(usage, 0, sizeof *usage);
#ifdef USAGE_OF_THREAD
	outcome = getrusage(of_thread ? USAGE_OF_THREAD : RUSAGE_SELF, &now);
#else
	outcome = of_thread ? -1 : getrusage(RUSAGE_SELF, &now);
#endif
	usage->ticks_unknown = true;
	if (outcome != 0) {
		usage->split_unknown = usage->switches_unknown = true;
		usage->cpu_unknown = !of_thread ||
		    !side_read_clock(&usage->cpu_ns);
		return;
	}
	usage->user_ns = side_nanoseconds(now.ru_utime);
	usage->system_ns = side_nanoseconds(now.ru_stime);
	usage->cpu_ns = usage->user_ns + usage->system_ns;
	usage->voluntary = (uint64_t)now.ru_nvcsw;
	usage->involuntary = (uint64_t)now.ru_nivcsw;
}

uint64_t
side_get_total_ns(bool of_thread)
{
	struct job_usage usage;

	side_get_usage(of_thread, &usage);
	return usage.cpu_ns;
}

void
side_add_usage(struct job_usage *sum, const struct job_usage *more)
{
	sum->cpu_ns += more->cpu_ns;
	sum->user_ns += more->user_ns;
	sum->system_ns += more->system_ns;
	sum->user_ticks += more->user_ticks;
	sum->system_ticks += more->system_ticks;
	sum->voluntary += more->voluntary;
	sum->involuntary += more->involuntary;
	sum->cpu_unknown |= more->cpu_unknown;
	sum->split_unknown |= more->split_unknown;
	sum->ticks_unknown |= more->ticks_unknown;
	sum->switches_unknown |= more->switches_unknown;
}

/* Some systems set such a counter back now and then. */
static void
side_subtract(uint64_t *from, uint64_t less)
{
	*from = *from > less ? *from - less : 0;
}

void
side_subtract_usage(struct job_usage *usage, const struct job_usage *less)
{
	side_subtract(&usage->cpu_ns, less->cpu_ns);
	side_subtract(&usage->user_ns, less->user_ns);
	side_subtract(&usage->system_ns, less->system_ns);
	side_subtract(&usage->user_ticks, less->user_ticks);
	side_subtract(&usage->system_ticks, less->system_ticks);
	side_subtract(&usage->voluntary, less->voluntary);
	side_subtract(&usage->involuntary, less->involuntary);
}

void
side_add_seen(struct job_side *side, int cpu)
{
	unsigned	i;

	for (i = 0; i < side->seen_count; i++)
		if (side->seen[i] == cpu)
			return;
	if (side->seen_count == JOB_SEEN_MAX)
		return;
	for (i = side->seen_count++; i > 0 && side->seen[i - 1] > cpu; i--)
		side->seen[i] = side->seen[i - 1];
	side->seen[i] = cpu;
}
