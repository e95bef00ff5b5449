/* Tests of private directories: who holds them, and who may remove them. */

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
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

#define PATH_ROOM (TMPDIR_PATH_SIZE + 64)

static char	base[128];

static void
set_up(void)
{
	char	directory[] = "/tmp/check-tmpdir-XXXXXX", *real;

	ck_assert_ptr_nonnull(mkdtemp(directory));
	ck_assert_ptr_nonnull(real = realpath(directory, NULL));
	snprintf(base, sizeof base, "%s", real);
	free(real);
	setenv("TMPDIR", base, 1);
}

static bool
exists(const char *path)
{
	struct stat	status;

	return lstat(path, &status) == 0;
}

static void
tear_down(void)
{
	ck_assert_int_eq(chdir("/"), 0);
	/* Each test leaves the folder empty, or this fails. */
	ck_assert_int_eq(rmdir(base), 0);
}

static void
make_file(const char *directory, const char *name)
{
	char	path[PATH_ROOM];
	int	fd;

	snprintf(path, sizeof path, "%s/%s", directory, name);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
	ck_assert_msg(fd >= 0, "make %s: %s", path, strerror(errno));
	close(fd);
}

static void
make_directory(const char *directory, const char *name, char path[PATH_ROOM])
{
	ck_assert_int_lt(snprintf(path, PATH_ROOM, "%s/%s", directory, name),
	    PATH_ROOM);
	ck_assert_int_eq(mkdir(path, 0700), 0);
}

/* A name as the module makes them. */
static const char *
own_name(const char *unique)
{
	static char	name[64];

	snprintf(name, sizeof name, "ipclat-%lu-%s", (unsigned long)geteuid(),
	    unique);
	return name;
}

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

START_TEST(tmpdir_is_private)
{
	char		path[TMPDIR_PATH_SIZE];
	struct stat	status;
	mode_t		before = umask(0777);

	ck_assert_int_eq(tmpdir_create(path), 0);
	umask(before);
	ck_assert_int_eq(strncmp(path, base, strlen(base)), 0);
	ck_assert_int_eq(stat(path, &status), 0);
	ck_assert_uint_eq(status.st_mode & 07777, 0700);
	ck_assert_uint_eq(status.st_uid, geteuid());
	ck_assert_int_eq(tmpdir_count_entries(path), 0);
	make_file(path, "one");
	make_file(path, ".two");
	ck_assert_int_eq(tmpdir_count_entries(path), 2);
	tmpdir_remove(path);
	ck_assert(!exists(path));
	ck_assert_int_eq(tmpdir_count_entries(path), -1);
	tmpdir_remove(path);
}
END_TEST

START_TEST(tmpdir_copes_with_bad_bases)
{
	char		 endless[5000], path[TMPDIR_PATH_SIZE];
	const char	*const bad[] = {
		"", "tmp", "./", "/nonexistent/folder", "/dev/null", endless
	};
	size_t		 i;

	memset(endless, '/', sizeof endless);
	endless[sizeof endless - 1] = '\0';
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		setenv("TMPDIR", bad[i], 1);
		ck_assert_int_eq(tmpdir_create(path), 0);
		ck_assert_int_eq(strncmp(path, "/tmp/ipclat-", 12), 0);
		tmpdir_remove(path);
		ck_assert(!exists(path));
	}
}
END_TEST

START_TEST(tmpdir_takes_long_bases)
{
	char	inner[PATH_ROOM], name[201], outer[PATH_ROOM];
	char	path[TMPDIR_PATH_SIZE];

	memset(name, 'n', sizeof name - 1);
	name[sizeof name - 1] = '\0';
	make_directory(base, name, outer);
	make_directory(outer, name, inner);
	setenv("TMPDIR", inner, 1);
	ck_assert_int_eq(tmpdir_create(path), 0);
	ck_assert_int_eq(strncmp(path, inner, strlen(inner)), 0);
	ck_assert_int_eq(tmpdir_join(path), 0);
	tmpdir_remove(path);
	ck_assert_int_eq(rmdir(inner), 0);
	ck_assert_int_eq(rmdir(outer), 0);
}
END_TEST

