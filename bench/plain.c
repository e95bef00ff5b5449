/*
 * What most people write: one pair of processes, one second of round trips,
 * the mean.  Prints it in nanoseconds; repeatability.sh holds it against
 * ipclat's headline.
 */

#include "config.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fail.h"
#include "engine/placement.h"
#include "system/clock.h"
#include "system/osdep.h"
#include "transports/keys.h"

#define CHUNK	100		/* round trips between looks at the clock */
#define RUN_NS	1000000000u

/* Where each side reads and writes: the client's, the server's. */
struct plain_ends {
	int	in[2], out[2];
};

static int
plain_open_pipes(struct plain_ends *ends)
{
	int	there[2], back[2];

	if (pipe(there) != 0 || pipe(back) != 0)
		return -1;
	ends->out[0] = there[1];
	ends->in[1] = there[0];
	ends->out[1] = back[1];
	ends->in[0] = back[0];
	return 0;
}

static int
plain_open_tcp(struct plain_ends *ends)
{
	struct sockaddr_in name;
	socklen_t	length = sizeof name;
	int		listening = socket(AF_INET, SOCK_STREAM, 0);
	int		client = socket(AF_INET, SOCK_STREAM, 0), server, on = 1;

	memset(&name, 0, sizeof name);
	name.sin_family = AF_INET;
	name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (bind(listening, (struct sockaddr *)&name, length) != 0 ||
	    listen(listening, 1) != 0 ||
	    getsockname(listening, (struct sockaddr *)&name, &length) != 0 ||
	    connect(client, (struct sockaddr *)&name, length) != 0 ||
	    (server = accept(listening, NULL, NULL)) < 0)
		return -1;
	setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	setsockopt(server, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	ends->in[0] = ends->out[0] = client;
	ends->in[1] = ends->out[1] = server;
	return 0;
}

static void
plain_serve(const struct plain_ends *ends)
{
	char	byte;

	while (read(ends->in[1], &byte, 1) == 1)
		if (write(ends->out[1], &byte, 1) != 1)
			break;
	_exit(0);
}

/* The mean over a second, in nanoseconds; below 0 if a call failed. */
static double
plain_measure(const struct plain_ends *ends)
{
	uint64_t	began = clock_now(), count = 0, now;
	char		byte = 'x';
	int		i;

	do {
		for (i = 0; i < CHUNK; i++)
			if (write(ends->out[0], &byte, 1) != 1 ||
			    read(ends->in[0], &byte, 1) != 1)
				return -1;
		count += CHUNK;
		now = clock_now();
	} while (now - began < RUN_NS);
	return (double)(now - began) / (double)count;
}

static int
plain_place(const char *place, struct placement *placement)
{
	static struct cpu	cpus[OSDEP_CPUS_MAX];
	int64_t			value = strcmp(place, "same") == 0 ?
				    PLACE_SAME : PLACE_CROSS;

	return placement_choose(value, cpus, osdep_get_cpus(cpus), placement);
}

int
main(int argc, char **argv)
{
	struct placement  placement;
	struct plain_ends ends;
	double		  mean;
	pid_t		  server;

	if (argc != 3) {
		fprintf(stderr, "usage: plain pipe|tcp same|cross\n");
		return 2;
	}
	if (plain_place(argv[2], &placement) != OUTCOME_OK ||
	    (strcmp(argv[1], "pipe") == 0 ? plain_open_pipes(&ends) :
	    plain_open_tcp(&ends)) != 0) {
		fprintf(stderr, "plain: cannot run %s on %s\n", argv[1],
		    argv[2]);
		return 77;
	}
	if ((server = fork()) == 0) {
		(void)osdep_pin(placement.server_cpu);
		plain_serve(&ends);
	}
	(void)osdep_pin(placement.client_cpu);
	mean = plain_measure(&ends);
	kill(server, SIGKILL);
	waitpid(server, NULL, 0);
	printf("%.1f\n", mean);
	return mean > 0 ? 0 : 1;
}
