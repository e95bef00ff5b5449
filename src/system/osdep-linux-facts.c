/* What Linux tells about the state of the machine, recorded with each result. */

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "results/result.h"
#include "system/osdep-linux.h"
#include "system/osdep.h"

#define SYS_CPU		"/sys/devices/system/cpu"
#define TEXT_SIZE	4096
#define IDLE_STATES_MAX	16

/* One file that holds one fact; how it is read adds the fact or does not. */
struct fact_source {
	const char	*key, *path;
	void		(*add)(struct facts *, const char *key, char *text);
};

/* Its first line. */
static void
source_add_text(struct facts *facts, const char *key, char *text)
{
	text[strcspn(text, "\n")] = '\0';
	facts_add_text(facts, key, text);
}

/* A list of CPUs; "(null)" is how the kernel prints one that was never set. */
static void
source_add_list(struct facts *facts, const char *key, char *text)
{
	facts_add_text(facts, key, strcmp(text, "(null)") == 0 ? "" : text);
}

/* The decimal number at its start, read alike in all locales. */
static void
source_add_number(struct facts *facts, const char *key, char *text)
{
	double	number, unit = 1.0;
	long	whole = linux_parse_number(text);

	if (whole < 0)
		return;
	number = (double)whole;
	text += strspn(text, "0123456789");
	if (*text == '.') {
		while (*++text >= '0' && *text <= '9')
			number += (*text - '0') * (unit /= 10.0);
	}
	facts_add_number(facts, key, number);
}

static void
source_add_claim(struct facts *facts, const char *key, char *text)
{
	if (strcmp(text, "0") == 0 || strcmp(text, "1") == 0)
		facts_add_claim(facts, key, text[0] == '1');
}

static void
source_add_denial(struct facts *facts, const char *key, char *text)
{
	if (strcmp(text, "0") == 0 || strcmp(text, "1") == 0)
		facts_add_claim(facts, key, text[0] == '0');
}

/* The word in brackets, [so] or (so), of those that can be chosen. */
static void
source_add_choice(struct facts *facts, const char *key, char *text)
{
	char	*word = strpbrk(text, "[(");

	if (word == NULL)
		return;
	word++;
	word[strcspn(word, "])")] = '\0';
	facts_add_text(facts, key, word);
}

/* NAME="VALUE" of os-release. */
static void
source_add_pretty_name(struct facts *facts, const char *key, char *text)
{
	char	*value = text;

	while (value != NULL && strncmp(value, "PRETTY_NAME=", 12) != 0) {
		if ((value = strchr(value, '\n')) != NULL)
			value++;
	}
	if (value == NULL)
		return;
	value += 12;
	value += strspn(value, "\"'");
	value[strcspn(value, "\"'\n")] = '\0';
	facts_add_text(facts, key, value);
}

/* Where a key has several rows, the first that can be read counts. */
static const struct fact_source sources[] = {
	{ "distribution", "/etc/os-release", source_add_pretty_name },
	{ "distribution", "/usr/lib/os-release", source_add_pretty_name },
	{ "boot_id", "/proc/sys/kernel/random/boot_id", source_add_text },
	{ "uptime_s", "/proc/uptime", source_add_number },
	{ "loadavg", "/proc/loadavg", source_add_number },
	{ "cmdline", "/proc/cmdline", source_add_text },
	{ "clocksource", "/sys/devices/system/clocksource/clocksource0/"
	    "current_clocksource", source_add_text },
	{ "isolcpus", SYS_CPU "/isolated", source_add_list },
	{ "nohz_full", SYS_CPU "/nohz_full", source_add_list },
	{ "smt", SYS_CPU "/smt/control", source_add_text },
	{ "governor", SYS_CPU "/cpu0/cpufreq/scaling_governor",
	    source_add_text },
	{ "frequency_driver", SYS_CPU "/cpu0/cpufreq/scaling_driver",
	    source_add_text },
	{ "frequency_min_khz", SYS_CPU "/cpu0/cpufreq/scaling_min_freq",
	    source_add_number },
	{ "frequency_max_khz", SYS_CPU "/cpu0/cpufreq/scaling_max_freq",
	    source_add_number },
	{ "frequency_khz", SYS_CPU "/cpu0/cpufreq/scaling_cur_freq",
	    source_add_number },
	{ "energy_preference", SYS_CPU
	    "/cpu0/cpufreq/energy_performance_preference", source_add_text },
	{ "boost", SYS_CPU "/intel_pstate/no_turbo", source_add_denial },
	{ "boost", SYS_CPU "/cpufreq/boost", source_add_claim },
	{ "idle_driver", SYS_CPU "/cpuidle/current_driver", source_add_text },
	{ "idle_governor", SYS_CPU "/cpuidle/current_governor",
	    source_add_text },
	{ "idle_governor", SYS_CPU "/cpuidle/current_governor_ro",
	    source_add_text },
	{ "transparent_hugepages",
	    "/sys/kernel/mm/transparent_hugepage/enabled", source_add_choice },
	{ "aslr", "/proc/sys/kernel/randomize_va_space", source_add_number },
	{ "sched_autogroup", "/proc/sys/kernel/sched_autogroup_enabled",
	    source_add_claim },
	{ "preempt", "/sys/kernel/debug/sched/preempt", source_add_choice },
	{ "microcode", SYS_CPU "/cpu0/microcode/version", source_add_text },
	{ "product", "/sys/class/dmi/id/product_name", source_add_text },
	{ "product", "/proc/device-tree/model", source_add_text },
	{ "vendor", "/sys/class/dmi/id/sys_vendor", source_add_text },
};