START_TEST(tmpdir_removes_all_but_what_links_lead_to)
{
	char	inner[PATH_ROOM], link[2 * PATH_ROOM], outside[PATH_ROOM];
	char	path[TMPDIR_PATH_SIZE];
	int	i;

	make_directory(base, "outside", outside);
	make_file(outside, "kept");
	ck_assert_int_eq(tmpdir_create(path), 0);
	make_directory(path, "inner", inner);
	for (i = 0; i < 300; i++) {
		snprintf(link, sizeof link, "file%d", i);
		make_file(i % 2 == 0 ? path : inner, link);
	}
	snprintf(link, sizeof link, "%s/link", inner);
	ck_assert_int_eq(symlink(outside, link), 0);
	snprintf(link, sizeof link, "%s/fifo", inner);
	ck_assert_int_eq(mkfifo(link, 0600), 0);
	tmpdir_remove(path);
	ck_assert(!exists(path));
	ck_assert_int_eq(tmpdir_count_entries(outside), 1);
	snprintf(link, sizeof link, "%s/kept", outside);
	unlink(link);
	rmdir(outside);
}
END_TEST

START_TEST(tmpdir_is_removed_from_within)
{
	char	here[TMPDIR_PATH_SIZE], path[TMPDIR_PATH_SIZE];

	ck_assert_int_eq(tmpdir_create(path), 0);
	ck_assert_int_eq(chdir(path), 0);
	make_file(".", "some");
	tmpdir_remove(path);
	ck_assert(!exists(path));
	ck_assert_ptr_nonnull(getcwd(here, sizeof here));
}
END_TEST

START_TEST(tmpdir_removes_nothing_else)
{
	char	link[2 * PATH_ROOM], path[PATH_ROOM];

	make_directory(base, "someones", path);
	make_file(path, "file");
	tmpdir_remove(path);
	ck_assert_int_eq(tmpdir_count_entries(path), 1);
	snprintf(link, sizeof link, "%s/%s", base, own_name("abcdef"));
	ck_assert_int_eq(symlink(path, link), 0);
	tmpdir_remove(link);
	ck_assert_int_eq(tmpdir_sweep(NULL), 0);
	ck_assert_int_eq(tmpdir_count_entries(path), 1);
	unlink(link);
	snprintf(link, sizeof link, "%s/file", path);
	unlink(link);
	rmdir(path);
	tmpdir_remove("");
	tmpdir_remove("relative");
}
END_TEST

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
	ck_assert(!exists(first));
	ck_assert(exists(path));
	tmpdir_remove(first);
	tmpdir_remove(path);
}
END_TEST

START_TEST(tmpdir_is_swept_when_all_ended)
{
	char	inner[PATH_ROOM], path[TMPDIR_PATH_SIZE];
	pid_t	command, supervisor;

	command = start_holder(hold_new, path);
	make_directory(path, "inner", inner);
	make_file(inner, "file");
	ck_assert_uint_eq(tmpdir_sweep(NULL), 0);
	supervisor = start_holder(hold_joined, path);
	ck_assert_uint_eq(tmpdir_sweep(NULL), 0);
	end_holder(command);
	ck_assert_uint_eq(tmpdir_sweep(NULL), 0);
	ck_assert_int_eq(tmpdir_count_entries(path), 1);
	end_holder(supervisor);
	ck_assert_uint_eq(tmpdir_sweep(NULL), 1);
	ck_assert(!exists(path));
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
	ck_assert(exists(path));
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
	ck_assert(exists(path));
	end_holder(command);
	end_holder(start_holder(hold_and_part, path));
	ck_assert(!exists(path));
}
END_TEST

