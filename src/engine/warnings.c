/* What a reader must know before believing a figure. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/warnings.h"
#include "statistics/stats.h"
#include "system/clock.h"
#include "system/osdep.h"

#define QUIET_WINDOW_NS		100000000u
#define WINDOW_LOAD_CPUS	0.2	/* in a sleeping window of 100 ms: 20 ms */
#define TEST_LOAD_CPUS		0.1
#define TEST_LOAD_NS		100e6	/* less than that is no evidence of load */
#define STEAL_SHARE		0.01
#define DEVIATION_PERCENT	5.0
#define STALLS_TIMES		2
#define MODES_APART		0.05	/* nearer ones are as likely chance */
#define SWITCHES_LEAST		0.9	/* a round trip, for each side */
#define DRIFT_NORMAL		2.33	/* 1 % of independent figures would exceed it */
#define DRIFT_INVOCATIONS	10
#define DELAYS_MAX		2	/* of one round trip: one each way */
#define DELAY_TOLERANCE		0.15

/* To one digit, so that equal ones are told once. */
static double
warnings_round(double value)
{
	double	unit = pow(10, floor(log10(value)));

	return value > 0 ? round(value / unit) * unit : 0;
}

struct warning_row {
	void	(*add)(struct test_result *, const struct transport *,
		    const double *headlines, size_t);
	bool	from_load;	/* what other load brings about by itself */
};

double
warnings_other_load(const struct test_result *test)
{
	double	busy_ns = 0, own_ns = 0, elapsed_ns = 0;
	size_t	i, j;

	for (i = 0; i < test->invocation_count; i++) {
		const struct invocation_result *invocation =
		    &test->invocations[i];

		if (isnan(invocation->machine_busy_cpus))
			return NAN;
		busy_ns += invocation->machine_busy_cpus *
		    invocation->elapsed_ns;
		elapsed_ns += invocation->elapsed_ns;
		for (j = 0; j < invocation->side_count; j++)
			own_ns += invocation->sides[j].user_ns +
			    invocation->sides[j].system_ns;
	}
	return elapsed_ns >= TEST_LOAD_NS ? (busy_ns - own_ns) / elapsed_ns :
	    NAN;
}

static void
warn_load(struct test_result *test, const struct transport *transport,
    const double *headlines, size_t count)
{
	double	load = warnings_other_load(test);

	(void)transport;
	(void)headlines;
	(void)count;
	if (load > TEST_LOAD_CPUS)
		texts_add(&test->warnings, "other processes used %g of "
		    "the CPUs meanwhile: figures may be too high, or too low where the "
		    "scheduler moved things; end them and measure again",
		    warnings_round(load));
}

static void
warn_deviation(struct test_result *test, const struct transport *transport,
    const double *headlines, size_t count)
{
	double	percent = 100 * stats_deviation(headlines, count) /
		    stats_mean(headlines, count);

	(void)transport;
	if (count >= 3 && percent > DEVIATION_PERCENT)
		texts_add(&test->warnings, "invocations differ by %g %% "
		    "(coefficient of variation): small changes cannot be seen; "
		    "a quiet machine or more invocations (-n) help",
		    warnings_round(percent));
}

static void
warn_modes(struct test_result *test, const struct transport *transport,
    const double *headlines, size_t count)
{
	double	low, high;

	(void)transport;
	if (stats_two_modes(headlines, count, &low, &high) &&
	    high - low > MODES_APART * low)
		texts_add(&test->warnings, "two modes, %.4g and %.4g us: one "
		    "figure describes neither; look at single invocations",
		    low / 1e3, high / 1e3);
}

static void
warn_drift(struct test_result *test, const struct transport *transport,
    const double *headlines, size_t count)
{
	(void)transport;
	if (count >= DRIFT_INVOCATIONS &&
	    stats_lag1_correlation(headlines, count) >
	    DRIFT_NORMAL / sqrt((double)count) - 1 / (double)count)
		texts_add(&test->warnings, "figures drift from invocation to "
		    "invocation: the machine changes meanwhile (heat, "
		    "frequency, load); compare only what was interleaved");
}

/* The rate comes from the mean, and so says something else than the median. */
static void
warn_stalls(struct test_result *test, const struct transport *transport,
    const double *headlines, size_t count)
{
	double	times = test->summary.mean_ns / test->summary.median_ns;

	(void)transport;
	(void)headlines;
	(void)count;
	if (times > STALLS_TIMES)
		texts_add(&test->warnings, "the mean is %g times the median: "
		    "the processes were kept from running; mean and rate count "
		    "that, the median does not", warnings_round(times));
}

