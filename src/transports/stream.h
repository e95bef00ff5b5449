/*
 * Sending and receiving by read() and write(): pipes, sockets, terminals.  The
 * state of such a transport begins with a struct stream.
 */

#ifndef TRANSPORTS_STREAM_H
#define TRANSPORTS_STREAM_H

#include <errno.h>
#include <unistd.h>

#include "transports/message.h"

/*
 * Where a side reads and writes, for each of its links; -1: nowhere.  Both
 * may be the same descriptor.
 */
struct stream_link {
	int	in, out;
};

struct stream {
	struct stream_link	link[MESSAGE_LINKS];
	struct burst		*burst;		/* of burst.h, or NULL */
};

/* Goes on where one call did not move the whole message: an enum outcome. */
int	 stream_send_rest(int fd, const unsigned char *, size_t, ssize_t);
int	 stream_receive_rest(int fd, unsigned char *, size_t, ssize_t);

/* Bytes moved, after a call on a non-blocking descriptor: see message.h. */
ssize_t	 stream_some(ssize_t moved, bool sending);

/* No descriptors yet: for prepare, as detach may come without attach. */
void	 stream_initialise(struct stream *);

/* For attach, once the links have their descriptors: an enum outcome. */
int	 stream_attach(struct side *);

/* For begin and end, which see in transport.h. */
void	 stream_begin(struct side *);
void	 stream_end(struct side *);

/* For detach: closes what the side holds; each descriptor once. */
void	 stream_detach(struct side *);

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
stream_descriptor(const struct side *side, unsigned link, bool sending)
{
	const struct stream *stream = side->state;

	return sending ? stream->link[link].out : stream->link[link].in;
}

static const struct message_methods stream_methods = {
	.send = stream_send,
	.receive = stream_receive,
	.send_some = stream_send_some,
	.receive_some = stream_receive_some,
	.descriptor = stream_descriptor,
};

/* Many requests in flight where the plain window will not do: see burst.h. */
int	 stream_run_burst(struct side *, struct batch *);

/* The run of all of them. */
BATCH_INLINE int
stream_run(struct side *side, struct batch *batch)
{
	const struct stream *stream = side->state;

	return BATCH_UNLIKELY(stream->burst != NULL) ?
	    stream_run_burst(side, batch) :
	    message_run(side, batch, &stream_methods);
}

/* The keys of all of them, and those of byte streams besides. */
#define STREAM_KEYS	(MESSAGE_DATA_KEYS | MESSAGE_WAIT_KEYS | \
			 KEY_BIT(KEY_WINDOW))
#define STREAM_BYTE_KEYS (KEY_BIT(KEY_FRAME) | KEY_BIT(KEY_COALESCE))

#endif
