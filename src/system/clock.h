/* The one clock of every measurement, and what reading it costs. */

#ifndef SYSTEM_CLOCK_H
#define SYSTEM_CLOCK_H

#include <stdint.h>
#include <time.h>

/* What was found out about the clock on this machine; all in nanoseconds. */
struct clock_facts {
	const char	*name;		/* as recorded with results */
	double		 cost_ns;	/* one reading: least mean of many runs */
	uint64_t	 step_ns;	/* smallest difference seen that is not 0 */
	uint64_t	 backsteps;	/* readings that went backwards */
};

/*
 * Nanoseconds since an arbitrary point, never set back by anybody.  Inline,
 * since it stands in timed loops.
 */
static inline uint64_t
clock_now(void)
{
#if HAVE_CLOCK_GETTIME_NSEC_NP
	/* CLOCK_MONOTONIC has steps of a microsecond there. */
	return clock_gettime_nsec_np(CLOCK_UPTIME_RAW);
#else
	struct timespec	now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
#endif
}

/*
 * How long something has been waited for, looked at now and then.  Between
 * two looks no more than most_ns counts: who did not look was itself stopped
 * or frozen, perhaps together with what it waits for.
 */
struct clock_patience {
	uint64_t	looked_ns, waited_ns, most_ns;
};

void	 clock_patience_begin(struct clock_patience *, uint64_t most_ns);

/* Looks: nanoseconds waited since the beginning. */
uint64_t clock_patience_look(struct clock_patience *);

/* Measures the clock for some 5 ms. */
void	 clock_measure(struct clock_facts *);

/* Sleeps so many nanoseconds, or until a signal arrives. */
void	 clock_sleep(uint64_t);

/*
 * The time of day in UTC as RFC 3339 with seconds ("2002-03-01T12:00:00Z"),
 * 21 bytes with the NUL.
 */
#define CLOCK_RFC3339_SIZE 21
void	 clock_format_utc(char [CLOCK_RFC3339_SIZE], time_t);

#endif
