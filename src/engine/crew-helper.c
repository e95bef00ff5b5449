/* A transport's own process as the supervisor sees it. */

#include "config.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "engine/crew-helper.h"
#include "engine/crew-parts.h"
#include "engine/side.h"

/* Such a transport has one pair. */
static pid_t
helper_get(const struct crew *crew)
{
	return crew->pair_count > 0 ? crew->pairs[0].self.helper : 0;
}

int
crew_helper_check(struct crew *crew)
{
	pid_t	helper = helper_get(crew);
	int	status;

	if (helper == 0 || waitpid(helper, &status, WNOHANG) != helper)
		return OUTCOME_OK;
	crew->pairs[0].self.helper = 0;
	return crew_fail_status(side_role_name(ROLE_DAEMON), status);
}

uint64_t
crew_helper_get_total_ns(const struct crew *crew)
{
	pid_t	helper = helper_get(crew);
	struct osdep_usage usage;

	return helper != 0 && osdep_get_usage(helper, &usage) ?
	    usage.cpu_ns : 0;
}

void
crew_helper_begin(struct crew *crew)
{
	pid_t	helper = helper_get(crew);

	crew->helper_known = helper != 0 &&
	    osdep_get_usage(helper, &crew->helper_before);
}

/*
 * CPU time is exact, its split is counted in ticks: those of the region, or,
 * where there were none, those of the whole life.
 */
static bool
helper_split(struct job_usage *usage, const struct osdep_usage *before,
    const struct osdep_usage *after)
{
	uint64_t	cpu_ns = after->cpu_ns - before->cpu_ns;
	uint64_t	user = after->user_ns - before->user_ns;
	uint64_t	system = after->system_ns - before->system_ns;

	if (!before->split_known || !after->split_known)
		return false;
	if (user + system == 0) {
		user = after->user_ns;
		system = after->system_ns;
	}
	if (user + system == 0)
		return false;
	usage->user_ns = (uint64_t)((double)cpu_ns * (double)user /
	    (double)(user + system));
	usage->system_ns = cpu_ns - usage->user_ns;
	return true;
}

bool
crew_helper_report(const struct crew *crew, struct job_side *side)
{
	const struct osdep_usage *before = &crew->helper_before;
	struct osdep_usage	  after;
	pid_t			  helper = helper_get(crew);
	int			  pinned = crew_get_cpu(crew, ROLE_DAEMON);
	bool			  known;

	if (helper == 0)
		return false;
	memset(side, 0, sizeof *side);
	side->role = ROLE_DAEMON;
	known = crew->helper_known &&
	    osdep_get_usage(helper, &after);
	side->usage.times_unknown = !known ||
	    !helper_split(&side->usage, before, &after);
	side->usage.switches_unknown = !known || !before->switches_known ||
	    !after.switches_known;
	if (!side->usage.switches_unknown) {
		side->usage.voluntary = after.voluntary - before->voluntary;
		side->usage.involuntary =
		    after.involuntary - before->involuntary;
	}
	if (known && after.cpu >= 0) {
		side->seen[side->seen_count++] = after.cpu;
		side->migrated = pinned >= 0 && after.cpu != pinned;
	}
	return true;
}

void
crew_helper_end(struct crew *crew)
{
	pid_t	helper = helper_get(crew);

	if (helper == 0)
		return;
	kill(helper, SIGKILL);
	while (waitpid(helper, NULL, 0) < 0 && errno == EINTR)
		;
	crew->pairs[0].self.helper = 0;
}
