/*
 * To be preloaded into user-mode Linux up to 6.12, whose buffer for the state
 * of the CPU is smaller than what CPUs with AMX have: the host refuses to set
 * less than the whole, and the guest panics.  This keeps what is missing, with
 * the parts that the guest does not know switched off.
 */

#include <elf.h>
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#ifndef NT_X86_XSTATE
#define NT_X86_XSTATE	0x202
#endif

#define XSTATE_FEATURES	512	/* where the header has its bits */
#define XSTATE_AMX	6	/* of the third byte of them: bits 17 and 18 */

static unsigned char	state[65536];
static size_t		state_size;	/* what the host has; 0: not asked yet */

static long
ask(long request, long process, void *address, void *data)
{
	return syscall(SYS_ptrace, request, process, address, data);
}

/* The guest gets as much as it has room for. */
static long
get_state(long process, void *address, struct iovec *wanted)
{
	struct iovec	whole = { state, sizeof state };
	long		result;

	result = ask(PTRACE_GETREGSET, process, address, &whole);
	if (result < 0)
		return result;
	state_size = whole.iov_len;
	if (wanted->iov_len > state_size)
		wanted->iov_len = state_size;
	memcpy(wanted->iov_base, state, wanted->iov_len);
	return result;
}

static long
set_state(long process, void *address, const struct iovec *given)
{
	struct iovec	whole = { state, state_size };

	memset(state, 0, state_size);
	memcpy(state, given->iov_base, given->iov_len);
	state[XSTATE_FEATURES + 2] &= (unsigned char)~XSTATE_AMX;
	return ask(PTRACE_SETREGSET, process, address, &whole);
}

long
ptrace(enum __ptrace_request request, ...)
{
	va_list	list;
	long	process, word;
	void	*address, *data;

	va_start(list, request);
	process = va_arg(list, pid_t);
	address = va_arg(list, void *);
	data = va_arg(list, void *);
	va_end(list);
	if (request == PTRACE_GETREGSET && (long)address == NT_X86_XSTATE)
		return get_state(process, address, data);
	if (request == PTRACE_SETREGSET && (long)address == NT_X86_XSTATE &&
	    state_size > ((struct iovec *)data)->iov_len)
		return set_state(process, address, data);
	if (request != PTRACE_PEEKTEXT && request != PTRACE_PEEKDATA &&
	    request != PTRACE_PEEKUSER)
		return ask(request, process, address, data);
	/* These return what the kernel stores. */
	if (ask(request, process, address, &word) < 0)
		return -1;
	errno = 0;
	return word;
}
