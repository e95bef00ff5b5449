/* Another program run to its end, and what it wrote: bounded, and never left behind. */

#ifndef SYSTEM_SUBPROCESS_H
#define SYSTEM_SUBPROCESS_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

/* What a program wrote, and how it ended. */
struct subprocess {
	char	*bytes;		/* of standard output, to be freed; NULL: none */
	size_t	 size;
	char	 words[160];	/* its first line on standard error; "" none */
	int	 status;	/* as of waitpid() */
};

/*
 * Runs a program (argv[0] looked up in PATH, no shell, nothing on standard
 * input) in a process group of its own until it ends, which it must within
 * timeout_ns and with at most so many bytes on standard output.  OUTCOME_OK
 * however it ended, or OUTCOME_FAILED with a reason: it cannot be executed,
 * takes too long, writes too much, or stop became other than 0.  In any case
 * nothing of its process group is left, nor does it outlive this process where
 * the system can see to that.
 */
int	 subprocess_run(char *const argv[], uint64_t timeout_ns, size_t most,
	     const volatile sig_atomic_t *stop, struct subprocess *);

/* Frees what it holds. */
void	 subprocess_free(struct subprocess *);

#endif
