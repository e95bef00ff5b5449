/* Owns reading by sysctl() and the meaning of its ticks. */

#include "config.h"

#include <sys/types.h>
#include <sys/param.h>
#include <sys/sysctl.h>
#include <sys/time.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "system/osdep-sysctl.h"

#define NS_PER_S	1000000000u

bool
sysctl_read(int *numbers, unsigned count, void *value, size_t *size)
{
	return sysctl(numbers, count, value, size, NULL, 0) == 0;
}

bool
sysctl_read_text(int *numbers, unsigned count, char *text, size_t size)
{
	size_t	length = size - 1;

	if (!sysctl_read(numbers, count, text, &length))
		length = 0;
	text[length] = '\0';
	length = strlen(text);
	while (length > 0 && strchr(" \t\n", text[length - 1]) != NULL)
		text[--length] = '\0';
	return length > 0;
}

const char *
sysctl_find_executable(int *numbers, unsigned count)
{
	static char	path[PATH_MAX];

	return sysctl_read_text(numbers, count, path, sizeof path) &&
	    access(path, X_OK) == 0 ? path : NULL;
}

/* The statistics have a clock of their own, if the machine has two. */
static uint64_t
sysctl_get_tick(void)
{
	int		  numbers[] = { CTL_KERN, KERN_CLOCKRATE };
	struct clockinfo  clock;
	size_t		  size = sizeof clock;
	int		  frequency;

	memset(&clock, 0, sizeof clock);
	if (!sysctl_read(numbers, 2, &clock, &size))
		return 0;
	frequency = clock.stathz > 0 ? clock.stathz : clock.hz;
	return frequency > 0 ? NS_PER_S / (uint64_t)frequency : 0;
}

bool
sysctl_sum_ticks(const uint64_t *ticks, size_t states, size_t idle,
    uint64_t *busy_ns, uint64_t *step_ns)
{
	uint64_t	busy = 0;
	size_t		i;

	if ((*step_ns = sysctl_get_tick()) == 0)
		return false;
	for (i = 0; i < states; i++)
		if (i != idle)
			busy += ticks[i];
	*busy_ns = busy * *step_ns;
	return true;
}
