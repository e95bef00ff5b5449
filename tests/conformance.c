/* What every transport must keep, checked on one of them. */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/entropy.h"
#include "base/tmpdir.h"
#include "conformance-parts.h"
#include "engine/crew.h"
#include "engine/invocation.h"
#include "leftovers.h"
#include "system/clock.h"
#include "system/osdep.h"
#include "transports/registry.h"

#define SIZE_EVERYWHERE	4096u		/* what every system carries */

struct conformance_row {
	const char	*name;
	int		(*check)(struct conformance *);
};

void
conformance_set_job(const struct conformance *conformance, struct job *job,
    const char *keys, uint64_t count)
{
	memset(job, 0, sizeof *job);
	snprintf(job->spec, sizeof job->spec, "%s:place=any%s%s",
	    conformance->transport->name, keys[0] != '\0' ? "," : "", keys);
	job->client_cpu = job->server_cpu = job->watcher_cpu = -1;
	job->timeout_ns = conformance->timeout_ns;
	job->limits.single = true;
	job->limits.count = count;
	job->limits.timed_per = 1;
	job->limits.group_ns = 1;
	/* Others may run beside us. */
	entropy_fill(&job->key, sizeof job->key);
	strcpy(job->directory, conformance->directory);
}

static int
check_identity(struct conformance *conformance)
{
	const struct transport *transport = conformance->transport;
	bool	carries = (transport->flags & TRANSPORT_CARRIES_DATA) != 0;

	if (transport->name[0] == '\0' || strspn(transport->name,
	    "abcdefghijklmnopqrstuvwxyz0123456789-") !=
	    strlen(transport->name))
		return fail("name '%s' is not [a-z0-9-]", transport->name);
	if (registry_find(transport->name) != transport)
		return fail("name is not unique");
	if (transport->summary == NULL || transport->operation == NULL ||
	    transport->paths == NULL || transport->method < 1)
		return fail("summary, operation, paths or method is missing");
	if ((transport->absent != NULL) != (transport->run == NULL))
		return fail("must have either run or a reason to be absent");
	if (transport->absent != NULL)
		return skip("not built: %s", transport->absent);
	if (carries != ((transport->keys & KEY_BIT(KEY_SIZE)) != 0) ||
	    carries != ((transport->keys & KEY_BIT(KEY_REPLY)) != 0) ||
	    carries != (transport->max_size > 0))
		return fail("data, size, reply and max_size do not go together");
	return transport->probe != NULL ? transport->probe() : OUTCOME_OK;
}

/* In a fresh supervisor, as a run does it. */
int
conformance_execute(struct conformance *conformance, const struct job *job)
{
	memset(conformance->report, 0, sizeof *conformance->report);
	return invocation_execute(job, 0, NULL, conformance->report);
}

int
conformance_invoke(struct conformance *conformance, const char *keys,
    uint64_t count)
{
	struct job	job;
	struct testspec	spec;
	int		outcome;

	conformance_set_job(conformance, &job, keys, count);
	if (testspec_parse_one(job.spec, &spec) != 0)
		return OUTCOME_FAILED;
	count *= (uint64_t)spec.parameters.value[KEY_PAIRS];
	outcome = conformance_execute(conformance, &job);
	if (outcome == OUTCOME_OK &&
	    conformance->report->round_trips != count)
		return fail("%llu of %llu round trips with %s",
		    (unsigned long long)conformance->report->round_trips,
		    (unsigned long long)count, keys);
	return outcome;
}

/*
 * The same, at a size that a running system may refuse: so large, a skip is as
 * good.
 */
static int
conformance_invoke_size(struct conformance *conformance, const char *keys,
    size_t size)
{
	int	outcome = conformance_invoke(conformance, keys,
		    size > 65536 ? 2 : CONFORMANCE_FEW);

	return outcome == OUTCOME_SKIPPED && size > SIZE_EVERYWHERE ?
	    OUTCOME_OK : outcome;
}

static int
check_echo(struct conformance *conformance)
{
	const struct transport *transport = conformance->transport;
	const size_t sizes[] = { 1, 2, 64, 4096, transport->max_size };
	size_t	count = sizeof sizes / sizeof sizes[0], i;
	char	keys[96];
	int	outcome = OUTCOME_OK;

	if (!(transport->flags & TRANSPORT_CARRIES_DATA))
		return conformance_invoke(conformance, "", CONFORMANCE_FEW);
	if (conformance->depth == CONFORMANCE_QUICK)
		count--;
	for (i = 0; i < count && outcome == OUTCOME_OK; i++) {
		if (sizes[i] > transport->max_size)
			continue;
		snprintf(keys, sizeof keys, "size=%zu", sizes[i]);
		outcome = conformance_invoke_size(conformance, keys, sizes[i]);
		if (outcome != OUTCOME_OK)
			break;
		/* Unequal sizes, so that a mixed-up one shows. */
		snprintf(keys, sizeof keys, "size=%zu,reply=%zu,verify=on",
		    sizes[i], sizes[i] > 1 ? sizes[i] / 2 : 2);
		outcome = conformance_invoke_size(conformance, keys, sizes[i]);
	}
	return outcome;
}

