/* How a crew comes to be: pairs prepared one after the other, sides forked. */

#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/fdio.h"
#include "engine/crew-parts.h"
#include "engine/side.h"
#include "system/osdep.h"
#include "transports/shared.h"

#define SPARE_FDS	32	/* for the first two pairs, and what is opened for a moment */
#define STATE_GAP	256	/* no cache line holds the states of two threads */

static const enum side_role plain_roles[] = {
	ROLE_CLIENT, ROLE_SERVER, ROLE_END
};
static const enum side_role broker_roles[] = {
	ROLE_CLIENT, ROLE_BROKER, ROLE_SERVER, ROLE_END
};

static const enum side_role *
crew_get_roles(const struct testspec *spec)
{
	if (spec->parameters.value[KEY_VIA] == VIA_BROKER)
		return broker_roles;
	return spec->transport->roles != NULL ? spec->transport->roles :
	    plain_roles;
}

static int
crew_map_shared(struct crew *crew)
{
	size_t	progress_size = crew->member_count * sizeof *crew->progress;
	void	*mapped;

	crew->shared_size = progress_size +
	    crew->pair_count * sizeof *crew->histograms;
	if ((mapped = shared_map(crew->shared_size)) == NULL)
		return OUTCOME_FAILED;
	crew->progress = mapped;
	crew->histograms = (void *)((char *)mapped + progress_size);
	crew_clear_histograms(crew);
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
	if (side->parameters->value[KEY_FRAME] != FRAME_NONE)
		side->marked = FRAME_HEADER_SIZE;
	else if (side->transport->flags & TRANSPORT_TAGS)
		side->marked = 1;
}

static void
crew_set_pair(struct crew *crew, unsigned number)
{
	struct side	*self = &crew->pairs[number].self;

	self->role = ROLE_SUPERVISOR;
	self->transport = crew->spec.transport;
	self->parameters = &crew->spec.parameters;
	self->pair = number;
	self->key = job_get_key(crew->job, number);
	self->helper_cpu = crew_get_cpu(crew, ROLE_DAEMON);
	self->is_thread =
	    crew->spec.parameters.value[KEY_PEER] == PEER_THREAD;
}

static void
crew_set_member(struct crew *crew, size_t number, enum side_role role)
{
	struct crew_member	*member = &crew->members[number];
	size_t			 pair = number / crew->role_count;

	member->channel = -1;
	member->side = crew->pairs[pair].self;
	member->side.role = member->report.role = role;
	member->side.progress = &crew->progress[number];
	member->side.histogram = &crew->histograms[pair];
	crew_set_sizes(&member->side);
}

/* The members, none of them running yet. */
static int
crew_recruit(struct crew *crew)
{
	const enum side_role *roles = crew_get_roles(&crew->spec);
	size_t	pairs = (size_t)crew->spec.parameters.value[KEY_PAIRS];
	size_t	i;

	while (roles[crew->role_count] != ROLE_END)
		crew->role_count++;
	crew->pairs = calloc(pairs, sizeof *crew->pairs);
	crew->members = calloc(pairs * crew->role_count,
	    sizeof *crew->members);
	if (crew->pairs == NULL || crew->members == NULL)
		return fail_errno("memory for the sides");
	crew->pair_count = pairs;
	crew->member_count = pairs * crew->role_count;
	for (i = 0; i < crew->pair_count; i++)
		crew_set_pair(crew, (unsigned)i);
	for (i = 0; i < crew->member_count; i++)
		crew->members[i].channel = -1;
	if (crew_map_shared(crew) != OUTCOME_OK)
		return OUTCOME_FAILED;
	for (i = 0; i < crew->member_count; i++)
		crew_set_member(crew, i, roles[i % crew->role_count]);
	return OUTCOME_OK;
}

/* Each side gets what prepare made as a copy of its own. */
static int
crew_prepare(struct crew *crew, size_t number)
{
	const struct transport *transport = crew->spec.transport;
	struct crew_pair   *pair = &crew->pairs[number];
	struct crew_member *members = &crew->members[number * crew->role_count];
	size_t	size = transport->state_size + STATE_GAP, i;
	int	outcome;

	if ((pair->self.state = calloc(1, size)) == NULL)
		return fail_errno("memory for the state of %s",
		    transport->name);
	pair->prepared = true;
	if (transport->prepare != NULL &&
	    (outcome = transport->prepare(&pair->self)) != OUTCOME_OK)
		return outcome;
	for (i = 0; i < crew->role_count; i++) {
		members[i].side.state = malloc(size);
		if (members[i].side.state == NULL)
			return fail_errno("memory for the state of %s",
			    transport->name);
		memcpy(members[i].side.state, pair->self.state, size);
	}
	return OUTCOME_OK;
}

/*
 * The child lives as these sides, all of one pair.  What else it inherited
 * would keep others from seeing an end of theirs close: channels, and the
 * descriptors of earlier pairs, which are those below its own pair's first.
 */
static void
crew_become_sides(struct crew *crew, struct crew_member *members, size_t count,
    const int *channels, int supervisor, int pair_fd)
{
	struct side_setting settings[JOB_ROLES_MAX];
	struct crew_member *own = &crew->members[members->side.pair *
			    crew->role_count];
	size_t	i;

	for (i = 0; i < crew->role_count; i++)
		fdio_close(&own[i].channel);
	if (members->side.pair > 0)
		fdio_close_range(crew->first_fd, pair_fd);
	fdio_close(&crew->command);
	for (i = 0; i < count; i++)
		settings[i] = (struct side_setting){
			.side = &members[i].side,
			.channel = channels[i],
			.cpu = crew_get_cpu(crew, members[i].side.role),
			.supervisor = supervisor,
		};
	_exit(members->side.is_thread ? side_live_together(settings, count) :
	    side_live(settings));
}