/* The sides' CPUs changed hands too seldom: replies came before the wait. */
static void
warn_switches(struct test_result *test, const struct transport *transport,
    const double *headlines, size_t count)
{
	double	voluntary = INFINITY, trips = 0, least;
	size_t	i, j;

	(void)headlines;
	if (!(transport->flags & TRANSPORT_BLOCKS) || test->headline_is_mean)
		return;
	for (j = 0; count > 0 && j < test->invocations[0].side_count; j++) {
		for (i = 0, least = trips = 0; i < count; i++) {
			const struct invocation_result *invocation =
			    &test->invocations[i];

			if (strcmp(invocation->relation, "same") == 0 ||
			    strcmp(invocation->relation, "unknown") == 0)
				return;
			least += invocation->sides[j].voluntary_switches;
			trips += (double)invocation->round_trips;
		}
		if (least < voluntary)
			voluntary = least;
	}
	if (voluntary / trips < SWITCHES_LEAST)
		texts_add(&test->warnings, "a side slept only %.2g times a "
		    "round trip: replies came before it waited, so that less "
		    "than a wake-up was measured", voluntary / trips);
}

static void
warn_migration(struct test_result *test, const struct transport *transport,
    const double *headlines, size_t count)
{
	size_t	i, migrated = 0;

	(void)transport;
	(void)headlines;
	for (i = 0; i < count; i++)
		migrated += test->invocations[i].migrated;
	if (migrated > 0)
		texts_add(&test->warnings, "in %zu of %zu invocations a side "
		    "was not on the CPU it was pinned to: the system moved "
		    "it; check cpusets and CPU hotplug", migrated, count);
}

static void
warn_lost(struct test_result *test, const struct transport *transport,
    const double *headlines, size_t count)
{
	uint64_t	lost = 0;
	size_t		i;

	(void)transport;
	(void)headlines;
	for (i = 0; i < count; i++)
		lost += test->invocations[i].lost;
	if (lost > 0)
		texts_add(&test->warnings, "%llu round trips were lost: the "
		    "wait for them is part of mean and rate, not of the "
		    "percentiles", (unsigned long long)lost);
}

static void
warn_retransmitted(struct test_result *test, const struct transport *transport,
    const double *headlines, size_t count)
{
	uint64_t	retransmitted = 0;
	size_t		i;

	(void)transport;
	(void)headlines;
	for (i = 0; i < count; i++)
		retransmitted += test->invocations[i].retransmitted;
	if (retransmitted > 0)
		texts_add(&test->warnings, "%llu messages were sent again: "
		    "each made its round trip some 20 ms longer, in mean, "
		    "rate and percentiles alike",
		    (unsigned long long)retransmitted);
}

/*
 * How many acknowledgements, delayed by the usual times of systems and a little
 * more, a round trip waits for; 0: it waits for something else.
 */
static unsigned
warnings_count_delays(double round_trip_ns)
{
	static const double delays_ns[] = { 40e6, 100e6, 200e6 };
	unsigned	    count;
	size_t		    i;

	for (i = 0; i < sizeof delays_ns / sizeof delays_ns[0]; i++)
		for (count = 1; count <= DELAYS_MAX; count++)
			if (round_trip_ns >= count * delays_ns[i] &&
			    round_trip_ns <= count * delays_ns[i] *
			    (1 + DELAY_TOLERANCE))
				return count;
	return 0;
}

static void
warn_delayed_acknowledgements(struct test_result *test,
    const struct transport *transport, const double *headlines, size_t count)
{
	const struct fact *nodelay = facts_find(&test->params, "nodelay");
	double	 typical = stats_median(headlines, count);
	unsigned delays = warnings_count_delays(typical);

	(void)transport;
	if (nodelay == NULL || nodelay->kind != FACT_TEXT ||
	    strcmp(nodelay->text, "off") != 0 || delays == 0)
		return;
	texts_add(&test->warnings, "each round trip waits for %u delayed "
	    "acknowledgement%s, %.0f ms: Nagle's algorithm holds a second "
	    "write back until the first is acknowledged; write a message in "
	    "one call, or set TCP_NODELAY (nodelay=on)", delays,
	    delays == 1 ? "" : "s", typical / 1e6);
}

static const struct warning_row rows[] = {
	{ warn_load, false },
	{ warn_deviation, true },
	{ warn_modes, true },
	{ warn_drift, true },
	{ warn_stalls, true },
	{ warn_switches, false },
	{ warn_migration, false },
	{ warn_lost, false },
	{ warn_retransmitted, false },
	{ warn_delayed_acknowledgements, false },
};