/* One window, at the sizes asked for or the largest that this system carries. */
static int
conformance_invoke_window(struct conformance *conformance, const char *window,
    size_t size, size_t reply)
{
	size_t	largest = conformance->transport->max_size;
	bool	slow = conformance->depth == CONFORMANCE_SLOW;
	char	keys[96];
	int	outcome;

	do {
		snprintf(keys, sizeof keys,
		    "size=%zu,reply=%zu,verify=on,window=%s",
		    size < largest ? size : largest,
		    reply < largest ? reply : largest, window);
		outcome = conformance_invoke(conformance, keys,
		    slow ? 300 : 100);
		size = size / 2 + 1;
		reply = reply / 2 + 1;
	} while (outcome == OUTCOME_SKIPPED &&
	    (size > SIZE_EVERYWHERE / 2 || reply > SIZE_EVERYWHERE / 2));
	/* Two in flight are in reach of all; more may get lost. */
	return outcome == OUTCOME_SKIPPED && strcmp(window, "2") != 0 ?
	    OUTCOME_OK : outcome;
}

/* Many requests in flight, at sizes around and beyond every buffer. */
static int
check_windows(struct conformance *conformance)
{
	static const char *const windows[] = { "2", "7", "64", "max" };
	static const size_t sizes[] = { 1, 4096, 70000, 1048576 };
	size_t	slow = conformance->depth == CONFORMANCE_SLOW;
	size_t	i, j;
	int	outcome = OUTCOME_OK;

	if (!(conformance->transport->keys & KEY_BIT(KEY_WINDOW)))
		return OUTCOME_OK;
	for (i = 0; i < (slow ? 4 : 3) && outcome == OUTCOME_OK; i++)
		for (j = slow ? 0 : 2; j < 4 && outcome == OUTCOME_OK; j++)
			outcome = conformance_invoke_window(conformance,
			    windows[j], sizes[i],
			    sizes[3 - i] / (slow ? 1 : 8) + 1);
	return outcome;
}

int
conformance_count_descriptors(void)
{
	int	fd, count = 0;

	for (fd = 0; fd < CONFORMANCE_FDS; fd++)
		count += fcntl(fd, F_GETFD) >= 0;
	return count;
}

int
conformance_check_no_children(void)
{
	if (waitpid(-1, NULL, WNOHANG) >= 0 || errno != ECHILD)
		return fail("a process is left");
	return OUTCOME_OK;
}

int
conformance_crew(struct conformance *conformance, const char *keys,
    uint64_t count)
{
	struct job	job;
	struct crew	crew;
	struct batch	batch = { .count = count };
	int		outcome;

	conformance_set_job(conformance, &job, keys, 1);
	outcome = crew_start(&crew, &job, -1);
	if (outcome == OUTCOME_OK && count > 0)
		outcome = crew_run_batch(&crew, &batch, true);
	crew_end(&crew, outcome);
	return outcome;
}

static int
check_leftovers(struct conformance *conformance)
{
	int	before = conformance_count_descriptors(), outcome, i;

	for (i = 0; i < 10; i++)
		if ((outcome = conformance_crew(conformance, "", i % 2 == 0 ?
		    0 : CONFORMANCE_FEW)) != OUTCOME_OK)
			return outcome;
	if (conformance_count_descriptors() != before)
		return fail("%d descriptors are left of ten invocations",
		    conformance_count_descriptors() - before);
	if (tmpdir_count_entries(conformance->directory) != 0)
		return fail("a file is left in the private directory");
	if (leftovers_check(conformance->system) != OUTCOME_OK)
		return OUTCOME_FAILED;
	return conformance_check_no_children();
}

