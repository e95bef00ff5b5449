/* The sides of one invocation as their supervisor sees them. */

#include "config.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fdio.h"
#include "engine/crew.h"
#include "engine/crew-batch.h"
#include "engine/side.h"
#include "system/clock.h"

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif

#define GOODBYE_NS	2000000000u	/* for a side to end by itself */

struct crew_shared {
	struct histogram	histogram;
	struct side_progress	progress[];
};

static const enum side_role plain_roles[] = {
	ROLE_CLIENT, ROLE_SERVER, ROLE_END
};

static int
crew_map_shared(struct crew *crew)
{
	void	*mapped;

	crew->shared_size = sizeof *crew->shared +
	    crew->member_count * sizeof crew->shared->progress[0];
	mapped = mmap(NULL, crew->shared_size, PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (mapped == MAP_FAILED)
		return fail_errno("memory shared with the sides");
	crew->shared = mapped;
	histogram_clear(&crew->shared->histogram);
	return OUTCOME_OK;
}

static void
crew_set_sizes(struct side *side)
{
	size_t	size = (size_t)side->parameters->value[KEY_SIZE];
	size_t	reply = (size_t)side->parameters->value[KEY_REPLY];
	bool	sends_requests = side->role == ROLE_CLIENT;

	if (!(side->transport->flags & TRANSPORT_CARRIES_DATA))
		return;
	side->outgoing_size = sends_requests ? size : reply;
	side->incoming_size = sends_requests ? reply : size;
}

/* The members, none of them running yet. */
static int
crew_recruit(struct crew *crew)
{
	const struct transport *transport = crew->spec.transport;
	const enum side_role *roles = transport->roles != NULL ?
		    transport->roles : plain_roles;
	size_t	i;

	while (roles[crew->member_count] != ROLE_END)
		crew->member_count++;
	crew->members = calloc(crew->member_count, sizeof *crew->members);
	if (crew->members == NULL) {
		crew->member_count = 0;
		return fail_errno("memory for the sides");
	}
	for (i = 0; i < crew->member_count; i++)
		crew->members[i].channel = -1;
	if (crew_map_shared(crew) != OUTCOME_OK)
		return OUTCOME_FAILED;
	for (i = 0; i < crew->member_count; i++) {
		struct crew_member *member = &crew->members[i];

		member->side = crew->self;
		member->side.role = member->report.role = roles[i];
		member->side.progress = &crew->shared->progress[i];
		member->side.histogram = &crew->shared->histogram;
		crew_set_sizes(&member->side);
	}
	return OUTCOME_OK;
}

static void
crew_become_side(struct crew *crew, struct crew_member *member, int channel,
    int supervisor)
{
	struct side_setting setting = {
		.side = &member->side,
		.channel = channel,
		.cpu = crew_get_cpu(crew, member->side.role),
		.supervisor = supervisor,
	};
	size_t	i;

	/* Their ends held here would keep others from seeing it close. */
	for (i = 0; i < crew->member_count; i++)
		fdio_close(&crew->members[i].channel);
	fdio_close(&crew->command);
	_exit(side_live(&setting));
}

static int
crew_fork(struct crew *crew, struct crew_member *member)
{
	int	pair[2], supervisor = (int)getpid();

	if (fdio_socketpair(pair) != 0)
		return fail_errno("make a control channel");
	member->channel = pair[0];
	member->pid = fork();
	if (member->pid == 0)
		crew_become_side(crew, member, pair[1], supervisor);
	fdio_close(&pair[1]);
	if (member->pid < 0) {
		member->pid = 0;
		return fail_errno("start a process (see ulimit -u)");
	}
	member->waiting = true;
	return OUTCOME_OK;
}

/* Each side gets what prepare made as a copy of its own. */
static int
crew_prepare(struct crew *crew)
{
	const struct transport *transport = crew->spec.transport;
	size_t	size = transport->state_size != 0 ? transport->state_size : 1;
	size_t	i;
	int	outcome;

	if ((crew->self.state = calloc(1, size)) == NULL)
		return fail_errno("memory for the state of %s",
		    transport->name);
	crew->prepared = true;
	if (transport->prepare != NULL &&
	    (outcome = transport->prepare(&crew->self)) != OUTCOME_OK)
		return outcome;
	for (i = 0; i < crew->member_count; i++) {
		crew->members[i].side.state = malloc(size);
		if (crew->members[i].side.state == NULL)
			return fail_errno("memory for the state of %s",
			    transport->name);
		memcpy(crew->members[i].side.state, crew->self.state, size);
	}
	return OUTCOME_OK;
}

int
crew_start(struct crew *crew, const struct job *job, int command)
{
	struct batch	none = { .count = 0 };
	size_t		i;
	int		outcome;

	memset(crew, 0, sizeof *crew);
	crew->job = job;
	crew->command = command;
	if (testspec_parse_one(job->spec, &crew->spec) != 0)
		return OUTCOME_FAILED;
	crew->self.role = ROLE_SUPERVISOR;
	crew->self.transport = crew->spec.transport;
	crew->self.parameters = &crew->spec.parameters;
	crew->self.key = job->key;
	if (crew_recruit(crew) != OUTCOME_OK)
		return OUTCOME_FAILED;
	if ((outcome = crew_prepare(crew)) != OUTCOME_OK)
		return outcome;
	for (i = 0; i < crew->member_count; i++)
		if (crew_fork(crew, &crew->members[i]) != OUTCOME_OK)
			return OUTCOME_FAILED;
	return crew_wait(crew, &none, false);
}

uint64_t
crew_total_ns(const struct crew *crew)
{
	uint64_t	total_ns = 0;
	size_t		i;

	for (i = 0; i < crew->member_count; i++)
		total_ns += crew->members[i].total_ns;
	return total_ns;
}

const struct histogram *
crew_histogram(const struct crew *crew)
{
	return &crew->shared->histogram;
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

		while (member->pid != 0 && waitpid(member->pid, NULL, 0) < 0 &&
		    errno == EINTR)
			;
		fdio_close(&member->channel);
		free(member->side.state);
	}
	if (crew->prepared && crew->spec.transport->dispose != NULL)
		crew->spec.transport->dispose(&crew->self);
	if (crew->shared != NULL)
		munmap(crew->shared, crew->shared_size);
	free(crew->self.state);
	free(crew->members);
	crew->members = NULL;
	crew->member_count = 0;
}
