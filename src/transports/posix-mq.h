/* The queues of posix-mq, for the bare loop. */

#ifndef TRANSPORTS_POSIX_MQ_H
#define TRANSPORTS_POSIX_MQ_H

#if HAVE_MQ_OPEN
#include <mqueue.h>

#include "transports/transport.h"

/* The queues that an attached side sends to and receives from. */
mqd_t	 posix_mq_out(const struct side *);
mqd_t	 posix_mq_in(const struct side *);
#endif

#endif