static void
add_sources(struct facts *facts)
{
	char	text[TEXT_SIZE];
	size_t	i;

	for (i = 0; i < sizeof sources / sizeof sources[0]; i++) {
		if (facts_find(facts, sources[i].key) == NULL &&
		    linux_read_text(sources[i].path, text, sizeof text))
			sources[i].add(facts, sources[i].key, text);
	}
}

/*
 * The value of a line "NAME  : VALUE" of /proc/cpuinfo, cut out of the text;
 * false: no such line.
 */
static bool
cpuinfo_find(const char *text, const char *name, char *value, size_t size)
{
	size_t	length = strlen(name);
	const char *line = text;

	for (; line != NULL; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, name, length) != 0)
			continue;
		line += length + strspn(line + length, " \t");
		if (*line != ':')
			continue;
		line += 1 + strspn(line + 1, " \t");
		snprintf(value, size, "%.*s", (int)strcspn(line, "\n"), line);
		return true;
	}
	return false;
}

/* Names of the line that says what the CPU is, by architecture. */
static const char *const model_names[] = {
	"model name", "cpu model", "Processor", "cpu", "uarch", "isa",
	"vendor_id", NULL
};

static void
add_cpu_model(struct facts *facts, const char *cpuinfo)
{
	char			 part[64], text[256], value[128];
	const char *const	*name;

	for (name = model_names; *name != NULL; name++) {
		if (cpuinfo_find(cpuinfo, *name, text, sizeof text) &&
		    strcmp(text, "unknown") != 0) {
			facts_add_text(facts, "cpu_model", text);
			return;
		}
	}
	if (cpuinfo_find(cpuinfo, "CPU implementer", value, sizeof value) &&
	    cpuinfo_find(cpuinfo, "CPU part", part, sizeof part)) {
		snprintf(text, sizeof text, "implementer %s part %s", value,
		    part);
		facts_add_text(facts, "cpu_model", text);
	} else
		facts_add_text(facts, "cpu_model", NULL);
}

/* Words by which firmware and kernel files name a hypervisor. */
static const struct {
	const char	*path, *word, *name;
} hypervisors[] = {
	{ "/sys/hypervisor/type", "xen", "xen" },
	{ "/sys/class/dmi/id/product_name", "KVM", "kvm" },
	{ "/sys/class/dmi/id/product_name", "VirtualBox", "virtualbox" },
	{ "/sys/class/dmi/id/product_name", "VMware", "vmware" },
	{ "/sys/class/dmi/id/product_name", "HVM domU", "xen" },
	{ "/sys/class/dmi/id/product_name", "Virtual Machine", "hyper-v" },
	{ "/sys/class/dmi/id/product_name", "Google Compute Engine", "kvm" },
	{ "/sys/class/dmi/id/sys_vendor", "QEMU", "qemu" },
	{ "/sys/class/dmi/id/sys_vendor", "Parallels", "parallels" },
	{ "/proc/device-tree/hypervisor/compatible", "kvm", "kvm" },
	{ "/proc/device-tree/hypervisor/compatible", "xen", "xen" },
	{ "/proc/sysinfo", "KVM", "kvm" },
	{ "/proc/sysinfo", "z/VM", "z/vm" },
};

