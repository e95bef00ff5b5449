/* What a crew adds up to, and how it ends. */

#include "config.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fdio.h"
#include "engine/crew-helper.h"
#include "engine/crew-parts.h"
#include "engine/side.h"
#include "system/clock.h"
#include "transports/shared.h"

#define GOODBYE_NS	2000000000u	/* for a side to end by itself */

uint64_t
crew_total_ns(const struct crew *crew)
{
	uint64_t	total_ns = crew_helper_get_total_ns(crew);
	size_t		i;

	for (i = 0; i < crew->member_count; i++)
		total_ns += crew->members[i].total_ns;
	return total_ns;
}

void
crew_clear_histograms(struct crew *crew)
{
	size_t	i;

	for (i = 0; i < crew->pair_count; i++)
		histogram_clear(&crew->histograms[i]);
}

static void
crew_add_side(struct job_side *sum, const struct job_side *more)
{
	unsigned	i;

	side_add_usage(&sum->usage, &more->usage);
	sum->migrated |= more->migrated;
	sum->work_ns += more->work_ns;
	sum->work_count += more->work_count;
	for (i = 0; i < more->seen_count; i++)
		side_add_seen(sum, more->seen[i]);
}

/* How far the pairs are apart, each by its client's own time. */
static void
crew_report_pairs(const struct crew *crew, struct job_report *report)
{
	double	rate;
	size_t	i;

	for (i = 0; i < crew->member_count && crew->pair_count > 1; i++) {
		const struct crew_member *member = &crew->members[i];

		if (member->elapsed_ns == 0)
			continue;
		rate = (double)member->round_trips /
		    ((double)member->elapsed_ns / 1e9);
		if (report->slowest_per_s <= 0 || rate < report->slowest_per_s)
			report->slowest_per_s = rate;
		if (rate > report->fastest_per_s)
			report->fastest_per_s = rate;
	}
}

void
crew_report(const struct crew *crew, struct job_report *report)
{
	size_t	i;

	report->side_count = (unsigned)crew->role_count;
	for (i = 0; i < crew->member_count; i++) {
		struct job_side *side = &report->sides[i % crew->role_count];

		if (i < crew->role_count)
			*side = crew->members[i].report;
		else
			crew_add_side(side, &crew->members[i].report);
	}
	report->histogram = crew->histograms[0];
	for (i = 1; i < crew->pair_count; i++)
		histogram_add(&report->histogram, &crew->histograms[i]);
	crew_report_pairs(crew, report);
	report->pairs = crew->pair_count;
	if (crew_helper_report(crew, &report->sides[report->side_count]))
		report->side_count++;
}

int
crew_reap(struct crew *crew, struct crew_member *member)
{
	struct crew_member *own = &crew->members[member->side.pair *
			    crew->role_count];
	pid_t	pid = member->pid;
	int	status = 0;
	size_t	i;

	if (pid == 0)
		return 0;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	/* Its number may be another's from now on. */
	for (i = 0; i < crew->role_count; i++)
		if (own[i].pid == pid)
			own[i].pid = 0;
	return status;
}

/* Waits until the side has ended by itself; false when the time is over. */
static bool
crew_await_end(struct crew_member *member, uint64_t end_ns)
{
	struct pollfd	polled = { .fd = member->channel, .events = POLLIN };
	uint64_t	now;
	char		byte;

	/* Its end of the channel closes with it. */
	while ((now = clock_now()) < end_ns)
		if (poll(&polled, 1, (int)((end_ns - now) / 1000000) + 1) > 0)
			return read(member->channel, &byte, 1) == 0;
	return false;
}

static void
crew_dispose(struct crew *crew)
{
	size_t	i;

	for (i = 0; i < crew->pair_count; i++) {
		if (crew->pairs[i].prepared &&
		    crew->spec.transport->dispose != NULL)
			crew->spec.transport->dispose(&crew->pairs[i].self);
		free(crew->pairs[i].self.state);
	}
	shared_unmap(crew->progress, crew->shared_size);
	free(crew->pairs);
	free(crew->members);
	crew->pairs = NULL;
	crew->members = NULL;
	crew->pair_count = crew->member_count = 0;
}

void
crew_end(struct crew *crew, int outcome)
{
	struct job_order goodbye = { .count = 0 };
	uint64_t	 end_ns = clock_now() + GOODBYE_NS;
	size_t		 i;

	for (i = 0; i < crew->member_count && outcome == OUTCOME_OK; i++)
		crew_order(&crew->members[i], &goodbye);
	for (i = 0; i < crew->member_count; i++) {
		struct crew_member *member = &crew->members[i];

		if (member->pid != 0 && (outcome != OUTCOME_OK ||
		    !crew_await_end(member, end_ns)))
			kill(member->pid, SIGKILL);
	}
	for (i = 0; i < crew->member_count; i++) {
		struct crew_member *member = &crew->members[i];

		(void)crew_reap(crew, member);
		fdio_close(&member->channel);
		free(member->side.state);
	}
	crew_helper_end(crew);
	crew_dispose(crew);
}
