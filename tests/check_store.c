/* Tests of the result file: what it replaces, and what it never does. */

#include "config.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fail.h"
#include "results/store.h"
#include "results/temporary.h"
#include "result-files.h"
#include "unit.h"

#define SLOW_S		300

START_TEST(a_new_file_is_written)
{
	struct result	 result = { .seed = 42 }, back = { .seed = 0 };
	struct store	*store;
	struct stat	 status;
	mode_t		 mask = umask(027);

	store = store_open("result");
	ck_assert_msg(store != NULL, "%s", fail_reason());
	/* Nothing is there before the first round. */
	ck_assert(stat("result", &status) != 0);
	ck_assert_int_eq(store_save(store, &result), 0);
	ck_assert_int_eq(store_save(store, &result), 0);
	ck_assert_int_eq(store_read("result", &back), 0);
	ck_assert_uint_eq(back.seed, 42);
	result_free(&back);
	result.seed = 43;
	ck_assert_int_eq(store_close(store, &result), 0);
	ck_assert_int_eq(store_read("result", &back), 0);
	ck_assert_uint_eq(back.seed, 43);
	ck_assert(stat("result", &status) == 0);
	ck_assert_uint_eq(status.st_mode & 0777, 0640);
	umask(mask);
}
END_TEST

START_TEST(nothing_is_written_without_a_result)
{
	struct store	*store = store_open("result");
	struct stat	 status;

	ck_assert(store != NULL);
	ck_assert_int_eq(store_close(store, NULL), 0);
	ck_assert(stat("result", &status) != 0);
}
END_TEST

START_TEST(an_old_result_is_replaced_and_keeps_its_mode)
{
	struct result	 result = { .seed = 42 }, back = { .seed = 0 };
	struct store	*store;
	struct stat	 status;
	char		*before, *after;

	put_test_file("result", "");
	chmod("result", 0604);
	before = get_file("result");
	store = store_open("result");
	ck_assert_msg(store != NULL, "%s", fail_reason());
	after = get_file("result");
	ck_assert_str_eq(before, after);
	ck_assert_int_eq(store_close(store, &result), 0);
	ck_assert_int_eq(store_read("result", &back), 0);
	ck_assert_uint_eq(back.seed, 42);
	ck_assert(stat("result", &status) == 0);
	ck_assert_uint_eq(status.st_mode & 0777, 0604);
	free(before);
	free(after);
}
END_TEST

START_TEST(an_empty_file_is_replaced)
{
	struct result	 result = { .seed = 42 }, back = { .seed = 0 };
	struct store	*store;

	put_file("result", "");
	store = store_open("result");
	ck_assert_msg(store != NULL, "%s", fail_reason());
	ck_assert_int_eq(store_close(store, &result), 0);
	ck_assert_int_eq(store_read("result", &back), 0);
}
END_TEST

START_TEST(another_file_is_never_replaced)
{
	struct result	 result = { .seed = 42 };
	struct store	*store;
	char		*text;

	put_file("result", "my thesis\n");
	ck_assert(store_open("result") == NULL);
	ck_assert(strstr(fail_reason(), "result: ") != NULL);
	ck_assert(strstr(fail_reason(), "move it away") != NULL);

	/* Nor one that came into being meanwhile. */
	store = store_open("other");
	ck_assert(store != NULL);
	put_file("other", "my thesis\n");
	ck_assert_int_eq(store_save(store, &result), -1);
	ck_assert_int_eq(store_close(store, &result), -1);
	text = get_file("other");
	ck_assert_str_eq(text, "my thesis\n");
	free(text);
}
END_TEST

START_TEST(places_that_take_no_file_are_refused)
{
	ck_assert(store_open(".") == NULL);
	ck_assert(strstr(fail_reason(), "directory") != NULL);
	ck_assert(store_open("absent/result") == NULL);
	ck_assert(strstr(fail_reason(), "absent/result: ") != NULL);
	ck_assert(store_open("") == NULL);
	put_file("other", "x");
	ck_assert(store_open("other/result") == NULL);
	if (geteuid() == 0)
		return;
	mkdir("sub", 0555);
	ck_assert(store_open("sub/result") == NULL);
	ck_assert(strstr(fail_reason(), "no new file") != NULL);
	put_test_file("result", "");
	chmod("result", 0444);
	ck_assert(store_open("result") == NULL);
	ck_assert(strstr(fail_reason(), "writable") != NULL);
}
END_TEST

