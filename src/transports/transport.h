/*
 * The contract between the engine and the ways two processes talk.  A
 * transport is one file that defines one struct transport, and one row in
 * registry.c.
 *
 * The unit is an operation, not a message: for a pipe write, read on the
 * client and read, write on the server.  All sides of an invocation are told
 * the same number of operations before each batch, so nothing in band marks
 * the end.
 *
 * Life of an invocation:  prepare (supervisor, before the sides are forked)
 * -> attach -> run (a batch, many times) -> detach (each side) -> dispose
 * (supervisor).
 */

#ifndef TRANSPORTS_TRANSPORT_H
#define TRANSPORTS_TRANSPORT_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/fail.h"
#include "statistics/histogram.h"
#include "transports/keys.h"

enum side_role {
	ROLE_END,		/* ends a list of roles */
	ROLE_CLIENT,
	ROLE_SERVER,
	ROLE_BROKER,
	ROLE_DAEMON,
	ROLE_SUPERVISOR		/* in prepare and dispose only */
};

/* What a transport behaves like; never which one it is. */
enum transport_flag {
	TRANSPORT_CARRIES_DATA	= 1 << 0,	/* has size and reply; bytes are checked */
	TRANSPORT_BLOCKS	= 1 << 1,	/* each side sleeps once an operation */
	TRANSPORT_SPINS		= 1 << 2,	/* makes no sense on one CPU */
	TRANSPORT_CROSSES_HOSTS	= 1 << 3,	/* its client finds the server by the address that prepare published */
	TRANSPORT_LOSES		= 1 << 4,	/* messages may get lost: its operations can be given up */
	TRANSPORT_TAGS		= 1 << 5,	/* marks the first byte of each message, to pair replies */
	TRANSPORT_CONNECTS	= 1 << 6,	/* makes connections: the system's counters of trouble are watched */
	TRANSPORT_USES_DIRECTORY = 1 << 7,	/* wants a private directory: the supervisor's current one */
	TRANSPORT_ASKS_AGAIN	= 1 << 8,	/* with LOSES: its client sends again, and gives up, by itself; its server answers until the client has ended */
	TRANSPORT_LOOKS_FIRST	= 1 << 9,	/* with BLOCKS: may find what it waits for without sleeping */
	TRANSPORT_USES_WORKERS	= 1 << 10	/* threads of the kernel carry its messages: their CPU time looks like that of others */
};

/*
 * What one side counts while it runs, in memory shared with the supervisor,
 * on cache lines of its own.  done grows by one with each operation of the
 * current batch: the supervisor sees by it whether anything moves.
 */
struct side_progress {
	_Alignas(128) volatile uint64_t	done;
	volatile uint64_t		lost;		/* of those done, given up */
	volatile uint64_t		give_up;	/* by the supervisor: see side_gives_up() */
};

/* Interrupts a side that waits for what may never come: see side_gives_up(). */
#define SIDE_GIVE_UP_SIGNAL	SIGUSR1

/*
 * The same to one thread, from its process: the supervisor's signal would
 * reach any of them.  This one is ignored where nobody waits for it, and
 * nobody else uses it: no descriptor here has an owner for urgent data.
 */
#define SIDE_INTERRUPT_SIGNAL	SIGURG

/* In give_up: the client has ended, and so must the others. */
#define PROGRESS_BATCH_OVER	UINT64_MAX

/*
 * So many bytes before outgoing, and before incoming, are the transport's: some
 * mechanisms have a word of their own at the beginning of each message.  What
 * follows them is aligned as memory from malloc() is.
 */
#define SIDE_HEADROOM	16

/*
 * One side of one invocation as its transport sees it.  The engine owns
 * everything here; the transport owns what state points to, and what that
 * holds (descriptors, mappings).
 */
