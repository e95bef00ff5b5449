/* Connections over loopback, with strangers among them. */

#include "config.h"

#include "unit.h"
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fail.h"
#include "transports/inet.h"

#define STRANGERS 6	/* fewer than the queue of connections holds */

static struct inet_address	address;
static int			listening;

/* False: there is no loopback here. */
static bool
listen_somewhere(void)
{
	int	outcome = inet_bind(4, SOCK_STREAM, &address, &listening);

	ck_assert_msg(outcome != OUTCOME_FAILED, "%s", fail_reason());
	return outcome == OUTCOME_OK;
}

/* One who brings so many bytes, not those of the secret. */
static int
send_stranger(size_t size)
{
	static const char	garbage[64] = "GET / HTTP/1.0";
	int			fd = socket(AF_INET, SOCK_STREAM, 0);

	ck_assert(fd >= 0);
	ck_assert(connect(fd, (struct sockaddr *)&address.socket_address,
	    address.length) == 0);
	ck_assert(size == 0 || write(fd, garbage, size) == (ssize_t)size);
	return fd;
}

/* Strangers stand before the client and say nothing, too little or wrong. */
START_TEST(strangers_cost_no_time)
{
	static const size_t	sizes[] = { 0, 1, 15, 16, 64 };
	int			strangers[STRANGERS], client, server, i;
	char			byte;

	if (!listen_somewhere())
		return;
	for (i = 0; i < STRANGERS; i++)
		strangers[i] = send_stranger(sizes[_i]);
	ck_assert(inet_connect(&address, &client) == OUTCOME_OK);
	/* The test's own deadline is the proof: they never say more. */
	ck_assert_msg(inet_accept(&address, listening, &server) ==
	    OUTCOME_OK, "%s", fail_reason());
	ck_assert((fcntl(server, F_GETFL) & O_NONBLOCK) == 0);
	ck_assert(write(client, "x", 1) == 1);
	ck_assert(read(server, &byte, 1) == 1 && byte == 'x');
	for (i = 0; i < STRANGERS; i++)
		close(strangers[i]);
	close(client);
	close(server);
	close(listening);
}
END_TEST

/* The secret comes byte by byte, behind more strangers than are heard. */
START_TEST(slow_clients_are_heard)
{
	int	client, server, i, status;
	pid_t	child;

	if (!listen_somewhere())
		return;
	if ((child = fork()) == 0) {
		for (i = 0; i < 100; i++)
			(void)send_stranger(0);
		client = send_stranger(0);
		for (i = 0; i < (int)sizeof address.secret; i++)
			if (write(client, address.secret + i, 1) != 1)
				_exit(1);
		_exit(read(client, &status, 1) == 1 ? 0 : 2);
	}
	ck_assert(inet_accept(&address, listening, &server) == OUTCOME_OK);
	ck_assert(write(server, "x", 1) == 1);
	ck_assert(waitpid(child, &status, 0) == child);
	ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	close(server);
	close(listening);
}
END_TEST

static Suite *
inet_suite(void)
{
	Suite	*suite = suite_create("inet");
	TCase	*accepting = tcase_create("accepting");

	tcase_set_timeout(accepting, 30);
	tcase_add_loop_test(accepting, strangers_cost_no_time, 0, 5);
	tcase_add_test(accepting, slow_clients_are_heard);
	suite_add_tcase(suite, accepting);
	return suite;
}

int
main(void)
{
	return unit_run(inet_suite());
}
