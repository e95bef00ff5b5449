/* What a processor is told while it spins, for shm-spin and its bare loop. */

#ifndef TRANSPORTS_SHM_SPIN_H
#define TRANSPORTS_SHM_SPIN_H

/* Leaves the core to its other thread, and the cache line to its writer. */
static inline void
spin_pause(void)
{
#if defined(__GNUC__) && (defined(__i386__) || defined(__x86_64__))
	__asm__ volatile("pause" ::: "memory");
#elif defined(__GNUC__) && (defined(__aarch64__) || \
    (defined(__ARM_ARCH) && __ARM_ARCH >= 7))
	__asm__ volatile("yield" ::: "memory");
#elif defined(__GNUC__) && defined(__powerpc__)
	__asm__ volatile("or 27,27,27" ::: "memory");
#endif
}

#endif
