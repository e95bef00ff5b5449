/* Unpredictable bytes from whatever source the system has. */

#include "config.h"

#include <fcntl.h>
#include <stdint.h>
#include <sys/time.h>
#include <unistd.h>
#if HAVE_SYS_RANDOM_H
#include <sys/random.h>
#endif

#include "base/entropy.h"
#include "base/fdio.h"

/* What getentropy() gives in one call at most. */
#define ENTROPY_CALL_MAX 256

static int
entropy_from_system(void *data, size_t size)
{
#if HAVE_GETENTROPY
	unsigned char	*next = data;
	size_t		 part;

	while (size > 0) {
		part = size < ENTROPY_CALL_MAX ? size : ENTROPY_CALL_MAX;
		if (getentropy(next, part) != 0)
			return -1;
		next += part;
		size -= part;
	}
	return 0;
#else
	(void)data;
	(void)size;
	return -1;
#endif
}

static int
entropy_from_device(void *data, size_t size)
{
	int	fd, outcome;

	if ((fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC)) < 0)
		return -1;
	outcome = fdio_read_all(fd, data, size);
	fdio_close(&fd);
	return outcome;
}

/* SplitMix64: neighbouring states give unrelated values. */
static uint64_t
entropy_mix(uint64_t state)
{
	state = (state ^ (state >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	state = (state ^ (state >> 27)) * UINT64_C(0x94d049bb133111eb);
	return state ^ (state >> 31);
}

static void
entropy_from_clock(void *data, size_t size)
{
	static uint64_t	 calls;
	unsigned char	*next = data;
	struct timeval	 now;
	uint64_t	 state;
	size_t		 i;

	gettimeofday(&now, NULL);
	state = entropy_mix((uint64_t)getpid() << 32 ^ ++calls);
	state ^= entropy_mix((uint64_t)now.tv_sec * 1000000u +
	    (uint64_t)now.tv_usec);
	state ^= entropy_mix((uint64_t)(uintptr_t)&state);
	for (i = 0; i < size; i++) {
		state += UINT64_C(0x9e3779b97f4a7c15);
		next[i] = (unsigned char)(entropy_mix(state) >> 56);
	}
}

int
entropy_fill(void *data, size_t size)
{
	if (entropy_from_system(data, size) != 0 &&
	    entropy_from_device(data, size) != 0)
		entropy_from_clock(data, size);
	return 0;
}
