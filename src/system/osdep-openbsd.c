/* What only OpenBSD can tell about CPUs, time, and processes. */

#include "config.h"

#include <sys/types.h>
#include <sys/param.h>
#include <sys/proc.h>
#include <sys/sched.h>
#include <sys/sysctl.h>
#include <sys/time.h>
#include <stdio.h>
#include <string.h>

#include "results/result.h"
#include "system/osdep-cpuid.h"
#include "system/osdep-sysctl.h"
#include "system/osdep.h"

/* Of all CPUs together the kernel tells an average: each is asked. */
bool
osdep_busy_time(uint64_t *busy_ns, uint64_t *step_ns)
{
	int		numbers[] = { CTL_HW, HW_NCPUFOUND, 0 };
	uint64_t	ticks[CPUSTATES], sum[CPUSTATES];
	size_t		size = sizeof(int), i;
	int		count, number, told = 0;

	if (!sysctl_read(numbers, 2, &count, &size))
		return false;
	memset(sum, 0, sizeof sum);
	numbers[0] = CTL_KERN;
	numbers[1] = KERN_CPTIME2;
	for (number = 0; number < count; number++) {
		numbers[2] = number;
		size = sizeof ticks;
		/* One that is switched off tells nothing. */
		if (!sysctl_read(numbers, 3, ticks, &size) ||
		    size != sizeof ticks)
			continue;
		told++;
		for (i = 0; i < CPUSTATES; i++)
			sum[i] += ticks[i];
	}
	return told > 0 &&
	    sysctl_sum_ticks(sum, CPUSTATES, CP_IDLE, busy_ns, step_ns);
}

/* The system tells no path of a program. */
const char *
osdep_own_executable(void)
{
	return NULL;
}

/* Where the kernel chooses by load. */
bool
osdep_scales_frequency(void)
{
	int	numbers[] = { CTL_HW, HW_PERFPOLICY };
	char	policy[32];

	return sysctl_read_text(numbers, 2, policy, sizeof policy) &&
	    strcmp(policy, "auto") == 0;
}

static const struct {
	const char	*key;
	int		 numbers[2];
} texts[] = {
	{ "vendor", { CTL_HW, HW_VENDOR } },
	{ "product", { CTL_HW, HW_PRODUCT } },
	{ "governor", { CTL_HW, HW_PERFPOLICY } },
};

void
osdep_add_facts(struct facts *facts)
{
	int	numbers[] = { CTL_HW, HW_MODEL };
	char	text[256];
	size_t	i;

	facts_add_text(facts, "cpu_model", sysctl_read_text(numbers, 2, text,
	    sizeof text) ? text : NULL);
	/* No record of the boot can be asked for, and what the kernel takes for
	 * its time moves when the clock is set. */
	facts_add_text(facts, "boot_id", NULL);
	cpuid_add_virtual(facts);
	facts_add_text(facts, "emulated", NULL);
	for (i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		memcpy(numbers, texts[i].numbers, sizeof numbers);
		if (sysctl_read_text(numbers, 2, text, sizeof text))
			facts_add_text(facts, texts[i].key, text);
	}
}
