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

/* CPU time is exact.  How it is split only ticks tell, too few of them in one
 * invocation to say anything: they are added up over all of them. */
static void
helper_subtract(struct job_usage *usage, const struct osdep_usage *before,
    const struct osdep_usage *after)
{
	usage->cpu_unknown = false;
	usage->cpu_ns = after->cpu_ns - before->cpu_ns;
	if (before->ticks_known && after->ticks_known) {
		usage->ticks_unknown = false;
		usage->user_ticks = after->user_ticks - before->user_ticks;
		usage->system_ticks = after->system_ticks -
		    before->system_ticks;
	}
	if (before->switches_known && after->switches_known) {
		usage->switches_unknown = false;
		usage->voluntary = after->voluntary - before->voluntary;
		usage->involuntary = after->involuntary - before->involuntary;
	}
}

bool
crew_helper_report(const struct crew *crew, struct job_side *side)
{
	struct osdep_usage	  after;
	pid_t			  helper = helper_get(crew);
	int			  pinned = crew_get_cpu(crew, ROLE_DAEMON);
	bool			  known;

	if (helper == 0)
		return false;
	memset(side, 0, sizeof *side);
	side->role = ROLE_DAEMON;
	side->usage.cpu_unknown = side->usage.split_unknown = true;
	side->usage.ticks_unknown = side->usage.switches_unknown = true;
	known = crew->helper_known &&
	    osdep_get_usage(helper, &after);
	if (known)
		helper_subtract(&side->usage, &crew->helper_before, &after);
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
