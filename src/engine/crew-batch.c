/* Batches as the supervisor sees them: orders, notices, progress, deadlines. */

#include "config.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "base/fdio.h"
#include "engine/channel.h"
#include "engine/crew-helper.h"
#include "engine/crew-parts.h"
#include "engine/side.h"
#include "system/clock.h"

#define WATCH_MS	100		/* between looks at what moves */
#define BLAME_NS	50000000u	/* for a death to show */
#define ALIVE_NS	250000000u	/* between words to the command */
#define REST_NS		10000u		/* for each pair, between two looks at all */
#define START_NS	20000u		/* for each client, to be told when to begin */
#define FDS_MAX		(PAIRS_LIMIT * JOB_ROLES_MAX + 1)

int
crew_get_cpu(const struct crew *crew, enum side_role role)
{
	return role == ROLE_CLIENT ? crew->job->client_cpu :
	    crew->job->server_cpu;
}

/* "server", "server of pair 3", "process of pair 3": whom a reason is about. */
static const char *
crew_name(const struct crew *crew, const struct crew_member *member,
    bool whole_process)
{
	static char	name[64];
	const char	*role = side_role_name(member->report.role);

	if (whole_process && member->side.is_thread)
		role = "process";
	if (crew->pair_count > 1)
		snprintf(name, sizeof name, "%s of pair %u", role,
		    member->side.pair + 1);
	else
		snprintf(name, sizeof name, "%s", role);
	return name;
}

int
crew_fail_status(const char *name, int status)
{
	if (WIFSIGNALED(status))
		return fail("the %s was killed by signal %d (%s)", name,
		    WTERMSIG(status), strsignal(WTERMSIG(status)));
	return fail("the %s ended by itself", name);
}

/* How a side that closed its channel came to its end. */
static int
crew_fail_ended(struct crew *crew, struct crew_member *member)
{
	const char *name = crew_name(crew, member, true);

	kill(member->pid, SIGKILL);
	return crew_fail_status(name, crew_reap(crew, member));
}

static void
crew_add_report(struct crew *crew, struct crew_member *member,
    const struct job_notice *notice, uint64_t count)
{
	struct job_side	*report = &member->report;
	int		 pinned = crew_get_cpu(crew, report->role);

	side_add_usage(&report->usage, &notice->usage);
	report->work_ns += (double)notice->work_ns;
	report->work_count += notice->work_ns > 0;
	if (report->role == ROLE_CLIENT) {
		member->round_trips += count - notice->lost;
		member->elapsed_ns += notice->elapsed_ns;
	}
	if (notice->cpu < 0)
		return;
	if (pinned >= 0 && notice->cpu != pinned)
		report->migrated = true;
	side_add_seen(report, notice->cpu);
}

/*
 * A side that fails may only have met the death of another of its pair:
 * whoever has died is to blame.  False: nobody has.
 */
static bool
crew_blame_dead(struct crew *crew, const struct crew_member *failed)
{
	struct crew_member *own = &crew->members[failed->side.pair *
			    crew->role_count];
	uint64_t	end_ns = clock_now() + BLAME_NS;
	char		byte;
	size_t		i;

	do {
		if (crew_helper_check(crew) != OUTCOME_OK)
			return true;
		for (i = 0; i < crew->role_count; i++) {
			struct crew_member *member = &own[i];

			if (member != failed && recv(member->channel, &byte, 1,
			    MSG_PEEK | MSG_DONTWAIT) == 0) {
				crew_fail_ended(crew, member);
				return true;
			}
		}
		clock_sleep(1000000);
	} while (clock_now() < end_ns);
	return false;
}

/* Reads the notice that waits on a member's channel. */
static int
crew_hear(struct crew *crew, struct crew_member *member,
    struct job_notice *notice)
{
	if (fdio_read_all(member->channel, notice, sizeof *notice) != 0)
		return crew_fail_ended(crew, member);
	member->waiting = false;
	if (notice->outcome == OUTCOME_OK)
		return OUTCOME_OK;
	if (notice->outcome == OUTCOME_SKIPPED)
		return skip("%s", notice->reason);
	/* No thread dies alone. */
	if (!member->side.is_thread && crew_blame_dead(crew, member))
		return OUTCOME_FAILED;
	return fail("%s: %s", crew_name(crew, member, false), notice->reason);
}

