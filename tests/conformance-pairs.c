/* What a transport must keep with several pairs, and with threads. */

#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/fdio.h"
#include "conformance-parts.h"

/* The keys that a transport must have, and what is asked for. */
static const struct {
	unsigned	 keys;
	const char	*words;
} forms[] = {
	{ KEY_BIT(KEY_PAIRS), "pairs=3" },
	{ KEY_BIT(KEY_PEER), "peer=thread" },
	{ KEY_BIT(KEY_PAIRS) | KEY_BIT(KEY_PEER), "pairs=3,peer=thread" },
};

/* The spread is told of several pairs, and of them alone; one side a role. */
static int
check_report(const struct conformance *conformance, bool several)
{
	const struct job_report *report = conformance->report;
	unsigned	i;

	if (several != (report->slowest_per_s > 0) ||
	    report->fastest_per_s < report->slowest_per_s)
		return fail("pairs from %g/s to %g/s", report->slowest_per_s,
		    report->fastest_per_s);
	for (i = 0; i < report->side_count; i++) {
		if (i > 0 && report->sides[i].role == report->sides[0].role)
			return fail("a role is there twice");
		if (report->sides[i].role != ROLE_DAEMON &&
		    report->sides[i].work_ns <= 0)
			return fail("a side does not know how quick it was");
	}
	return OUTCOME_OK;
}

static int
check_form_echo(struct conformance *conformance, const char *words)
{
	char	keys[128];
	int	outcome;

	outcome = conformance_invoke(conformance, words, CONFORMANCE_FEW);
	if (outcome == OUTCOME_OK)
		outcome = check_report(conformance,
		    strstr(words, "pairs") != NULL);
	if (outcome != OUTCOME_OK ||
	    !(conformance->transport->flags & TRANSPORT_CARRIES_DATA))
		return outcome;
	snprintf(keys, sizeof keys, "%s,size=100,reply=70,verify=on", words);
	return conformance_invoke(conformance, keys, CONFORMANCE_FEW);
}

static int
check_form_leftovers(struct conformance *conformance, const char *words)
{
	int	before = conformance_count_descriptors(), outcome, i;

	for (i = 0; i < 2; i++)
		if ((outcome = conformance_crew(conformance, words, i == 0 ?
		    0 : CONFORMANCE_FEW)) != OUTCOME_OK)
			return outcome;
	if (conformance_count_descriptors() != before)
		return fail("%d descriptors are left",
		    conformance_count_descriptors() - before);
	if (tmpdir_count_entries(conformance->directory) != 0)
		return fail("a file is left in the private directory");
	return conformance_check_no_children();
}

/* How many descriptors a process has; -1 unknown. */
static int
count_descriptors_of(pid_t process)
{
	char	path[64];
	DIR	*directory;
	int	count = 0;

	snprintf(path, sizeof path, "/proc/%ld/fd", (long)process);
	if ((directory = opendir(path)) == NULL)
		return -1;
	while (readdir(directory) != NULL)
		count++;
	closedir(directory);
	return count;
}

/*
 * Takes every number below the highest descriptor that is open: what a crew
 * opens then follows in order, as in a supervisor.  They are of a file of
 * their own: to close a copy of a lock's descriptor would give up the lock.
 */
static void
fill_descriptors(int taken[CONFORMANCE_FDS])
{
	int	fd, highest = 0;

	for (fd = 0; fd < CONFORMANCE_FDS; fd++) {
		taken[fd] = -1;
		if (fcntl(fd, F_GETFD) >= 0)
			highest = fd;
	}
	for (fd = 0; fd < highest; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			taken[fd] = open("/dev/null", O_RDONLY);
}

/*
 * A side holds nothing of another pair: the last pair's sides have as many
 * descriptors as those of the first.
 */
static int
check_form_foreign(struct conformance *conformance, const char *words)
{
	struct job	job;
	struct crew	crew;
	size_t		i, last;
	int		taken[CONFORMANCE_FDS], outcome, count, last_count;

	fill_descriptors(taken);
	conformance_set_job(conformance, &job, words, 1);
	outcome = crew_start(&crew, &job, -1);
	last = crew.member_count - crew.role_count;
	for (i = 0; i < crew.role_count && outcome == OUTCOME_OK; i++) {
		count = count_descriptors_of(crew.members[i].pid);
		last_count = count_descriptors_of(crew.members[last + i].pid);
		if (count != last_count)
			outcome = fail("a side of the first pair holds %d "
			    "descriptors, one of the last %d", count,
			    last_count);
	}
	crew_end(&crew, outcome);
	for (i = 0; i < CONFORMANCE_FDS; i++)
		fdio_close(&taken[i]);
	return outcome;
}

/* One side of the last pair, in the middle of a batch or before it. */
static int
check_form_killed(struct conformance *conformance, const char *words)
{
	size_t		victim, count = 1;
	struct job	job;
	struct crew	crew;
	int		outcome;

	for (victim = 0; victim < count; victim++) {
		conformance_set_job(conformance, &job, words, 1);
		outcome = crew_start(&crew, &job, -1);
		count = crew.role_count;
		if (outcome == OUTCOME_OK)
			outcome = conformance_batch_killed(conformance, &crew,
			    crew.member_count - 1 - victim, victim == 0);
		if (outcome == OUTCOME_OK &&
		    strstr(fail_reason(), "was killed") == NULL)
			outcome = fail("a killed side is not blamed: %.100s",
			    fail_reason());
		crew_end(&crew, OUTCOME_FAILED);
		if (outcome != OUTCOME_OK)
			return outcome;
		if (conformance_check_no_children() != OUTCOME_OK)
			return OUTCOME_FAILED;
	}
	return OUTCOME_OK;
}

static int
check_form(struct conformance *conformance, const char *words)
{
	int	outcome;

	if ((outcome = check_form_echo(conformance, words)) != OUTCOME_OK)
		return outcome;
	if ((outcome = check_form_leftovers(conformance, words)) != OUTCOME_OK)
		return outcome;
	if ((outcome = check_form_foreign(conformance, words)) != OUTCOME_OK)
		return outcome;
	return check_form_killed(conformance, words);
}

int
conformance_check_pairs(struct conformance *conformance)
{
	unsigned	keys = conformance->transport->keys;
	int		outcome = OUTCOME_OK;
	size_t		i;

	for (i = 0; i < sizeof forms / sizeof forms[0]; i++) {
		if ((keys & forms[i].keys) != forms[i].keys)
			continue;
		outcome = check_form(conformance, forms[i].words);
		if (outcome == OUTCOME_FAILED)
			return fail("%s: %.180s", forms[i].words,
			    fail_reason());
	}
	return OUTCOME_OK;
}
