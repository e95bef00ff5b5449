/* Owns running another program to its end. */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/fdio.h"
#include "base/memory.h"
#include "system/clock.h"
#include "system/osdep.h"
#include "system/subprocess.h"

#define LOOK_MS		20
#define LAST_LOOK_MS	1	/* where nothing more will be written */
#define GRACE_NS	5000000000u	/* between being asked to end and being killed */
#define CHUNK		65536u

/* One that runs. */
struct child {
	pid_t			 pid;
	int			 out, err;	/* our ends; -1: at their end */
	struct subprocess	*result;
	size_t			 room, most;
	bool			 line_done;	/* the first line on standard error */
};

/*
 * The process that becomes the program.  Where that fails, errno goes through
 * a descriptor that exec closes.
 */
static void
child_become(char *const argv[], pid_t parent, int out, int err, int failed)
{
	int		null = open("/dev/null", O_RDONLY), error;
	sigset_t	none;

	setpgid(0, 0);
	(void)osdep_die_with_parent((int)parent);
	if (null >= 0 && dup2(null, 0) == 0 && dup2(out, 1) == 1 &&
	    dup2(err, 2) == 2) {
		/* We ignore these; whoever is executed did not ask for it. */
		signal(SIGPIPE, SIG_DFL);
		signal(SIGXFSZ, SIG_DFL);
		sigemptyset(&none);
		sigprocmask(SIG_SETMASK, &none, NULL);
		execvp(argv[0], argv);
	}
	error = errno;
	(void)fdio_write_all(failed, &error, sizeof error);
	_exit(127);
}

/* Waits for the program to be executed.  0, or its errno. */
static int
child_await_exec(int failed)
{
	int	error = 0;

	return fdio_read_all(failed, &error, sizeof error) == 0 ? error : 0;
}

static void
child_close(struct child *child)
{
	fdio_close(&child->out);
	fdio_close(&child->err);
}

/* Forks it.  OUTCOME_OK, or OUTCOME_FAILED and nothing is open. */
static int
child_fork(struct child *child, char *const argv[])
{
	int	pipes[3][2] = { { -1, -1 }, { -1, -1 }, { -1, -1 } };
	int	i, error = 0;
	pid_t	parent = getpid();

	for (i = 0; i < 3 && error == 0; i++)
		error = fdio_pipe(pipes[i]) != 0 ? errno : 0;
	if (error == 0 && (child->pid = fork()) == 0)
		child_become(argv, parent, pipes[0][1], pipes[1][1],
		    pipes[2][1]);
	if (error == 0 && child->pid < 0)
		error = errno;
	for (i = 0; i < 3; i++)
		fdio_close(&pipes[i][1]);
	child->out = pipes[0][0];
	child->err = pipes[1][0];
	if (error == 0) {
		/* In both, so that neither runs ahead of it. */
		setpgid(child->pid, child->pid);
		error = child_await_exec(pipes[2][0]);
		if (error != 0)
			waitpid(child->pid, NULL, 0);
	}
	fdio_close(&pipes[2][0]);
	if (error == 0 && fdio_set_blocking(child->out, false) == 0 &&
	    fdio_set_blocking(child->err, false) == 0)
		return OUTCOME_OK;
	if (error == 0) {
		error = errno;
		kill(-child->pid, SIGKILL);
		waitpid(child->pid, NULL, 0);
	}
	child_close(child);
	errno = error;
	return fail_errno("cannot run '%.100s'", argv[0]);
}

