/* Many tests at once: p values adjusted for the size of the table. */

#ifndef STATISTICS_MULTIPLE_H
#define STATISTICS_MULTIPLE_H

#include <stddef.h>

/*
 * Writes the adjusted value of each p, in the same order; adjusted may be the
 * same array.  Holm (1979) holds the chance of any false claim; Benjamini and
 * Hochberg (1995) hold the share of false ones among the claims.
 */
void	 multiple_holm(const double *p, size_t, double *adjusted);
void	 multiple_benjamini_hochberg(const double *p, size_t, double *adjusted);

#endif
