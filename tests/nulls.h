/* How U of two samples is distributed when nothing differs, found plainly. */

#ifndef TESTS_NULLS_H
#define TESTS_NULLS_H

#include <stddef.h>

/* P(U <= u) for u from 0 to n * m, to be freed. */
double	*nulls_make_tail(size_t n, size_t m);

/* How many values of U the interval at 95 % leaves out on each side. */
size_t	 nulls_count_tail(const double *tail);

#endif
