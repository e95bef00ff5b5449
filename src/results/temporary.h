/*
 * Temporary files beside the file that they will replace.  Each is locked as
 * long as its maker lives and has it open, so that those whose makers were
 * killed can be told from the others.
 */

#ifndef RESULTS_TEMPORARY_H
#define RESULTS_TEMPORARY_H

/*
 * Makes one in the directory of that path.  Its descriptor, and its name, to
 * be freed; -1 with errno and no name.
 */
int	 temporary_create(const char *beside, char **name);

/* Removes what killed processes of this user left in that directory. */
void	 temporary_sweep(const char *beside);

#endif
