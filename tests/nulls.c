/* The distribution of U under no difference, by another way than ours. */

#include "config.h"

#include <stdlib.h>

#include "nulls.h"

/*
 * How U is distributed when nothing differs, by the recurrence over which
 * sample holds the largest value: sums of positive numbers alone.
 */
double *
nulls_make_tail(size_t n, size_t m)
{
	size_t	 size = n * m + 1, i, j, u;
	double	*rows = calloc((m + 1) * size, sizeof *rows), *row, *tail;
	double	 total;

	/* Before the turn of i, row j is of i - 1 and j values. */
	for (j = 0; j <= m; j++)
		rows[j * size] = 1;
	for (i = 1; i <= n; i++) {
		for (j = 1; j <= m; j++) {
			row = rows + j * size;
			for (u = i * j + 1; u-- > 0; )
				row[u] = (u >= j ? row[u - j] : 0) +
				    (row - size)[u];
		}
	}
	row = rows + m * size;
	tail = calloc(size, sizeof *tail);
	for (u = 0, total = 0; u < size; u++)
		tail[u] = total += row[u];
	for (u = 0; u < size; u++)
		tail[u] /= total;
	free(rows);
	return tail;
}

size_t
nulls_count_tail(const double *tail)
{
	size_t	count = 0;

	while (tail[count] <= 0.025 * (1 + 1e-12))
		count++;
	return count;
}
