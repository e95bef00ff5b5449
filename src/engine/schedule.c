/* Owns the rules by which a test gets another invocation. */

#include "config.h"

#include "engine/schedule.h"

size_t
schedule_spare(const struct schedule *schedule,
    const struct schedule_state *state)
{
	if (state->patient)
		return SIZE_MAX;
	if (state->made == state->disturbed || schedule->invocations == 1)
		return schedule->invocations / 2;
	return schedule->invocations;
}

double
schedule_width(const struct schedule_state *state)
{
	return (state->high - state->low) / 2 / state->median;
}

bool
schedule_wants_more(const struct schedule *schedule,
    const struct schedule_state *state)
{
	size_t	again = state->disturbed, most = schedule->invocations;

	if (again > schedule_spare(schedule, state))
		again = schedule_spare(schedule, state);
	if (state->made < schedule->invocations + again)
		return true;
	if (schedule->most > most)
		most = schedule->most;
	/* Where there is no interval, there will be none. */
	return state->made < most + again &&
	    schedule_width(state) > schedule->within;
}

bool
schedule_fits(uint64_t budget_ns, uint64_t elapsed_ns, uint64_t cost_ns,
    uint64_t reserve_ns)
{
	uint64_t	left_ns = schedule_left(budget_ns, elapsed_ns);

	return budget_ns == 0 || (reserve_ns <= left_ns &&
	    cost_ns <= left_ns - reserve_ns);
}

uint64_t
schedule_left(uint64_t budget_ns, uint64_t elapsed_ns)
{
	if (budget_ns == 0)
		return UINT64_MAX;
	return elapsed_ns < budget_ns ? budget_ns - elapsed_ns : 0;
}
