/* How messages are handed to System V queues; for the bare loop too. */

#ifndef TRANSPORTS_SYSV_MSG_H
#define TRANSPORTS_SYSV_MSG_H

#include <stddef.h>

#include "transports/transport.h"

/* What msgsnd() and msgrcv() want: the data with a type before it. */
struct sysv_message {
	long		type;
	unsigned char	data[];
};

_Static_assert(offsetof(struct sysv_message, data) <= SIDE_HEADROOM,
    "a message type is larger than what stands before the buffers");

#define SYSV_MESSAGE_TYPE	1

/* The message whose data stands in a buffer of the engine. */
static inline void *
sysv_message_of(unsigned char *data)
{
	return data - offsetof(struct sysv_message, data);
}

/* The queues that a side sends to and receives from; for the bare loop. */
int	 sysv_msg_out(const struct side *);
int	 sysv_msg_in(const struct side *);

#endif
