/*
 * Every value of every key, and every two of them together, over every
 * transport: measured, or an error of usage or a skip with a reason.  And
 * windows of all sizes, in which every message counts.
 */

#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"
#include "unit.h"

#include "base/fail.h"
#include "base/tmpdir.h"
#include "engine/invocation.h"
#include "engine/plan.h"
#include "engine/runner.h"
#include "engine/supervisor.h"
#include "engine/testspec.h"
#include "system/self.h"
#include "transports/registry.h"

#define TIMEOUT_S	600
#define OPERATIONS	7u
#define SAMPLES_MAX	96

/* One value of one key, as it stands in a test. */
struct sample {
	enum key	key;
	char		text[48];
};

static bool slow;

/* Numbers that tell most: the least, few, more than some buffer holds. */
static const char *const numbers[KEY_COUNT][4] = {
	[KEY_PAIRS] = { "1", "3", NULL },
	[KEY_REPLY] = { "1", "5", "3000", NULL },
	[KEY_SIZE] = { "1", "5", "4096", "70000" },
	[KEY_WATCH] = { "0", "1", "40", NULL },
	[KEY_WINDOW] = { "1", "2", "5", "max" },
};

static void
sample_add(struct sample *samples, size_t *count, enum key key,
    const char *value)
{
	ck_assert_uint_lt(*count, SAMPLES_MAX);
	samples[*count].key = key;
	snprintf(samples[*count].text, sizeof samples[*count].text, ",%s=%s",
	    key_row(key)->name, value);
	(*count)++;
}

/* All values to be tried of the keys that a transport has, but its place. */
static size_t
samples_collect(const struct transport *transport, struct sample *samples)
{
	size_t	count = 0;
	int	key, i;

	for (key = 0; key < KEY_COUNT; key++) {
		const struct key_row *row = key_row((enum key)key);

		if (!(transport->keys & KEY_BIT(key)))
			continue;
		if (row->kind == KEY_KIND_CHOICE)
			for (i = 0; row->words[i] != NULL; i++)
				sample_add(samples, &count, (enum key)key,
				    row->words[i]);
		else
			for (i = 0; i < 4 && numbers[key][i] != NULL; i++)
				sample_add(samples, &count, (enum key)key,
				    numbers[key][i]);
	}
	return count;
}

/* How many of the combinations tried came to each end. */
struct tally {
	unsigned	measured, skipped, refused;
};

/* What some values need beside them. */
static const char *const companions[] = {
	",size=32", ",window=5", ",wait=poll"
};

/* A reason that nobody gave: what is asked next must find words of its own. */
static void
reason_clear(void)
{
	fail("?");
}

static void
reason_expect(const char *text)
{
	ck_assert_msg(fail_reason()[0] != '\0' &&
	    strcmp(fail_reason(), "?") != 0, "%s: no reason", text);
}

static bool
combination_parse(const char *text, struct testspec *spec)
{
	reason_clear();
	if (testspec_parse_one(text, spec) == 0)
		return true;
	reason_expect(text);
	return false;
}

/* Reads a combination; one that is refused, with companions too. */
static bool
combination_read(char *text, size_t size, struct testspec *spec)
{
	char	key[16];
	size_t	i, used;

	if (combination_parse(text, spec))
		return true;
	for (i = 0; i < sizeof companions / sizeof companions[0]; i++) {
		snprintf(key, sizeof key, "%.*s=",
		    (int)strcspn(companions[i], "="), companions[i]);
		used = strlen(text);
		if (strstr(text, key) == NULL)
			snprintf(text + used, size - used, "%s",
			    companions[i]);
	}
	return combination_parse(text, spec);
}

static void
combination_try(const char *directory, char *text, size_t size,
    uint64_t operations, struct tally *tally)
{
	static struct job_report report;
	struct testspec	spec;
	struct job	job;
	int		outcome;

	if (!combination_read(text, size, &spec)) {
		tally->refused++;
		return;
	}
	memset(&job, 0, sizeof job);
	memset(&report, 0, sizeof report);
	testspec_format(&spec, job.spec, sizeof job.spec);
	job.client_cpu = job.server_cpu = job.watcher_cpu = -1;
	job.timeout_ns = 20000000000u;
	job.limits.single = true;
	job.limits.count = operations;
	job.limits.timed_per = 1;
	job.limits.group_ns = 1;
	strcpy(job.directory, directory);
	reason_clear();
	outcome = runner_check_sizes(&spec);
	if (outcome == OUTCOME_OK)
		outcome = invocation_execute(&job, 0, NULL, &report);
	ck_assert_msg(outcome != OUTCOME_FAILED, "%s: %s", text,
	    fail_reason());
	if (outcome == OUTCOME_SKIPPED) {
		reason_expect(text);
		tally->skipped++;
		return;
	}
	/* One that the machine kept from running may be given up. */
	ck_assert_msg(report.round_trips + report.lost ==
	    operations * (uint64_t)spec.parameters.value[KEY_PAIRS],
	    "%s: %llu round trips", text,
	    (unsigned long long)report.round_trips);
	tally->measured++;
}

/* Whether the transport cannot run here at all, whatever its keys. */
static bool
combination_is_skipped(const struct transport *transport,
    const char *directory)
{
	struct tally	tally = { 0, 0, 0 };
	char		text[200];

	snprintf(text, sizeof text, "%s:place=any", transport->name);
	combination_try(directory, text, sizeof text, OPERATIONS, &tally);
	return tally.skipped == 1;
}

