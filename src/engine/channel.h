/* Messages between a supervisor and the command: a kind, a size, a body. */

#ifndef ENGINE_CHANNEL_H
#define ENGINE_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>

/* 0, or -1 with errno set. */
int	 channel_send(int fd, int kind, const void *body, size_t);

/*
 * Receives one message, whose body must have no more than the given size;
 * *size becomes the size it has.  The kind, or -1 with a reason: the other
 * end is closed, or what came is no message.
 */
int	 channel_receive(int fd, void *body, size_t *size);

/*
 * Receiving gives up where nothing comes for so long, even in the middle of a
 * message: its sender may have been stopped.
 */
void	 channel_set_timeout(int fd, unsigned seconds);

/* Whether that is why the last channel_receive() failed. */
bool	 channel_has_timed_out(void);

#endif
