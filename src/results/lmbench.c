/* Owns the reading of lmbench's output. */

#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/memory.h"
#include "results/jsonin.h"
#include "results/lmbench.h"
#include "results/span.h"

/* Beyond what any file of results holds. */
#define VALUES_LIMIT	100000
#define TESTS_LIMIT	4096
#define HOST_LIMIT	255
#define PLACE_LIMIT	11		/* "65535+65535" */
#define LONGEST_NS	3.6e12		/* no round trip takes an hour */
#define DIGITS_LIMIT	12		/* so many are exact in a double, thousandfold too */

#define LOCAL		" localhost"	/* where a name ends so, any host may stand */
#define UNIT		"microseconds"

/* What stands before the colon, and the transport that is measured. */
static const struct head {
	const char	*transport, *name;
} heads[] = {
	{ "pipe", "Pipe latency" },
	{ "fifo", "Fifo latency" },
	{ "unix-stream", "AF_UNIX sock stream latency" },
	{ "udp", "UDP latency using localhost" },
	{ "tcp", "TCP latency using localhost" },
	{ "rpc-tcp", "RPC/tcp latency using localhost" },
	{ "rpc-udp", "RPC/udp latency using localhost" },
	{ "tcp-connect", "TCP/IP connection cost to localhost" },
	{ "unix-connect", "UNIX connection cost" },
};
#define HEAD_COUNT	(sizeof heads / sizeof heads[0])

static const char *const places[] = { "any", "same", "cross", "smt", "node" };

struct reading {
	const char	*file;
	struct result	*result;
	struct span	 rest;		/* what follows the line */
	struct span	 line;		/* without its end, and what it begins with */
	size_t		 number;	/* of the line, from 1 */
	bool		 cut;		/* the text ends in this line */
	bool		 commented;	/* a '#' stood before it */
	char		 place[PLACE_LIMIT + 1];
	size_t		 tests[HEAD_COUNT];	/* 1 + index of each in that place; 0: not looked up */
	size_t		 values;	/* lines with one */
	size_t		 elsewhere;	/* of these, those of hosts left out */
};

const char *
lmbench_name(const char *transport)
{
	size_t	i;

	for (i = 0; i < HEAD_COUNT; i++)
		if (strcmp(heads[i].transport, transport) == 0)
			return heads[i].name;
	return NULL;
}

