/* The fixed piece of arithmetic by which the speed of a core is known. */

#include "config.h"

#include "system/clock.h"
#include "system/work.h"

#define WORK_PIECES	3
#define WORK_STEPS	4000		/* of one piece */

/* What comes of it goes here: it must not be left out. */
static volatile uint64_t work_result;

/* No sum waits for another, hence the width of the core is the limit. */
static uint64_t
work_do(uint64_t seed)
{
	uint64_t	a = seed, b = seed + 1, c = seed + 2, d = seed + 3;
	uint64_t	e = seed + 4, f = seed + 5, g = seed + 6, h = seed + 7;
	uint64_t	i;

	for (i = 0; i < WORK_STEPS; i++) {
		a += (a << 2) ^ i;
		b += (b << 2) ^ i;
		c += (c << 2) ^ i;
		d += (d << 2) ^ i;
		e += (e << 2) ^ i;
		f += (f << 2) ^ i;
		g += (g << 2) ^ i;
		h += (h << 2) ^ i;
	}
	return a ^ b ^ c ^ d ^ e ^ f ^ g ^ h;
}

uint64_t
work_measure(void)
{
	uint64_t	least = UINT64_MAX, began, took;
	int		i;

	for (i = 0; i < WORK_PIECES; i++) {
		began = clock_now();
		work_result = work_do(began);
		took = clock_now() - began;
		if (took < least)
			least = took;
	}
	return least;
}
