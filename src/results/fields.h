/*
 * The plain members of results and their names in the result file: one row
 * each, from which both writing and reading go.
 */

#ifndef RESULTS_FIELDS_H
#define RESULTS_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

enum field_kind {
	FIELD_FIGURE,		/* double >= 0; NaN is null */
	FIELD_COUNT,		/* uint64_t */
	FIELD_CLAIM,		/* bool */
	FIELD_WORD		/* char [FIELD_WORD_SIZE]; "" is null */
};

#define FIELD_WORD_SIZE	16

struct field {
	const char	*name;
	enum field_kind	 kind;
	size_t		 offset;	/* in its struct */
	double		 limit;		/* FIGURE, COUNT: larger is absurd */
	bool		 optional;	/* FIGURE: left out where NaN */
	bool		 positive;	/* FIGURE: 0 is none: null when written, refused when read */
};

/* Each ends with a row without a name. */
extern const struct field fields_side[], fields_invocation[], fields_summary[];

/* Sets every figure of the struct to NaN. */
void	 fields_clear(const struct field *, void *object);

/*
 * Makes NaN of every figure that a reader would refuse: what is worked out of
 * figures that are merely odd may be absurd.
 */
void	 fields_drop_absurd(const struct field *, void *object);

#endif
