/* What the parts of a comparison in the making share; for no other wing. */

#ifndef RESULTS_COMPARISON_PARTS_H
#define RESULTS_COMPARISON_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "results/comparison.h"

enum { OLD, NEW, SIDES };

/* Sums over some invocations; NaN: one of them does not tell. */
struct tally {
	double	switches, round_trips;
	double	work_ns, invocations;	/* work_ns of the slowest side's core */
};

/* What comparing needs of one test of one file; owns its texts and arrays. */
struct part {
	int		 side;
	size_t		 file;		/* of its side */
	size_t		 place;		/* in its file */
	size_t		 order;		/* among all parts */
	char		*spec;
	char		*reason, *mechanism;	/* NULL: none */
	enum test_status status;
	unsigned	 method;
	bool		 headline_is_mean;
	uint64_t	 timed_per;
	struct texts	 relations, core_kinds;	/* different ones, the first few */
	struct tally	 all, quiet;	/* quiet: those not disturbed */
	size_t		 count;		/* of invocations */
	double		*values;	/* of the metric asked for; NaN: lacking */
	double		*means;		/* where rows pair by order, else NULL */
	bool		*disturbed;
};

/* What one file tells of where it was made. */
struct file {
	struct facts	host, program, libraries;
};

/* The files of one side. */
struct side_files {
	struct file	*files;
	size_t		 count;
	size_t		*boots;		/* of each file: boots of both sides are numbered from 0; NULL: a file does not tell */
	size_t		 boot_count;	/* 0 unknown */
};

/* One side of a row. */
struct row_side {
	const struct part *parts;	/* in the order of the files; not owned */
	size_t		 part_count;
	size_t		 measured;	/* parts with something to compare */
	double		*values;	/* of invocations, owned */
	size_t		*files;		/* that each is from, owned */
	size_t		 count;
	size_t		 left_out;	/* disturbed invocations */
	bool		 is_lacking;	/* an invocation lacks the figure: no values */
	double		*medians;	/* of boots, owned; NULL: boots unknown */
	size_t		 boot_count;
};

/* Of the invocations of it that are compared. */
struct tally row_side_tally(const struct row_side *);

/* A row in the making. */
struct pairing {
	struct row_side	 sides[SIDES];
	size_t		 order;		/* of its first part */
	bool		 is_comparable;
	bool		 by_means;	/* compares means whatever was asked for */
	struct texts	 notes;
};

/* A comparison in the making. */
struct comparer {
	const struct comparison_request	*request;
	struct part			*parts;
	size_t				 part_count;
	struct side_files		 sides[SIDES];
	size_t				 common_boots;
	struct pairing			*pairings;	/* one a row */
	struct comparison		*comparison;
	size_t				 tested;	/* rows that have a p */
	size_t				 testable;	/* and those that lack nothing but values */
};

/* Whether the part has anything to compare. */
bool	 part_is_measured(const struct part *);
void	 part_free(struct part *);

/*
 * Sorts all parts into rows, in the order of the first part of each; returns
 * how many, in an array to be freed.
 */
size_t	 comparison_match(struct comparer *, struct pairing **);

/* Fills in values and medians of boots. */
void	 comparison_collect(const struct comparer *, struct pairing *);

/*
 * Says whether the row can be compared (is_comparable, by_means), and notes
 * why not and what else a reader must know.
 */
void	 comparison_check(struct pairing *,
	     const struct comparison_request *);

/* Notes on values that have been collected: code path, shapes. */
void	 comparison_note_values(struct pairing *,
	     const struct comparison_request *);

/* The least p that a lone change needs to be claimed among so many rows. */
double	 comparison_needed_p(const struct comparer *, size_t rows);

/* Numbers the boots of both sides. */
void	 comparison_number_boots(struct comparer *);

/* Warnings on the table as a whole: boots, and too few values. */
void	 comparison_warn(const struct comparer *);

/* What differs between the machines and programs of both sides; a warning
 * where hardware and kernel differ at once. */
void	 comparison_tell_differences(const struct comparer *);

#endif