/* Reads what has come.  False: it has reached its end. */
static bool
out_read(struct child *child)
{
	struct subprocess	*result = child->result;
	char			*grown;
	ssize_t			 n;

	if (child->room - result->size < CHUNK) {
		child->room = 2 * child->room + CHUNK;
		if ((grown = realloc(result->bytes, child->room)) == NULL)
			abort();
		result->bytes = grown;
	}
	n = read(child->out, result->bytes + result->size, CHUNK);
	if (n > 0 && result->size <= child->most)
		result->size += (size_t)n;
	return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

/* The same; of all lines only the first is kept. */
static bool
err_read(struct child *child)
{
	char	 bytes[512], *words = child->result->words;
	size_t	 used = strlen(words), i;
	ssize_t	 n = read(child->err, bytes, sizeof bytes);

	for (i = 0; n > 0 && i < (size_t)n && !child->line_done; i++) {
		child->line_done = bytes[i] == '\n' ||
		    used == sizeof child->result->words - 1;
		if (!child->line_done && bytes[i] != '\0')
			words[used++] = bytes[i];
	}
	words[used] = '\0';
	return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

/* Waits a moment, and reads what has come. */
static void
child_pump(struct child *child, int wait_ms)
{
	struct pollfd	polled[2] = {
		{ .fd = child->out, .events = POLLIN },
		{ .fd = child->err, .events = POLLIN },
	};

	if (wait_ms > LAST_LOOK_MS && child->out < 0 && child->err < 0)
		wait_ms = LAST_LOOK_MS;
	if (poll(polled, 2, wait_ms) <= 0)
		return;
	if (polled[0].revents != 0 && !out_read(child))
		fdio_close(&child->out);
	if (polled[1].revents != 0 && !err_read(child))
		fdio_close(&child->err);
}

/* Whether it has ended; it is not reaped, so that its number stays its own. */
static bool
child_has_ended(const struct child *child)
{
	siginfo_t	info;

	memset(&info, 0, sizeof info);
	return waitid(P_PID, (id_t)child->pid, &info,
	    WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child->pid;
}

/* Why it may not go on: OUTCOME_FAILED with a reason; else OUTCOME_OK. */
static int
child_look(const struct child *child, uint64_t began_ns, uint64_t timeout_ns,
    const volatile sig_atomic_t *stop)
{
	if (stop != NULL && *stop != 0)
		return fail("stopped by signal %d", (int)*stop);
	if (child->result->size > child->most)
		return fail("writes more than %zu MB", child->most >> 20);
	if (clock_now() - began_ns > timeout_ns)
		return fail("takes longer than %g s (--timeout)",
		    (double)timeout_ns / 1e9);
	return OUTCOME_OK;
}

/* Asks it to end, and gives it time to clean up. */
static void
child_ask_to_end(struct child *child)
{
	uint64_t	asked_ns = clock_now();

	kill(-child->pid, SIGTERM);
	kill(-child->pid, SIGCONT);
	while (!child_has_ended(child) && clock_now() - asked_ns < GRACE_NS)
		child_pump(child, LOOK_MS);
}

/* Ends what is left of its group, reaps it, and reads the rest of its words. */
static void
child_finish(struct child *child)
{
	size_t	before;

	kill(-child->pid, SIGKILL);
	while (waitpid(child->pid, &child->result->status, 0) < 0 &&
	    errno == EINTR)
		;
	do {
		before = child->result->size;
		child_pump(child, 0);
	} while (child->result->size > before &&
	    child->result->size <= child->most);
	child_close(child);
}

int
subprocess_run(char *const argv[], uint64_t timeout_ns, size_t most,
    const volatile sig_atomic_t *stop, struct subprocess *result)
{
	struct child	child = { .result = result, .most = most };
	char		reason[FAIL_REASON_SIZE];
	uint64_t	began_ns = clock_now();
	int		outcome = OUTCOME_OK;

	memset(result, 0, sizeof *result);
	if (child_fork(&child, argv) != OUTCOME_OK)
		return OUTCOME_FAILED;
	while (!child_has_ended(&child) && outcome == OUTCOME_OK) {
		child_pump(&child, LOOK_MS);
		outcome = child_look(&child, began_ns, timeout_ns, stop);
	}
	if (outcome != OUTCOME_OK) {
		strcpy(reason, fail_reason());
		child_ask_to_end(&child);
	}
	child_finish(&child);
	if (outcome == OUTCOME_OK && result->size > most)
		return fail("writes more than %zu MB", most >> 20);
	return outcome == OUTCOME_OK ? OUTCOME_OK : fail("%s", reason);
}

void
subprocess_free(struct subprocess *result)
{
	free(result->bytes);
	memset(result, 0, sizeof *result);
}
