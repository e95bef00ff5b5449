/* The memory of mutex-cond, for its bare loop. */

#ifndef TRANSPORTS_MUTEX_COND_H
#define TRANSPORTS_MUTEX_COND_H

#include <pthread.h>

#include "transports/transport.h"

/* Shared by both sides. */
struct mutex_cond {
	pthread_mutex_t	mutex;
	pthread_cond_t	turned;
	enum side_role	turn;		/* whose it is; under the mutex */
};

/* The state of a side. */
struct mutex_cond_state {
	struct mutex_cond	*shared;
};

#endif
