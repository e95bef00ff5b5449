/*
 * How quick a core is just now: the time of a fixed piece of arithmetic.
 *
 * The arithmetic keeps many independent sums going, so that it takes as many
 * instructions a cycle as the core gives.  It is slower where the core is
 * shared, with another hyperthread or, in a virtual machine, with that of
 * another machine on the same host, which no counter of the system tells; and
 * where the clock rate of the core is lower.
 */

#ifndef SYSTEM_WORK_H
#define SYSTEM_WORK_H

#include <stdint.h>

/*
 * Nanoseconds of the work: the quickest of three pieces of some ten thousand
 * nanoseconds, so that neither an interrupt nor the process on the same core
 * that ran in between counts.  Only to be compared with others of the same
 * build on the same kind of core.
 */
uint64_t work_measure(void);

/*
 * A core was shared when the work took more than so many times what it takes
 * like ones.  Steps of the clock rate are some 4 %, a shared core is 1.3 and
 * more, so that this is a quarter of the time.
 */
#define WORK_SHARED	1.1

#endif
