/* Results as benchmarks of Go print them, which benchstat reads. */

#include "config.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "reporters/format.h"
#include "reporters/heading.h"
#include "reporters/reporter.h"

#define NAME_CHARACTERS	"abcdefghijklmnopqrstuvwxyz" \
			"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=+-"

/* Besides ns/op, which is the headline. */
static const struct {
	const char	*unit;
	size_t		 offset;	/* in struct invocation_result */
	bool		 of_queue;	/* with requests in flight: its depth */
} figures[] = {
	{ "mean-ns/op", offsetof(struct invocation_result, mean_ns), false },
	{ "p90-ns/op", offsetof(struct invocation_result, p90_ns), true },
	{ "p99-ns/op", offsetof(struct invocation_result, p99_ns), true },
	{ "max-ns/op", offsetof(struct invocation_result, max_ns), true },
};

/*
 * What benchstat tells tables apart by: nothing that differs from run to run.
 * lower: as Go has it.
 */
static const struct {
	const char	*key, *fact;
	bool		 lower;
} configuration[] = {
	{ "goos", "system", true },
	{ "goarch", "machine", false },
	{ "cpu", "cpu_model", false },
	{ "kernel", "release", false },
};

static void
put_configuration(FILE *out, const struct result *result)
{
	const char	*text;
	char		*harmless, *next;
	size_t		 i;

	fputs("pkg: ipclat\n", out);
	for (i = 0; i < sizeof configuration / sizeof configuration[0]; i++) {
		text = heading_text(&result->host, configuration[i].fact, "");
		harmless = format_harmless(text);
		for (next = harmless; *next != '\0'; next++)
			if (configuration[i].lower)
				*next = (char)tolower((unsigned char)*next);
		/* An earlier result may have set what this one lacks. */
		fprintf(out, "%s:%s%s\n", configuration[i].key,
		    *harmless != '\0' ? " " : "", harmless);
		free(harmless);
	}
}

/*
 * "tcp:nodelay=off,place=same" -> "BenchmarkIpclat/tcp/nodelay=off/place=same",
 * to be freed.  Digits behind a last dash would be a number of CPUs.
 */
static char *
make_name(const char *spec)
{
	static const char	prefix[] = "BenchmarkIpclat/";
	size_t			length = strlen(spec), digits = 0;
	char			*name = malloc(sizeof prefix + length), *next;

	if (name == NULL)
		abort();
	memcpy(name, prefix, sizeof prefix);
	memcpy(name + sizeof prefix - 1, spec, length + 1);
	for (next = name + sizeof prefix - 1; *next != '\0'; next++)
		if (*next == ':' || *next == ',')
			*next = '/';
		else if (strchr(NAME_CHARACTERS, *next) == NULL)
			*next = '_';
	while (next[-1 - (ptrdiff_t)digits] >= '0' &&
	    next[-1 - (ptrdiff_t)digits] <= '9')
		digits++;
	if (digits > 0 && next[-1 - (ptrdiff_t)digits] == '-')
		next[-1 - (ptrdiff_t)digits] = '_';
	return name;
}

static void
put_figure(FILE *out, double figure, const char *unit)
{
	char	text[NUMBER_SIZE];

	if (isfinite(figure))
		fprintf(out, "\t%s %s", number_format(figure, text), unit);
}

static void
put_invocation(FILE *out, const struct test_result *test, const char *name,
    const struct invocation_result *invocation)
{
	double	headline = test->headline_is_mean ? invocation->mean_ns :
		    invocation->median_ns;
	size_t	i;

	if (!isfinite(headline) || invocation->round_trips == 0)
		return;
	fprintf(out, "%s\t%" PRIu64, name, invocation->round_trips);
	put_figure(out, headline, "ns/op");
	for (i = 0; i < sizeof figures / sizeof figures[0]; i++)
		if (!figures[i].of_queue || !test->headline_is_mean)
			put_figure(out, *(const double *)(const void *)
			    ((const char *)invocation + figures[i].offset),
			    figures[i].unit);
	putc('\n', out);
}

/* The invocations that count in the summary. */
static void
put_test(FILE *out, const struct test_result *test)
{
	const struct invocation_result	**chosen;
	char				*name = make_name(test->spec);
	size_t				 i, count;

	chosen = test_choose_invocations(test, &count);
	for (i = 0; i < count; i++)
		put_invocation(out, test, name, chosen[i]);
	free(chosen);
	free(name);
}

static int
gobench_report(FILE *out, const struct result *results, size_t count,
    const struct report_request *request)
{
	size_t	i, j;

	(void)request;
	for (i = 0; i < sizeof figures / sizeof figures[0]; i++)
		fprintf(out, "Unit %s better=lower\n", figures[i].unit);
	for (i = 0; i < count; i++) {
		put_configuration(out, &results[i]);
		for (j = 0; j < results[i].test_count; j++)
			if (results[i].tests[j].status == TEST_OK)
				put_test(out, &results[i].tests[j]);
	}
	return reporter_finish(out);
}

const struct reporter reporter_gobench = {
	.name = "gobench",
	.summary = "benchmarks of Go, for benchstat: a line an invocation",
	.report = gobench_report,
};
