/* What transports share that have descriptors. */

#include "config.h"

#include "base/fdio.h"
#include "transports/transport.h"

void
side_close_foreign(const struct side *side, int *fd)
{
	if (side->is_thread && side->role != ROLE_SUPERVISOR)
		*fd = -1;
	else
		fdio_close(fd);
}