START_TEST(the_target_of_a_link_is_replaced)
{
	struct result	 result = { .seed = 42 }, back = { .seed = 0 };
	struct store	*store;
	struct stat	 status;

	ck_assert(mkdir("sub", 0700) == 0);
	ck_assert(symlink("../result", "sub/link") == 0);
	ck_assert(symlink("sub/link", "link") == 0);
	store = store_open("link");
	ck_assert_msg(store != NULL, "%s", fail_reason());
	/* The working directory may change meanwhile. */
	ck_assert(chdir("sub") == 0);
	ck_assert_int_eq(store_save(store, &result), 0);
	ck_assert(chdir("/") == 0);
	ck_assert_int_eq(store_close(store, &result), 0);
	return_to_directory();
	ck_assert(lstat("link", &status) == 0 && S_ISLNK(status.st_mode));
	ck_assert(lstat("sub/link", &status) == 0 && S_ISLNK(status.st_mode));
	ck_assert(lstat("result", &status) == 0 && S_ISREG(status.st_mode));
	ck_assert_int_eq(store_read("link", &back), 0);
	ck_assert_uint_eq(back.seed, 42);

	ck_assert(unlink("sub/link") == 0);
	ck_assert(symlink("../link", "sub/link") == 0);
	ck_assert(store_open("link") == NULL);
}
END_TEST

START_TEST(devices_are_written_once)
{
	struct result	 result = { .seed = 42 };
	struct store	*store = store_open("/dev/null");

	ck_assert_msg(store != NULL, "%s", fail_reason());
	ck_assert_int_eq(store_save(store, &result), 0);
	ck_assert_int_eq(store_close(store, &result), 0);
}
END_TEST

START_TEST(pipes_are_written_once)
{
	struct result	 result = { .seed = 42 }, back = { .seed = 0 };
	struct store	*store;
	char		 path[64];
	int		 fds[2];

	/* A named pipe would block without a reader. */
	ck_assert(pipe(fds) == 0);
	snprintf(path, sizeof path, "/dev/fd/%d", fds[1]);
	if (access(path, W_OK) != 0)
		return;
	store = store_open(path);
	ck_assert_msg(store != NULL, "%s", fail_reason());
	ck_assert_int_eq(store_save(store, &result), 0);
	ck_assert_int_eq(store_close(store, &result), 0);
	close(fds[1]);
	ck_assert(dup2(fds[0], STDIN_FILENO) == STDIN_FILENO);
	close(fds[0]);
	ck_assert_msg(store_read("-", &back) == 0, "%s", fail_reason());
	ck_assert_uint_eq(back.seed, 42);
}
END_TEST

