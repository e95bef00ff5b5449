/*
 * Private directories: 0700, below TMPDIR or /tmp, each held by a lock that
 * ends with its holders, so that what was left by killed ones can be told
 * from what is in use.
 */

#ifndef BASE_TMPDIR_H
#define BASE_TMPDIR_H

#define TMPDIR_PATH_SIZE 1024

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
 * Removes this user's private directories whose holders have all ended.
 * How many were removed.
 */
unsigned tmpdir_sweep(void);

/* How many entries it holds; -1 where it cannot be read. */
int	 tmpdir_count_entries(const char *path);

#endif
