/*
 * How quick cores were in the course of a run, and what is slow for them.
 * Pure.
 */

#ifndef ENGINE_CORE_SPEEDS_H
#define ENGINE_CORE_SPEEDS_H

#include <stddef.h>

/* Cores that are alike, in sides that are: see core_speeds_add(). */
struct core_speeds_class {
	char	 relation[16], kind[16];
	double	*work_ns;	/* owned, ascending */
	size_t	 count;
};

/* Zeroed: nothing is known. */
struct core_speeds {
	struct core_speeds_class *classes;	/* owned */
	size_t	count;
};

/*
 * Adds what the fixed work (system/work.h) took a side on a core of that kind
 * ("" unknown), its CPU in that relation to its partner's: two hardware threads
 * of one core work at the same time and slow each other down.  What is not
 * above 0 is passed over.
 */
void	 core_speeds_add(struct core_speeds *, const char *relation,
	     const char *kind, double work_ns);

/*
 * So many times what the like took in their quickest tenth: a lone moment at a
 * higher clock rate makes nothing slow.  1 for the first, NaN for what is not
 * above 0.
 */
double	 core_speeds_compare(const struct core_speeds *, const char *relation,
	     const char *kind, double work_ns);

void	 core_speeds_free(struct core_speeds *);

#endif
