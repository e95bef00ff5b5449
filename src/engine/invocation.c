/* One invocation as the command sees it. */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fdio.h"
#include "engine/channel.h"
#include "engine/cleanup.h"
#include "engine/invocation.h"
#include "engine/supervisor.h"
#include "system/clock.h"
#include "system/self.h"

#define POLL_MS		200
#define PATIENCE_NS	1000000000u	/* that one look may cost */
#define GRACE_NS	5000000000u	/* for the supervisor, beyond its own timeout */
#define MESSAGE_S	5		/* for the rest of one that has begun */
#define GOODBYE_NS	4000000000u	/* longer than that of its sides */
#define PADDING_NAME	"IPCLAT_PADDING"

/* Output of the command must not stay open in what it leaves behind. */
static void
invocation_silence(void)
{
	int	null = open("/dev/null", O_RDWR);

	if (null < 0)
		return;
	dup2(null, 0);
	dup2(null, 1);
	if (null > 2)
		close(null);
}

static void
invocation_pad(unsigned padding)
{
	char	*text = malloc((size_t)padding + 1);

	if (text == NULL)
		return;
	memset(text, 'x', padding);
	text[padding] = '\0';
	setenv(PADDING_NAME, text, 1);
	free(text);
}

/* The child of the command, which becomes the supervisor. */
static void
invocation_become_supervisor(int channel, unsigned padding)
{
	const char	*self = self_executable();
	char		 name[] = "ipclat", word[] = SUPERVISOR_WORD;
	char		 number[16];
	char		*argv[] = { name, word, number, NULL };
	sigset_t	 none;

	setpgid(0, 0);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	signal(SIGHUP, SIG_DFL);
	invocation_silence();
	if (self != NULL) {
		invocation_pad(padding);
		snprintf(number, sizeof number, "%d", channel);
		fcntl(channel, F_SETFD, 0);
		execv(self, argv);
		fdio_set_cloexec(channel);
	}
	_exit(supervisor_live(channel, false));
}

static pid_t
invocation_start(unsigned padding, int *channel)
{
	int	pair[2];
	pid_t	pid;

	if (fdio_socketpair(pair) != 0)
		return (pid_t)fail_errno("make a channel to a supervisor");
	channel_set_timeout(pair[0], MESSAGE_S);
	pid = fork();
	if (pid == 0) {
		close(pair[0]);
		invocation_become_supervisor(pair[1], padding);
	}
	if (pid < 0)
		fail_errno("start a process (see ulimit -u)");
	else
		/* In both, so that neither runs ahead of it. */
		setpgid(pid, pid);
	fdio_close(&pair[1]);
	*channel = pair[0];
	if (pid < 0)
		fdio_close(channel);
	return pid;
}

/*
 * Waits for the report.  An enum outcome: that of having one at all.
 * *vanished becomes true where the supervisor ended without one.
 */
static int
invocation_await(const struct job *job, int channel,
    const volatile sig_atomic_t *stop, struct job_report *report,
    bool *vanished)
{
	struct pollfd	polled = { .fd = channel, .events = POLLIN };
	struct clock_patience patience;
	size_t		size;
	int		ready, kind;

	clock_patience_begin(&patience, PATIENCE_NS);
	for (;;) {
		ready = poll(&polled, 1, POLL_MS);
		if (stop != NULL && *stop != 0)
			return fail("stopped by signal %d", (int)*stop);
		if (ready > 0) {
			size = sizeof *report;
			kind = channel_receive(channel, report, &size);
			if (kind == JOB_REPORT && size == sizeof *report)
				return OUTCOME_OK;
			if (kind < 0 && channel_has_timed_out())
				return fail("the supervisor stopped in the "
				    "middle of a message");
			if (kind != JOB_ALIVE) {
				*vanished = true;
				return OUTCOME_FAILED;
			}
			clock_patience_begin(&patience, PATIENCE_NS);
		} else if (clock_patience_look(&patience) >
		    job->timeout_ns + GRACE_NS) {
			return fail("the supervisor gave no sign of life for "
			    "%.3g s", (double)(job->timeout_ns + GRACE_NS) /
			    1e9);
		}
	}
}

/*
 * Tells the supervisor that nobody listens any more, and waits until it has
 * cleaned up and gone: its end of the channel closes with it.
 */
static void
invocation_await_end(int channel)
{
	struct pollfd	polled = { .fd = channel, .events = POLLIN };
	uint64_t	end_ns = clock_now() + GOODBYE_NS;
	char		rest[4096];

	shutdown(channel, SHUT_WR);
	while (clock_now() < end_ns)
		if (poll(&polled, 1, POLL_MS) > 0 &&
		    read(channel, rest, sizeof rest) <= 0)
			return;
}

/*
 * Ends what is left of the supervisor's process group, whose number cannot be
 * given to others before the supervisor is reaped.  Its exit status.
 */
static int
invocation_end(pid_t supervisor, int *channel)
{
	int	status = 0;

	invocation_await_end(*channel);
	fdio_close(channel);
	/* Should it have no group of its own, its sides end with it. */
	kill(-supervisor, SIGKILL);
	kill(supervisor, SIGKILL);
	while (waitpid(supervisor, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

static int
invocation_fail_supervisor(int status)
{
	if (WIFSIGNALED(status))
		return fail("the supervisor was killed by signal %d (%s)",
		    WTERMSIG(status), strsignal(WTERMSIG(status)));
	return fail("the supervisor ended with status %d and no report",
	    WEXITSTATUS(status));
}

/* As invocation_execute(), of a job that has its key. */
static int
invocation_supervise(const struct job *job, unsigned padding,
    const volatile sig_atomic_t *stop, struct job_report *report)
{
	char	   reason[FAIL_REASON_SIZE];
	int	   channel = -1, outcome, status;
	bool	   vanished = false;
	pid_t	   pid = invocation_start(padding, &channel);

	if (pid < 0)
		return OUTCOME_FAILED;
	/* If this cannot be written, there will be no report either. */
	(void)channel_send(channel, 0, job, sizeof *job);
	outcome = invocation_await(job, channel, stop, report, &vanished);
	strcpy(reason, fail_reason());
	status = invocation_end(pid, &channel);
	if (!WIFEXITED(status) || vanished)
		cleanup_carry_out(job);
	if (outcome != OUTCOME_OK)
		return vanished ? invocation_fail_supervisor(status) :
		    fail("%s", reason);
	if (report->outcome == OUTCOME_SKIPPED)
		return skip("%s", report->reason);
	if (report->outcome != OUTCOME_OK)
		return fail("%s", report->reason);
	return OUTCOME_OK;
}

int
invocation_execute(const struct job *job, unsigned padding,
    const volatile sig_atomic_t *stop, struct job_report *report)
{
	struct job keyed = *job;
	int	   outcome;

	outcome = cleanup_choose_key(&keyed);
	if (outcome == OUTCOME_OK)
		outcome = cleanup_announce(&keyed);
	if (outcome == OUTCOME_OK)
		outcome = invocation_supervise(&keyed, padding, stop, report);
	cleanup_revoke(&keyed);
	return outcome;
}
