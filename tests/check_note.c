/* Tests of the note in a private directory: who gets it, and which is one. */

#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check_system.h"
#include "base/fail.h"
#include "base/tmpdir.h"

static char	base[32];
static char	settled[TMPDIR_NOTE_SIZE];	/* "": none */
static unsigned	settled_count;

static void
set_up(void)
{
	strcpy(base, "/tmp/check-note-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(base));
	setenv("TMPDIR", base, 1);
}

static void
tear_down(void)
{
	ck_assert_int_eq(rmdir(base), 0);
}

static void
settle(const char *note)
{
	snprintf(settled, sizeof settled, "%s", note);
	settled_count++;
}

/* A directory of a process that has ended, with what the function puts there. */
static void
leave_directory(void (*fill)(const char *), char path[TMPDIR_PATH_SIZE])
{
	int	fds[2], status;
	pid_t	child;

	ck_assert_int_eq(pipe(fds), 0);
	ck_assert_int_ge(child = fork(), 0);
	if (child == 0) {
		memset(path, 0, TMPDIR_PATH_SIZE);
		if (tmpdir_create(path) != 0 || chdir(path) != 0)
			_exit(1);
		fill(path);
		_exit(write(fds[1], path, TMPDIR_PATH_SIZE) !=
		    TMPDIR_PATH_SIZE);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	ck_assert_int_eq(read(fds[0], path, TMPDIR_PATH_SIZE),
	    TMPDIR_PATH_SIZE);
	close(fds[0]);
	close(fds[1]);
}

static void
fill_well(const char *path)
{
	umask(0777);
	if (tmpdir_write_note(path, "an earlier note") != 0 ||
	    tmpdir_write_note(path, "a note\n") != 0)
		_exit(1);
}

START_TEST(note_is_handed_over_once)
{
	char	path[TMPDIR_PATH_SIZE], own[TMPDIR_PATH_SIZE];

	ck_assert_int_eq(tmpdir_create(own), 0);
	ck_assert_int_eq(tmpdir_write_note(own, "of the living"), 0);
	ck_assert_uint_eq(tmpdir_sweep(settle), 0);
	leave_directory(fill_well, path);
	ck_assert_uint_eq(tmpdir_sweep(settle), 1);
	ck_assert_str_eq(settled, "a note\n");
	ck_assert_uint_eq(tmpdir_sweep(settle), 0);
	ck_assert_uint_eq(settled_count, 1);
	tmpdir_remove_note(own);
	ck_assert_int_eq(tmpdir_count_entries(own), 0);
	tmpdir_remove(own);
}
END_TEST

START_TEST(note_is_left_alone_without_function)
{
	char	path[TMPDIR_PATH_SIZE];

	leave_directory(fill_well, path);
	ck_assert_uint_eq(tmpdir_sweep(NULL), 1);
}
END_TEST

static void
write_file(const char *name, size_t size, int byte)
{
	FILE	*file = fopen(name, "w");

	if (file == NULL)
		_exit(1);
	while (size-- > 0)
		fputc(byte, file);
	if (fclose(file) != 0)
		_exit(1);
}

static void
fill_with_nothing(const char *path)
{
	(void)path;
}

static void
fill_with_link(const char *path)
{
	(void)path;
	write_file("other", 10, 'x');
	if (symlink("other", "note") != 0)
		_exit(1);
}

static void
fill_with_second_name(const char *path)
{
	(void)path;
	write_file("note", 10, 'x');
	if (link("note", "other") != 0)
		_exit(1);
}

static void
fill_with_fifo(const char *path)
{
	(void)path;
	if (mkfifo("note", 0600) != 0)
		_exit(1);
}

static void
fill_with_directory(const char *path)
{
	(void)path;
	if (mkdir("note", 0700) != 0)
		_exit(1);
}

static void
fill_with_too_much(const char *path)
{
	(void)path;
	write_file("note", TMPDIR_NOTE_SIZE, 'x');
}

static void
fill_with_zeros(const char *path)
{
	(void)path;
	write_file("note", 10, 0);
}

static void
fill_openly(const char *path)
{
	(void)path;
	write_file("note", 10, 'x');
	if (chmod("note", 0622) != 0)
		_exit(1);
}

static void	(*const odd[])(const char *) = {
	fill_with_nothing, fill_with_link, fill_with_second_name,
	fill_with_fifo, fill_with_directory, fill_with_too_much,
	fill_with_zeros, fill_openly
};

START_TEST(note_that_is_odd_is_none)
{
	char	path[TMPDIR_PATH_SIZE];

	leave_directory(odd[_i], path);
	ck_assert_uint_eq(tmpdir_sweep(settle), 1);
	ck_assert_uint_eq(settled_count, 0);
}
END_TEST

TCase *
case_note(void)
{
	TCase	*tests = tcase_create("note");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, note_is_handed_over_once);
	tcase_add_test(tests, note_is_left_alone_without_function);
	tcase_add_loop_test(tests, note_that_is_odd_is_none, 0,
	    sizeof odd / sizeof odd[0]);
	return tests;
}
