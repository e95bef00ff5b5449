/* Owns axes: where a value stands, and which values are named. */

#include "config.h"

#include <math.h>

#include "reporters/scale.h"

#define WIDE		4.0	/* high over low from which on a logarithmic axis has logarithmic ticks */
#define SMALLEST	1e-100	/* beyond these no axis goes */
#define LARGEST		1e100
#define ROUNDING	1e-9	/* of a step: what counting steps may lose */

static double
to_axis(const struct scale *scale, double value)
{
	return scale->logarithmic ? log(value) : value;
}

static double
from_axis(const struct scale *scale, double value)
{
	return scale->logarithmic ? exp(value) : value;
}

/* A value that an axis can have. */
static double
tame(double value, bool logarithmic, double otherwise)
{
	if (isnan(value) || (logarithmic && !(value >= SMALLEST)))
		return otherwise;
	return fmin(fmax(value, logarithmic ? SMALLEST : -LARGEST), LARGEST);
}

struct scale
scale_make(double least, double greatest, double margin, bool logarithmic,
    double from, double to)
{
	struct scale	scale = { .from = from, .to = to,
			    .logarithmic = logarithmic };
	double		low, high, room;

	greatest = tame(greatest, logarithmic, 1);
	least = fmin(tame(least, logarithmic, greatest), greatest);
	low = to_axis(&scale, least);
	high = to_axis(&scale, greatest);
	room = (high - low) * margin;
	if (!(high - low > ROUNDING * fmax(fabs(low), fabs(high))))
		room = logarithmic ? log(1.1) : fmax(fabs(high) * 0.1, 1);
	scale.low = from_axis(&scale, low - room);
	scale.high = from_axis(&scale, high + room);
	return scale;
}

bool
scale_holds(const struct scale *scale, double value)
{
	return value >= scale->low && value <= scale->high;
}

double
scale_place(const struct scale *scale, double value)
{
	double	low = to_axis(scale, scale->low);
	double	high = to_axis(scale, scale->high);

	if (isnan(value) || value <= scale->low)
		return scale->from;
	if (value >= scale->high)
		return scale->to;
	return scale->from + (scale->to - scale->from) *
	    (to_axis(scale, value) - low) / (high - low);
}

/* The multiples of a step that the scale holds: at most so many, or none. */
static bool
ticks_linear(const struct scale *scale, double step, size_t most,
    struct ticks *ticks)
{
	double	first = ceil(scale->low / step - ROUNDING);
	double	last = floor(scale->high / step + ROUNDING);

	ticks->count = 0;
	if (!(last - first < (double)most))
		return false;
	/* 0.0: there is no tick at -0. */
	for (; (double)ticks->count <= last - first; ticks->count++)
		ticks->at[ticks->count] = (first + (double)ticks->count) *
		    step + 0.0;
	return true;
}

static void
ticks_nice(const struct scale *scale, size_t most, struct ticks *ticks)
{
	static const double	factors[] = { 1, 2, 5, 10, 20, 50, 100 };
	double			power;
	size_t			i;

	power = pow(10, floor(log10((scale->high - scale->low) /
	    (double)most)));
	for (i = 0; i < sizeof factors / sizeof factors[0]; i++)
		if (ticks_linear(scale, power * factors[i], most, ticks))
			return;
}

/* Powers of ten, every so many of them, times each of the factors. */
static bool
ticks_logarithmic(const struct scale *scale, const double *factors,
    size_t factor_count, int every, size_t most, struct ticks *ticks)
{
	int	first = (int)floor(log10(scale->low));
	int	last = (int)ceil(log10(scale->high)), power;
	double	value;
	size_t	i;

	ticks->count = 0;
	for (power = first; power <= last; power++)
		for (i = 0; i < factor_count; i++) {
			value = pow(10, power) * factors[i];
			if (power % every != 0 || !scale_holds(scale, value))
				continue;
			if (ticks->count == most)
				return false;
			ticks->at[ticks->count++] = value;
		}
	return true;
}

void
scale_ticks(const struct scale *scale, size_t most, struct ticks *ticks)
{
	static const double	many[] = { 1, 2, 3, 4, 6, 8 };
	static const double	factors[] = { 1, 2, 5 };
	static const double	few[] = { 1, 3 };
	int			every;

	if (!scale->logarithmic || scale->high / scale->low < WIDE) {
		ticks_nice(scale, most, ticks);
		return;
	}
	if (ticks_logarithmic(scale, many, 6, 1, most, ticks) ||
	    ticks_logarithmic(scale, factors, 3, 1, most, ticks) ||
	    ticks_logarithmic(scale, few, 2, 1, most, ticks))
		return;
	for (every = 1; every <= 1024; every *= 2)
		if (ticks_logarithmic(scale, factors, 1, every, most, ticks))
			return;
}
