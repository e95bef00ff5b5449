/*
 * Sending and receiving over byte streams with descriptors: pipes and stream
 * sockets.  The state of such a transport begins with a struct stream.
 */

#ifndef TRANSPORTS_STREAM_H
#define TRANSPORTS_STREAM_H

#include <errno.h>
#include <unistd.h>

#include "transports/message.h"

#define STREAM_LINKS 2

/*
 * Where a side reads and writes, for each of its links; -1: nowhere.  Both
 * may be the same descriptor.
 */
struct stream_link {
	int	in, out;
};

struct stream {
	struct stream_link	link[STREAM_LINKS];
};

/* Goes on where one call did not move the whole message: an enum outcome. */
int	 stream_send_rest(int fd, const unsigned char *, size_t, ssize_t);
int	 stream_receive_rest(int fd, unsigned char *, size_t, ssize_t);

/* Bytes moved, after a call on a non-blocking descriptor: see message.h. */
ssize_t	 stream_some(ssize_t moved, bool sending);

/* No descriptors yet: for prepare, as detach may come without attach. */
void	 stream_initialise(struct stream *);

/* Closes what the side holds; each descriptor once. */
void	 stream_close(struct stream *);

BATCH_INLINE int
stream_send(struct side *side, unsigned link, const unsigned char *data,
    size_t size)
{
	const struct stream *stream = side->state;
	int		 fd = stream->link[link].out;
	ssize_t		 n = write(fd, data, size);

	return BATCH_UNLIKELY(n != (ssize_t)size) ?
	    stream_send_rest(fd, data, size, n) : OUTCOME_OK;
}

BATCH_INLINE int
stream_receive(struct side *side, unsigned link, unsigned char *data,
    size_t size)
{
	const struct stream *stream = side->state;
	int		 fd = stream->link[link].in;
	ssize_t		 n = read(fd, data, size);

	return BATCH_UNLIKELY(n != (ssize_t)size) ?
	    stream_receive_rest(fd, data, size, n) : OUTCOME_OK;
}

BATCH_INLINE ssize_t
stream_send_some(struct side *side, const unsigned char *data, size_t size)
{
	const struct stream *stream = side->state;
	ssize_t		 n = write(stream->link[0].out, data, size);

	return BATCH_UNLIKELY(n <= 0) ? stream_some(n, true) : n;
}

BATCH_INLINE ssize_t
stream_receive_some(struct side *side, unsigned char *data, size_t size)
{
	const struct stream *stream = side->state;
	ssize_t		 n = read(stream->link[0].in, data, size);

	return BATCH_UNLIKELY(n <= 0) ? stream_some(n, false) : n;
}

static inline int
stream_descriptor(const struct side *side, bool sending)
{
	const struct stream *stream = side->state;

	return sending ? stream->link[0].out : stream->link[0].in;
}

static const struct message_methods stream_methods = {
	.send = stream_send,
	.receive = stream_receive,
	.send_some = stream_send_some,
	.receive_some = stream_receive_some,
	.descriptor = stream_descriptor,
};

/* The keys of every byte stream. */
#define STREAM_KEYS	(KEY_BIT(KEY_SIZE) | KEY_BIT(KEY_REPLY) | \
			 KEY_BIT(KEY_VERIFY))

#endif