static const char *
find_hypervisor(const char *cpuinfo)
{
	char	text[TEXT_SIZE];
	size_t	i;

	if (strstr(cpuinfo, "User Mode Linux") != NULL)
		return "user-mode-linux";
	for (i = 0; i < sizeof hypervisors / sizeof hypervisors[0]; i++) {
		if (linux_read_text(hypervisors[i].path, text, sizeof text) &&
		    strstr(text, hypervisors[i].word) != NULL)
			return hypervisors[i].name;
	}
	return NULL;
}

/* Only x86 has a flag whose absence says that the machine is a real one. */
static void
add_virtual(struct facts *facts, const char *cpuinfo)
{
	const char	*hypervisor = find_hypervisor(cpuinfo);
	char		 flags[TEXT_SIZE];
	bool		 flagged = cpuinfo_find(cpuinfo, "flags", flags,
	    sizeof flags);

	if (hypervisor != NULL || (flagged &&
	    strstr(flags, " hypervisor") != NULL))
		facts_add_claim(facts, "virtual", true);
	else if (flagged)
		facts_add_claim(facts, "virtual", false);
	else
		facts_add_text(facts, "virtual", NULL);
	if (hypervisor != NULL)
		facts_add_text(facts, "hypervisor", hypervisor);
}

static void
add_emulated(struct facts *facts)
{
	const char	*emulator = osdep_emulator();

	facts_add_claim(facts, "emulated", emulator != NULL);
	if (emulator != NULL)
		facts_add_text(facts, "emulator", emulator);
}

/* How the kernel was built, where debugfs does not say what was chosen since. */
static void
add_preempt(struct facts *facts)
{
	static const char *const words[] = {
		"PREEMPT_RT", "PREEMPT_DYNAMIC", "PREEMPT", NULL
	};
	const char *const	*word = words;
	struct utsname		 names;

	if (facts_find(facts, "preempt") != NULL || uname(&names) < 0)
		return;
	while (*word != NULL && strstr(names.version, *word) == NULL)
		word++;
	facts_add_text(facts, "preempt", *word != NULL ? *word : "none");
}

/* Each with its exit latency in microseconds: "POLL:0 C1:2 C6:133(off)". */
static void
add_idle_states(struct facts *facts)
{
	char	name[32], path[128], text[512];
	size_t	used = 0;
	int	i;

	for (i = 0; i < IDLE_STATES_MAX; i++) {
		snprintf(path, sizeof path, SYS_CPU "/cpu0/cpuidle/state%d/%s",
		    i, "name");
		if (!linux_read_text(path, name, sizeof name) ||
		    used + 64 > sizeof text)
			break;
		snprintf(path, sizeof path, SYS_CPU "/cpu0/cpuidle/state%d/%s",
		    i, "latency");
		used += (size_t)snprintf(text + used, sizeof text - used,
		    "%s%s:%ld", i > 0 ? " " : "", name,
		    linux_read_number(path));
		snprintf(path, sizeof path, SYS_CPU "/cpu0/cpuidle/state%d/%s",
		    i, "disable");
		if (linux_read_number(path) > 0)
			used += (size_t)snprintf(text + used,
			    sizeof text - used, "(off)");
	}
	if (used > 0)
		facts_add_text(facts, "idle_states", text);
}

static int
is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static void
add_mitigations(struct facts *facts)
{
	char		  key[320], path[512], text[512];
	struct dirent	**list;
	int		  count, i;

	count = scandir(SYS_CPU "/vulnerabilities", &list, is_visible,
	    alphasort);
	for (i = 0; i < count; i++) {
		snprintf(key, sizeof key, "mitigation_%s", list[i]->d_name);
		snprintf(path, sizeof path, SYS_CPU "/vulnerabilities/%s",
		    list[i]->d_name);
		if (linux_read_text(path, text, sizeof text))
			source_add_text(facts, key, text);
		free(list[i]);
	}
	if (count >= 0)
		free(list);
}

