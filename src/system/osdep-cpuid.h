/* What an x86 CPU tells of itself, whatever the system. */

#ifndef SYSTEM_OSDEP_CPUID_H
#define SYSTEM_OSDEP_CPUID_H

struct facts;

/*
 * Adds virtual, and hypervisor where one runs this machine and has a name;
 * unknown on other CPUs.
 */
void	 cpuid_add_virtual(struct facts *);

/* Adds cpu_model as the CPU calls itself; unknown on other CPUs. */
void	 cpuid_add_model(struct facts *);

#endif