/* Prepare fails at each descriptor that it asks for in turn. */
static int
check_half_prepared(struct conformance *conformance)
{
	int		before = conformance_count_descriptors(), more;
	struct rlimit	limit, less;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
		return fail_errno("getrlimit");
	for (more = 0; more < 8; more++) {
		less = limit;
		less.rlim_cur = (rlim_t)(before + more);
		if (setrlimit(RLIMIT_NOFILE, &less) != 0)
			return fail_errno("setrlimit");
		(void)conformance_crew(conformance, "", 1);
		if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
			return fail_errno("setrlimit");
		if (conformance_count_descriptors() != before)
			return fail("%d descriptors are left of a failed "
			    "prepare", conformance_count_descriptors() -
			    before);
	}
	if (leftovers_check(conformance->system) != OUTCOME_OK)
		return OUTCOME_FAILED;
	return conformance_check_no_children();
}

/* Kills a side at once, or a little later; returns before that. */
static pid_t
conformance_kill(pid_t victim, bool later)
{
	siginfo_t	ended;
	pid_t		killer = later ? fork() : -1;

	if (killer > 0)
		return killer;
	if (killer == 0)
		clock_sleep(5000000);
	kill(victim, SIGKILL);
	if (killer == 0)
		_exit(0);
	/* Left to be reaped by the crew. */
	waitid(P_PID, (id_t)victim, &ended, WEXITED | WNOWAIT);
	return -1;
}

/* The process of a side, or behind them all one that the transport started. */
static pid_t
conformance_get_process(const struct crew *crew, size_t number)
{
	return number < crew->member_count ? crew->members[number].pid :
	    crew->pairs[0].self.helper;
}

int
conformance_batch_killed(struct conformance *conformance, struct crew *crew,
    size_t victim, bool later)
{
	struct batch	batch = { .count = (uint64_t)1 << 50 };
	pid_t		killer = conformance_kill(
			    conformance_get_process(crew, victim), later);
	uint64_t	began = clock_now();
	int		outcome = crew_run_batch(crew, &batch, false);

	if (killer > 0)
		waitpid(killer, NULL, 0);
	if (outcome == OUTCOME_OK)
		return fail("a killed side went unnoticed");
	if (clock_now() - began > 2 * conformance->timeout_ns)
		return fail("a killed side was noticed late");
	return OUTCOME_OK;
}

/* Each process in turn is killed, before a batch and in the middle of one. */
static int
check_killed(struct conformance *conformance)
{
	struct job	job;
	struct crew	crew;
	size_t		victim, count = 1;
	int		outcome;

	for (victim = 0; victim < 2 * count; victim++) {
		conformance_set_job(conformance, &job, "", 1);
		outcome = crew_start(&crew, &job, -1);
		count = crew.member_count + (crew.pair_count > 0 &&
		    crew.pairs[0].self.helper != 0);
		if (outcome == OUTCOME_OK)
			outcome = conformance_batch_killed(conformance, &crew,
			    victim / 2, victim % 2 == 0);
		crew_end(&crew, OUTCOME_FAILED);
		if (outcome != OUTCOME_OK)
			return outcome;
		if (conformance_check_no_children() != OUTCOME_OK)
			return OUTCOME_FAILED;
	}
	return leftovers_check(conformance->system);
}

static const struct conformance_row rows[] = {
	{ "identity", check_identity },
	{ "echo", check_echo },
	{ "usage", conformance_check_usage },
	{ "windows", check_windows },
	{ "sleeps", conformance_check_sleeps },
	{ "leftovers", check_leftovers },
	{ "half prepared", check_half_prepared },
	{ "killed", check_killed },
	{ "pairs and threads", conformance_check_pairs },
};

static int
conformance_run_rows(struct conformance *conformance)
{
	int	outcome = OUTCOME_OK;
	size_t	i;

	for (i = 0; i < sizeof rows / sizeof rows[0] &&
	    outcome == OUTCOME_OK; i++) {
		outcome = rows[i].check(conformance);
		if (outcome == OUTCOME_FAILED)
			fail("%s: %.200s", rows[i].name, fail_reason());
	}
	return outcome;
}

int
conformance_check(const struct transport *transport,
    enum conformance_depth depth, uint64_t timeout_ns)
{
	struct conformance conformance = {
		transport, depth, timeout_ns, "", NULL, leftovers_list()
	};
	int		   outcome, home = open(".", O_RDONLY);

	conformance.report = calloc(1, sizeof *conformance.report);
	if (conformance.report == NULL || home < 0 ||
	    tmpdir_create(conformance.directory) != 0)
		return fail("no private directory: %.200s", fail_reason());
	if (chdir(conformance.directory) != 0)
		outcome = fail_errno("chdir");
	else
		outcome = conformance_run_rows(&conformance);
	if (fchdir(home) != 0)
		outcome = fail_errno("chdir back");
	close(home);
	tmpdir_remove(conformance.directory);
	free(conformance.report);
	free(conformance.system);
	return outcome;
}
