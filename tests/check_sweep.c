/* Tests of private directories that nobody holds any more: who removes them. */

#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check_system.h"
#include "base/fail.h"
#include "base/tmpdir.h"
#include "folder.h"

static void
make_old(const char *path)
{
	struct timeval	times[2] = { { 1000000000, 0 }, { 1000000000, 0 } };

	ck_assert_int_eq(utimes(path, times), 0);
}

/*
 * A child that calls the function, says that it has, and waits to be killed.
 */
static pid_t
start_holder(void (*hold)(char *), char path[TMPDIR_PATH_SIZE])
{
	int	fds[2];
	pid_t	child;

	ck_assert_int_eq(pipe(fds), 0);
	ck_assert_int_ge(child = fork(), 0);
	if (child == 0) {
		hold(path);
		memset(path + strlen(path), 0,
		    TMPDIR_PATH_SIZE - strlen(path));
		if (write(fds[1], path, TMPDIR_PATH_SIZE) < 0)
			_exit(1);
		for (;;)
			pause();
	}
	ck_assert_int_eq(read(fds[0], path, TMPDIR_PATH_SIZE),
	    TMPDIR_PATH_SIZE);
	close(fds[0]);
	close(fds[1]);
	return child;
}

static void
end_holder(pid_t child)
{
	ck_assert_int_eq(kill(child, SIGKILL), 0);
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
}

static void
hold_new(char *path)
{
	if (tmpdir_create(path) != 0)
		_exit(1);
}

static void
hold_joined(char *path)
{
	if (tmpdir_join(path) != 0)
		_exit(1);
}

