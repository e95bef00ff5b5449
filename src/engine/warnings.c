/* What a reader must know before believing the figures of a test. */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "engine/warnings.h"
#include "statistics/stats.h"

#define TEST_LOAD_CPUS		0.1
#define TEST_LOAD_NS		100e6	/* less than that is no evidence of load */
#define DEVIATION_PERCENT	5.0
#define STALLS_TIMES		2
#define MODES_APART		0.05	/* nearer ones are as likely chance */
#define SWITCHES_LEAST		0.9	/* a round trip, for each side */
#define DRIFT_NORMAL		2.33	/* 1 % of independent figures would exceed it */
#define DRIFT_INVOCATIONS	10
#define DELAYS_MAX		2	/* of one round trip: one each way */
#define DELAY_LATEST		1.5

double
warnings_round(double value)
{
	double	unit = pow(10, floor(log10(value)));

	return value > 0 ? round(value / unit) * unit : 0;
}

/* What a warning is given by: the invocations that count, and their figures. */
struct view {
	const struct invocation_result **chosen;
	double			*headlines;
	size_t			 count;		/* > 0 */
};

struct warning_row {
	void	(*add)(struct test_result *, const struct view *);
	bool	from_load;	/* what other load brings about by itself */
	bool	(*concerns)(const struct testspec *);	/* NULL: every test */
};

/* CPUs kept busy by others in the invocations that count; NaN unknown. */
static double
view_get_others(const struct view *view)
{
	const struct invocation_result	*invocation;
	double	busy_ns = 0, own_ns = 0, elapsed_ns = 0;
	size_t	i, j;

	for (i = 0; i < view->count; i++) {
		invocation = view->chosen[i];
		if (isnan(invocation->machine_busy_cpus))
			return NAN;
		busy_ns += invocation->machine_busy_cpus *
		    invocation->elapsed_ns;
		elapsed_ns += invocation->elapsed_ns;
		for (j = 0; j < invocation->side_count; j++)
			own_ns += side_get_cpu_ns(&invocation->sides[j]);
	}
	return elapsed_ns >= TEST_LOAD_NS ? (busy_ns - own_ns) / elapsed_ns :
	    NAN;
}

/* What disturbed invocations, and what it means. */
static const struct {
	const char	*name, *says;
} causes[] = {
	{ "load", "other processes on their CPUs" },
	{ "delay", "sides that waited for others to leave their CPUs" },
	{ "steal", "a hypervisor that took their CPUs away" },
	{ "core", "another hyperthread or virtual machine on their cores, or a "
	    "lower clock rate" },
};
#define CAUSES	(sizeof causes / sizeof causes[0])

/* "other processes on their CPUs (3), ...": what disturbed how many. */
static void
causes_count(const struct test_result *test, char *text, size_t size)
{
	size_t	i, cause, count, used = 0;

	text[0] = '\0';
	for (cause = 0; cause < CAUSES; cause++) {
		for (i = count = 0; i < test->invocation_count; i++)
			count += strcmp(test->invocations[i].disturbed_by,
			    causes[cause].name) == 0;
		if (count > 0 && used < size)
			used += (size_t)snprintf(text + used, size - used,
			    "%s%s (%zu)", used > 0 ? ", " : "",
			    causes[cause].says, count);
	}
}

static void
warn_disturbed(struct test_result *test, const struct view *view)
{
	char	by[320];
	size_t	i, disturbed = 0, all = test->invocation_count;

	for (i = 0; i < all; i++)
		disturbed += test->invocations[i].disturbed;
	if (disturbed == 0)
		return;
	causes_count(test, by, sizeof by);
	if (view->count < all)
		texts_add(&test->warnings, "disturbed were %zu of %zu "
		    "invocations, by %s: they were left out and others made "
		    "instead; end what else runs, or wait for it "
		    "(--wait-quiet)", disturbed, all, by);
	else if (all == 1)
		texts_add(&test->warnings, "disturbed was the only "
		    "invocation, by %s: its figures are those of a busy "
		    "machine; make more (-n), end what else runs, or wait for "
		    "it (--wait-quiet)", by);
	else
		texts_add(&test->warnings, "disturbed were all %zu "
		    "invocations, by %s: figures are those of a busy machine; "
		    "end what else runs, or wait for it (--wait-quiet)", all,
		    by);
}

static void
warn_load(struct test_result *test, const struct view *view)
{
	double	load = view_get_others(view);

	if (load > TEST_LOAD_CPUS)
		texts_add(&test->warnings, "other processes used %g of "
		    "the CPUs meanwhile: figures may be too high, or too low where the "
		    "scheduler moved things; end them and measure again",
		    warnings_round(load));
}

static void
warn_deviation(struct test_result *test, const struct view *view)
{
	double	percent = 100 *
		    stats_deviation(view->headlines, view->count) /
		    stats_mean(view->headlines, view->count);

	if (view->count >= 3 && percent > DEVIATION_PERCENT)
		texts_add(&test->warnings, "invocations differ by %g %% "
		    "(coefficient of variation): small changes cannot be seen; "
		    "a quiet machine or more invocations (-n) help",
		    warnings_round(percent));
}

static void
warn_modes(struct test_result *test, const struct view *view)
{
	double	low, high;

	if (stats_two_modes(view->headlines, view->count, &low, &high) &&
	    high - low > MODES_APART * low)
		texts_add(&test->warnings, "two modes, one %.2g times the "
		    "other (%.4g and %.4g us): one figure describes neither; "
		    "look at single invocations (show --plot)", high / low,
		    low / 1e3, high / 1e3);
}

