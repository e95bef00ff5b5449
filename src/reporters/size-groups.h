/* Tests that differ in the size of their messages alone. */

#ifndef REPORTERS_SIZE_GROUPS_H
#define REPORTERS_SIZE_GROUPS_H

#include <stddef.h>

#include "reporters/format.h"
#include "results/platforms.h"

/* One row of the platforms. */
struct size_point {
	const struct platform_row	*row;
	double				 size;	/* bytes */
	char				 place[FORMAT_SIZE];
};

/* Points of one place stand together, smaller sizes first. */
struct size_group {
	char			*name;		/* the form without size and place; owned, harmless */
	struct size_point	*points;	/* owned */
	size_t			 count;
	size_t			 place_count;	/* different ones */
};

/* Those with two sizes or more, in the order of their first rows. */
struct size_groups {
	struct size_group	*list;		/* owned */
	size_t			 count;
};

void	 size_groups_make(const struct platforms *, struct size_groups *);
void	 size_groups_free(struct size_groups *);

/* How many points, from one on, have its place. */
size_t	 size_group_run(const struct size_group *, size_t first);

#endif
