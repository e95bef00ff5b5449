/* The life of one side: its own process, from the fork to the end. */

#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/fdio.h"
#include "engine/pattern.h"
#include "engine/side.h"
#include "system/osdep.h"

#define ORPHAN_CHECK_S	1

struct side_life {
	const struct side_setting	*setting;
	struct side			*side;
	enum pattern_direction		 sends;		/* client: requests */
	unsigned char			*expected;	/* verify=on, or NULL */
};

static const char *const role_names[] = {
	[ROLE_CLIENT] = "client", [ROLE_SERVER] = "server",
	[ROLE_BROKER] = "broker", [ROLE_DAEMON] = "daemon",
};

static int	orphan_parent;

const char *
side_role_name(enum side_role role)
{
	return role_names[role];
}

/* Where the system ends no child with its parent, look now and then. */
static void
side_check_orphan(int signal_number)
{
	(void)signal_number;
	if (getppid() != orphan_parent)
		_exit(1);
}

static void
side_end_with_supervisor(int supervisor)
{
	struct itimerval every = { { ORPHAN_CHECK_S, 0 }, { ORPHAN_CHECK_S, 0 } };
	struct sigaction action;

	if (osdep_die_with_parent(supervisor) == 0)
		return;
	orphan_parent = supervisor;
	memset(&action, 0, sizeof action);
	action.sa_handler = side_check_orphan;
	action.sa_flags = SA_RESTART;
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &every, NULL);
}

/* Does nothing, but a system call that waits ends with EINTR. */
static void
side_be_interrupted(int signal_number)
{
	(void)signal_number;
}

static void
side_set_signals(void)
{
	struct sigaction action;
	sigset_t	 wanted;

	signal(SIGPIPE, SIG_IGN);
	memset(&action, 0, sizeof action);
	action.sa_handler = side_be_interrupted;
	sigaction(SIDE_GIVE_UP_SIGNAL, &action, NULL);
	sigemptyset(&wanted);
	sigaddset(&wanted, SIDE_GIVE_UP_SIGNAL);
	sigaddset(&wanted, SIGALRM);
	sigprocmask(SIG_UNBLOCK, &wanted, NULL);
}

static uint64_t
side_nanoseconds(struct timeval time)
{
	return (uint64_t)time.tv_sec * 1000000000u +
	    (uint64_t)time.tv_usec * 1000u;
}

void
side_get_usage(struct job_usage *usage)
{
	struct rusage	now;

	getrusage(RUSAGE_SELF, &now);
	usage->user_ns = side_nanoseconds(now.ru_utime);
	usage->system_ns = side_nanoseconds(now.ru_stime);
	usage->voluntary = (uint64_t)now.ru_nvcsw;
	usage->involuntary = (uint64_t)now.ru_nivcsw;
}

void
side_add_usage(struct job_usage *sum, const struct job_usage *more)
{
	sum->user_ns += more->user_ns;
	sum->system_ns += more->system_ns;
	sum->voluntary += more->voluntary;
	sum->involuntary += more->involuntary;
}

/* Some systems set such a counter back now and then. */
static void
side_subtract(uint64_t *from, uint64_t less)
{
	*from = *from > less ? *from - less : 0;
}

static void
side_subtract_usage(struct job_usage *usage, const struct job_usage *less)
{
	side_subtract(&usage->user_ns, less->user_ns);
	side_subtract(&usage->system_ns, less->system_ns);
	side_subtract(&usage->voluntary, less->voluntary);
	side_subtract(&usage->involuntary, less->involuntary);
}

static int
side_notify(const struct side_life *life, struct job_notice *notice,
    enum job_state state, int outcome)
{
	struct job_usage total;

	notice->state = state;
	notice->outcome = outcome;
	notice->cpu = osdep_current_cpu();
	side_get_usage(&total);
	notice->total_ns = total.user_ns + total.system_ns;
	if (outcome != OUTCOME_OK)
		strcpy(notice->reason, fail_reason());
	return fdio_write_all(life->setting->channel, notice, sizeof *notice);
}

/* Buffers are touched here, so that no batch takes a page fault for them. */
static int
side_make_buffers(struct side_life *life)
{
	struct side	*side = life->side;
	size_t		 size = side->outgoing_size, other = side->incoming_size;
	bool		 verify;

	if (size == 0)
		return OUTCOME_OK;
	if (side->role == ROLE_BROKER)
		size = other = size > other ? size : other;
	verify = side->parameters->value[KEY_VERIFY] == SWITCH_ON &&
	    side->role != ROLE_BROKER;
	side->outgoing = malloc(size);
	side->incoming = malloc(other);
	life->expected = verify ? malloc(other) : NULL;
	if (side->outgoing == NULL || side->incoming == NULL ||
	    (verify && life->expected == NULL))
		return fail_errno("memory for messages of %zu bytes", size);
	side->expected = life->expected;
	memset(side->outgoing, 0, size);
	memset(side->incoming, 0, other);
	return OUTCOME_OK;
}

