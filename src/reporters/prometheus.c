/*
 * A result as metrics of Prometheus, text format 0.0.4, for the textfile
 * collector of the node exporter.
 */

#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "reporters/format.h"
#include "reporters/heading.h"
#include "reporters/reporter.h"
#include "results/encode.h"

#define NS_PER_S	1e9
#define PER_CENT	100.0
#define SECONDS_PER_DAY	86400

/* A family of series, one a test: a member of its summary in base units. */
static const struct family {
	const char	*name, *help;
	size_t		 offset;	/* in struct summary */
	double		 divisor;
} families[] = {
#define FAMILY(name, member, divisor, help) \
	{ "ipclat_" name, help, offsetof(struct summary, member), divisor }
	FAMILY("latency_median_seconds", median_ns, NS_PER_S,
	    "Round trip: the median over invocations of their medians."),
	FAMILY("latency_interval_low_seconds", ci_low_ns, NS_PER_S,
	    "Lower end of the 95 percent interval of the headline figure."),
	FAMILY("latency_interval_high_seconds", ci_high_ns, NS_PER_S,
	    "Upper end of the 95 percent interval of the headline figure."),
	FAMILY("latency_mean_seconds", mean_ns, NS_PER_S,
	    "Elapsed time over round trips."),
	FAMILY("latency_p90_seconds", p90_ns, NS_PER_S,
	    "One round trip in 10 took longer."),
	FAMILY("latency_p99_seconds", p99_ns, NS_PER_S,
	    "One round trip in 100 took longer."),
	FAMILY("latency_p999_seconds", p999_ns, NS_PER_S,
	    "One round trip in 1000 took longer."),
	FAMILY("latency_min_seconds", min_ns, NS_PER_S,
	    "The shortest round trip."),
	FAMILY("latency_max_seconds", max_ns, NS_PER_S,
	    "The longest round trip."),
	FAMILY("round_trips_per_second", round_trips_per_s, 1,
	    "Round trips in a second, of all pairs together."),
	FAMILY("request_bytes_per_second", bytes_per_s, 1,
	    "Bytes of requests in a second, replies not added."),
	FAMILY("cpu_ratio", cpu_percent, PER_CENT,
	    "CPU time of the processes over that of all CPUs."),
	FAMILY("machine_cpu_ratio", machine_cpu_percent, PER_CENT,
	    "CPU time used on the whole machine over that of all CPUs."),
	FAMILY("cpu_seconds_per_round_trip", cpu_ns_per_round_trip, NS_PER_S,
	    "CPU time of the processes for a round trip."),
	FAMILY("switches_per_round_trip", switches_per_round_trip, 1,
	    "Context switches of the processes for a round trip."),
#undef FAMILY
};

/* What ipclat_run_info tells; a label and the fact that it is. */
static const struct {
	const char	*label, *fact;
} labels[] = {
	{ "hostname", "hostname" },
	{ "system", "system" },
	{ "release", "release" },
	{ "machine", "machine" },
	{ "cpu_model", "cpu_model" },
	{ "clocksource", "clock_source" },
	{ "governor", "governor" },
};

static void
put_label(FILE *out, const char *before, const char *label, const char *text)
{
	fprintf(out, "%s%s=", before, label);
	format_put_quoted(out, text);
}

static void
put_family(FILE *out, const char *name, const char *help)
{
	fprintf(out, "# HELP %s %s\n# TYPE %s gauge\n", name, help, name);
}

static void
put_value(FILE *out, double value)
{
	char	text[NUMBER_SIZE];

	fprintf(out, "} %s\n", number_format(value, text));
}

/* The labels of a test, all but the last bracket. */
static void
put_test(FILE *out, const char *name, const struct test_result *test)
{
	char	place[FORMAT_SIZE];

	format_place(test->spec, place);
	fputs(name, out);
	put_label(out, "{", "test", test->spec);
	put_label(out, ",", "name", test->name);
	put_label(out, ",", "place", place);
}

static void
put_figures(FILE *out, const struct family *family,
    const struct test_result *const *tests, size_t count)
{
	size_t	i;
	bool	begun = false;
	double	figure;

	for (i = 0; i < count; i++) {
		figure = *(const double *)(const void *)
		    ((const char *)&tests[i]->summary + family->offset);
		if (tests[i]->status != TEST_OK || !isfinite(figure))
			continue;
		if (!begun)
			put_family(out, family->name, family->help);
		begun = true;
		put_test(out, family->name, tests[i]);
		put_value(out, figure / family->divisor);
	}
}