/* Starts so many sides in one process. */
static int
crew_fork(struct crew *crew, struct crew_member *members, size_t count,
    int pair_fd)
{
	int	ends[JOB_ROLES_MAX], pair[2], supervisor = (int)getpid();
	int	outcome = OUTCOME_OK;
	size_t	i, made;
	pid_t	pid = -1;

	for (made = 0; made < count && outcome == OUTCOME_OK; made++) {
		if (fdio_socketpair(pair) != 0) {
			outcome = fail_errno("make a control channel");
			break;
		}
		members[made].channel = pair[0];
		ends[made] = pair[1];
	}
	if (outcome == OUTCOME_OK && (pid = fork()) == 0)
		crew_become_sides(crew, members, count, ends, supervisor,
		    pair_fd);
	if (outcome == OUTCOME_OK && pid < 0)
		outcome = fail_errno("start a process (see ulimit -u)");
	for (i = 0; i < made; i++) {
		fdio_close(&ends[i]);
		/* No number below it may be left for the next pair. */
		if (count > 1)
			fdio_lower(&members[i].channel);
		members[i].pid = pid > 0 ? pid : 0;
		members[i].waiting = pid > 0;
	}
	return outcome;
}

/* The lowest descriptor that is free; -1 with a reason. */
static int
crew_find_free_fd(void)
{
	int	fd = dup(STDIN_FILENO), found = fd;

	if (fd < 0)
		return fail_errno("find a free descriptor");
	fdio_close(&fd);
	return found;
}

/* Raises the limit of descriptors as far as that is needed and allowed. */
static int
crew_reserve_fds(const struct crew *crew, rlim_t needed)
{
	struct rlimit	limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0 ||
	    limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= needed)
		return OUTCOME_OK;
	if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < needed)
		return skip("%zu pairs need %llu descriptors, and a process "
		    "may have %llu: raise ulimit -Hn, or take fewer pairs",
		    crew->pair_count, (unsigned long long)needed,
		    (unsigned long long)limit.rlim_max);
	limit.rlim_cur = needed;
	if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
		return skip_errno("%zu pairs need %llu descriptors, which "
		    "ulimit -n does not allow", crew->pair_count,
		    (unsigned long long)needed);
	return OUTCOME_OK;
}

static int
crew_fork_pair(struct crew *crew, size_t number, int pair_fd)
{
	struct crew_member *members = &crew->members[number * crew->role_count];
	size_t	each = members->side.is_thread ? crew->role_count : 1, i;

	for (i = 0; i < crew->role_count; i += each)
		if (crew_fork(crew, &members[i], each, pair_fd) != OUTCOME_OK)
			return OUTCOME_FAILED;
	return OUTCOME_OK;
}

/*
 * Room for the descriptors of all pairs, of as many each as the second has,
 * before which no number was free.
 */
static int
crew_reserve_all_fds(const struct crew *crew, int second_fd)
{
	int	next = crew_find_free_fd();

	if (next < 0)
		return OUTCOME_FAILED;
	return crew_reserve_fds(crew, (rlim_t)next + SPARE_FDS +
	    (rlim_t)(next - second_fd) * (rlim_t)(crew->pair_count - 2));
}

/*
 * Pair by pair, so that the descriptors of a pair are never below those of an
 * earlier one, and a side inherits none of a later.
 */
static int
crew_start_pair(struct crew *crew, size_t number)
{
	bool	several = crew->pair_count > 1;
	int	pair_fd = 0, outcome;

	if (several && (pair_fd = crew_find_free_fd()) < 0)
		return OUTCOME_FAILED;
	if (several && number == 0) {
		crew->first_fd = pair_fd;
		outcome = crew_reserve_fds(crew, (rlim_t)pair_fd + SPARE_FDS);
		if (outcome != OUTCOME_OK)
			return outcome;
	}
	if ((outcome = crew_prepare(crew, number)) != OUTCOME_OK)
		return outcome;
	if (crew_fork_pair(crew, number, pair_fd) != OUTCOME_OK)
		return OUTCOME_FAILED;
	return number == 1 ? crew_reserve_all_fds(crew, pair_fd) : OUTCOME_OK;
}

static int
crew_check_threads(const struct crew *crew)
{
	if (crew->spec.parameters.value[KEY_PEER] != PEER_THREAD)
		return OUTCOME_OK;
	if (!side_has_threads())
		return skip("this build has no threads: use peer=process");
	if (crew->job->client_cpu >= 0 && !osdep_pins_threads())
		return skip("this system binds processes to CPUs, but not "
		    "threads: with peer=thread only place=any works");
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
	if ((outcome = crew_check_threads(crew)) != OUTCOME_OK)
		return outcome;
	if (crew_recruit(crew) != OUTCOME_OK)
		return OUTCOME_FAILED;
	for (i = 0; i < crew->pair_count; i++)
		if ((outcome = crew_start_pair(crew, i)) != OUTCOME_OK)
			return outcome;
	return crew_wait(crew, &none, false);
}
