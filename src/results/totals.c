/* Adds up the invocations of a test, and what each role used in them. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "results/totals.h"

static struct role_totals *
totals_get_role(struct totals *totals, const char *role)
{
	struct role_totals	*added;
	size_t			 i;

	for (i = 0; i < totals->role_count; i++)
		if (strcmp(totals->roles[i].role, role) == 0)
			return &totals->roles[i];
	if (totals->role_count == TOTALS_ROLES_MAX)
		return &totals->roles[TOTALS_ROLES_MAX - 1];
	added = &totals->roles[totals->role_count++];
	strcpy(added->role, role);
	return added;
}

static void
role_add(struct role_totals *totals, const struct side_result *side)
{
	totals->cpu_ns += side_get_cpu_ns(side);
	totals->switches += side->voluntary_switches +
	    side->involuntary_switches;
	if (isnan(side->cpu_ns)) {
		totals->user_ns += side->user_ns;
		totals->system_ns += side->system_ns;
	} else {
		totals->ticked_ns += side->cpu_ns;
		totals->user_ticks += side->user_ticks;
		totals->system_ticks += side->system_ticks;
	}
}

/* All invocations are in: their ticks split their time. */
static void
role_split(struct role_totals *totals)
{
	double	ticks = totals->user_ticks + totals->system_ticks, user_ns;

	if (!(totals->ticked_ns > 0))
		return;
	user_ns = ticks > 0 ? totals->ticked_ns * totals->user_ticks / ticks :
	    (double)NAN;
	totals->user_ns += user_ns;
	totals->system_ns += totals->ticked_ns - user_ns;
}

static void
role_add_to_all(struct role_totals *all, const struct role_totals *role)
{
	all->cpu_ns += role->cpu_ns;
	all->user_ns += role->user_ns;
	all->system_ns += role->system_ns;
	all->switches += role->switches;
	all->ticked_ns += role->ticked_ns;
	all->user_ticks += role->user_ticks;
	all->system_ticks += role->system_ticks;
}

/* Nobody tells what was used in an invocation without sides. */
static void
role_forget(struct role_totals *totals)
{
	totals->cpu_ns = totals->user_ns = totals->system_ns = (double)NAN;
	totals->switches = (double)NAN;
}

void
totals_add_up(struct totals *totals, const struct invocation_result **chosen,
    size_t count)
{
	size_t	i, j;

	memset(totals, 0, sizeof *totals);
	totals->invocations = count;
	for (i = 0; i < count; i++) {
		totals->round_trips += (double)chosen[i]->round_trips;
		totals->elapsed_ns += chosen[i]->elapsed_ns;
		totals->busy_ns += chosen[i]->machine_busy_cpus *
		    chosen[i]->elapsed_ns;
		if (chosen[i]->side_count == 0)
			role_forget(&totals->all);
		for (j = 0; j < chosen[i]->side_count; j++)
			role_add(totals_get_role(totals,
			    chosen[i]->sides[j].role), &chosen[i]->sides[j]);
	}
	for (i = 0; i < totals->role_count; i++) {
		role_split(&totals->roles[i]);
		role_add_to_all(&totals->all, &totals->roles[i]);
	}
}

void
totals_of_test(struct totals *totals, const struct test_result *test)
{
	const struct invocation_result	**chosen;
	size_t				  count;

	chosen = test_choose_invocations(test, &count);
	totals_add_up(totals, chosen, count);
	free(chosen);
}
