/* What the files that check the contract share. */

#ifndef TESTS_CONFORMANCE_PARTS_H
#define TESTS_CONFORMANCE_PARTS_H

#include "base/tmpdir.h"
#include "conformance.h"
#include "engine/crew.h"

#define CONFORMANCE_FEW	20u		/* operations that tell enough */
#define CONFORMANCE_FDS	256		/* more descriptors are not looked at */

/* One transport under test, in a private directory. */
struct conformance {
	const struct transport	*transport;
	enum conformance_depth	 depth;
	uint64_t		 timeout_ns;
	char			 directory[TMPDIR_PATH_SIZE];
	struct job_report	*report;
	char			*system;	/* what was there that outlives processes */
};

/* A job of so many operations; keys: "size=1,verify=on", or "". */
void	 conformance_set_job(const struct conformance *, struct job *,
	     const char *keys, uint64_t count);

/* Carries a job out in a fresh supervisor; its report is kept. */
int	 conformance_execute(struct conformance *, const struct job *);

/* Carries such a job out in a fresh supervisor, as a run does it. */
int	 conformance_invoke(struct conformance *, const char *keys,
	     uint64_t count);

/* A crew in this very process, so that what is left behind can be seen;
 * count: operations of its one batch, 0: none. */
int	 conformance_crew(struct conformance *, const char *keys,
	     uint64_t count);

/* A batch without end while a side is killed in its midst or before it. */
int	 conformance_batch_killed(struct conformance *, struct crew *,
	     size_t victim, bool later);

/* Descriptors that this process has open. */
int	 conformance_count_descriptors(void);

/* Fails where this process has a child left. */
int	 conformance_check_no_children(void);

/* That a side sleeps once a round trip, where it is to block. */
int	 conformance_check_sleeps(struct conformance *);

/* All that holds for several pairs, and for sides that are threads. */
int	 conformance_check_pairs(struct conformance *);

/* Whether each process of it tells what it used. */
int	 conformance_check_usage(struct conformance *);

#endif
