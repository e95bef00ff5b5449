/* Keys of System V objects, and what a refusal to make one means. */

#include "config.h"

#include <errno.h>

#include "transports/sysv.h"

#if HAVE_MSGGET || HAVE_SEMGET || HAVE_SHMGET
#include <sys/ipc.h>

/* An invocation has 16 keys; another 8 of them stand in for IPC_PRIVATE. */
#define SYSV_OTHER_KEYS	8u

key_t
sysv_key(const struct side *side, unsigned number)
{
	key_t	key = (key_t)(side->key + number);

	return key != IPC_PRIVATE ? key :
	    (key_t)(side->key + number + SYSV_OTHER_KEYS);
}

int
sysv_refuse(const char *what, const char *limit)
{
	switch (errno) {
	case ENOSPC:
		return skip("%s: the system has no more to give; remove unused "
		    "ones (ipcs, ipcrm), or raise %s", what, limit);
	case EINVAL:		/* a size beyond what one may have */
	case ENOMEM:
	case ENOSYS:
	case EPERM:
	case EACCES:
		return skip_errno("%s (limit: %s)", what, limit);
	case EEXIST:
		return fail("%s: its key is taken by chance; measure again",
		    what);
	default:
		return fail_errno("%s", what);
	}
}

bool
sysv_exists(int identifier)
{
	return identifier >= 0 || errno == EACCES;
}

int
sysv_judge_probe(const char *what)
{
	return errno == ENOENT || errno == EACCES ? OUTCOME_OK :
	    skip_errno("the kernel has no %s for this process", what);
}
#else
/* So that this file is not empty. */
extern const struct transport transport_sysv_msg;
#endif
