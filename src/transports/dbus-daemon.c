/* The bus daemon of the dbus test: found, configured, started, waited for. */

#include "config.h"

#include "transports/dbus.h"

#if HAVE_DBUS
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fdio.h"
#include "system/clock.h"
#include "system/osdep.h"

#define DAEMON_NAME	"dbus-daemon"
#define DAEMON_PATH_SIZE 1024
#define CONFIG_FILE	"dbus.conf"
#define WORDS_FILE	"dbus.words"	/* of the daemon, should it not come up */
#define DESCRIPTORS	32u	/* that it asks for, with some to spare */
#define START_NS	4000000000u	/* for it to come up */

/* POSIX has programs declare it, though some headers do. */
extern char	**environ;	/* NOLINT(readability-redundant-declaration) */

/*
 * Nobody but this user finds the way here, and all may be said and owned.
 * The limits are out of the way of what bus_get_limit() lets through.
 */
static const char config[] =
    "<!DOCTYPE busconfig PUBLIC"
    " \"-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN\"\n"
    " \"http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd\">\n"
    "<busconfig>\n"
    "  <type>session</type>\n"
    "  <listen>" BUS_ADDRESS "</listen>\n"
    "  <auth>EXTERNAL</auth>\n"
    "  <policy context=\"default\">\n"
    "    <allow send_destination=\"*\"/>\n"
    "    <allow receive_sender=\"*\"/>\n"
    "    <allow own=\"*\"/>\n"
    "    <allow user=\"*\"/>\n"
    "  </policy>\n"
    "  <limit name=\"max_incoming_bytes\">1000000000</limit>\n"
    "  <limit name=\"max_outgoing_bytes\">1000000000</limit>\n"
    "  <limit name=\"max_message_size\">134217728</limit>\n"
    "  <limit name=\"max_replies_per_connection\">100000</limit>\n"
    "</busconfig>\n";

/* Where it may be, besides the folders of PATH. */
static const char usual_folders[] =
    "/usr/bin:/usr/local/bin:/usr/pkg/bin:/opt/homebrew/bin:/opt/local/bin";

/* Looks in folders of which each is an absolute path. */
static bool
daemon_search(const char *folders, char path[DAEMON_PATH_SIZE])
{
	struct stat	status;
	size_t		length;

	while (*folders != '\0') {
		length = strcspn(folders, ":");
		if (folders[0] == '/' && snprintf(path, DAEMON_PATH_SIZE,
		    "%.*s/" DAEMON_NAME, (int)length, folders) <
		    DAEMON_PATH_SIZE && stat(path, &status) == 0 &&
		    S_ISREG(status.st_mode) && access(path, X_OK) == 0)
			return true;
		folders += length + (folders[length] == ':');
	}
	return false;
}

static int
daemon_find(char path[DAEMON_PATH_SIZE])
{
	const char	*folders = getenv("PATH");

	if ((folders != NULL && daemon_search(folders, path)) ||
	    daemon_search(usual_folders, path))
		return OUTCOME_OK;
	return skip("dbus-daemon is not installed: install the package "
	    "dbus-daemon (Debian) or dbus");
}

int
bus_daemon_probe(void)
{
	char	path[DAEMON_PATH_SIZE];

	return daemon_find(path);
}

static int
daemon_write_config(void)
{
	int	fd = open(CONFIG_FILE, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
		    0600);
	int	outcome = OUTCOME_OK;

	if (fd < 0 || fdio_write_all(fd, config, sizeof config - 1) != 0)
		outcome = fail_errno("write " CONFIG_FILE
		    " in the private directory");
	fdio_close(&fd);
	return outcome;
}

/* With too few it comes up, and then turns away or forgets who connects. */
static int
daemon_check_descriptors(void)
{
	struct rlimit	limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0 ||
	    limit.rlim_cur >= DESCRIPTORS)
		return OUTCOME_OK;
	errno = EMFILE;
	return fail_errno("start dbus-daemon, which needs %u descriptors",
	    DESCRIPTORS);
}

/*
 * The environment without what would lead to the user's own bus, or make the
 * library talk; freed by the caller, the texts stay where they are.  NULL: no
 * memory.
 */
static char **
daemon_make_environment(void)
{
	size_t	count = 0, kept = 0, i;
	char	**list;

	while (environ[count] != NULL)
		count++;
	if ((list = calloc(count + 1, sizeof *list)) == NULL)
		return NULL;
	for (i = 0; i < count; i++)
		if (strncmp(environ[i], "DBUS_", 5) != 0)
			list[kept++] = environ[i];
	return list;
}

