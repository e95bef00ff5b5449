/* What only illumos and Solaris can tell about CPUs, time, and processes. */

#include "config.h"

#include <sys/types.h>
#include <sys/processor.h>
#include <sys/procset.h>
#include <sys/pset.h>
#include <errno.h>
#include <fcntl.h>
#include <kstat.h>
#include <procfs.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/fdio.h"
#include "results/result.h"
#include "system/osdep-boot.h"
#include "system/osdep-cpuid.h"
#include "system/osdep.h"

#define NS_PER_S	1000000000u
#define SELF		"/proc/self/object/a.out"

/* A whole number of any width that the kernel's statistics have; -1: none. */
static int64_t
stat_get_number(kstat_t *stats, const char *name)
{
	const kstat_named_t	*named;

	named = kstat_data_lookup(stats, (char *)(uintptr_t)name);
	if (named == NULL)
		return -1;
	switch (named->data_type) {
	case KSTAT_DATA_INT32:
		return named->value.i32;
	case KSTAT_DATA_UINT32:
		return named->value.ui32;
	case KSTAT_DATA_INT64:
		return named->value.i64;
	case KSTAT_DATA_UINT64:
		return (int64_t)named->value.ui64;
	default:
		return -1;
	}
}

/* The statistics of that name, read afresh; NULL: none. */
static kstat_t *
stats_read(kstat_ctl_t *control, const char *module, int instance,
    const char *name)
{
	kstat_t	*stats = kstat_lookup(control, (char *)(uintptr_t)module,
		    instance, (char *)(uintptr_t)name);

	return stats != NULL && kstat_read(control, stats, NULL) >= 0 ?
	    stats : NULL;
}

/* Which cores and packages: threads of one have the same number. */
static void
cpus_read_topology(struct cpu *cpus, size_t count)
{
	kstat_ctl_t	*control = kstat_open();
	kstat_t		*stats;
	size_t		 i;

	if (control == NULL)
		return;
	for (i = 0; i < count; i++) {
		stats = stats_read(control, "cpu_info", cpus[i].number, NULL);
		if (stats == NULL)
			continue;
		cpus[i].core = (int)stat_get_number(stats, "core_id");
		cpus[i].package = (int)stat_get_number(stats, "chip_id");
	}
	(void)kstat_close(control);
}

/* Those of the set that this process is in, or of none. */
size_t
osdep_get_cpus(struct cpu *cpus)
{
	static processorid_t	numbers[OSDEP_CPUS_MAX];
	uint_t			told = OSDEP_CPUS_MAX, i;
	int			type, status;
	size_t			count = 0;

	if (pset_info(PS_MYID, &type, &told, numbers) != 0)
		return 0;
	for (i = 0; i < told && i < OSDEP_CPUS_MAX; i++) {
		status = p_online(numbers[i], P_STATUS);
		if (status != P_ONLINE && status != P_NOINTR)
			continue;
		memset(&cpus[count], 0, sizeof cpus[count]);
		cpus[count].number = numbers[i];
		cpus[count].core = cpus[count].cache = -1;
		cpus[count].package = cpus[count].node = -1;
		cpus[count].capacity = -1;
		count++;
	}
	cpus_read_topology(cpus, count);
	return count;
}

int
osdep_pin(int cpu)
{
	if (cpu < 0) {
		errno = EINVAL;
		return -1;
	}
	return processor_bind(P_LWPID, P_MYID, cpu, NULL);
}

bool
osdep_pins_threads(void)
{
	return true;
}

int
osdep_current_cpu(void)
{
	return getcpuid();
}

/* Counted in nanoseconds at each change of what a CPU does. */
bool
osdep_busy_time(uint64_t *busy_ns, uint64_t *step_ns)
{
	kstat_ctl_t	*control = kstat_open();
	kstat_t		*stats;
	int64_t		 user, kernel;
	bool		 told = false;

	if (control == NULL)
		return false;
	*busy_ns = 0;
	*step_ns = 1;
	for (stats = control->kc_chain; stats != NULL;
	    stats = stats->ks_next) {
		if (strcmp(stats->ks_module, "cpu") != 0 ||
		    strcmp(stats->ks_name, "sys") != 0 ||
		    kstat_read(control, stats, NULL) < 0)
			continue;
		user = stat_get_number(stats, "cpu_nsec_user");
		kernel = stat_get_number(stats, "cpu_nsec_kernel");
		if (user < 0 || kernel < 0)
			continue;
		*busy_ns += (uint64_t)user + (uint64_t)kernel;
		told = true;
	}
	(void)kstat_close(control);
	return told;
}

/* Reads a whole structure that the kernel keeps of a process. */
static bool
process_read(int process, const char *what, void *told, size_t size)
{
	char	path[64];
	int	fd;
	ssize_t	n;

	snprintf(path, sizeof path, "/proc/%d/%s", process, what);
	if ((fd = open(path, O_RDONLY | O_CLOEXEC)) < 0)
		return false;
	n = read(fd, told, size);
	fdio_close(&fd);
	return n == (ssize_t)size;
}

static uint64_t
time_to_ns(const timestruc_t *time)
{
	return (uint64_t)time->tv_sec * NS_PER_S + (uint64_t)time->tv_nsec;
}

bool
osdep_get_usage(int process, struct osdep_usage *usage)
{
	prusage_t	told;
	psinfo_t	state;

	memset(usage, 0, sizeof *usage);
	usage->cpu = -1;
	if (!process_read(process, "usage", &told, sizeof told) ||
	    !process_read(process, "psinfo", &state, sizeof state) ||
	    state.pr_nlwp == 0)
		return false;
	usage->ticks_known = usage->switches_known = true;
	usage->user_ticks = time_to_ns(&told.pr_utime);
	usage->system_ticks = time_to_ns(&told.pr_stime) +
	    time_to_ns(&told.pr_ttime);
	usage->cpu_ns = usage->user_ticks + usage->system_ticks;
	usage->voluntary = told.pr_vctx;
	usage->involuntary = told.pr_ictx;
	usage->cpu = state.pr_lwp.pr_onpro;
	return true;
}

const char *
osdep_own_executable(void)
{
	return access(SELF, X_OK) == 0 ? SELF : NULL;
}

/* The brand of the first CPU, on any architecture. */
static void
add_model(struct facts *facts)
{
	char		 name[] = "brand";
	kstat_ctl_t	*control = kstat_open();
	kstat_t		*stats = control == NULL ? NULL :
			    stats_read(control, "cpu_info", -1, NULL);
	kstat_named_t	*brand = stats == NULL ? NULL :
			    kstat_data_lookup(stats, name);

	if (brand != NULL && brand->data_type == KSTAT_DATA_STRING)
		facts_add_text(facts, "cpu_model", KSTAT_NAMED_STR_PTR(brand));
	else
		cpuid_add_model(facts);
	if (control != NULL)
		(void)kstat_close(control);
}

void
osdep_add_facts(struct facts *facts)
{
	add_model(facts);
	boot_add_record(facts);
	cpuid_add_virtual(facts);
	facts_add_text(facts, "emulated", NULL);
}
