/*
 * Waiting until nothing else runs on the machine: looking at how busy it is
 * while ipclat itself sleeps.
 */

#ifndef ENGINE_QUIET_H
#define ENGINE_QUIET_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* So long others may use no more than this share of one CPU. */
#define QUIET_WINDOW_NS		150000000u
#define QUIET_SHARE		0.08

/* Between two looks. */
#define QUIET_LOOK_NS		50000000u

enum quiet_state { QUIET_NOT_YET, QUIET_REACHED, QUIET_GIVEN_UP };

/* A wait in the making. */
struct quiet {
	uint64_t	began_ns, window_ns;	/* when the wait, and the window, began */
	uint64_t	busy_ns;		/* of the machine then */
	uint64_t	most_ns;		/* to be waited in vain */
};

/* Begins, at a time and a reading of osdep_busy_time(). */
void	 quiet_begin(struct quiet *, uint64_t now_ns, uint64_t busy_ns,
	     uint64_t most_ns);

/*
 * Looks again.  REACHED at the end of a window with no more than that share;
 * a window with more ends at once, and the next begins.  GIVEN_UP where it
 * began later than the wait may last.
 */
enum quiet_state quiet_look(struct quiet *, uint64_t now_ns, uint64_t busy_ns);

/* What a wait came to. */
struct quiet_outcome {
	enum quiet_state state;		/* NOT_YET: stopped, or nothing can be seen */
	uint64_t	 vain_ns;	/* time waited beyond one quiet window */
};

/*
 * Sleeps until it is quiet, most_ns longer than one window at most, or until
 * stop is other than 0.
 */
struct quiet_outcome quiet_wait(uint64_t most_ns,
	     const volatile sig_atomic_t *stop);

#endif
