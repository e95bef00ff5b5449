/*
 * A library to be preloaded: each write() of one byte or more to a pipe or a
 * socket takes DELAY_NS nanoseconds longer, spent in a loop that was timed
 * when the program began.  What it is for: a slower kernel path whose cost is
 * known.
 */

#include "config.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define TRIES		200
#define TURNS		2000u

static unsigned	turns;	/* of the loop, for the delay */

static uint64_t
now(void)
{
	struct timespec	time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* Multiplications that each wait for the one before take as long in a burst as
 * in a long run; a counter in memory does not. */
static void
turn(unsigned count)
{
	static volatile uint64_t	sink;
	uint64_t			number = count;
	unsigned			i;

	for (i = 0; i < count; i++)
		number = number * 6364136223846793005u + 1;
	sink = number;
}

/* The quickest of many tries: whatever holds one up makes it slower. */
__attribute__((constructor)) static void
begin(void)
{
	const char	*text = getenv("DELAY_NS");
	double		 delay = text != NULL ? strtod(text, NULL) : 0;
	uint64_t	 best = UINT64_MAX, took;
	unsigned	 i;

	if (!(delay > 0))
		return;
	for (i = 0; i < TRIES; i++) {
		took = now();
		turn(TURNS);
		took = now() - took;
		if (took > 0 && took < best)
			best = took;
	}
	turns = (unsigned)(delay * TURNS / (double)best + 0.5);
}

ssize_t
write(int fd, const void *data, size_t size)
{
	static ssize_t	(*next)(int, const void *, size_t);

	if (next == NULL)
		*(void **)&next = dlsym(RTLD_NEXT, "write");
	turn(turns);
	return next(fd, data, size);
}
