/* The life of one side, from the fork to the end. */

#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/fdio.h"
#include "engine/pattern.h"
#include "engine/side.h"
#include "system/clock.h"
#include "system/osdep.h"
#include "system/work.h"

#define ORPHAN_CHECK_S	1
#define THREAD_GAP	256	/* between what two threads write to */

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
	if (getppid() == orphan_parent)
		return;
	/* In its group there may be what it started besides its sides. */
	if (getpgrp() == orphan_parent)
		kill(0, SIGKILL);
	_exit(1);
}

void
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

void
side_set_signals(int interrupting)
{
	struct sigaction action;
	sigset_t	 wanted;

	signal(SIGPIPE, SIG_IGN);
	memset(&action, 0, sizeof action);
	action.sa_handler = side_be_interrupted;
	sigaction(interrupting, &action, NULL);
	sigemptyset(&wanted);
	sigaddset(&wanted, interrupting);
	sigaddset(&wanted, SIGALRM);
	sigprocmask(SIG_UNBLOCK, &wanted, NULL);
}

static int
side_notify(const struct side_life *life, struct job_notice *notice,
    enum job_state state, int outcome)
{
	notice->state = state;
	notice->outcome = outcome;
	notice->cpu = osdep_current_cpu();
	notice->total_ns = side_get_total_ns(life->side->is_thread);
	if (outcome != OUTCOME_OK)
		strcpy(notice->reason, fail_reason());
	return fdio_write_all(life->setting->channel, notice, sizeof *notice);
}

/*
 * A buffer of a side, behind the headroom; no cache line of it is another
 * thread's too.
 */
static unsigned char *
side_allocate(const struct side *side, size_t size)
{
	unsigned char	*room = calloc(1, SIDE_HEADROOM + size +
			    (side->is_thread ? THREAD_GAP : 0));

	if (room == NULL)
		return NULL;
	/* cppcheck-suppress memleak; side_free() finds it. */
	return room + SIDE_HEADROOM;
}

static void
side_free(unsigned char *buffer)
{
	if (buffer != NULL)
		free(buffer - SIDE_HEADROOM);
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
	side->outgoing = side_allocate(side, size);
	side->incoming = side_allocate(side, other);
	life->expected = verify ? side_allocate(side, other) : NULL;
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
	side_free(life->side->outgoing);
	side_free(life->side->incoming);
	side_free(life->expected);
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

	if (!side_checks_bytes(side))
		return OUTCOME_OK;
	return pattern_check(side->incoming, side->incoming_size, side->marked,
	    life->sends == PATTERN_REQUEST ? PATTERN_REPLY : PATTERN_REQUEST,
	    sequence);
}

/* The operations of a batch, and what they took. */
static int
side_run_operations(struct side *side, struct batch *batch,
    struct job_notice *notice)
{
	struct job_usage before;
	int		 outcome;

	side_get_usage(side->is_thread, &before);
	notice->began_ns = clock_now();
	outcome = side->transport->run(side, batch);
	notice->ended_ns = clock_now();
	side_get_usage(side->is_thread, &notice->usage);
	side_subtract_usage(&notice->usage, &before);
	if (outcome == OUTCOME_OK && side->transport->end != NULL)
		side->transport->end(side);
	notice->elapsed_ns = batch->elapsed_ns;
	notice->lost = batch->lost;
	notice->retransmitted = batch->retransmitted;
	return outcome;
}

/* Several clients begin at one time. */
static void
side_await_start(uint64_t start_ns)
{
	uint64_t	now;

	while ((now = clock_now()) < start_ns)
		clock_sleep(start_ns - now);
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
	struct job_notice notice;
	int		  outcome;

	memset(&notice, 0, sizeof notice);
	side_prepare_pattern(life, order->sequence);
	if (side->transport->begin != NULL)
		side->transport->begin(side);
	side->progress->done = 0;
	side->progress->lost = 0;
	side->progress->give_up = 0;
	if (side->role == ROLE_CLIENT)
		batch.timed_per = order->timed_per;
	else if (side_notify(life, &notice, SIDE_READY, OUTCOME_OK) != 0)
		return OUTCOME_FAILED;
	side_await_start(order->start_ns);
	outcome = side_run_operations(side, &batch, &notice);
	if (order->measures_work)
		notice.work_ns = work_measure();
	/* Where all were lost, nothing was received. */
	if (outcome == OUTCOME_OK && side->progress->done > batch.lost)
		outcome = side_check_pattern(life, order->sequence);
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
side_spend_life(const struct side_setting *setting)
{
	struct side_life life = { .setting = setting, .side = setting->side };
	struct job_order order;
	int		 outcome;

	life.sends = life.side->role == ROLE_CLIENT ? PATTERN_REQUEST :
	    PATTERN_REPLY;
	outcome = side_attach(&life);
	while (outcome == OUTCOME_OK && fdio_read_all(setting->channel, &order,
	    sizeof order) == 0 && order.count != 0)
		outcome = side_run_batch(&life, &order);
	if (life.side->transport->detach != NULL)
		life.side->transport->detach(life.side);
	side_free_buffers(&life);
	return outcome == OUTCOME_OK ? 0 : 1;
}

int
side_live(const struct side_setting *setting)
{
	side_set_signals(SIDE_GIVE_UP_SIGNAL);
	side_end_with_supervisor(setting->supervisor);
	return side_spend_life(setting);
}