static void
warn_drift(struct test_result *test, const struct view *view)
{
	double	count = (double)view->count;

	if (view->count >= DRIFT_INVOCATIONS &&
	    stats_lag1_correlation(view->headlines, view->count) >
	    DRIFT_NORMAL / sqrt(count) - 1 / count)
		texts_add(&test->warnings, "figures drift from invocation to "
		    "invocation: the machine changes meanwhile (heat, "
		    "frequency, load); compare only what was interleaved");
}

/* The rate comes from the mean, and so says something else than the median. */
static void
warn_stalls(struct test_result *test, const struct view *view)
{
	double	times = test->summary.mean_ns / test->summary.median_ns;

	(void)view;
	if (times > STALLS_TIMES)
		texts_add(&test->warnings, "the mean is %g times the median: "
		    "the processes were kept from running; mean and rate count "
		    "that, the median does not", warnings_round(times));
}

/* The sides' CPUs changed hands too seldom: replies came before the wait. */
static void
warn_switches(struct test_result *test, const struct view *view)
{
	double	voluntary = INFINITY, trips = 0, least;
	size_t	i, j;

	if (test->headline_is_mean)
		return;
	for (j = 0; j < view->chosen[0]->side_count; j++) {
		for (i = 0, least = trips = 0; i < view->count; i++) {
			const struct invocation_result *invocation =
			    view->chosen[i];

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
warn_migration(struct test_result *test, const struct view *view)
{
	size_t	i, migrated = 0;

	for (i = 0; i < view->count; i++)
		migrated += view->chosen[i]->migrated;
	if (migrated > 0)
		texts_add(&test->warnings, "in %zu of %zu invocations a side "
		    "was not on the CPU it was pinned to: the system moved "
		    "it; check cpusets and CPU hotplug", migrated,
		    view->count);
}

static void
warn_lost(struct test_result *test, const struct view *view)
{
	uint64_t	lost = 0;
	size_t		i;

	for (i = 0; i < view->count; i++)
		lost += view->chosen[i]->lost;
	if (lost > 0)
		texts_add(&test->warnings, "%llu round trips were lost: the "
		    "wait for them is part of mean and rate, not of the "
		    "percentiles", (unsigned long long)lost);
}

static void
warn_retransmitted(struct test_result *test, const struct view *view)
{
	uint64_t	retransmitted = 0;
	size_t		i;

	for (i = 0; i < view->count; i++)
		retransmitted += view->chosen[i]->retransmitted;
	if (retransmitted > 0)
		texts_add(&test->warnings, "%llu messages were sent again: "
		    "each made its round trip some 20 ms longer, in mean, "
		    "rate and percentiles alike",
		    (unsigned long long)retransmitted);
}

/*
 * How many delayed acknowledgements a round trip waits for, by the usual delays
 * of systems; each may come later by half of itself, where a timer is coarse or
 * the reader was away.  The shorter delay is likelier.  0: it is something else.
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
			    round_trip_ns < count * delays_ns[i] *
			    DELAY_LATEST)
				return count;
	return 0;
}

static void
warn_delayed_acknowledgements(struct test_result *test,
    const struct view *view)
{
	double	 typical = stats_median(view->headlines, view->count);
	unsigned delays = warnings_count_delays(typical);

	if (delays == 0)
		return;
	texts_add(&test->warnings, "each round trip waits for %u delayed "
	    "acknowledgement%s, %.0f ms: Nagle's algorithm holds a second "
	    "write back until the first is acknowledged; write a message in "
	    "one call, or set TCP_NODELAY (nodelay=on)", delays,
	    delays == 1 ? "" : "s", typical / 1e6);
}

static const struct warning_row rows[] = {
	{ warn_disturbed, false, NULL },
	{ warn_load, false, NULL },
	{ warn_deviation, true, NULL },
	{ warn_modes, true, NULL },
	{ warn_drift, true, NULL },
	{ warn_stalls, true, NULL },
	{ warn_switches, false, testspec_sleeps },
	{ warn_migration, false, NULL },
	{ warn_lost, false, NULL },
	{ warn_retransmitted, false, NULL },
	{ warn_delayed_acknowledgements, false,
	    testspec_awaits_acknowledgements },
};

void
warnings_add_test(struct test_result *test, const struct testspec *spec)
{
	struct view	view;
	size_t		i;
	bool		loaded;

	if (test->invocation_count == 0)
		return;
	view.chosen = test_choose_invocations(test, &view.count);
	view.headlines = memory_allocate(view.count, sizeof *view.headlines);
	for (i = 0; i < view.count; i++)
		view.headlines[i] = test->headline_is_mean ?
		    view.chosen[i]->mean_ns : view.chosen[i]->median_ns;
	loaded = view_get_others(&view) > TEST_LOAD_CPUS;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if ((!loaded || !rows[i].from_load) &&
		    (rows[i].concerns == NULL || rows[i].concerns(spec)))
			rows[i].add(test, &view);
	free(view.headlines);
	free(view.chosen);
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

void
warnings_add_width(struct test_result *test, const struct schedule *schedule)
{
	const struct schedule_state state = {
		.median = test->headline_is_mean ? test->summary.mean_ns :
		    test->summary.median_ns,
		.low = test->summary.ci_low_ns,
		.high = test->summary.ci_high_ns,
	};

	if (schedule_width(&state) > schedule->within)
		texts_add(&test->warnings, "the interval is still %.2g %% wide "
		    "on each side, not %g %%, after %zu invocations: a quieter "
		    "machine helps", 100 * schedule_width(&state),
		    100 * schedule->within, test->invocation_count);
}