START_TEST(tmpdir_without_lock_is_given_time)
{
	char	path[PATH_ROOM];

	make_directory(base, own_name("abcdef"), path);
	make_file(path, "lock.new");
	ck_assert_uint_eq(tmpdir_sweep(NULL), 0);
	ck_assert_int_eq(tmpdir_count_entries(path), 1);
	make_old(path);
	ck_assert_uint_eq(tmpdir_sweep(NULL), 1);
	ck_assert(!exists(path));
}
END_TEST

START_TEST(tmpdir_sweeps_nothing_else)
{
	static const char *const others[] = {
		"ipclat-", "ipclat-abcdef", "ipclat-1x-abcdef", "notes"
	};
	char	path[PATH_ROOM];
	size_t	i;

	for (i = 0; i < sizeof others / sizeof others[0]; i++) {
		make_directory(base, others[i], path);
		make_old(path);
		ck_assert_uint_eq(tmpdir_sweep(NULL), 0);
		ck_assert_int_eq(rmdir(path), 0);
	}
	make_file(base, own_name("abcdef"));
	ck_assert_uint_eq(tmpdir_sweep(NULL), 0);
	snprintf(path, sizeof path, "%s/%s", base, own_name("abcdef"));
	ck_assert_int_eq(unlink(path), 0);
	/* Too long, and one that is old but not empty. */
	make_directory(base, own_name("abcdefg"), path);
	make_old(path);
	ck_assert_uint_eq(tmpdir_sweep(NULL), 0);
	ck_assert_int_eq(rmdir(path), 0);
	make_directory(base, own_name("abcdef"), path);
	make_file(path, "file");
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
	char	inner[PATH_ROOM];
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
		make_file(path, "file");
		ck_assert_int_eq(tmpdir_count_entries(path), 1);
		tmpdir_remove(path);
		ck_assert(!exists(path));
	}
	for (i = 0; i < SWEEPERS; i++)
		end_holder(children[i]);
}
END_TEST

static int
count_descriptors(void)
{
	int	count = 0, fd;

	for (fd = 0; fd < 256; fd++)
		count += fcntl(fd, F_GETFD) >= 0;
	return count;
}

START_TEST(tmpdir_leaves_no_descriptor)
{
	char	path[TMPDIR_PATH_SIZE];
	int	before = count_descriptors(), i;

	for (i = 0; i < 10; i++) {
		ck_assert_int_eq(tmpdir_create(path), 0);
		ck_assert_int_eq(tmpdir_join(path), 0);
		tmpdir_sweep(NULL);
		tmpdir_remove(path);
		ck_assert_int_eq(tmpdir_join(path), -1);
		ck_assert_ptr_nonnull(strstr(fail_reason(), path));
	}
	ck_assert_int_eq(count_descriptors(), before);
}
END_TEST

TCase *
case_tmpdir(void)
{
	TCase	*tests = tcase_create("tmpdir");

	tcase_set_timeout(tests, 60);
	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, tmpdir_is_private);
	tcase_add_test(tests, tmpdir_copes_with_bad_bases);
	tcase_add_test(tests, tmpdir_takes_long_bases);
	tcase_add_test(tests, tmpdir_removes_all_but_what_links_lead_to);
	tcase_add_test(tests, tmpdir_is_removed_from_within);
	tcase_add_test(tests, tmpdir_removes_nothing_else);
	tcase_add_test(tests, tmpdir_own_is_not_swept);
	tcase_add_test(tests, tmpdir_is_swept_when_all_ended);
	tcase_add_test(tests, tmpdir_outlives_its_supervisor);
	tcase_add_test(tests, tmpdir_is_removed_by_its_supervisor);
	tcase_add_test(tests, tmpdir_without_lock_is_given_time);
	tcase_add_test(tests, tmpdir_sweeps_nothing_else);
	tcase_add_test(tests, tmpdir_sweepers_share_the_work);
	tcase_add_test(tests, tmpdir_is_made_beside_sweepers);
	tcase_add_test(tests, tmpdir_leaves_no_descriptor);
	return tests;
}
