/* Finding this program's own executable, so that it can be executed afresh. */

#ifndef SYSTEM_SELF_H
#define SYSTEM_SELF_H

/* Remembers what argv[0] says; to be called first, before any chdir. */
void	 self_initialise(const char *argv0);

/*
 * A path for execv(): the system's own answer, else argv[0] looked up in PATH
 * and made absolute; NULL where neither is known, or where executing it would
 * leave an emulator: then a new process is only forked.
 */
const char *self_executable(void);

/* "exec" or "fork", as recorded with results. */
const char *self_fresh(void);

#endif