static void
combinations_walk(const struct transport *transport, const char *directory)
{
	struct sample	samples[SAMPLES_MAX];
	size_t		count = samples_collect(transport, samples), i, j;
	struct tally	tally = { 0, 0, 0 };
	char		text[200];

	for (i = 0; i < count; i++)
		for (j = slow ? 0 : i; j <= i; j++) {
			if (j != i && samples[i].key == samples[j].key)
				continue;
			snprintf(text, sizeof text, "%s:place=any%s%s",
			    transport->name, samples[i].text,
			    j == i ? "" : samples[j].text);
			combination_try(directory, text, sizeof text,
			    OPERATIONS, &tally);
		}
	printf("%s: %u measured, %u skipped, %u refused\n", transport->name,
	    tally.measured, tally.skipped, tally.refused);
	ck_assert_msg(count == 0 || tally.measured > 0 ||
	    combination_is_skipped(transport, directory), "%s: none measured",
	    transport->name);
}

START_TEST(test_transport)
{
	const struct transport *transport = registry_get((size_t)_i);
	char	directory[TMPDIR_PATH_SIZE];

	if (transport->absent != NULL || (transport->probe != NULL &&
	    transport->probe() != OUTCOME_OK)) {
		printf("%s: skipped\n", transport->name);
		return;
	}
	ck_assert_msg(tmpdir_create(directory) == 0, "%s", fail_reason());
	combinations_walk(transport, directory);
	tmpdir_remove(directory);
}
END_TEST

/* A number up to the limit, any order of magnitude as likely as another. */
static uint64_t
draw_magnitude(struct plan_random *random, uint64_t limit)
{
	uint64_t	below = 1;

	while (below < limit && plan_random_below(random, 4) != 0)
		below *= 4;
	return 1 + plan_random_below(random, below < limit ? below : limit);
}

static void
draw_choice(struct plan_random *random, const struct transport *transport,
    enum key key, char *text, size_t size)
{
	const struct key_row *row = key_row(key);
	size_t		 used = strlen(text);
	unsigned	 count = 0;

	if (!(transport->keys & KEY_BIT(key)))
		return;
	while (row->words[count] != NULL)
		count++;
	snprintf(text + used, size - used, ",%s=%s", row->name,
	    row->words[plan_random_below(random, count)]);
}

/* A window of any size, of messages from 1 byte to 1 MiB, verified. */
static uint64_t
draw_window(struct plan_random *random, const struct transport *transport,
    char *text, size_t size)
{
	uint64_t	largest = transport->max_size < 1048576 ?
			    transport->max_size : 1048576;
	uint64_t	request = draw_magnitude(random, largest);
	uint64_t	reply = draw_magnitude(random, largest);
	uint64_t	window = 1 + draw_magnitude(random,
			    WINDOW_LIMIT - 1);
	uint64_t	most = 1 + 8388608 / (request + reply);
	char		value[24] = "max";

	if (plan_random_below(random, 4) != 0)
		snprintf(value, sizeof value, "%llu",
		    (unsigned long long)window);
	snprintf(text, size, "%s:place=any,size=%llu,reply=%llu,verify=on,"
	    "window=%s", transport->name, (unsigned long long)request,
	    (unsigned long long)reply, value);
	draw_choice(random, transport, KEY_COALESCE, text, size);
	if (request > FRAME_HEADER_SIZE && reply > FRAME_HEADER_SIZE)
		draw_choice(random, transport, KEY_FRAME, text, size);
	draw_choice(random, transport, KEY_SOCKETS, text, size);
	draw_choice(random, transport, KEY_VIA, text, size);
	return 1 + plan_random_below(random, most < 1000 ? most : 1000);
}

START_TEST(test_windows)
{
	const struct transport *transport = registry_get((size_t)_i);
	char		directory[TMPDIR_PATH_SIZE], text[200];
	struct plan_random random;
	struct tally	tally = { 0, 0, 0 };
	uint64_t	operations;
	int		i;

	if (!(transport->keys & KEY_BIT(KEY_WINDOW)) ||
	    transport->absent != NULL || (transport->probe != NULL &&
	    transport->probe() != OUTCOME_OK))
		return;
	random.state = support_seed(transport->name, support_fresh_seed());
	ck_assert_msg(tmpdir_create(directory) == 0, "%s", fail_reason());
	for (i = 0; i < (slow ? 200 : 20); i++) {
		operations = draw_window(&random, transport, text,
		    sizeof text);
		combination_try(directory, text, sizeof text, operations,
		    &tally);
	}
	tmpdir_remove(directory);
	printf("%s: %u windows measured, %u skipped, %u refused\n",
	    transport->name, tally.measured, tally.skipped, tally.refused);
}
END_TEST

static Suite *
combinations_suite(void)
{
	Suite	*suite = suite_create("combinations");
	TCase	*walk = tcase_create("keys");
	int	 count = 0;

	while (registry_get((size_t)count) != NULL)
		count++;
	tcase_add_loop_test(walk, test_transport, 0, count);
	tcase_add_loop_test(walk, test_windows, 0, count);
	tcase_set_timeout(walk, TIMEOUT_S);
	suite_add_tcase(suite, walk);
	return suite;
}

int
main(int argc, char **argv)
{
	signal(SIGPIPE, SIG_IGN);
	self_initialise(argv[0]);
	if (supervisor_is_asked_for(argc, argv))
		return supervisor_main(argc, argv);
	slow = getenv("IPCLAT_CHECK_SLOW") != NULL;
	return unit_run(combinations_suite());
}
