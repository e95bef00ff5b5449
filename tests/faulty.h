/*
 * Transports for the tests alone: one with three sides, and some that are
 * broken on purpose, each in the one way that its name tells.
 */

#ifndef TESTS_FAULTY_H
#define TESTS_FAULTY_H

#include "transports/transport.h"

/*
 * To be called once by a program that has these transports, before it forks:
 * when it exits, what they left in the system on purpose is removed.
 */
void	 faulty_begin(void);

/*
 * Removes that at once: a test is to find it, and nobody else who looks at the
 * system meanwhile.
 */
void	 faulty_clean(void);

/* For registry_extend(): all of them. */
extern const struct transport *const faulty_transports[];

/* Works: client, broker, server. */
extern const struct transport faulty_relay;

/* A broken one, and a word that must stand in the reason why it fails the
 * conformance test; ended by a row without a transport. */
struct faulty_row {
	const struct transport	*transport;
	const char		*word;
	const char		*seen_in;	/* where the system shows the fault; NULL: everywhere */
};

extern const struct faulty_row faulty_rows[];

#endif
