/*
 * The first process of a guest: sets up what an ordinary system has, runs one
 * program, prints what that wrote, and switches the guest off.
 *
 * /guest/arguments  the program and its arguments, one a line
 * /guest/hostname   one line
 * /guest/modules    paths of kernel modules to be loaded, one a line
 * /guest/result     what the program may write
 *
 * Whatever cannot be set up is left as it is: containers come with most of it.
 */

#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define LINES_MAX	64

static const struct {
	const char	*type, *path, *options;
	mode_t		 mode;
} mounts[] = {
	{ "proc", "/proc", NULL, 0555 },
	{ "sysfs", "/sys", NULL, 0555 },
	{ "devtmpfs", "/dev", NULL, 0755 },
	{ "tmpfs", "/dev/shm", NULL, 01777 },
	{ "mqueue", "/dev/mqueue", NULL, 01777 },
	{ "devpts", "/dev/pts", "ptmxmode=0666", 0755 },
	{ "tmpfs", "/tmp", NULL, 01777 },
};

static void
mount_all(void)
{
	size_t	i;

	for (i = 0; i < sizeof mounts / sizeof mounts[0]; i++) {
		(void)mkdir(mounts[i].path, mounts[i].mode);
		(void)mount(mounts[i].type, mounts[i].path, mounts[i].type, 0,
		    mounts[i].options);
	}
}

/* As a kernel gives its first process none where it found no console. */
static void
open_console(void)
{
	int	fd;

	if (fcntl(1, F_GETFD) >= 0 ||
	    (fd = open("/dev/console", O_RDWR)) < 0)
		return;
	(void)dup2(fd, 0);
	(void)dup2(fd, 1);
	(void)dup2(fd, 2);
}

/* The lines of a file, up to a NULL; none where there is no such file. */
static void
read_lines(const char *path, char *lines[LINES_MAX])
{
	char	 line[1024];
	FILE	*file = fopen(path, "r");
	int	 count = 0;

	while (file != NULL && count < LINES_MAX - 1 &&
	    fgets(line, sizeof line, file) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		lines[count++] = strdup(line);
	}
	lines[count] = NULL;
	if (file != NULL)
		fclose(file);
}

static void
load_modules(void)
{
	char	*paths[LINES_MAX];
	int	 fd, i;

	read_lines("/guest/modules", paths);
	for (i = 0; paths[i] != NULL; i++) {
		fd = open(paths[i], O_RDONLY | O_CLOEXEC);
		if (fd < 0 || syscall(SYS_finit_module, fd, "", 0) != 0)
			fprintf(stderr, "%s: %s\n", paths[i], strerror(errno));
		if (fd >= 0)
			close(fd);
	}
}

static void
set_up_loopback(void)
{
	struct ifreq	request;
	int		fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return;
	memset(&request, 0, sizeof request);
	strcpy(request.ifr_name, "lo");
	if (ioctl(fd, SIOCGIFFLAGS, &request) == 0) {
		request.ifr_flags |= IFF_UP | IFF_RUNNING;
		(void)ioctl(fd, SIOCSIFFLAGS, &request);
	}
	close(fd);
}

static void
set_hostname(void)
{
	char	*lines[LINES_MAX];

	read_lines("/guest/hostname", lines);
	if (lines[0] != NULL)
		(void)sethostname(lines[0], strlen(lines[0]));
}

/* Runs the program; what it ends with, as a shell says it. */
static int
run_program(void)
{
	char	*arguments[LINES_MAX];
	int	 status = 0;
	pid_t	 pid, ended;

	read_lines("/guest/arguments", arguments);
	if (arguments[0] == NULL || (pid = fork()) < 0)
		return 126;
	if (pid == 0) {
		setenv("PATH", "/usr/bin:/bin", 1);
		setenv("HOME", "/", 1);
		execv(arguments[0], arguments);
		perror(arguments[0]);
		_exit(127);
	}
	/* Orphans come to the first process. */
	while ((ended = wait(&status)) != pid)
		if (ended < 0 && errno != EINTR)
			return 126;
	return WIFEXITED(status) ? WEXITSTATUS(status) :
	    128 + WTERMSIG(status);
}

/* A line "@result", what was written, and a line "@status N". */
static void
print_result(int status)
{
	char	 buffer[4096];
	size_t	 n;
	FILE	*file = fopen("/guest/result", "r");

	printf("\n@result\n");
	while (file != NULL && (n = fread(buffer, 1, sizeof buffer, file)) > 0)
		fwrite(buffer, 1, n, stdout);
	printf("\n@status %d\n", status);
	fflush(stdout);
	(void)tcdrain(1);
}

int
main(void)
{
	int	status;

	mount_all();
	open_console();
	load_modules();
	set_up_loopback();
	set_hostname();
	status = run_program();
	print_result(status);
	if (getpid() == 1) {
		sync();
		usleep(20000);
		(void)reboot(RB_POWER_OFF);
	}
	/* In a container nobody may do that. */
	return status;
}
