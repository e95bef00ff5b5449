/*
 * Private directories: 0700, below TMPDIR or /tmp, each held by a lock that
 * ends with its holders, so that what was left by killed ones can be told
 * from what is in use.
 */

#ifndef BASE_TMPDIR_H
#define BASE_TMPDIR_H

#include <stdbool.h>

#define TMPDIR_PATH_SIZE 1024

/* Larger than any note, its final NUL included. */
#define TMPDIR_NOTE_SIZE 1024

/*
 * Makes a private directory and locks it for this process; writes its
 * absolute path.  0, or -1 with a reason and nothing made.
 */
int	 tmpdir_create(char path[TMPDIR_PATH_SIZE]);

/* Locks it for one more process, its supervisor.  0, or -1 with a reason. */
int	 tmpdir_join(const char *path);

/* Ends what tmpdir_join() began: removes it if its maker has died. */
void	 tmpdir_part(const char *path);

/* Removes it with all that is in it; gives the lock up.  Never follows links. */
void	 tmpdir_remove(const char *path);

/*
 * Leaves a note there, in place of an earlier one: what has to be undone when
 * all holders have ended before they could.  0, or -1 with a reason.
 */
int	 tmpdir_write_note(const char *path, const char *text);
void	 tmpdir_remove_note(const char *path);

/*
 * For the sweep: reads the note in an open directory.  False: there is none,
 * or it is a link, too large, or open to others.  What it says is not to be
 * trusted.
 */
bool	 tmpdir_read_note(int directory, char text[TMPDIR_NOTE_SIZE]);

/*
 * Removes this user's private directories whose holders have all ended, and
 * before that hands the note of each, if it has one, to the function, if not
 * NULL.  How many were removed.
 */
unsigned tmpdir_sweep(void (*settle)(const char *note));

/* How many entries it holds; -1 where it cannot be read. */
int	 tmpdir_count_entries(const char *path);

#endif
