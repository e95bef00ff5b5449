/* Ending with one's parent, where the system has procctl(). */

#include "config.h"

#include <sys/types.h>
#include <sys/procctl.h>
#include <sys/wait.h>
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "system/osdep.h"

int
osdep_die_with_parent(int parent)
{
#ifdef PROC_PDEATHSIG_CTL
	int	number = SIGKILL;

	if (procctl(P_PID, getpid(), PROC_PDEATHSIG_CTL, &number) != 0)
		return -1;
	/* It may have ended before the kernel was asked. */
	if (getppid() != parent)
		kill(getpid(), SIGKILL);
	return 0;
#else
	(void)parent;
	errno = ENOSYS;
	return -1;
#endif
}
