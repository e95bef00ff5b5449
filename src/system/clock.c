/* What reading the clock costs, waiting by it, and the time of day. */

#include "config.h"

#include <stdint.h>
#include <time.h>

#include "system/clock.h"

/* Short runs, so that most are not interrupted; some of them in any case. */
#define CLOCK_REPEATS		1000
#define CLOCK_REPEATS_LEAST	50
#define CLOCK_CALLS		64
#define CLOCK_BUDGET_NS		4000000		/* all repeats together */
#define CLOCK_STEP_CALLS_MAX	100000		/* on a clock that seldom moves */

#if HAVE_CLOCK_GETTIME_NSEC_NP
#define CLOCK_NAME "CLOCK_UPTIME_RAW"
#else
#define CLOCK_NAME "CLOCK_MONOTONIC"
#endif

/* The mean cost of so many readings. */
static double
clock_cost_once(unsigned calls)
{
	uint64_t	start = clock_now(), end = start;
	unsigned	i;

	for (i = 0; i < calls; i++)
		end = clock_now();
	return end > start ? (double)(end - start) / calls : 0.0;
}

/* So many readings that all repeats fit into the budget, slow as the clock may be. */
static unsigned
clock_choose_calls(void)
{
	double	cost = clock_cost_once(16);
	double	fitting;

	if (cost <= 0.0)
		return CLOCK_CALLS;
	fitting = CLOCK_BUDGET_NS / cost / CLOCK_REPEATS;
	if (fitting < 16)
		return 16;
	return fitting < CLOCK_CALLS ? (unsigned)fitting : CLOCK_CALLS;
}

static double
clock_measure_cost(void)
{
	uint64_t	start = clock_now();
	unsigned	calls = clock_choose_calls(), i;
	double		cost, least = 0.0;

	for (i = 0; i < CLOCK_REPEATS; i++) {
		cost = clock_cost_once(calls);
		if (i == 0 || cost < least)
			least = cost;
		if (i >= CLOCK_REPEATS_LEAST &&
		    clock_now() - start > CLOCK_BUDGET_NS)
			break;
	}
	return least;
}

/* A slow clock is read less often, but always until it has moved once. */
static void
clock_measure_step(struct clock_facts *facts)
{
	uint64_t	start = clock_now(), last = start, now;
	unsigned	i;

	for (i = 0; i < CLOCK_STEP_CALLS_MAX; i++) {
		now = clock_now();
		if (now < last)
			facts->backsteps++;
		else if (now > last &&
		    (facts->step_ns == 0 || now - last < facts->step_ns))
			facts->step_ns = now - last;
		last = now;
		if (facts->step_ns > 0 && (i >= CLOCK_CALLS ||
		    now - start > CLOCK_BUDGET_NS / 4))
			break;
	}
}

void
clock_measure(struct clock_facts *facts)
{
	facts->name = CLOCK_NAME;
	facts->step_ns = 0;
	facts->backsteps = 0;
	facts->cost_ns = clock_measure_cost();
	clock_measure_step(facts);
}

void
clock_patience_begin(struct clock_patience *patience, uint64_t most_ns)
{
	patience->looked_ns = clock_now();
	patience->waited_ns = 0;
	patience->most_ns = most_ns;
}

uint64_t
clock_patience_look(struct clock_patience *patience)
{
	uint64_t	now = clock_now(), passed = now - patience->looked_ns;

	patience->looked_ns = now;
	patience->waited_ns += passed < patience->most_ns ? passed :
	    patience->most_ns;
	return patience->waited_ns;
}

void
clock_sleep(uint64_t duration)
{
	struct timespec	wait;

	wait.tv_sec = (time_t)(duration / 1000000000u);
	wait.tv_nsec = (long)(duration % 1000000000u);
	nanosleep(&wait, NULL);
}

void
clock_format_utc(char text[CLOCK_RFC3339_SIZE], time_t time)
{
	struct tm	parts;

	if (gmtime_r(&time, &parts) == NULL || strftime(text,
	    CLOCK_RFC3339_SIZE, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
		text[0] = '\0';
}
