/* Batches as the supervisor sees them: orders, notices, progress, deadlines. */

#include "config.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "base/fdio.h"
#include "engine/channel.h"
#include "engine/crew-batch.h"
#include "engine/side.h"
#include "system/clock.h"

#define WATCH_MS	100		/* between looks at what moves */
#define LOSS_WATCH_MS	5		/* where messages get lost */
#define LOSS_NS		20000000u	/* without progress: given up, */
#define LOSS_TIMES	100		/* or so many times an operation */
#define BLAME_NS	50000000u	/* for a death to show */
#define ALIVE_NS	250000000u	/* between words to the command */

int
crew_get_cpu(const struct crew *crew, enum side_role role)
{
	return role == ROLE_CLIENT ? crew->job->client_cpu :
	    crew->job->server_cpu;
}

/* How a side that closed its channel came to its end. */
static int
crew_fail_ended(struct crew_member *member)
{
	const char *role = side_role_name(member->report.role);
	int	    status;

	kill(member->pid, SIGKILL);
	while (waitpid(member->pid, &status, 0) < 0 && errno == EINTR)
		;
	member->pid = 0;
	if (WIFSIGNALED(status))
		return fail("the %s was killed by signal %d (%s)", role,
		    WTERMSIG(status), strsignal(WTERMSIG(status)));
	return fail("the %s ended by itself", role);
}

static void
crew_add_report(struct crew *crew, struct crew_member *member,
    const struct job_notice *notice)
{
	struct job_side	*report = &member->report;
	int		 pinned = crew_get_cpu(crew, report->role);
	unsigned	 i;

	side_add_usage(&report->usage, &notice->usage);
	if (notice->cpu < 0)
		return;
	if (pinned >= 0 && notice->cpu != pinned)
		report->migrated = true;
	for (i = 0; i < report->seen_count; i++)
		if (report->seen[i] == notice->cpu)
			return;
	if (report->seen_count == JOB_SEEN_MAX)
		return;
	for (i = report->seen_count++; i > 0 &&
	    report->seen[i - 1] > notice->cpu; i--)
		report->seen[i] = report->seen[i - 1];
	report->seen[i] = notice->cpu;
}

/*
 * A side that fails may only have met the death of another: whoever has died
 * is to blame.  False: nobody has.
 */
