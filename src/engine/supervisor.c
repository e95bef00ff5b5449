/* The supervisor of one invocation. */

#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fdio.h"
#include "base/tmpdir.h"
#include "engine/channel.h"
#include "engine/crew.h"
#include "engine/crew-helper.h"
#include "engine/measure.h"
#include "engine/side.h"
#include "engine/supervisor.h"
#include "engine/witness.h"
#include "system/clock.h"
#include "system/osdep.h"

/* A counter of busy time with such steps says little of less than so many. */
#define BUSY_STEPS	5

struct supervisor {
	struct crew	   crew;
	struct job_report *report;
	bool		   busy_known;	/* and busy_before is that of the region's begin */
	uint64_t	   busy_before, busy_step, own_before, region_began;
	bool		   connects;	/* connections_before is known, and wanted */
	struct osdep_connections connections_before;
	struct witness	   witness;
};

/* CPU time of all that is ours, since the beginning. */
static uint64_t
supervisor_get_own(const struct supervisor *supervisor)
{
	return side_get_total_ns(false) + crew_total_ns(&supervisor->crew);
}

static int
supervisor_run_batch(void *context, struct batch *batch, bool measured)
{
	struct supervisor *supervisor = context;

	if (measured && supervisor->region_began == 0) {
		supervisor->busy_known =
		    osdep_busy_time(&supervisor->busy_before,
		    &supervisor->busy_step);
		supervisor->own_before = supervisor_get_own(supervisor);
		supervisor->connects =
		    (supervisor->crew.spec.transport->flags &
		    TRANSPORT_CONNECTS) != 0 &&
		    osdep_get_connections(&supervisor->connections_before);
		crew_helper_begin(&supervisor->crew);
		witness_begin(&supervisor->witness, &supervisor->crew);
		supervisor->region_began = clock_now();
	}
	return crew_run_batch(&supervisor->crew, batch, measured);
}

static void
supervisor_report_connections(struct supervisor *supervisor)
{
	const struct osdep_connections *before =
		    &supervisor->connections_before;
	struct osdep_connections after;

	if (!supervisor->connects || !osdep_get_connections(&after))
		return;
	supervisor->report->overflows = after.overflows - before->overflows;
	supervisor->report->syn_retransmits = after.syn_retransmits -
	    before->syn_retransmits;
}

static void
supervisor_report_region(struct supervisor *supervisor)
{
	struct job_report *report = supervisor->report;
	uint64_t	   busy, step;

	if (supervisor->region_began == 0)
		return;
	report->region_ns = clock_now() - supervisor->region_began;
	witness_end(&supervisor->witness, &supervisor->crew, report);
	report->own_ns = supervisor_get_own(supervisor) -
	    supervisor->own_before;
	report->busy_known = supervisor->busy_known &&
	    report->region_ns >= BUSY_STEPS * supervisor->busy_step &&
	    osdep_busy_time(&busy, &step) &&
	    busy >= supervisor->busy_before;
	if (report->busy_known)
		report->busy_ns = busy - supervisor->busy_before;
}

static int
supervisor_carry_out(struct supervisor *supervisor, const struct job *job,
    int channel)
{
	struct job_limits limits = job->limits;
	int		  outcome;

	outcome = crew_start(&supervisor->crew, job, channel);
	limits.pairs = supervisor->crew.pair_count;
	if (outcome == OUTCOME_OK)
		outcome = job->calibrate ?
		    measure_calibrate(&limits, supervisor_run_batch,
		    supervisor, supervisor->report) :
		    measure_invocation(&limits, supervisor_run_batch,
		    supervisor, supervisor->report);
	if (outcome == OUTCOME_OK) {
		supervisor_report_region(supervisor);
		supervisor_report_connections(supervisor);
		crew_report(&supervisor->crew, supervisor->report);
	} else {
		strcpy(supervisor->report->reason, fail_reason());
	}
	crew_end(&supervisor->crew, outcome);
	return outcome;
}

static int
supervisor_settle(const struct job *job)
{
	/* What a transport makes it may have to open by name again. */
	(void)umask(077);
	if (job->watcher_cpu >= 0)
		(void)osdep_pin(job->watcher_cpu);
	if (job->directory[0] == '\0')
		return OUTCOME_OK;
	if (tmpdir_join(job->directory) != 0)
		return OUTCOME_FAILED;
	if (chdir(job->directory) != 0)
		return fail_errno("change to the private directory %.100s",
		    job->directory);
	return OUTCOME_OK;
}

int
supervisor_live(int channel, bool executed)
{
	static struct job	 job;
	static struct job_report report;
	struct supervisor	 supervisor = { .report = &report };
	size_t			 size = sizeof job;
	int			 outcome;

	if (channel_receive(channel, &job, &size) < 0 || size != sizeof job)
		return EXIT_FAILURE;
	report.executed = executed;
	if (supervisor_settle(&job) != OUTCOME_OK) {
		report.outcome = OUTCOME_FAILED;
		strcpy(report.reason, fail_reason());
	} else {
		report.outcome = supervisor_carry_out(&supervisor, &job,
		    channel);
	}
	outcome = channel_send(channel, JOB_REPORT, &report, sizeof report);
	/* The command, should it be gone, cannot remove it any more. */
	if (job.directory[0] != '\0')
		tmpdir_part(job.directory);
	return outcome == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

bool
supervisor_is_asked_for(int argc, char **argv)
{
	return argc == 3 && strcmp(argv[1], SUPERVISOR_WORD) == 0;
}

int
supervisor_main(int argc, char **argv)
{
	char	*end;
	long	 channel;

	(void)argc;
	errno = 0;
	channel = strtol(argv[2], &end, 10);
	if (errno != 0 || *end != '\0' || channel < 3 || channel > 1 << 20 ||
	    fdio_set_cloexec((int)channel) != 0)
		return 2;
	signal(SIGPIPE, SIG_IGN);
	return supervisor_live((int)channel, true);
}
