/* What another process used, as NetBSD and OpenBSD tell it. */

#include "config.h"

#include <sys/types.h>
#include <sys/param.h>
#include <sys/proc.h>
#include <sys/sysctl.h>
#include <string.h>

#include "system/osdep-sysctl.h"
#include "system/osdep.h"

/* The same members, by another name where there was an older form. */
#ifdef KERN_PROC2
#define KINFO_KIND	KERN_PROC2
typedef struct kinfo_proc2 kinfo;
#else
#define KINFO_KIND	KERN_PROC
typedef struct kinfo_proc kinfo;
#endif

#define NS_PER_S	UINT64_C(1000000000)
#define NS_PER_US	1000u

bool
osdep_get_usage(int process, struct osdep_usage *usage)
{
	kinfo	told;
	int	numbers[] = { CTL_KERN, KINFO_KIND, KERN_PROC_PID, process,
		    (int)sizeof told, 1 };
	size_t	size = sizeof told;

	memset(usage, 0, sizeof *usage);
	usage->cpu = -1;
	if (!sysctl_read(numbers, 6, &told, &size) || size != sizeof told ||
	    told.p_pid != process || !told.p_uvalid)
		return false;
	usage->ticks_known = usage->switches_known = true;
	usage->user_ticks = (uint64_t)told.p_uutime_sec * NS_PER_S +
	    (uint64_t)told.p_uutime_usec * NS_PER_US;
	usage->system_ticks = (uint64_t)told.p_ustime_sec * NS_PER_S +
	    (uint64_t)told.p_ustime_usec * NS_PER_US;
	usage->cpu_ns = (uint64_t)told.p_rtime_sec * NS_PER_S +
	    (uint64_t)told.p_rtime_usec * NS_PER_US;
	usage->voluntary = told.p_uru_nvcsw;
	usage->involuntary = told.p_uru_nivcsw;
	usage->cpu = told.p_cpuid == KI_NOCPU ? -1 : (int)told.p_cpuid;
	return true;
}