void
warnings_add_test(struct test_result *test, const struct transport *transport)
{
	size_t	 count = test->invocation_count, i;
	double	*headlines;
	bool	 loaded;

	if (count == 0 || (headlines = calloc(count, sizeof *headlines)) == NULL)
		return;
	for (i = 0; i < count; i++)
		headlines[i] = test->headline_is_mean ?
		    test->invocations[i].mean_ns :
		    test->invocations[i].median_ns;
	loaded = warnings_other_load(test) > TEST_LOAD_CPUS;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (!loaded || !rows[i].from_load)
			rows[i].add(test, transport, headlines, count);
	free(headlines);
}

void
warnings_add_connections(struct test_result *test, uint64_t overflows,
    uint64_t syn_retransmits)
{
	if (overflows == 0 && syn_retransmits == 0)
		return;
	texts_add(&test->warnings, "meanwhile the system counted %llu full "
	    "accept queues and %llu SYN sent again: such a connection takes a "
	    "second or more; look at the maximum, and for what else connects",
	    (unsigned long long)overflows, (unsigned long long)syn_retransmits);
}

void
warnings_add_cap(struct test_result *test, uint64_t asked)
{
	uint64_t	made = UINT64_MAX;
	size_t		i;

	for (i = 0; i < test->invocation_count; i++)
		if (test->invocations[i].round_trips +
		    test->invocations[i].lost < made)
			made = test->invocations[i].round_trips +
			    test->invocations[i].lost;
	if (asked != 0 && test->invocation_count > 0 && made < asked)
		texts_add(&test->warnings, "only %llu of %llu round trips were "
		    "made: they stall, and the rest would only cost time",
		    (unsigned long long)made, (unsigned long long)asked);
}

double
warnings_watch_others(void)
{
	uint64_t	before, after, step, began = clock_now();

	if (!osdep_busy_time(&before, &step))
		return NAN;
	clock_sleep(QUIET_WINDOW_NS);
	/* A signal may have cut the sleep short. */
	if (!osdep_busy_time(&after, &step) || after < before ||
	    clock_now() - began < QUIET_WINDOW_NS)
		return NAN;
	return (double)(after - before) / (double)(clock_now() - began);
}

double
warnings_get_steal(uint64_t before_ns, uint64_t began_ns, unsigned cpus)
{
	uint64_t	after_ns;
	double		elapsed = (double)(clock_now() - began_ns);

	if (!osdep_steal_time(&after_ns) || after_ns < before_ns || cpus == 0)
		return NAN;
	return (double)(after_ns - before_ns) / elapsed / cpus;
}

static void
warn_windows(struct result *result, double before, double after)
{
	double	most = after > before || isnan(before) ? after : before;

	if (isnan(most))
		texts_add(&result->warnings, "other load cannot be seen here: "
		    "make sure that nothing else runs");
	else if (most > WINDOW_LOAD_CPUS)
		texts_add(&result->warnings, "other processes used %g of the "
		    "CPUs before or after the run: figures may be wrong; end "
		    "them and measure again", warnings_round(most));
}

static bool
warnings_fact_is(const struct facts *facts, const char *key, const char *text)
{
	const struct fact *fact = facts_find(facts, key);

	return fact != NULL && fact->kind == FACT_TEXT &&
	    strcmp(fact->text, text) == 0;
}

static void
warn_machine(struct result *result)
{
	const struct fact *virtual = facts_find(&result->host, "virtual");
	const struct fact *clock = facts_find(&result->host, "clocksource");

	if (virtual != NULL && ((virtual->kind == FACT_CLAIM &&
	    virtual->claim) || virtual->kind == FACT_TEXT))
		texts_add(&result->warnings, "this is a virtual machine: do not "
		    "trust differences below 10 %% without several boots of "
		    "each side");
	if (clock != NULL && clock->kind == FACT_TEXT &&
	    strcmp(clock->text, "tsc") != 0 &&
	    strcmp(clock->text, "kvm-clock") != 0 &&
	    strcmp(clock->text, "arch_sys_counter") != 0)
		texts_add(&result->warnings, "the clock source is %s, slow to "
		    "read: short round trips are timed in groups; find out why "
		    "the kernel gave its best clock up", clock->text);
	if (warnings_fact_is(&result->host, "governor", "powersave"))
		texts_add(&result->warnings, "the frequency governor is "
		    "powersave: figures depend on what ran before; choose "
		    "performance");
}

void
warnings_add_run(struct result *result, const struct warnings_load *load)
{
	warn_windows(result, load->before_cpus, load->after_cpus);
	if (load->steal > STEAL_SHARE)
		texts_add(&result->warnings, "the hypervisor took %.2g %% of "
		    "the time for others: measure when the host is quiet",
		    100 * load->steal);
	warn_machine(result);
}
