/* What each process of a test must tell of its CPU time, a daemon too. */

#include "config.h"

#include <stdbool.h>
#include <unistd.h>

#include "conformance-parts.h"
#include "system/osdep.h"

/* A process that is none of ours tells what the system does of any. */
static int
check_daemon(const struct job_usage *usage)
{
	struct osdep_usage own;

	if (!osdep_get_usage(getpid(), &own))
		return OUTCOME_OK;
	if (usage->cpu_unknown || usage->cpu_ns == 0)
		return fail("a daemon does not tell its CPU time");
	if (usage->ticks_unknown && own.ticks_known)
		return fail("a daemon does not tell its clock ticks");
	if (usage->switches_unknown && own.switches_known)
		return fail("a daemon does not tell its context switches");
	return OUTCOME_OK;
}

static int
check_side(const struct job_side *side)
{
	const struct job_usage *usage = &side->usage;

	if (side->role == ROLE_DAEMON)
		return check_daemon(usage);
	if (usage->cpu_unknown)
		return fail("a side does not tell its CPU time");
	if (!usage->split_unknown &&
	    usage->cpu_ns < usage->user_ns + usage->system_ns)
		return fail("a side used less than its parts");
	return OUTCOME_OK;
}

int
conformance_check_usage(struct conformance *conformance)
{
	const struct job_report *report = conformance->report;
	unsigned	i;
	int		outcome;

	outcome = conformance_invoke(conformance, "", CONFORMANCE_FEW);
	for (i = 0; outcome == OUTCOME_OK && i < report->side_count; i++)
		outcome = check_side(&report->sides[i]);
	return outcome;
}