/* Known before anything is measured; one that is there sees all of it. */
START_TEST(named_pipes_need_a_reader)
{
	struct result	 result = { .seed = 42 }, back = { .seed = 0 };
	struct store	*store;
	int		 status;
	pid_t		 child;

	ck_assert(mkfifo("fifo", 0600) == 0);
	ck_assert(store_open("fifo") == NULL);
	ck_assert(strstr(fail_reason(), "start its reader") != NULL);
	if ((child = fork()) == 0)
		_exit(store_read("fifo", &back) == 0 && back.seed == 42 ? 0 :
		    1);
	store = store_open("fifo");
	ck_assert_msg(store != NULL, "%s", fail_reason());
	ck_assert_int_eq(store_save(store, &result), 0);
	ck_assert_int_eq(store_close(store, &result), 0);
	ck_assert(waitpid(child, &status, 0) == child);
	ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
END_TEST

/* What a killed one left goes away, what another is writing does not. */
START_TEST(leftovers_are_swept)
{
	static const char leftover[] = ".ipclat-1-0.tmp";
	struct stat	 status;
	char		*name, byte;
	pid_t		 child;
	int		 pair[2], fd;

	put_file(leftover, "half a res");
	ck_assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
	if ((child = fork()) == 0) {
		fd = temporary_create("result", &name);
		if (fd < 0 || write(pair[1], "x", 1) != 1 ||
		    read(pair[1], &byte, 1) != 1)
			_exit(1);
		_exit(unlink(name));
	}
	ck_assert(read(pair[0], &byte, 1) == 1);
	ck_assert_int_eq(store_close(store_open("result"), NULL), 0);
	ck_assert(stat(leftover, &status) != 0);
	ck_assert(write(pair[0], "x", 1) == 1);
	ck_assert(waitpid(child, &fd, 0) == child);
	ck_assert(WIFEXITED(fd) && WEXITSTATUS(fd) == 0);
	close(pair[0]);
	close(pair[1]);
}
END_TEST

START_TEST(results_of_a_newer_ipclat_are_told)
{
	put_file("result", "{\"schema\": \"ipclat-result/2\", \"tests\": []}");
	ck_assert(store_open("result") == NULL);
	ck_assert(strstr(fail_reason(), "newer ipclat") != NULL);
	ck_assert(strstr(fail_reason(), "move it away") != NULL);
}
END_TEST

START_TEST(standard_output_is_not_overwritten)
{
	put_file("result", "");
	ck_assert(freopen("result", "w", stderr) != NULL);
	ck_assert(store_open("result") == NULL);
	ck_assert(strstr(fail_reason(), "standard output") != NULL);
}
END_TEST

START_TEST(a_full_disk_leaves_the_old_file)
{
	struct result	 result = { .seed = 42 };
	struct rlimit	 limit, small;
	struct store	*store;
	char		*before, *after;
	unsigned	 i;

	for (i = 0; i < 20; i++)
		add_plain_test(&result, 10);
	put_test_file("result", "");
	before = get_file("result");
	store = store_open("result");
	ck_assert(store != NULL);
	signal(SIGXFSZ, SIG_IGN);
	ck_assert(getrlimit(RLIMIT_FSIZE, &limit) == 0);
	small = limit;
	small.rlim_cur = 8192;
	ck_assert(setrlimit(RLIMIT_FSIZE, &small) == 0);
	ck_assert_int_eq(store_save(store, &result), -1);
	ck_assert(strstr(fail_reason(), "result: ") != NULL);
	ck_assert_int_eq(store_close(store, &result), -1);
	ck_assert(setrlimit(RLIMIT_FSIZE, &limit) == 0);
	after = get_file("result");
	ck_assert_str_eq(before, after);
	free(before);
	free(after);
	result_free(&result);
}
END_TEST

static void
add_store_tests(TCase *store)
{
	tcase_add_test(store, a_new_file_is_written);
	tcase_add_test(store, nothing_is_written_without_a_result);
	tcase_add_test(store, an_old_result_is_replaced_and_keeps_its_mode);
	tcase_add_test(store, an_empty_file_is_replaced);
	tcase_add_test(store, another_file_is_never_replaced);
	tcase_add_test(store, places_that_take_no_file_are_refused);
	tcase_add_test(store, the_target_of_a_link_is_replaced);
	tcase_add_test(store, devices_are_written_once);
	tcase_add_test(store, pipes_are_written_once);
	tcase_add_test(store, named_pipes_need_a_reader);
	tcase_add_test(store, leftovers_are_swept);
	tcase_add_test(store, results_of_a_newer_ipclat_are_told);
	tcase_add_test(store, standard_output_is_not_overwritten);
	tcase_add_test(store, a_full_disk_leaves_the_old_file);
}

static Suite *
make_suite(void)
{
	Suite	*suite = suite_create("store");
	TCase	*store = tcase_create("store");

	tcase_set_timeout(store, SLOW_S);
	tcase_add_checked_fixture(store, enter_directory, leave_directory);
	add_store_tests(store);
	suite_add_tcase(suite, store);
	return suite;
}

int
main(void)
{
	return unit_run(make_suite());
}