/* A client that is waited for, or, where there is none, any other member. */
static const struct crew_member *
crew_find_stuck(const struct crew *crew)
{
	const struct crew_member *found = &crew->members[0];
	size_t			  i;

	for (i = crew->member_count; i-- > 0; ) {
		const struct crew_member *member = &crew->members[i];

		if (member->waiting && (member->report.role == ROLE_CLIENT ||
		    found->report.role != ROLE_CLIENT || !found->waiting))
			found = member;
	}
	return found;
}

static int
crew_fail_stuck(const struct crew *crew)
{
	const struct crew_member *member = crew_find_stuck(crew);

	if (crew->sequence == 0)
		return fail("no progress for %.3g s while the sides attach; "
		    "where that is normal, raise --timeout",
		    (double)crew->job->timeout_ns / 1e9);
	return fail("no progress for %.3g s: batch %llu, the %s has done %llu "
	    "operations; where that is normal, raise --timeout",
	    (double)crew->job->timeout_ns / 1e9,
	    (unsigned long long)crew->sequence,
	    crew_name(crew, member, false),
	    (unsigned long long)member->side.progress->done);
}

static void
crew_be_patient(struct crew *crew)
{
	clock_patience_begin(&crew->patience, crew->job->timeout_ns / 2);
}

/* Whether anything moved since the last look; tells the command. */
static int
crew_watch(struct crew *crew)
{
	uint64_t	sum = crew->sequence, now = clock_now();
	size_t		i;

	/* Before that, that no client is waited for means nothing. */
	if (crew_loses(crew) && crew->released)
		crew_watch_losses(crew, now);
	for (i = 0; i < crew->member_count; i++)
		sum += crew->members[i].side.progress->done -
		    crew->members[i].side.progress->lost;
	if (sum != crew->moved) {
		crew->moved = sum;
		crew_be_patient(crew);
	}
	if (crew->command >= 0 && now - crew->alive_ns >= ALIVE_NS) {
		crew->alive_ns = now;
		if (channel_send(crew->command, JOB_ALIVE, NULL, 0) != 0)
			return fail("the command has ended");
	}
	if (crew_helper_check(crew) != OUTCOME_OK)
		return OUTCOME_FAILED;
	if (clock_patience_look(&crew->patience) > crew->job->timeout_ns)
		return crew_fail_stuck(crew);
	return OUTCOME_OK;
}

/*
 * Waits for what comes first: notices, the command's end, or time.  Only
 * members that are waited for are listened to: a quick side may have sent its
 * next notice already.
 */
static int
crew_poll(struct crew *crew, struct pollfd *polled)
{
	uint64_t	tick_ms = crew->job->timeout_ns / 4000000 + 1;
	uint64_t	watch_ms = crew_loses(crew) ? CREW_LOSS_WATCH_MS : WATCH_MS;
	size_t		i;

	for (i = 0; i < crew->member_count; i++) {
		polled[i].fd = crew->members[i].waiting ?
		    crew->members[i].channel : -1;
		polled[i].events = POLLIN;
		polled[i].revents = 0;
	}
	polled[i].fd = crew->command;
	polled[i].events = POLLIN;
	polled[i].revents = 0;
	if (poll(polled, (nfds_t)i + 1, (int)(tick_ms < watch_ms ? tick_ms :
	    watch_ms)) < 0 && errno != EINTR)
		return fail_errno("poll");
	if (polled[i].revents != 0)
		return fail("the command has ended");
	return OUTCOME_OK;
}

