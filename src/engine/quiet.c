/* Owns waiting for a quiet machine. */

#include "config.h"

#include <stddef.h>

#include "engine/quiet.h"
#include "system/clock.h"
#include "system/osdep.h"

void
quiet_begin(struct quiet *quiet, uint64_t now_ns, uint64_t busy_ns,
    uint64_t most_ns)
{
	quiet->began_ns = quiet->window_ns = now_ns;
	quiet->busy_ns = busy_ns;
	quiet->most_ns = most_ns;
}

enum quiet_state
quiet_look(struct quiet *quiet, uint64_t now_ns, uint64_t busy_ns)
{
	/* A counter that goes backwards has been reset: begin anew. */
	bool	loud = busy_ns < quiet->busy_ns ||
		    (double)(busy_ns - quiet->busy_ns) >
		    QUIET_SHARE * QUIET_WINDOW_NS;

	if (!loud && now_ns - quiet->window_ns >= QUIET_WINDOW_NS)
		return QUIET_REACHED;
	if (loud) {
		quiet->window_ns = now_ns;
		quiet->busy_ns = busy_ns;
	}
	return quiet->window_ns - quiet->began_ns > quiet->most_ns ?
	    QUIET_GIVEN_UP : QUIET_NOT_YET;
}

struct quiet_outcome
quiet_wait(uint64_t most_ns, const volatile sig_atomic_t *stop)
{
	struct quiet_outcome outcome = { QUIET_NOT_YET, 0 };
	struct quiet	quiet;
	uint64_t	busy_ns, step_ns;

	if (!osdep_busy_time(&busy_ns, &step_ns))
		return outcome;
	quiet_begin(&quiet, clock_now(), busy_ns, most_ns);
	while (outcome.state == QUIET_NOT_YET && (stop == NULL || *stop == 0)) {
		clock_sleep(QUIET_LOOK_NS);
		if (!osdep_busy_time(&busy_ns, &step_ns))
			break;
		outcome.state = quiet_look(&quiet, clock_now(), busy_ns);
	}
	outcome.vain_ns = quiet.window_ns - quiet.began_ns;
	return outcome;
}
