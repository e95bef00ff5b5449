/* pipe and fifo: there and back over two pipes, without names and with. */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/fdio.h"
#include "transports/wiring.h"

static int
pipe_prepare(struct side *side)
{
	return wiring_prepare(side, wiring_make_pipes);
}

/*
 * A named pipe in the private directory, both ends open and its name gone.
 * The reader is first, as it need not wait for a writer.
 */
static int
fifo_open(const char *name, int *in, int *out)
{
	int	outcome = OUTCOME_OK;

	if (mkfifo(name, 0600) != 0)
		return errno == ENOSPC || errno == EDQUOT ?
		    fail_errno("make a named pipe in the private directory "
		    "(TMPDIR may name another place)") :
		    skip_errno("make a named pipe in TMPDIR (some file "
		    "systems have none)");
	if ((*in = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC)) < 0 ||
	    (*out = open(name, O_WRONLY | O_CLOEXEC)) < 0 ||
	    fdio_set_blocking(*in, true) != 0)
		outcome = fail_errno("open a named pipe");
	if (unlink(name) != 0 && outcome == OUTCOME_OK)
		outcome = fail_errno("remove a named pipe");
	return outcome;
}

static int
fifo_make(const struct side *side, struct wire *wire)
{
	char	name[32];
	int	outcome;

	snprintf(name, sizeof name, "fifo-%u", side->pair);
	outcome = fifo_open(name, &wire->far.in, &wire->near.out);
	return outcome != OUTCOME_OK ? outcome :
	    fifo_open(name, &wire->near.in, &wire->far.out);
}

static int
fifo_prepare(struct side *side)
{
	return wiring_prepare(side, fifo_make);
}

const struct transport transport_pipe = {
	.name = "pipe",
	.summary = "there and back over two pipes",
	.operation = "client: write, read; server: read, write",
	.paths = "write and read of a pipe: copy, wake-up, context switch",
	.keys = STREAM_KEYS | STREAM_BYTE_KEYS | KEY_BIT(KEY_VIA),
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS,
	.method = 1,
	.max_size = SIZE_LIMIT,
	.prepare = pipe_prepare,
	WIRING_ROW,
};

const struct transport transport_fifo = {
	.name = "fifo",
	.summary = "there and back over two named pipes",
	.operation = "client: write, read; server: read, write; opened by name "
	    "before",
	.paths = "write and read of a named pipe: those of a pipe, by way of "
	    "an inode of the file system",
	.keys = STREAM_KEYS | STREAM_BYTE_KEYS,
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS |
	    TRANSPORT_USES_DIRECTORY,
	.method = 1,
	.max_size = SIZE_LIMIT,
	.prepare = fifo_prepare,
	WIRING_ROW,
};
