/* What a reader must know before believing any figure of a run. */

#include "config.h"

#include <math.h>
#include <string.h>

#include "engine/warnings.h"
#include "system/clock.h"
#include "system/osdep.h"

#define WINDOW_LOAD_CPUS	0.2	/* in a sleeping window of 100 ms: 20 ms */
#define STEAL_SHARE		0.01

/* Sleeps for a while; the CPUs that were busy, all by others.  NaN unknown. */
static double
watch_others(void)
{
	uint64_t	before, after, step, began = clock_now();

	if (!osdep_busy_time(&before, &step))
		return NAN;
	clock_sleep(WARNINGS_WINDOW_NS);
	/* A signal may have cut the sleep short. */
	if (!osdep_busy_time(&after, &step) || after < before ||
	    clock_now() - began < WARNINGS_WINDOW_NS)
		return NAN;
	return (double)(after - before) / (double)(clock_now() - began);
}

void
warnings_begin_run(struct warnings_load *load)
{
	struct osdep_throttling	throttling = { 0, 0 };

	memset(load, 0, sizeof *load);
	load->before_cpus = watch_others();
	load->steal_known = osdep_steal_time(&load->steal_ns);
	load->throttling_known = osdep_get_throttling(&throttling);
	load->thermal = throttling.thermal;
	load->quota = throttling.quota;
	load->began_ns = clock_now();
}

/* Share of the time of all CPUs that was stolen; NaN unknown. */
static double
get_steal(const struct warnings_load *load, unsigned cpus)
{
	uint64_t	after_ns;
	double		elapsed = (double)(clock_now() - load->began_ns);

	if (!load->steal_known || !osdep_steal_time(&after_ns) ||
	    after_ns < load->steal_ns || cpus == 0)
		return NAN;
	return (double)(after_ns - load->steal_ns) / elapsed / cpus;
}

static uint64_t
get_rise(uint64_t before, uint64_t after)
{
	return after > before ? after - before : 0;
}

void
warnings_end_run(struct warnings_load *load, unsigned cpus, bool look)
{
	struct osdep_throttling	throttling;

	load->steal = get_steal(load, cpus);
	if (load->throttling_known && osdep_get_throttling(&throttling)) {
		load->thermal = get_rise(load->thermal, throttling.thermal);
		load->quota = get_rise(load->quota, throttling.quota);
	} else {
		load->thermal = load->quota = 0;
	}
	load->after_cpus = look ? watch_others() : NAN;
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

static void
warn_throttling(struct result *result, const struct warnings_load *load)
{
	if (load->thermal > 0)
		texts_add(&result->warnings, "the processors slowed down, too "
		    "hot, %llu times: figures depend on what ran before; cool "
		    "the machine, or choose a lower frequency that it can keep",
		    (unsigned long long)load->thermal);
	if (load->quota > 0)
		texts_add(&result->warnings, "the CPU quota of the control "
		    "group stopped its processes %llu times: mean, rate and "
		    "percentiles count that; lift the quota (cpu.max)",
		    (unsigned long long)load->quota);
}

static bool
fact_is(const struct facts *facts, const char *key, const char *text)
{
	const struct fact *fact = facts_find(facts, key);

	return fact != NULL && fact->kind == FACT_TEXT &&
	    strcmp(fact->text, text) == 0;
}

static void
warn_clock(struct result *result)
{
	const struct fact *source = facts_find(&result->host, "clocksource");
	const struct fact *back = facts_find(&result->host, "clock_backsteps");

	if (source != NULL && source->kind == FACT_TEXT &&
	    strcmp(source->text, "tsc") != 0 &&
	    strcmp(source->text, "kvm-clock") != 0 &&
	    strcmp(source->text, "arch_sys_counter") != 0)
		texts_add(&result->warnings, "the clock source is %s, slow to "
		    "read: short round trips are timed in groups; find out why "
		    "the kernel gave its best clock up", source->text);
	if (back != NULL && back->kind == FACT_NUMBER && back->number > 0)
		texts_add(&result->warnings, "the clock went back %g times "
		    "while it was tried: no figure can be trusted; look for "
		    "another clock source", back->number);
}

static void
warn_machine(struct result *result)
{
	const struct fact *virtual = facts_find(&result->host, "virtual");

	if (virtual != NULL && ((virtual->kind == FACT_CLAIM &&
	    virtual->claim) || virtual->kind == FACT_TEXT))
		texts_add(&result->warnings, "this is a virtual machine: do not "
		    "trust differences below 10 %% without several boots of "
		    "each side");
	warn_clock(result);
	if (fact_is(&result->host, "governor", "powersave"))
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
	warn_throttling(result, load);
	warn_machine(result);
}

void
warnings_add_quiet(struct result *result, const struct warnings_quiet *quiet)
{
	if (quiet->is_wanted && quiet->is_blind)
		texts_add(&result->warnings, "waiting for a quiet machine was "
		    "of no use: this system does not tell how busy it is");
	if (quiet->loud > 0)
		texts_add(&result->warnings, "the machine was not quiet, after "
		    "%g s of waiting, when %zu of %zu invocations began: end "
		    "what else runs, or wait longer (--wait-quiet)",
		    quiet->seconds, quiet->loud, quiet->looked);
}

void
warnings_add_budget(struct result *result, double seconds, unsigned asked)
{
	size_t	least = SIZE_MAX, most = 0, i;

	for (i = 0; i < result->test_count; i++) {
		if (result->tests[i].status != TEST_OK)
			continue;
		if (result->tests[i].invocation_count < least)
			least = result->tests[i].invocation_count;
		if (result->tests[i].invocation_count > most)
			most = result->tests[i].invocation_count;
	}
	if (most == 0)
		return;
	texts_add(&result->warnings, "the budget of %g s ended the run: tests "
	    "have %zu to %zu invocations, of %u asked for, and of those that "
	    "would have been made again or besides; give it more, or fewer "
	    "tests, or less time for each invocation (-t)", seconds, least,
	    most, asked);
}

void
warnings_add_like(struct result *result, size_t missing, size_t all)
{
	if (missing > 0)
		texts_add(&result->warnings, "no batches to follow for %zu of "
		    "%zu tests in the file given to --like: theirs were "
		    "calibrated", missing, all);
}