struct side {
	enum side_role			 role;
	const struct transport		*transport;
	const struct parameters		*parameters;
	unsigned			 pair;		/* number of its pair, from 0: names in the private directory hold it */
	bool				 is_thread;	/* shares descriptors with the other sides: see side_close_foreign() */
	uint32_t			 key;		/* random, other for each pair; of the invocation; the command knew it before there was a supervisor */
	int				 helper;	/* prepare may put here a process that it started, which the engine watches, measures as ROLE_DAEMON, ends and reaps before dispose; 0: none */
	int				 helper_cpu;	/* where such a process is to be pinned; -1: not pinned */
	void				*state;		/* state_size bytes, zeroed before prepare; each side has its own copy */
	unsigned char			*outgoing;	/* what this side sends: outgoing_size bytes of its pattern */
	unsigned char			*incoming;	/* where it receives: incoming_size bytes */
	const unsigned char		*expected;	/* verify=on: what it must receive; else NULL */
	size_t				 outgoing_size, incoming_size;	/* 0 without data; a broker: reply and size, and buffers of the larger */
	size_t				 marked;	/* so many bytes at the beginning of a message are the transport's, which checks them */
	struct side_progress		*progress;
	struct histogram		*histogram;	/* timed batches of the client record here */
	void				*discipline;	/* of message.h; NULL where everything is plain */
};

/*
 * Closes a descriptor that prepare made for another side, so that nobody waits
 * for a peer that is gone; a thread leaves it, as that side has the same.
 */
void	 side_close_foreign(const struct side *, int *fd);

/*
 * For transports that lose, where a call was interrupted: whether the
 * operation under way, and no other, is to be given up.  A client then
 * returns OUTCOME_LOST; a server's batch is over: OUTCOME_ENDED.  Clients that
 * ask again by themselves are never interrupted.
 */
static inline bool
side_gives_up(const struct side *side)
{
	uint64_t	give_up = side->progress->give_up;

	return give_up == side->progress->done + 1 ||
	    give_up == PROGRESS_BATCH_OVER;
}

/* The orders for one batch, and what came of it. */
struct batch {
	uint64_t	count;		/* operations, > 0 */
	uint64_t	timed_per;	/* operations between two clock readings; 0: untimed */
	uint64_t	elapsed_ns;	/* written by the client: first operation begun to last one ended */
	uint64_t	lost;		/* written by the client: operations given up, counted in count; their time is in elapsed_ns */
	uint64_t	retransmitted;	/* written by the client: messages sent again, within the operations that count */
};

struct transport {
	const char	*name;		/* [a-z0-9-], unique */
	const char	*summary;	/* a few words, for list */
	const char	*operation;	/* one line: what one operation is */
	const char	*paths;		/* one line: system calls and kernel paths, for list -v */
	const char	*mechanism;	/* the call used, recorded with each result, where systems differ; NULL: there is but one */
	const char	*absent;	/* why this build lacks it; then there is no run.  NULL: it is here */
	unsigned	 keys;		/* KEY_BIT of each key that it has, without place */
	unsigned	 flags;		/* enum transport_flag */
	unsigned	 method;	/* raised when a change may change what it yields; from 1 */
	size_t		 max_size;	/* largest size and reply; 0 without data */
	size_t		 state_size;
	const enum side_role *roles;	/* sides up to ROLE_END; NULL: client, server */

	/*
	 * All of these return an enum outcome, with a reason for what is not
	 * OUTCOME_OK.  probe: can this kernel do it at all; under 0.3 ms, no
	 * fork, nothing left; NULL: yes.  dispose is called always, after a
	 * half-done or failed prepare too, and detach after an attach that
	 * failed or never came.
	 * begin, before each batch, while nothing is under way, makes ready
	 * what the batch sends, and drops what given-up operations of earlier
	 * batches left; on the server first.  end, after a batch that went
	 * well, leaves the last message received in incoming.  Neither is
	 * measured.
	 * clean, in the command, where the supervisor ended without dispose:
	 * removes what would outlive all processes, by key and parameters
	 * alone; state is NULL, and prepare may not have come that far.
	 * is_taken, in the command, before there is a supervisor: whether
	 * something is there that clean would remove; side as for clean.
	 * prepare, attach, begin, end, detach, dispose, clean and is_taken (of
	 * names that nobody else can have) may be NULL.
	 */
	int	(*probe)(void);
	int	(*prepare)(struct side *);
	int	(*attach)(struct side *);
	void	(*begin)(struct side *);
	int	(*run)(struct side *, struct batch *);
	void	(*end)(struct side *);
	void	(*detach)(struct side *);
	void	(*dispose)(struct side *);
	void	(*clean)(const struct side *);
	bool	(*is_taken)(const struct side *);
};

#endif
