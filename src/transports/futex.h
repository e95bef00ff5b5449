/*
 * The system's call that waits while a word of shared memory has a value, and
 * the one that wakes who waits; none where HAVE_SHARED_FUTEX is 0.
 */

#ifndef TRANSPORTS_FUTEX_H
#define TRANSPORTS_FUTEX_H

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#if HAVE_FUTEX
#include <sys/types.h>
#include <sys/time.h>
#include <sys/futex.h>
#elif HAVE_DECL___NR_FUTEX || HAVE_DECL_SYS___FUTEX
#include <sys/syscall.h>
#include <unistd.h>
#elif HAVE__UMTX_OP
#include <sys/types.h>
#include <sys/umtx.h>
#elif HAVE_UMTX_SLEEP
#include <unistd.h>
#elif HAVE_OS_SYNC_WAIT_ON_ADDRESS
#include <os/os_sync_wait_on_address.h>
#endif

/*
 * futex_wait() sleeps unless the word has another value; it may return early.
 * 0, or -1 with errno.  futex_wake() wakes one that waits, if there is any.
 * Both are for words shared between processes.
 */
#if HAVE_FUTEX
#define HAVE_SHARED_FUTEX	1
#define FUTEX_MECHANISM		"futex"

static inline int
futex_wait(_Atomic uint32_t *word, uint32_t value)
{
	return futex((volatile uint32_t *)word, FUTEX_WAIT, (int)value, NULL,
	    NULL);
}

static inline void
futex_wake(_Atomic uint32_t *word)
{
	(void)futex((volatile uint32_t *)word, FUTEX_WAKE, 1, NULL, NULL);
}
#elif HAVE_DECL___NR_FUTEX
#define HAVE_SHARED_FUTEX	1
#define FUTEX_MECHANISM		"futex"

/* Of the kernel's interface, whose header not every C library brings. */
enum { FUTEX_WAIT_SHARED = 0, FUTEX_WAKE_SHARED = 1 };

static inline int
futex_wait(_Atomic uint32_t *word, uint32_t value)
{
	return (int)syscall(__NR_futex, word, FUTEX_WAIT_SHARED, value, NULL,
	    NULL, 0);
}

static inline void
futex_wake(_Atomic uint32_t *word)
{
	(void)syscall(__NR_futex, word, FUTEX_WAKE_SHARED, 1, NULL, NULL, 0);
}
#elif HAVE_DECL_SYS___FUTEX
#define HAVE_SHARED_FUTEX	1
#define FUTEX_MECHANISM		"__futex"

/* Of the kernel's interface, which has no header. */
enum { FUTEX_WAIT_SHARED = 0, FUTEX_WAKE_SHARED = 1 };

static inline int
futex_wait(_Atomic uint32_t *word, uint32_t value)
{
	return (int)syscall(SYS___futex, word, FUTEX_WAIT_SHARED, value, NULL,
	    NULL, 0, 0);
}

static inline void
futex_wake(_Atomic uint32_t *word)
{
	(void)syscall(SYS___futex, word, FUTEX_WAKE_SHARED, 1, NULL, NULL, 0,
	    0);
}
#elif HAVE__UMTX_OP
#define HAVE_SHARED_FUTEX	1
#define FUTEX_MECHANISM		"_umtx_op"

static inline int
futex_wait(_Atomic uint32_t *word, uint32_t value)
{
	return _umtx_op((void *)word, UMTX_OP_WAIT_UINT, value, NULL, NULL);
}

static inline void
futex_wake(_Atomic uint32_t *word)
{
	(void)_umtx_op((void *)word, UMTX_OP_WAKE, 1, NULL, NULL);
}
#elif HAVE_UMTX_SLEEP
#define HAVE_SHARED_FUTEX	1
#define FUTEX_MECHANISM		"umtx_sleep"

static inline int
futex_wait(_Atomic uint32_t *word, uint32_t value)
{
	return umtx_sleep((volatile const int *)word, (int)value, 0);
}

static inline void
futex_wake(_Atomic uint32_t *word)
{
	(void)umtx_wakeup((volatile const int *)word, 1);
}
#elif HAVE_OS_SYNC_WAIT_ON_ADDRESS
#define HAVE_SHARED_FUTEX	1
#define FUTEX_MECHANISM		"os_sync_wait_on_address"

static inline int
futex_wait(_Atomic uint32_t *word, uint32_t value)
{
	return os_sync_wait_on_address((void *)word, value, sizeof *word,
	    OS_SYNC_WAIT_ON_ADDRESS_SHARED) < 0 ? -1 : 0;
}

static inline void
futex_wake(_Atomic uint32_t *word)
{
	(void)os_sync_wake_by_address_any((void *)word, sizeof *word,
	    OS_SYNC_WAKE_BY_ADDRESS_SHARED);
}
#else
#define HAVE_SHARED_FUTEX	0
#endif

/* Whether such an error of futex_wait() only means: look at the word again. */
static inline bool
futex_looks_again(int error)
{
	return error == EAGAIN || error == EWOULDBLOCK || error == EBUSY ||
	    error == EINTR || error == ECANCELED || error == ETIMEDOUT;
}

#endif