/* The child; whatever goes wrong is said where the daemon's words go. */
static void
daemon_become(const struct side *side, int supervisor, int address, int words,
    const char *path, char **environment)
{
	char	name[] = DAEMON_NAME, file[] = "--config-file=" CONFIG_FILE;
	char	print[40], stay[] = "--nofork", lone[] = "--nopidfile";
	char	*argv[] = { name, file, print, stay, lone, NULL };
	int	null = open("/dev/null", O_RDWR);

	dup2(words, 2);
	/* Where there is no such thing it ends with its process group. */
	(void)osdep_die_with_parent(supervisor);
	signal(SIGPIPE, SIG_DFL);
	snprintf(print, sizeof print, "--print-address=%d", address);
	if (null < 0)
		dprintf(2, "open /dev/null: %s", strerror(errno));
	else if (dup2(null, 0) < 0 || dup2(null, 1) < 0 ||
	    fcntl(address, F_SETFD, 0) != 0)
		dprintf(2, "no descriptors: %s", strerror(errno));
	else if (side->helper_cpu >= 0 && osdep_pin(side->helper_cpu) != 0)
		dprintf(2, "pin to CPU %d: %s", side->helper_cpu,
		    strerror(errno));
	else if (execve(path, argv, environment) != 0)
		dprintf(2, "%s: %s", path, strerror(errno));
	_exit(127);
}

/* What it said last, in one line. */
static int
daemon_fail(int words)
{
	char	text[161];
	ssize_t	n = pread(words, text, sizeof text - 1, 0);
	size_t	i;

	text[n > 0 ? n : 0] = '\0';
	text[strcspn(text, "\n")] = '\0';
	for (i = 0; text[i] != '\0'; i++)
		if ((unsigned char)text[i] < ' ')
			text[i] = ' ';
	return fail("dbus-daemon did not come up: %s", text[0] != '\0' ? text :
	    "it ended without a word");
}

/* It prints its address when it listens. */
static int
daemon_await(int address, int words)
{
	struct pollfd	polled = { .fd = address, .events = POLLIN };
	uint64_t	end_ns = clock_now() + START_NS, now;
	ssize_t		n;
	char		byte;

	while ((now = clock_now()) < end_ns) {
		if (poll(&polled, 1, (int)((end_ns - now) / 1000000) + 1) <= 0)
			continue;
		n = read(address, &byte, 1);
		if (n > 0)
			return OUTCOME_OK;
		if (n == 0 || errno != EINTR)
			return daemon_fail(words);
	}
	return fail("dbus-daemon did not come up within %.3g s",
	    START_NS / 1e9);
}

static int
daemon_fork(struct side *side, int words, const char *path, char **environment)
{
	int	address[2], outcome, supervisor = (int)getpid();
	pid_t	pid;

	if (fdio_pipe(address) != 0)
		return fail_errno("make a pipe");
	pid = fork();
	if (pid == 0)
		daemon_become(side, supervisor, address[1], words, path,
		    environment);
	fdio_close(&address[1]);
	if (pid < 0) {
		outcome = fail_errno("start a process (see ulimit -u)");
	} else {
		side->helper = (int)pid;
		outcome = daemon_await(address[0], words);
	}
	fdio_close(&address[0]);
	return outcome;
}

int
bus_daemon_start(struct side *side)
{
	char	path[DAEMON_PATH_SIZE];
	char	**environment;
	int	outcome = daemon_find(path), words;

	if (outcome != OUTCOME_OK)
		return outcome;
	/* What a killed supervisor left would be in the way. */
	bus_daemon_clean();
	if (daemon_check_descriptors() != OUTCOME_OK ||
	    daemon_write_config() != OUTCOME_OK)
		return OUTCOME_FAILED;
	words = open(WORDS_FILE, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (words < 0)
		return fail_errno("make a file in the private directory");
	(void)unlink(WORDS_FILE);
	environment = daemon_make_environment();
	outcome = environment == NULL ? fail_errno("memory for a daemon") :
	    daemon_fork(side, words, path, environment);
	free(environment);
	fdio_close(&words);
	return outcome;
}

void
bus_daemon_clean(void)
{
	(void)unlink(BUS_SOCKET);
	(void)unlink(CONFIG_FILE);
	(void)unlink(WORDS_FILE);
}
#endif
