/* What a crew does about messages that get lost: somebody must give up. */

#include "config.h"

#include <signal.h>

#include "engine/crew-parts.h"
#include "engine/measure.h"
#include "engine/side.h"

#define LOSS_NS		20000000u	/* without progress: given up, */
#define LOSS_TIMES	100		/* or so many times an operation */

bool
crew_loses(const struct crew *crew)
{
	return (crew->spec.transport->flags & TRANSPORT_LOSES) != 0;
}

static bool
crew_waits_for_client(const struct crew *crew)
{
	size_t	i;

	for (i = 0; i < crew->member_count; i++)
		if (crew->members[i].waiting &&
		    crew->members[i].report.role == ROLE_CLIENT)
			return true;
	return false;
}

/* As the signal may come too early it is repeated, though not at each look. */
static void
crew_tell(struct crew_member *member, uint64_t give_up, uint64_t now)
{
	if (member->side.progress->give_up == give_up &&
	    now - member->told_ns < CREW_LOSS_WATCH_MS * 1000000u)
		return;
	member->side.progress->give_up = give_up;
	member->told_ns = now;
	kill(member->pid, SIDE_GIVE_UP_SIGNAL);
}

/*
 * A client that waits for what was lost is told which operation to give up;
 * when all clients have ended, servers are told that the batch is over: at
 * once, where they go on until then.  The signal interrupts what blocks.
 */
void
crew_watch_losses(struct crew *crew, uint64_t now)
{
	bool		by_itself = (crew->spec.transport->flags &
			    TRANSPORT_ASKS_AGAIN) != 0;
	double		patience = LOSS_TIMES * crew->operation_ns;
	double		least = (double)measure_stretch(LOSS_NS,
			    crew->pair_count);
	bool		ends = !crew_waits_for_client(crew);
	size_t		i;

	if (patience < least)
		patience = least;
	for (i = 0; i < crew->member_count; i++) {
		struct crew_member *member = &crew->members[i];
		uint64_t	    done = member->side.progress->done;

		if (!member->waiting ||
		    (done != member->done && !(ends && by_itself))) {
			member->done = done;
			member->moved_ns = now;
		} else if (ends) {
			crew_tell(member, PROGRESS_BATCH_OVER, now);
		} else if (!by_itself && member->report.role == ROLE_CLIENT &&
		    (double)(now - member->moved_ns) > patience) {
			crew_tell(member, done + 1, now);
		}
	}
}