/* The ticks of the kernel, where its configuration can be read. */
static void
add_config_hz(struct facts *facts)
{
	char		 line[256], path[256];
	struct utsname	 names;
	FILE		*file;

	if (uname(&names) < 0)
		return;
	snprintf(path, sizeof path, "/boot/config-%s", names.release);
	if ((file = fopen(path, "re")) == NULL)
		return;
	while (fgets(line, sizeof line, file) != NULL) {
		if (strncmp(line, "CONFIG_HZ=", 10) == 0) {
			source_add_number(facts, "config_hz", line + 10);
			break;
		}
	}
	fclose(file);
}

bool
linux_find_cgroup(char *path, size_t size)
{
	char	 text[TEXT_SIZE], *line;

	if (!linux_read_text("/proc/self/cgroup", text, sizeof text))
		return false;
	line = strncmp(text, "0::", 3) == 0 ? text : strstr(text, "\n0::");
	if (line == NULL)
		return false;
	line = strchr(line, '/');
	if (line == NULL)
		return false;
	line[strcspn(line, "\n")] = '\0';
	return (size_t)snprintf(path, size, "%s", line) < size;
}

/* The nearest limit upwards; "max" is none. */
static void
add_cgroup_file(struct facts *facts, const char *key, char *group,
    const char *name)
{
	char	 path[TEXT_SIZE + 64], text[512] = "", upper[512];
	char	*slash = group;

	while (slash != NULL && (text[0] == '\0' ||
	    strncmp(text, "max", 3) == 0)) {
		snprintf(path, sizeof path, "/sys/fs/cgroup%s/%s", group, name);
		if (linux_read_text(path, upper, sizeof upper))
			memcpy(text, upper, sizeof text);
		if ((slash = strrchr(group, '/')) != NULL)
			*slash = '\0';
	}
	if (text[0] != '\0')
		facts_add_text(facts, key, text);
}

static void
add_cgroup(struct facts *facts)
{
	char	group[TEXT_SIZE];

	if (linux_find_cgroup(group, sizeof group))
		add_cgroup_file(facts, "cgroup_cpu_max", group, "cpu.max");
	if (linux_find_cgroup(group, sizeof group))
		add_cgroup_file(facts, "cgroup_cpuset", group,
		    "cpuset.cpus.effective");
}

static const struct {
	const char	*key;
	int		 resource;
} limits[] = {
	{ "limit_nofile", RLIMIT_NOFILE },
	{ "limit_msgqueue", RLIMIT_MSGQUEUE },
	{ "limit_memlock", RLIMIT_MEMLOCK },
};

static void
add_limits(struct facts *facts)
{
	struct rlimit	limit;
	size_t		i;

	for (i = 0; i < sizeof limits / sizeof limits[0]; i++) {
		if (getrlimit(limits[i].resource, &limit) != 0)
			continue;
		if (limit.rlim_cur == RLIM_INFINITY)
			facts_add_text(facts, limits[i].key, "unlimited");
		else
			facts_add_number(facts, limits[i].key,
			    (double)limit.rlim_cur);
	}
}

/* By the kernel's numbers; not every C library hands this call on. */
static void
add_scheduling(struct facts *facts)
{
	static const char *const classes[] = {
		"other", "fifo", "rr", "batch", NULL, "idle", "deadline", "ext"
	};
	long	class = syscall(SYS_sched_getscheduler, 0), nice;

	if (class >= 0 && class < (long)(sizeof classes / sizeof classes[0]))
		facts_add_text(facts, "sched_class", classes[class]);
	errno = 0;
	nice = getpriority(PRIO_PROCESS, 0);
	if (errno == 0)
		facts_add_number(facts, "nice", (double)nice);
}

void
osdep_add_facts(struct facts *facts)
{
	char	cpuinfo[TEXT_SIZE];

	/* The first CPU is enough, and all of a large machine take too long. */
	linux_read_text("/proc/cpuinfo", cpuinfo, sizeof cpuinfo);
	add_cpu_model(facts, cpuinfo);
	add_sources(facts);
	if (facts_find(facts, "boot_id") == NULL)
		facts_add_text(facts, "boot_id", NULL);
	add_virtual(facts, cpuinfo);
	add_emulated(facts);
	add_preempt(facts);
	add_idle_states(facts);
	add_mitigations(facts);
	add_config_hz(facts);
	add_cgroup(facts);
	add_limits(facts);
	add_scheduling(facts);
}