/* What a notice tells of its member, and of the batch. */
static void
crew_take_notice(struct crew *crew, struct crew_member *member,
    const struct job_notice *notice, struct batch *batch, bool measured)
{
	member->total_ns = notice->total_ns;
	if (measured)
		crew_add_report(crew, member, notice, batch->count);
	/* What a server gives up is the client's loss already. */
	if (member->report.role == ROLE_CLIENT)
		batch->lost += notice->lost;
	batch->retransmitted += notice->retransmitted;
	if (member->report.role != ROLE_CLIENT ||
	    notice->state != SIDE_DONE)
		return;
	batch->elapsed_ns = notice->elapsed_ns;
	if (notice->began_ns < crew->began_ns)
		crew->began_ns = notice->began_ns;
	if (notice->ended_ns > crew->ended_ns)
		crew->ended_ns = notice->ended_ns;
}

/* Hears those that have something to say; how many are still waited for. */
static int
crew_hear_all(struct crew *crew, const struct pollfd *polled,
    struct batch *batch, bool measured, size_t *missing)
{
	struct job_notice notice;
	size_t		  i;
	int		  outcome;

	for (i = *missing = 0; i < crew->member_count; i++) {
		struct crew_member *member = &crew->members[i];

		if (polled[i].revents != 0) {
			outcome = crew_hear(crew, member, &notice);
			if (outcome != OUTCOME_OK)
				return outcome;
			crew_take_notice(crew, member, &notice, batch,
			    measured);
		}
		*missing += member->waiting;
	}
	return OUTCOME_OK;
}

int
crew_wait(struct crew *crew, struct batch *batch, bool measured)
{
	struct pollfd	  polled[FDS_MAX];
	size_t		  i, missing;
	int		  outcome;

	crew_be_patient(crew);
	for (i = 0; i < crew->member_count; i++)
		crew->members[i].moved_ns = crew->patience.looked_ns;
	for (;;) {
		if ((outcome = crew_poll(crew, polled)) != OUTCOME_OK ||
		    (outcome = crew_hear_all(crew, polled, batch, measured,
		    &missing)) != OUTCOME_OK || missing == 0)
			return outcome;
		if ((outcome = crew_watch(crew)) != OUTCOME_OK)
			return outcome;
		/* A look at all of them for each that comes would take time
		 * that grows with the square of their number. */
		if (crew->pair_count > 1)
			clock_sleep(REST_NS * crew->pair_count);
	}
}

/* One pair tells of the cores of all: while it does the others may not be
 * done. */
void
crew_order(struct crew_member *member, struct job_order *order)
{
	order->measures_work = member->side.pair == 0;
	/* A side that has ended is found out when its answer is waited for. */
	(void)fdio_write_all(member->channel, order, sizeof *order);
	member->waiting = true;
}

/*
 * Lets the clients go.  Several are told a time to begin at: the first would
 * else be done before the last is told.
 */
static void
crew_order_clients(struct crew *crew, struct job_order *order)
{
	size_t	i;

	crew->released = true;
	crew->began_ns = UINT64_MAX;
	crew->ended_ns = 0;
	if (crew->pair_count > 1)
		order->start_ns = clock_now() + START_NS * crew->pair_count;
	for (i = 0; i < crew->member_count; i++) {
		crew->members[i].waiting = true;
		if (crew->members[i].report.role == ROLE_CLIENT)
			crew_order(&crew->members[i], order);
	}
}

int
crew_run_batch(struct crew *crew, struct batch *batch, bool measured)
{
	struct job_order order = {
		.sequence = ++crew->sequence,
		.count = batch->count,
		.timed_per = batch->timed_per,
	};
	size_t	i;
	int	outcome;

	crew->released = false;
	batch->elapsed_ns = batch->lost = batch->retransmitted = 0;
	for (i = 0; i < crew->member_count; i++)
		if (crew->members[i].report.role != ROLE_CLIENT)
			crew_order(&crew->members[i], &order);
	if ((outcome = crew_wait(crew, batch, false)) != OUTCOME_OK)
		return outcome;
	crew_order_clients(crew, &order);
	outcome = crew_wait(crew, batch, measured);
	if (outcome == OUTCOME_OK && crew->pair_count > 1)
		batch->elapsed_ns = crew->ended_ns - crew->began_ns;
	/* Waiting for what was lost says nothing of how long the rest takes. */
	if (outcome == OUTCOME_OK && batch->lost == 0)
		crew->operation_ns = (double)batch->elapsed_ns /
		    (double)batch->count;
	return outcome;
}