static void
side_free_buffers(struct side_life *life)
{
	free(life->side->outgoing);
	free(life->side->incoming);
	free(life->expected);
}

static bool
side_checks_bytes(const struct side *side)
{
	return side->outgoing_size != 0 &&
	    (side->role == ROLE_CLIENT || side->role == ROLE_SERVER);
}

static void
side_prepare_pattern(struct side_life *life, uint64_t sequence)
{
	struct side	*side = life->side;
	enum pattern_direction received = life->sends == PATTERN_REQUEST ?
			    PATTERN_REPLY : PATTERN_REQUEST;

	if (!side_checks_bytes(side))
		return;
	pattern_fill(side->outgoing, side->outgoing_size, life->sends,
	    sequence);
	pattern_spoil(side->incoming, side->incoming_size, received, sequence);
	if (life->expected != NULL)
		pattern_fill(life->expected, side->incoming_size, received,
		    sequence);
}

static int
side_check_pattern(const struct side_life *life, uint64_t sequence)
{
	const struct side *side = life->side;
	size_t		   skipped;

	if (!side_checks_bytes(side))
		return OUTCOME_OK;
	/* The transport has marked the first byte, and looked at it. */
	skipped = (side->transport->flags & TRANSPORT_TAGS) != 0;
	return pattern_check(side->incoming, side->incoming_size, skipped,
	    life->sends == PATTERN_REQUEST ? PATTERN_REPLY : PATTERN_REQUEST,
	    sequence);
}

/*
 * One batch.  Sides that wait say so before they wait: the client is let go
 * only then.
 */
static int
side_run_batch(struct side_life *life, const struct job_order *order)
{
	struct side	 *side = life->side;
	struct batch	  batch = { .count = order->count };
	struct job_usage  before;
	struct job_notice notice;
	int		  outcome;

	memset(&notice, 0, sizeof notice);
	side_prepare_pattern(life, order->sequence);
	if (side->transport->drain != NULL)
		side->transport->drain(side);
	side->progress->done = 0;
	side->progress->lost = 0;
	side->progress->give_up = 0;
	if (side->role == ROLE_CLIENT)
		batch.timed_per = order->timed_per;
	else if (side_notify(life, &notice, SIDE_READY, OUTCOME_OK) != 0)
		return OUTCOME_FAILED;
	side_get_usage(&before);
	outcome = side->transport->run(side, &batch);
	side_get_usage(&notice.usage);
	side_subtract_usage(&notice.usage, &before);
	/* Where all were lost, nothing was received. */
	if (outcome == OUTCOME_OK && side->progress->done > batch.lost)
		outcome = side_check_pattern(life, order->sequence);
	notice.elapsed_ns = batch.elapsed_ns;
	notice.lost = batch.lost;
	notice.retransmitted = batch.retransmitted;
	if (side_notify(life, &notice, SIDE_DONE, outcome) != 0)
		return OUTCOME_FAILED;
	return outcome;
}

static int
side_attach(struct side_life *life)
{
	const struct side_setting *setting = life->setting;
	struct side	 *side = life->side;
	struct job_notice notice;
	int		  outcome;

	memset(&notice, 0, sizeof notice);
	if (setting->cpu >= 0 && osdep_pin(setting->cpu) != 0)
		outcome = fail_errno("pin to CPU %d", setting->cpu);
	else if ((outcome = side_make_buffers(life)) == OUTCOME_OK &&
	    side->transport->attach != NULL)
		outcome = side->transport->attach(side);
	if (side_notify(life, &notice, SIDE_ATTACHED, outcome) != 0)
		return OUTCOME_FAILED;
	return outcome;
}

int
side_live(const struct side_setting *setting)
{
	struct side_life life = { .setting = setting, .side = setting->side };
	struct job_order order;
	int		 outcome;

	life.sends = life.side->role == ROLE_CLIENT ? PATTERN_REQUEST :
	    PATTERN_REPLY;
	side_set_signals();
	side_end_with_supervisor(setting->supervisor);
	outcome = side_attach(&life);
	while (outcome == OUTCOME_OK && fdio_read_all(setting->channel, &order,
	    sizeof order) == 0 && order.count != 0)
		outcome = side_run_batch(&life, &order);
	if (life.side->transport->detach != NULL)
		life.side->transport->detach(life.side);
	side_free_buffers(&life);
	return outcome == OUTCOME_OK ? 0 : 1;
}