static bool
crew_blame_dead(struct crew *crew, const struct crew_member *failed)
{
	uint64_t	end_ns = clock_now() + BLAME_NS;
	char		byte;
	size_t		i;

	do {
		for (i = 0; i < crew->member_count; i++) {
			struct crew_member *member = &crew->members[i];

			if (member != failed && recv(member->channel, &byte, 1,
			    MSG_PEEK | MSG_DONTWAIT) == 0) {
				crew_fail_ended(member);
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
		return crew_fail_ended(member);
	member->waiting = false;
	if (notice->outcome == OUTCOME_OK)
		return OUTCOME_OK;
	if (notice->outcome == OUTCOME_SKIPPED)
		return skip("%s", notice->reason);
	if (crew_blame_dead(crew, member))
		return OUTCOME_FAILED;
	return fail("%s: %s", side_role_name(member->report.role),
	    notice->reason);
}

static int
crew_fail_stuck(const struct crew *crew)
{
	const struct crew_member *member;
	size_t			  i;

	for (i = 0; i + 1 < crew->member_count; i++)
		if (crew->members[i].report.role == ROLE_CLIENT)
			break;
	member = &crew->members[i];
	if (crew->sequence == 0)
		return fail("no progress for %.3g s while the sides attach; "
		    "where that is normal, raise --timeout",
		    (double)crew->job->timeout_ns / 1e9);
	return fail("no progress for %.3g s: batch %llu, the %s has done %llu "
	    "operations; where that is normal, raise --timeout",
	    (double)crew->job->timeout_ns / 1e9,
	    (unsigned long long)crew->sequence,
	    side_role_name(member->report.role),
	    (unsigned long long)member->side.progress->done);
}

static bool
crew_waits_for_client(const struct crew *crew)
{
	size_t	i;

	for (i = 0; i < crew->member_count; i++)
		if (crew->members[i].waiting &&
		    crew->members[i].report.role == ROLE_CLIENT)
			return true;
	return false;
}

/*
 * A client that waits for what was lost is told which operation to give up;
 * when all clients have ended, servers are told that the batch is over: at
 * once, where they go on until then.  The signal interrupts what blocks; as
 * it may come too early it is repeated.
 */
static void
crew_watch_losses(struct crew *crew, uint64_t now)
{
	bool		by_itself = (crew->spec.transport->flags &
			    TRANSPORT_ASKS_AGAIN) != 0;
	double		patience = LOSS_TIMES * crew->operation_ns;
	bool		ends = !crew_waits_for_client(crew);
	size_t		i;

	if (patience < LOSS_NS)
		patience = LOSS_NS;
	for (i = 0; i < crew->member_count; i++) {
		struct crew_member *member = &crew->members[i];
		uint64_t	    done = member->side.progress->done;

		if (!member->waiting ||
		    (done != member->done && !(ends && by_itself))) {
			member->done = done;
			member->moved_ns = now;
		} else if (ends) {
			member->side.progress->give_up = PROGRESS_BATCH_OVER;
			kill(member->pid, SIDE_GIVE_UP_SIGNAL);
		} else if (!by_itself && member->report.role == ROLE_CLIENT &&
		    (double)(now - member->moved_ns) > patience) {
			member->side.progress->give_up = done + 1;
			kill(member->pid, SIDE_GIVE_UP_SIGNAL);
		}
	}
}

static bool
crew_loses(const struct crew *crew)
{
	return (crew->spec.transport->flags & TRANSPORT_LOSES) != 0;
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

	if (crew_loses(crew) && crew->sequence > 0)
		crew_watch_losses(crew, now);

	for (i = 0; i < crew->member_count; i++)
		sum += crew->members[i].side.progress->done -
		    crew->members[i].side.progress->lost;
	if (sum != crew->progress) {
		crew->progress = sum;
		crew_be_patient(crew);
	}
	if (crew->command >= 0 && now - crew->alive_ns >= ALIVE_NS) {
		crew->alive_ns = now;
		if (channel_send(crew->command, JOB_ALIVE, NULL, 0) != 0)
			return fail("the command has ended");
	}
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
	uint64_t	watch_ms = crew_loses(crew) ? LOSS_WATCH_MS : WATCH_MS;
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

int
crew_wait(struct crew *crew, struct batch *batch, bool measured)
{
	struct pollfd	  polled[JOB_SIDES_MAX + 1];
	struct job_notice notice;
	size_t		  i, missing;
	int		  outcome;

	crew_be_patient(crew);
	for (i = 0; i < crew->member_count; i++)
		crew->members[i].moved_ns = crew->patience.looked_ns;
	do {
		if ((outcome = crew_poll(crew, polled)) != OUTCOME_OK)
			return outcome;
		for (i = missing = 0; i < crew->member_count; i++) {
			struct crew_member *member = &crew->members[i];

			if (polled[i].revents != 0) {
				outcome = crew_hear(crew, member, &notice);
				if (outcome != OUTCOME_OK)
					return outcome;
				member->total_ns = notice.total_ns;
				if (measured)
					crew_add_report(crew, member, &notice);
				if (member->report.role == ROLE_CLIENT &&
				    notice.elapsed_ns >= batch->elapsed_ns)
					batch->elapsed_ns = notice.elapsed_ns;
				batch->lost += notice.lost;
				batch->retransmitted += notice.retransmitted;
			}
			missing += member->waiting;
		}
		if (missing > 0 && (outcome = crew_watch(crew)) != OUTCOME_OK)
			return outcome;
	} while (missing > 0);
	return OUTCOME_OK;
}

void
crew_order(struct crew_member *member, const struct job_order *order)
{
	/* A side that has ended is found out when its answer is waited for. */
	(void)fdio_write_all(member->channel, order, sizeof *order);
	member->waiting = true;
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

	batch->elapsed_ns = batch->lost = batch->retransmitted = 0;
	for (i = 0; i < crew->member_count; i++)
		if (crew->members[i].report.role != ROLE_CLIENT)
			crew_order(&crew->members[i], &order);
	if ((outcome = crew_wait(crew, batch, false)) != OUTCOME_OK)
		return outcome;
	for (i = 0; i < crew->member_count; i++) {
		crew->members[i].waiting = true;
		if (crew->members[i].report.role == ROLE_CLIENT)
			crew_order(&crew->members[i], &order);
	}
	outcome = crew_wait(crew, batch, measured);
	/* Waiting for what was lost says nothing of how long the rest takes. */
	if (outcome == OUTCOME_OK && batch->lost == 0)
		crew->operation_ns = (double)batch->elapsed_ns /
		    (double)batch->count;
	return outcome;
}