bool
lmbench_is_text(const char *bytes, size_t size)
{
	struct span	span = { bytes, size };

	if (size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
		span = span_after(span, 3);
	while (span.length > 0 && (span_is_blank(*span.start) ||
	    *span.start == '\n'))
		span = span_after(span, 1);
	return span.length == 0 || *span.start != '{';
}

static int
refuse(const struct reading *reading, const char *what, struct span span)
{
	struct jsonin	at = { .name = reading->file };

	return jsonin_refuse(&at, "", "line %zu: '%.*s' %s", reading->number,
	    span.length < 40 ? (int)span.length : 40, span.start, what);
}

/* The next line, without what mails and comments put before it. */
static bool
line_next(struct reading *reading)
{
	const char	*end;
	struct span	 line = reading->rest;

	if (line.length == 0)
		return false;
	end = memchr(line.start, '\n', line.length);
	reading->cut = end == NULL;
	if (end != NULL)
		line.length = (size_t)(end - line.start);
	reading->rest = span_after(reading->rest, line.length + !reading->cut);
	reading->number++;
	reading->commented = false;
	while (line.length > 0 && *line.start != '\0' &&
	    (span_is_blank(*line.start) ||
	    strchr(">#*|", *line.start) != NULL)) {
		reading->commented |= *line.start == '#';
		line = span_after(line, 1);
	}
	reading->line = span_trim_end(line);
	return true;
}

/* "A+B", two CPUs. */
static bool
is_pair_of_cpus(struct span span)
{
	size_t	digits = span_digits(span);

	if (digits == 0 || digits == span.length || span.start[digits] != '+')
		return false;
	span = span_after(span, digits + 1);
	return span.length > 0 && span_digits(span) == span.length;
}

/* A line "# place=same" says where what follows was measured. */
static int
read_place(struct reading *reading)
{
	struct span	place = reading->line;
	size_t		i;
	bool		known = false;

	if (!reading->commented || !span_take(&place, "place=", 6))
		return 0;
	for (i = 0; i < sizeof places / sizeof places[0]; i++)
		known |= span_equals(place, places[i]);
	if (!known && (!is_pair_of_cpus(place) || place.length > PLACE_LIMIT))
		return refuse(reading, "is no place: any, same, cross, smt, "
		    "node, A+B", place);
	for (i = 0; i < place.length; i++)
		reading->place[i] = place.start[i] >= 'A' &&
		    place.start[i] <= 'Z' ? (char)(place.start[i] + 32) :
		    place.start[i];
	reading->place[place.length] = '\0';
	memset(reading->tests, 0, sizeof reading->tests);
	return 0;
}

/* Adds a fact, or warns that one of another run differs from it. */
static void
add_fact(struct reading *reading, struct facts *facts, const char *key,
    struct span word)
{
	const struct fact	*fact = facts_find(facts, key);
	char			 text[HOST_LIMIT + 1];

	if (word.length > HOST_LIMIT ||
	    memchr(word.start, '\0', word.length) != NULL)
		return;
	memcpy(text, word.start, word.length);
	text[word.length] = '\0';
	if (fact == NULL)
		facts_add_text(facts, key, text);
	else if (fact->text != NULL && strcmp(fact->text, text) != 0)
		texts_add(&reading->result->warnings, "holds several runs: %s "
		    "is %.60s and %.60s", key, fact->text, text);
}

/* "[lmbench3.0 results for Linux host 2.5.29 #1 SMP ...]" begins a run. */
static void
read_system(struct reading *reading)
{
	static const char *const	keys[] = { "system", "hostname", "release" };
	static const char		between[] = " results for ";
	struct span			line = reading->line, version, word;
	size_t				i;

	if (!span_take(&line, "[lmbench", 8))
		return;
	version = span_word(line);
	line = span_after(line, version.length);
	if (!span_take(&line, between, strlen(between)))
		return;
	if (version.length > 0)
		add_fact(reading, &reading->result->program, "version",
		    version);
	for (i = 0; i < sizeof keys / sizeof keys[0]; i++) {
		word = span_word(line);
		if (word.length == 0)
			return;
		add_fact(reading, &reading->result->host, keys[i], word);
		line = span_trim_start(span_after(line, word.length));
	}
}

/*
 * Whether the line is one of latency: which, of which host, and what stands
 * behind the colon.  The address of a host may hold colons as well.
 */
static bool
find_head(const struct reading *reading, size_t *head, struct span *host,
    struct span *value)
{
	struct span	 line;
	const char	*name, *local = NULL;
	size_t		 i, colon;

	for (i = 0; i < HEAD_COUNT; i++) {
		line = reading->line;
		name = heads[i].name;
		/* Most lines of a long file are none of these. */
		if (!span_take(&line, name, 1))
			continue;
		line = reading->line;
		local = strstr(name, LOCAL);
		if (span_take(&line, name, local == NULL ? strlen(name) :
		    (size_t)(local - name)))
			break;
	}
	if (i == HEAD_COUNT)
		return false;
	for (colon = line.length; colon > 0 && line.start[colon - 1] != ':';
	    colon--)
		;
	if (colon == 0)
		return false;
	*head = i;
	*value = span_trim_start(span_after(line, colon));
	line.length = colon - 1;
	*host = span_trim_end(span_trim_start(line));
	return local == NULL ? host->length == 0 :
	    host->length > 0 && host->length <= HOST_LIMIT &&
	    span_is_blank(*line.start) && span_word(*host).length == host->length &&
	    memchr(host->start, '\0', host->length) == NULL;
}

/* Whether somebody meant a number, if not one that may stand here. */
static bool
looks_like_number(struct span word)
{
	struct span	rest = word;

	if (rest.length > 0 && (*rest.start == '-' || *rest.start == '+'))
		rest = span_after(rest, 1);
	return rest.length > 0 && (span_digits(rest) > 0 ||
	    *rest.start == '.' || span_equals(rest, "nan") ||
	    span_equals(rest, "inf") || span_equals(rest, "infinity"));
}

/* Microseconds, digits with a point among them in any locale, as nanoseconds;
 * -1: not that. */
static double
read_duration(struct span word)
{
	uint64_t	digits = 0;
	double		scale = 1;
	bool		any = false, behind_point = false;
	size_t		used = 0;

	for (; word.length > 0; word = span_after(word, 1)) {
		if (*word.start == '.' && !behind_point) {
			behind_point = true;
			continue;
		}
		if (*word.start < '0' || *word.start > '9')
			return -1;
		any = true;
		if (used == DIGITS_LIMIT && behind_point)
			continue;
		if (used == DIGITS_LIMIT)
			return 2 * LONGEST_NS;
		digits = 10 * digits + (uint64_t)(*word.start - '0');
		used += digits > 0;
		scale *= behind_point ? 10 : 1;
	}
	return any ? (double)digits * 1000 / scale : -1;
}

static bool
is_local(struct span host)
{
	static const char	*const names[] = {
		"localhost", "localhost.localdomain", "ip6-localhost", "::1",
	};
	size_t			 i;

	if (host.length == 0)
		return true;
	for (i = 0; i < sizeof names / sizeof names[0]; i++)
		if (span_equals(host, names[i]))
			return true;
	return host.length > 4 && strncmp(host.start, "127.", 4) == 0;
}

/* The test of that head in the place that holds; NULL: too many. */
static struct test_result *
find_test(struct reading *reading, size_t head)
{
	struct result		*result = reading->result;
	struct test_result	*test;
	char			 spec[64];
	size_t			 i;

	if (reading->tests[head] != 0)
		return &result->tests[reading->tests[head] - 1];
	snprintf(spec, sizeof spec, "%s:place=%s", heads[head].transport,
	    reading->place);
	for (i = 0; i < result->test_count; i++)
		if (strcmp(result->tests[i].spec, spec) == 0)
			break;
	if (i == TESTS_LIMIT)
		return NULL;
	reading->tests[head] = i + 1;
	if (i < result->test_count)
		return &result->tests[i];
	test = result_add_test(result);
	test->name = memory_duplicate(heads[head].transport);
	test->spec = memory_duplicate(spec);
	test->headline_is_mean = true;
	facts_add_text(&test->params, "place", reading->place);
	return test;
}

static void
set_host(struct test_result *test, struct span host)
{
	char	text[HOST_LIMIT + 8];

	free(test->mechanism);
	test->mechanism = NULL;
	if (is_local(host))
		return;
	snprintf(text, sizeof text, "host %.*s", (int)host.length, host.start);
	test->mechanism = memory_duplicate(text);
}

static bool
has_host(const struct test_result *test, struct span host)
{
	if (test->mechanism == NULL)
		return is_local(host);
	return span_equals(host, test->mechanism + strlen("host "));
}

/* Keeps a value; lmbench measures other machines too, which are another test. */
static int
keep_value(struct reading *reading, size_t head, struct span host, double ns)
{
	struct test_result	*test = find_test(reading, head);

	if (test == NULL || reading->values == VALUES_LIMIT)
		return refuse(reading, "is more than any run yields",
		    reading->line);
	reading->values++;
	if (test->invocation_count == 0) {
		set_host(test, host);
	} else if (!has_host(test, host)) {
		if (!is_local(host)) {
			reading->elsewhere++;
			return 0;
		}
		reading->elsewhere += test->invocation_count;
		test->invocation_count = 0;
		set_host(test, host);
	}
	test_add_invocation(test)->mean_ns = ns;
	return 0;
}

static int
read_latency(struct reading *reading)
{
	struct span	host, value, word, unit;
	size_t		head;
	double		ns;

	if (!find_head(reading, &head, &host, &value))
		return 0;
	word = span_word(value);
	unit = span_trim_start(span_after(value, word.length));
	if (reading->cut && span_begins(unit, UNIT) &&
	    unit.length < strlen(UNIT) &&
	    (word.length == 0 || looks_like_number(word)))
		return refuse(reading, "is where the file was cut",
		    reading->line);
	if (!span_equals(unit, UNIT) || !looks_like_number(word))
		return 0;
	ns = read_duration(word);
	if (ns < 0)
		return refuse(reading, "is no time in microseconds", word);
	if (ns > LONGEST_NS)
		return refuse(reading, "is absurdly long", word);
	if (!(ns > 0))
		return refuse(reading, "is no time: it must be above 0", word);
	return keep_value(reading, head, host, ns);
}

static int
read_lines(struct reading *reading)
{
	while (line_next(reading)) {
		if (reading->line.length == 0)
			continue;
		if (read_place(reading) != 0 || read_latency(reading) != 0)
			return -1;
		read_system(reading);
	}
	if (reading->values == 0)
		return fail("%s: holds neither an ipclat result (JSON) nor a "
		    "latency line of lmbench, such as '%s: 12.5100 %s'",
		    reading->file, heads[0].name, UNIT);
	if (reading->elsewhere > 0)
		texts_add(&reading->result->warnings, "%zu values of other "
		    "hosts are left out", reading->elsewhere);
	return 0;
}

int
lmbench_read(const char *name, const char *bytes, size_t size,
    struct result *result)
{
	struct reading	reading = {
		.file = name, .result = result, .rest = { bytes, size },
		.place = "any",
	};
	size_t		i;

	facts_add_text(&result->program, "name", "lmbench");
	if (read_lines(&reading) != 0) {
		result_free(result);
		return -1;
	}
	for (i = 0; i < result->test_count; i++)
		test_summarise(&result->tests[i], 0);
	return 0;
}