START_TEST(tmpdir_own_is_not_swept)
{
	char	first[TMPDIR_PATH_SIZE], path[TMPDIR_PATH_SIZE];
	pid_t	child;
	int	status;

	ck_assert_int_eq(tmpdir_create(first), 0);
	ck_assert_int_eq(tmpdir_create(path), 0);
	ck_assert_uint_eq(tmpdir_sweep(NULL), 0);
	/* Neither by a child, nor because a child has closed the file. */
	ck_assert_int_ge(child = fork(), 0);
	if (child == 0) {
		tmpdir_remove(first);
		_exit((int)tmpdir_sweep(NULL));
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	ck_assert(!folder_has(first));
	ck_assert(folder_has(path));
	tmpdir_remove(first);
	tmpdir_remove(path);
}
END_TEST

START_TEST(tmpdir_is_swept_when_all_ended)
{
	char	inner[FOLDER_PATH_SIZE], path[TMPDIR_PATH_SIZE];
	pid_t	command, supervisor;

	command = start_holder(hold_new, path);
	folder_make_directory(path, "inner", inner);
	folder_make_file(inner, "file");
	ck_assert_uint_eq(tmpdir_sweep(NULL), 0);
	supervisor = start_holder(hold_joined, path);
	ck_assert_uint_eq(tmpdir_sweep(NULL), 0);
	end_holder(command);
	ck_assert_uint_eq(tmpdir_sweep(NULL), 0);
	ck_assert_int_eq(tmpdir_count_entries(path), 1);
	end_holder(supervisor);
	ck_assert_uint_eq(tmpdir_sweep(NULL), 1);
	ck_assert(!folder_has(path));
	ck_assert_uint_eq(tmpdir_sweep(NULL), 0);
}
END_TEST

/* The child was forked before, so it does not know the directory as held. */
START_TEST(tmpdir_outlives_its_supervisor)
{
	char	byte = 0, path[TMPDIR_PATH_SIZE];
	int	fds[2], status;
	pid_t	stranger;

	ck_assert_int_eq(pipe(fds), 0);
	ck_assert_int_ge(stranger = fork(), 0);
	if (stranger == 0) {
		if (read(fds[0], &byte, 1) != 1)
			_exit(99);
		_exit((int)tmpdir_sweep(NULL));
	}
	ck_assert_int_eq(tmpdir_create(path), 0);
	end_holder(start_holder(hold_joined, path));
	/* Own questions must not give the lock up either. */
	tmpdir_sweep(NULL);
	tmpdir_count_entries(path);
	ck_assert_int_eq(write(fds[1], &byte, 1), 1);
	ck_assert_int_eq(waitpid(stranger, &status, 0), stranger);
	ck_assert_int_eq(status, 0);
	ck_assert(folder_has(path));
	tmpdir_remove(path);
	close(fds[0]);
	close(fds[1]);
}
END_TEST

static void
hold_and_part(char *path)
{
	if (tmpdir_join(path) == 0)
		tmpdir_part(path);
}

/* The last of both to end removes it, if it still can. */
START_TEST(tmpdir_is_removed_by_its_supervisor)
{
	char	path[TMPDIR_PATH_SIZE];
	pid_t	command = start_holder(hold_new, path);

	end_holder(start_holder(hold_and_part, path));
	ck_assert(folder_has(path));
	end_holder(command);
	end_holder(start_holder(hold_and_part, path));
	ck_assert(!folder_has(path));
}
END_TEST

START_TEST(tmpdir_without_lock_is_given_time)
{
	char	path[FOLDER_PATH_SIZE];

	folder_make_directory(folder_base, folder_own_name("abcdef"), path);
	folder_make_file(path, "lock.new");
	ck_assert_uint_eq(tmpdir_sweep(NULL), 0);
	ck_assert_int_eq(tmpdir_count_entries(path), 1);
	make_old(path);
	ck_assert_uint_eq(tmpdir_sweep(NULL), 1);
	ck_assert(!folder_has(path));
}
END_TEST

START_TEST(tmpdir_sweeps_nothing_else)
{
	static const char *const others[] = {
		"ipclat-", "ipclat-abcdef", "ipclat-1x-abcdef", "notes"
	};
	char	path[FOLDER_PATH_SIZE];
	size_t	i;

	for (i = 0; i < sizeof others / sizeof others[0]; i++) {
		folder_make_directory(folder_base, others[i], path);
		make_old(path);
		ck_assert_uint_eq(tmpdir_sweep(NULL), 0);
		ck_assert_int_eq(rmdir(path), 0);
	}
	folder_make_file(folder_base, folder_own_name("abcdef"));
	ck_assert_uint_eq(tmpdir_sweep(NULL), 0);
	snprintf(path, sizeof path, "%s/%s", folder_base, folder_own_name("abcdef"));
	ck_assert_int_eq(unlink(path), 0);
	/* Too long, and one that is old but not empty. */
	folder_make_directory(folder_base, folder_own_name("abcdefg"), path);
	make_old(path);
	ck_assert_uint_eq(tmpdir_sweep(NULL), 0);
	ck_assert_int_eq(rmdir(path), 0);
	folder_make_directory(folder_base, folder_own_name("abcdef"), path);
	folder_make_file(path, "file");
	make_old(path);
	ck_assert_uint_eq(tmpdir_sweep(NULL), 0);
	ck_assert_int_eq(tmpdir_count_entries(path), 1);
	tmpdir_remove(path);
}
END_TEST

#define SWEEPERS 4
#define LEFT 40

/* Directories as killed processes leave them. */
static void
hold_many(char *path)
{
	char	inner[FOLDER_PATH_SIZE];
	int	i;

	for (i = 0; i < LEFT; i++) {
		hold_new(path);
		snprintf(inner, sizeof inner, "%s/inner", path);
		if (mkdir(inner, 0700) != 0)
			_exit(1);
	}
}

START_TEST(tmpdir_sweepers_share_the_work)
{
	char	path[TMPDIR_PATH_SIZE];
	pid_t	children[SWEEPERS];
	int	i, status, total = 0;

	end_holder(start_holder(hold_many, path));
	for (i = 0; i < SWEEPERS; i++) {
		ck_assert_int_ge(children[i] = fork(), 0);
		if (children[i] == 0)
			_exit((int)tmpdir_sweep(NULL));
	}
	for (i = 0; i < SWEEPERS; i++) {
		ck_assert_int_eq(waitpid(children[i], &status, 0),
		    children[i]);
		ck_assert(WIFEXITED(status));
		total += WEXITSTATUS(status);
	}
	ck_assert_int_eq(total, LEFT);
}
END_TEST

START_TEST(tmpdir_is_made_beside_sweepers)
{
	char	path[TMPDIR_PATH_SIZE];
	pid_t	children[SWEEPERS];
	int	i;

	for (i = 0; i < SWEEPERS; i++) {
		ck_assert_int_ge(children[i] = fork(), 0);
		while (children[i] == 0)
			tmpdir_sweep(NULL);
	}
	for (i = 0; i < 300; i++) {
		ck_assert_msg(tmpdir_create(path) == 0, "%s", fail_reason());
		folder_make_file(path, "file");
		ck_assert_int_eq(tmpdir_count_entries(path), 1);
		tmpdir_remove(path);
		ck_assert(!folder_has(path));
	}
	for (i = 0; i < SWEEPERS; i++)
		end_holder(children[i]);
}
END_TEST

TCase *
case_sweep(void)
{
	TCase	*tests = tcase_create("sweep");

	tcase_set_timeout(tests, 60);
	tcase_add_checked_fixture(tests, folder_set_up, folder_tear_down);
	tcase_add_test(tests, tmpdir_own_is_not_swept);
	tcase_add_test(tests, tmpdir_is_swept_when_all_ended);
	tcase_add_test(tests, tmpdir_outlives_its_supervisor);
	tcase_add_test(tests, tmpdir_is_removed_by_its_supervisor);
	tcase_add_test(tests, tmpdir_without_lock_is_given_time);
	tcase_add_test(tests, tmpdir_sweeps_nothing_else);
	tcase_add_test(tests, tmpdir_sweepers_share_the_work);
	tcase_add_test(tests, tmpdir_is_made_beside_sweepers);
	return tests;
}
