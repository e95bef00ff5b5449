/* The facts about this machine and this program that need no osdep file. */

#include "config.h"

#include <math.h>
#include <string.h>
#include <sys/utsname.h>
#if HAVE_GNU_GET_LIBC_VERSION
#include <gnu/libc-version.h>
#include <stdio.h>
#endif

#include "system/machine.h"
#include "system/osdep.h"

/* A result file is UTF-8 and one line a fact, whatever a firmware says. */
static void
machine_clean_texts(struct facts *facts)
{
	size_t	 i;
	char	*next;

	for (i = 0; i < facts->count; i++) {
		if (facts->list[i].kind != FACT_TEXT)
			continue;
		for (next = facts->list[i].text; *next != '\0'; next++) {
			if (*next < ' ' || *next > '~')
				*next = '?';
		}
	}
}

static void
machine_add_uname(struct facts *host)
{
	struct utsname	names;

	if (uname(&names) < 0) {
		facts_add_text(host, "system", NULL);
		facts_add_text(host, "release", NULL);
		facts_add_text(host, "version", NULL);
		facts_add_text(host, "machine", NULL);
		facts_add_text(host, "hostname", NULL);
		return;
	}
	facts_add_text(host, "system", names.sysname);
	facts_add_text(host, "release", names.release);
	facts_add_text(host, "version", names.version);
	facts_add_text(host, "machine", names.machine);
	facts_add_text(host, "hostname", names.nodename);
}

/* The version at run time where the library tells; no guess elsewhere. */
static void
machine_add_libc(struct facts *host)
{
#if HAVE_GNU_GET_LIBC_VERSION
	char	text[64];

	snprintf(text, sizeof text, "glibc %s", gnu_get_libc_version());
	facts_add_text(host, "libc", text);
#else
	facts_add_text(host, "libc",
	    IPCLAT_LIBC[0] != '\0' ? IPCLAT_LIBC : NULL);
#endif
}

static void
machine_add_clock(struct facts *host, const struct clock_facts *clock)
{
	facts_add_text(host, "clock", clock->name);
	facts_add_number(host, "clock_cost_ns", clock->cost_ns);
	facts_add_number(host, "clock_step_ns",
	    clock->step_ns > 0 ? (double)clock->step_ns : NAN);
	facts_add_number(host, "clock_backsteps", (double)clock->backsteps);
}

void
machine_add_facts(struct facts *host, const struct clock_facts *clock,
    const char *fresh)
{
	unsigned	cpus = osdep_count_cpus();

	machine_add_uname(host);
	facts_add_number(host, "cpus", cpus > 0 ? (double)cpus : NAN);
	machine_add_libc(host);
	machine_add_clock(host, clock);
	facts_add_text(host, "fresh", fresh);
	osdep_add_facts(host);
	machine_clean_texts(host);
}

void
machine_add_program(struct facts *program, struct facts *libraries)
{
	facts_add_text(program, "version", PACKAGE_VERSION);
	facts_add_text(program, "compiler", IPCLAT_COMPILER);
	facts_add_text(program, "flags", IPCLAT_FLAGS);
	facts_add_text(libraries, "jansson", IPCLAT_JANSSON_VERSION);
	if (IPCLAT_RPC_LIBRARY[0] != '\0')
		facts_add_text(libraries, IPCLAT_RPC_LIBRARY,
		    IPCLAT_RPC_VERSION);
	if (IPCLAT_DBUS_VERSION[0] != '\0')
		facts_add_text(libraries, "libdbus", IPCLAT_DBUS_VERSION);
	machine_clean_texts(program);
}
