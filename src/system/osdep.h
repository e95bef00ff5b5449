/*
 * The questions that only one system can answer.  Each system has a file
 * osdep-NAME.c with its own answers; what several answer alike is in files that
 * they share, and what a system does not have is told by osdep-no-*.c.  The
 * table in configure.ac names the files of each system, and those where nothing
 * is known.  "Unknown" is an answer; a guess is not.
 */

#ifndef SYSTEM_OSDEP_H
#define SYSTEM_OSDEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct facts;

#define OSDEP_CPUS_MAX 4096

/* One logical CPU that this process may use; -1 where the system does not tell. */
struct cpu {
	int	number;		/* as the system numbers it */
	int	core;		/* equal for SMT siblings */
	int	cache;		/* equal for those that share the last-level cache */
	int	package, node;
	int	capacity;	/* relative, higher is faster */
	char	kind[16];	/* "performance", "efficiency", ...; "" unknown */
};

/*
 * The CPUs that this process may use, by rising number, into an array of
 * OSDEP_CPUS_MAX.  How many; 0 where affinity is unknown on this system.
 * To be asked before anything is pinned.
 */
size_t	 osdep_get_cpus(struct cpu *);

/* CPUs of the whole machine that are online; 0 unknown. */
unsigned osdep_count_cpus(void);

/*
 * Binds the calling thread to one CPU, or its whole process where the system
 * can do no better.  0, or -1 with errno (ENOSYS: never here).
 */
int	 osdep_pin(int cpu);

/* Whether threads of one process can be bound to different CPUs. */
bool	 osdep_pins_threads(void);

/* The CPU that the caller runs on; -1 unknown.  Cheap. */
int	 osdep_current_cpu(void);

/*
 * Non-idle time of all CPUs since boot, interrupts included, in ns, and the
 * step of that counter.  False where the system does not tell.
 */
bool	 osdep_busy_time(uint64_t *busy_ns, uint64_t *step_ns);

/* Time stolen by the hypervisor since boot, in ns.  False: unknown. */
bool	 osdep_steal_time(uint64_t *steal_ns);

/*
 * Time since boot of the CPUs with those numbers together, of all of them
 * where count is 0, in ns: busy with processes, without interrupts (which may
 * be anybody's); and stolen by the hypervisor, 0 where that is not told.  step:
 * of both counters.  False where the system does not tell, or not of all.
 */
struct osdep_cpu_times {
	uint64_t	busy_ns, steal_ns, step_ns;
};
bool	 osdep_get_cpu_times(const int *cpus, size_t count,
	     struct osdep_cpu_times *);

/*
 * How long a process of one thread has been ready to run, and waited for a
 * CPU, since its beginning, in ns.  False: unknown.
 */
bool	 osdep_get_delay(int process, uint64_t *delay_ns);

/*
 * How often CPUs were slowed down since boot since they were too hot, and how
 * often the processes of our control group were stopped since they had used
 * their share of CPU time; 0 where one of them is not told.  False where
 * neither is.
 */
struct osdep_throttling {
	uint64_t	thermal, quota;
};
bool	 osdep_get_throttling(struct osdep_throttling *);

/*
 * How often connections went wrong on this system (or in this network
 * namespace) since boot: accept queues that were full, SYN segments that were
 * sent again.  False where the system does not tell.
 */
struct osdep_connections {
	uint64_t	overflows, syn_retransmits;
};
bool	 osdep_get_connections(struct osdep_connections *);

/*
 * What another process of the same user, which has one thread, has used since
 * its beginning.  How its CPU time is split is told in clock ticks only,
 * rounded down, sysconf(_SC_CLK_TCK) of them a second: differences are good for
 * proportions, and for those only where there are many ticks.  False where its
 * CPU time is unknown.
 */
struct osdep_usage {
	uint64_t	cpu_ns;			/* CPU time, exact */
	bool		ticks_known;
	uint64_t	user_ticks, system_ticks;	/* about cpu_ns together */
	bool		switches_known;
	uint64_t	voluntary, involuntary;	/* context switches */
	int		cpu;			/* where it ran last; -1 unknown */
};
bool	 osdep_get_usage(int process, struct osdep_usage *);

/*
 * Has the system end this process when its parent, which must be that
 * process, ends; at once where it has ended.  0, or -1 where the system has
 * no such thing.
 */
int	 osdep_die_with_parent(int parent);

/*
 * A path by which this very program can be executed again, whatever became
 * of its file's name; NULL where the system knows none.
 */
const char *osdep_own_executable(void);

/* What runs this program instead of a kernel of its own ("qemu-user",
 * "gvisor"); NULL: nothing known. */
const char *osdep_emulator(void);

/* Whether executing a program would have it run by the bare machine, outside
 * the emulator that runs this one. */
bool	 osdep_exec_leaves_emulator(void);

/* Whether the CPUs change their frequency (a governor is at work). */
bool	 osdep_scales_frequency(void);

/*
 * Adds what only this system can tell about the machine: always cpu_model
 * and boot_id (texts), virtual and emulated (claims), each unknown if need
 * be; and, as far as they can be read, hypervisor, emulator, clocksource,
 * governor, mitigation_NAME, and so on.  Under 5 ms.
 */
void	 osdep_add_facts(struct facts *);

#endif
