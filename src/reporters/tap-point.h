/* The lines of TAP, version 13, and of the kernel's dialect, KTAP version 1. */

#ifndef REPORTERS_TAP_POINT_H
#define REPORTERS_TAP_POINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "results/judgement.h"

/* What is known about a point: a text, or where that is NULL a number. */
struct tap_detail {
	const char	*key;		/* [a-z0-9_] */
	const char	*text;
	double		 number;	/* NaN: the detail is left out */
};

/* Set out and ktap, leave the rest zero. */
struct tap {
	FILE	*out;
	bool	 ktap;
	size_t	 number;	/* of the point written last */
};

/* The version and the plan; count may be 0. */
void	 tap_begin(struct tap *, size_t count);

/*
 * A point: its result, its name, its details (behind it as YAML; in KTAP
 * before it as a comment).  Name and texts may hold any bytes.
 */
void	 tap_point(struct tap *, const char *name, const struct judgement *,
	     const struct tap_detail *, size_t detail_count);

#endif
