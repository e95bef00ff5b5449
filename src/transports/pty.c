/* pty: there and back through a raw pseudo-terminal. */

#include "config.h"

#include <fcntl.h>
#include <stdlib.h>
#include <termios.h>
#if HAVE_DECL_I_PUSH
#include <stropts.h>
#endif

#include "base/fdio.h"
#include "transports/wiring.h"

/* What a line discipline may hold without losing any. */
#define PTY_SIZE_MAX	1024u

static int
pty_open_master(int *master)
{
	if ((*master = posix_openpt(O_RDWR | O_NOCTTY)) < 0)
		return skip_errno("open a pseudo-terminal (is /dev/pts "
		    "mounted?)");
	if (fdio_set_cloexec(*master) != 0 || grantpt(*master) != 0 ||
	    unlockpt(*master) != 0)
		return skip_errno("set up a pseudo-terminal");
	return OUTCOME_OK;
}

/*
 * Where terminals are made of modules, the system need not have put them there
 * itself, and may have done so.
 */
static int
pty_make_terminal(int slave)
{
#if HAVE_DECL_I_PUSH
	if (ioctl(slave, I_FIND, "ldterm") == 0 &&
	    (ioctl(slave, I_PUSH, "ptem") < 0 ||
	    ioctl(slave, I_PUSH, "ldterm") < 0))
		return skip_errno("make a terminal of a stream");
#else
	(void)slave;
#endif
	return OUTCOME_OK;
}

/* Bytes pass as they are, each at once. */
static int
pty_make_raw(int slave)
{
	struct termios	settings;

	if (tcgetattr(slave, &settings) != 0)
		return fail_errno("ask for the settings of a "
		    "pseudo-terminal");
	settings.c_iflag &= ~(tcflag_t)(IGNBRK | BRKINT | PARMRK | ISTRIP |
	    INLCR | IGNCR | ICRNL | IXON | IXOFF);
	settings.c_oflag &= ~(tcflag_t)OPOST;
	settings.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG |
	    IEXTEN);
	settings.c_cflag &= ~(tcflag_t)(CSIZE | PARENB);
	settings.c_cflag |= CS8;
	settings.c_cc[VMIN] = 1;
	settings.c_cc[VTIME] = 0;
	if (tcsetattr(slave, TCSANOW, &settings) != 0)
		return fail_errno("make a pseudo-terminal raw");
	return OUTCOME_OK;
}

static int
pty_make(const struct side *side, struct wire *wire)
{
	const char	*name;
	int		 outcome;

	(void)side;
	if ((outcome = pty_open_master(&wire->near.in)) != OUTCOME_OK)
		return outcome;
	wire->near.out = wire->near.in;
	if ((name = ptsname(wire->near.in)) == NULL ||
	    (wire->far.in = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)) < 0)
		return skip_errno("open the other end of a pseudo-terminal");
	wire->far.out = wire->far.in;
	outcome = pty_make_terminal(wire->far.in);
	return outcome != OUTCOME_OK ? outcome : pty_make_raw(wire->far.in);
}

static int
pty_probe(void)
{
	int	master = -1, outcome = pty_open_master(&master);

	fdio_close(&master);
	return outcome;
}

static int
pty_prepare(struct side *side)
{
	return wiring_prepare(side, pty_make);
}

const struct transport transport_pty = {
	.name = "pty",
	.summary = "there and back through a pseudo-terminal",
	.operation = "client (master): write, read; server (terminal): read, "
	    "write",
	.paths = "write and read of a raw pseudo-terminal: its two buffers, the "
	    "line discipline, a work queue, wake-up, context switch",
	.keys = MESSAGE_DATA_KEYS | MESSAGE_WAIT_KEYS,
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS |
	    TRANSPORT_USES_WORKERS,
	.method = 1,
	.max_size = PTY_SIZE_MAX,
	.probe = pty_probe,
	.prepare = pty_prepare,
	WIRING_ROW,
};
