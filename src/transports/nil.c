/* nil: operations that do nothing, so that the tool measures itself. */

#include "config.h"

#include "transports/batch.h"

static int
nil_operate(struct side *side, const struct message_methods *methods)
{
	(void)side;
	(void)methods;
	return OUTCOME_OK;
}

static int
nil_run(struct side *side, struct batch *batch)
{
	return batch_run(side, batch, nil_operate, NULL);
}

const struct transport transport_nil = {
	.name = "nil",
	.summary = "nothing: what measuring costs",
	.operation = "no system call at all; each side only counts",
	.paths = "none: the timed loop, the clock and the histogram of ipclat",
	.keys = KEY_BIT(KEY_PAIRS) | KEY_BIT(KEY_PEER),
	.method = 1,
	.run = nil_run,
};