static void
put_statuses(FILE *out, const struct test_result *const *tests, size_t count)
{
	static const char	name[] = "ipclat_test_status";
	size_t			i, status;

	if (count == 0)
		return;
	put_family(out, name, "What became of a test: 1 of the status it has.");
	for (i = 0; i < count; i++)
		for (status = 0; status < ENCODE_STATUS_COUNT; status++) {
			put_test(out, name, tests[i]);
			put_label(out, ",", "status",
			    encode_status_names[status]);
			put_value(out, tests[i]->status ==
			    (enum test_status)status ? 1 : 0);
		}
}

static void
put_info(FILE *out, const struct result *result)
{
	static const char	name[] = "ipclat_run_info";
	const char		*text;
	size_t			 i;

	put_family(out, name, "What was measured on, and with what.");
	fputs(name, out);
	put_label(out, "{", "version",
	    heading_text(&result->program, "version", ""));
	for (i = 0; i < sizeof labels / sizeof labels[0]; i++) {
		text = heading_text(&result->host, labels[i].fact, NULL);
		if (text != NULL)
			put_label(out, ",", labels[i].label, text);
	}
	put_value(out, 1);
}

/* Days from 1970 to a day of the Gregorian calendar. */
static int64_t
count_days(int64_t year, int64_t month, int64_t day)
{
	/* Years begin in March here, so that a leap day is the last. */
	int64_t	years = month > 2 ? year : year - 1;
	int64_t	months = (month + 9) % 12;

	return 365 * years + years / 4 - years / 100 + years / 400 +
	    (153 * months + 2) / 5 + day - 1 - 719468;
}

/* Seconds since 1970 of a time that ipclat wrote, which is in UTC; -1. */
static int64_t
read_time(const char *text)
{
	static const char	form[] = "0000-00-00T00:00:00Z";
	int64_t			part[6] = { 0 };
	size_t			i, number = 0;

	for (i = 0; form[i] != '\0'; i++) {
		if (form[i] != '0') {
			if (text[i] != form[i])
				return -1;
			number++;
			continue;
		}
		if (text[i] < '0' || text[i] > '9')
			return -1;
		part[number] = part[number] * 10 + (text[i] - '0');
	}
	if (text[i] != '\0' || part[0] < 1970 || part[1] < 1 || part[1] > 12 ||
	    part[2] < 1 || part[2] > 31)
		return -1;
	return count_days(part[0], part[1], part[2]) * SECONDS_PER_DAY +
	    part[3] * 3600 + part[4] * 60 + part[5];
}

static void
put_time(FILE *out, const char *name, const char *help, const char *text)
{
	int64_t	seconds = text != NULL ? read_time(text) : -1;

	if (seconds < 0)
		return;
	put_family(out, name, help);
	fprintf(out, "%s %" PRId64 "\n", name, seconds);
}

/*
 * The tests, each test once: a series that is there twice would make the
 * collector refuse the whole file.
 */
static const struct test_result **
choose_tests(const struct result *result, size_t *count)
{
	const struct test_result **tests;
	char			 **specs;
	size_t			   i, j;

	tests = memory_allocate(result->test_count, sizeof *tests);
	specs = memory_allocate(result->test_count, sizeof *specs);
	*count = 0;
	for (i = 0; i < result->test_count; i++) {
		specs[*count] = format_harmless(result->tests[i].spec);
		for (j = 0; j < *count; j++)
			if (strcmp(specs[j], specs[*count]) == 0)
				break;
		if (j < *count)
			free(specs[*count]);
		else
			tests[(*count)++] = &result->tests[i];
	}
	for (i = 0; i < *count; i++)
		free(specs[i]);
	free(specs);
	return tests;
}

static int
prometheus_report(FILE *out, const struct result *results, size_t count,
    const struct report_request *request)
{
	const struct test_result **tests;
	size_t			   i, test_count;

	(void)request;
	(void)count;
	tests = choose_tests(results, &test_count);
	for (i = 0; i < sizeof families / sizeof families[0]; i++)
		put_figures(out, &families[i], tests, test_count);
	put_statuses(out, tests, test_count);
	put_info(out, results);
	put_time(out, "ipclat_run_start_timestamp_seconds",
	    "When the run began, in seconds since 1970.", results->started);
	put_time(out, "ipclat_run_timestamp_seconds",
	    "When the run ended, in seconds since 1970.", results->finished);
	free(tests);
	return reporter_finish(out);
}

const struct reporter reporter_prometheus = {
	.name = "prometheus",
	.summary = "metrics for the node exporter's textfile collector",
	.single = true,
	.report = prometheus_report,
};
