/*
 * Taking values out of parsed JSON that nobody vouches for.  Whatever is
 * refused is refused with the name of the file and the place in it.
 */

#ifndef RESULTS_JSONIN_H
#define RESULTS_JSONIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#define JSONIN_MAXIMUM_EXACT	9007199254740991.0	/* 2^53 - 1 */

/* Where the reader stands, for messages. */
struct jsonin {
	const char	*name;		/* of the file */
	char		 place[160];	/* "tests[3].invocations[0]"; "" at the top */
};

/* Fails with "FILE: PLACE.KEY WHAT", printable; the key may be "". */
int	 jsonin_refuse(const struct jsonin *, const char *key,
	     const char *, ...)
#if defined(__GNUC__)
	     __attribute__((format(printf, 3, 4)))
#endif
	     ;

/* Steps into a member, or an element of it (else SIZE_MAX); out of it with what
 * jsonin_enter() returned. */
size_t	 jsonin_enter(struct jsonin *, const char *key, size_t element);
void	 jsonin_leave(struct jsonin *, size_t);

/* Not there, or null. */
bool	 jsonin_is_missing(const json_t *);

/* A number, or a whole one, from 0 to the limit.  0, or -1 with a reason. */
int	 jsonin_number(const struct jsonin *, const char *key, const json_t *,
	     double limit, double *);
int	 jsonin_whole(const struct jsonin *, const char *key, const json_t *,
	     double limit, uint64_t *);

/* Whether it is a string of allowed length.  0, or -1 with a reason. */
int	 jsonin_check_text(const struct jsonin *, const char *key,
	     const json_t *);

/*
 * A member of an object.  What is not there leaves the target as it is; so
 * does null, except for a claim.  The text is to be freed.  0, or -1 with a
 * reason.
 */
int	 jsonin_text(const struct jsonin *, const json_t *object,
	     const char *key, char **);
int	 jsonin_claim(const struct jsonin *, const json_t *object,
	     const char *key, bool *);

/* The array or object of that key; NULL where it is missing or null. */
int	 jsonin_array(const struct jsonin *, const json_t *object,
	     const char *key, size_t limit, const json_t **);
int	 jsonin_object(const struct jsonin *, const json_t *object,
	     const char *key, const json_t **);

/* Reads each element of an array of objects; stops at the first refused. */
int	 jsonin_each(struct jsonin *, const json_t *object, const char *key,
	     size_t limit, int (*)(struct jsonin *, const json_t *, void *),
	     void *parent);

#endif
