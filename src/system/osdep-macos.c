/* What only macOS can tell about CPUs, time, and processes. */

#include "config.h"

#include <sys/types.h>
#include <sys/sysctl.h>
#include <libproc.h>
#include <limits.h>
#include <mach/mach.h>
#include <mach/mach_host.h>
#include <mach/mach_time.h>
#include <mach-o/dyld.h>
#include <string.h>
#include <unistd.h>

#include "results/result.h"
#include "system/osdep-sysctl.h"
#include "system/osdep.h"

#define NS_PER_S	1000000000u

/* The port is the caller's; each look would cost another. */
static mach_port_t
get_host(void)
{
	static mach_port_t	host = MACH_PORT_NULL;

	if (host == MACH_PORT_NULL)
		host = mach_host_self();
	return host;
}

/* Ticks of 32 bits, which wrap around within a year and more. */
bool
osdep_busy_time(uint64_t *busy_ns, uint64_t *step_ns)
{
	host_cpu_load_info_data_t load;
	mach_msg_type_number_t	  count = HOST_CPU_LOAD_INFO_COUNT;
	long			  frequency = sysconf(_SC_CLK_TCK);

	memset(&load, 0, sizeof load);
	if (frequency <= 0 || host_statistics(get_host(), HOST_CPU_LOAD_INFO,
	    (host_info_t)&load, &count) != KERN_SUCCESS)
		return false;
	*step_ns = NS_PER_S / (uint64_t)frequency;
	*busy_ns = *step_ns * ((uint64_t)load.cpu_ticks[CPU_STATE_USER] +
	    load.cpu_ticks[CPU_STATE_SYSTEM] + load.cpu_ticks[CPU_STATE_NICE]);
	return true;
}

/* Times are in units of the CPU's own clock. */
bool
osdep_get_usage(int process, struct osdep_usage *usage)
{
	struct proc_taskinfo	  told;
	mach_timebase_info_data_t unit;

	memset(usage, 0, sizeof *usage);
	usage->cpu = -1;
	if (proc_pidinfo(process, PROC_PIDTASKINFO, 0, &told,
	    (int)sizeof told) != (int)sizeof told ||
	    mach_timebase_info(&unit) != KERN_SUCCESS || unit.denom == 0)
		return false;
	usage->ticks_known = true;
	usage->user_ticks = told.pti_total_user * unit.numer / unit.denom;
	usage->system_ticks = told.pti_total_system * unit.numer / unit.denom;
	usage->cpu_ns = usage->user_ticks + usage->system_ticks;
	return true;
}

const char *
osdep_own_executable(void)
{
	static char	path[PATH_MAX];
	uint32_t	size = sizeof path;

	return _NSGetExecutablePath(path, &size) == 0 && path[0] == '/' &&
	    access(path, X_OK) == 0 ? path : NULL;
}

/* Programs for other CPUs are translated; what they execute is, too. */
const char *
osdep_emulator(void)
{
	return sysctl_name_read_number("sysctl.proc_translated") == 1 ?
	    "rosetta" : NULL;
}

bool
osdep_exec_leaves_emulator(void)
{
	return false;
}

void
osdep_add_facts(struct facts *facts)
{
	long	guest = sysctl_name_read_number("kern.hv_vmm_present");

	if (!sysctl_name_add_text(facts, "cpu_model",
	    "machdep.cpu.brand_string"))
		facts_add_text(facts, "cpu_model", NULL);
	if (!sysctl_name_add_text(facts, "boot_id", "kern.bootsessionuuid"))
		facts_add_text(facts, "boot_id", NULL);
	if (guest >= 0)
		facts_add_claim(facts, "virtual", guest == 1);
	else
		facts_add_text(facts, "virtual", NULL);
	facts_add_claim(facts, "emulated", osdep_emulator() != NULL);
	if (osdep_emulator() != NULL)
		facts_add_text(facts, "emulator", osdep_emulator());
	(void)sysctl_name_add_text(facts, "product", "hw.model");
	(void)sysctl_name_add_text(facts, "distribution",
	    "kern.osproductversion");
}
