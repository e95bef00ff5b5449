/* Tests of private directories: how they are made, and what removal removes. */

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
#include "folder.h"

START_TEST(tmpdir_is_private)
{
	char		path[TMPDIR_PATH_SIZE], lock[FOLDER_PATH_SIZE];
	struct stat	status;
	mode_t		before = umask(0777);

	ck_assert_int_eq(tmpdir_create(path), 0);
	umask(before);
	ck_assert_int_eq(strncmp(path, folder_base, strlen(folder_base)), 0);
	ck_assert_int_eq(stat(path, &status), 0);
	ck_assert_uint_eq(status.st_mode & 07777, 0700);
	ck_assert_uint_eq(status.st_uid, geteuid());
	snprintf(lock, sizeof lock, "%s/lock", path);
	ck_assert_int_eq(stat(lock, &status), 0);
	ck_assert_uint_eq(status.st_mode & 07777, 0600);
	ck_assert_int_eq(tmpdir_count_entries(path), 0);
	folder_make_file(path, "one");
	folder_make_file(path, ".two");
	ck_assert_int_eq(tmpdir_count_entries(path), 2);
	tmpdir_remove(path);
	ck_assert(!folder_has(path));
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
		ck_assert(!folder_has(path));
	}
}
END_TEST

START_TEST(tmpdir_takes_long_bases)
{
	char	inner[FOLDER_PATH_SIZE], name[201], outer[FOLDER_PATH_SIZE];
	char	path[TMPDIR_PATH_SIZE];

	memset(name, 'n', sizeof name - 1);
	name[sizeof name - 1] = '\0';
	folder_make_directory(folder_base, name, outer);
	folder_make_directory(outer, name, inner);
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
	char	inner[FOLDER_PATH_SIZE], link[2 * FOLDER_PATH_SIZE], outside[FOLDER_PATH_SIZE];
	char	path[TMPDIR_PATH_SIZE];
	int	i;

	folder_make_directory(folder_base, "outside", outside);
	folder_make_file(outside, "kept");
	ck_assert_int_eq(tmpdir_create(path), 0);
	folder_make_directory(path, "inner", inner);
	for (i = 0; i < 300; i++) {
		snprintf(link, sizeof link, "file%d", i);
		folder_make_file(i % 2 == 0 ? path : inner, link);
	}
	snprintf(link, sizeof link, "%s/link", inner);
	ck_assert_int_eq(symlink(outside, link), 0);
	snprintf(link, sizeof link, "%s/fifo", inner);
	ck_assert_int_eq(mkfifo(link, 0600), 0);
	tmpdir_remove(path);
	ck_assert(!folder_has(path));
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
	folder_make_file(".", "some");
	tmpdir_remove(path);
	ck_assert(!folder_has(path));
	ck_assert_ptr_nonnull(getcwd(here, sizeof here));
}
END_TEST

START_TEST(tmpdir_removes_nothing_else)
{
	char	link[2 * FOLDER_PATH_SIZE], path[FOLDER_PATH_SIZE];

	folder_make_directory(folder_base, "someones", path);
	folder_make_file(path, "file");
	tmpdir_remove(path);
	ck_assert_int_eq(tmpdir_count_entries(path), 1);
	snprintf(link, sizeof link, "%s/%s", folder_base,
	    folder_own_name("abcdef"));
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
	tcase_add_checked_fixture(tests, folder_set_up, folder_tear_down);
	tcase_add_test(tests, tmpdir_is_private);
	tcase_add_test(tests, tmpdir_copes_with_bad_bases);
	tcase_add_test(tests, tmpdir_takes_long_bases);
	tcase_add_test(tests, tmpdir_removes_all_but_what_links_lead_to);
	tcase_add_test(tests, tmpdir_is_removed_from_within);
	tcase_add_test(tests, tmpdir_removes_nothing_else);
	tcase_add_test(tests, tmpdir_leaves_no_descriptor);
	return tests;
}
