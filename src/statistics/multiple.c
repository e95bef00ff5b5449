/* p values adjusted for how many there are. */

#include "config.h"

#include <stdlib.h>

#include "statistics/multiple.h"

struct ranked {
	double	p;
	size_t	place;		/* where it stood */
};

static int
compare_ranked(const void *first, const void *second)
{
	double	a = ((const struct ranked *)first)->p;
	double	b = ((const struct ranked *)second)->p;

	return (a > b) - (a < b);
}

/* From the least p to the largest, to be freed. */
static struct ranked *
rank(const double *p, size_t count)
{
	struct ranked	*ranked = calloc(count > 0 ? count : 1,
			    sizeof *ranked);
	size_t		 i;

	if (ranked == NULL)
		abort();
	for (i = 0; i < count; i++) {
		ranked[i].p = p[i];
		ranked[i].place = i;
	}
	qsort(ranked, count, sizeof *ranked, compare_ranked);
	return ranked;
}

void
multiple_holm(const double *p, size_t count, double *adjusted)
{
	struct ranked	*ranked = rank(p, count);
	double		 largest = 0, value;
	size_t		 i;

	for (i = 0; i < count; i++) {
		value = ranked[i].p * (double)(count - i);
		if (value > largest)
			largest = value;
		adjusted[ranked[i].place] = largest < 1 ? largest : 1;
	}
	free(ranked);
}

void
multiple_benjamini_hochberg(const double *p, size_t count, double *adjusted)
{
	struct ranked	*ranked = rank(p, count);
	double		 least = 1, value;
	size_t		 i;

	for (i = count; i-- > 0; ) {
		value = ranked[i].p * ((double)count / (double)(i + 1));
		if (value < least)
			least = value;
		adjusted[ranked[i].place] = least;
	}
	free(ranked);
}
