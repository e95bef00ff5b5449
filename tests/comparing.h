/* What the tests of comparing share: two sides of files, and how they grow. */

#ifndef TESTS_COMPARING_H
#define TESTS_COMPARING_H

#include <stdbool.h>
#include <stddef.h>

#include "results/comparison.h"

#define FILES_MAX	8

/* Deviations that hold 99.9 % of what chance does. */
#define BOUND		3.2905

/* Holm, 2 %, headline. */
extern const struct comparison_request plain;

/* Files of both sides, and what is made of them. */
extern struct result	 old[FILES_MAX], new[FILES_MAX];
extern struct comparison made;

/* Frees all three. */
void	 forget(void);

/* Makes another comparison of so many files. */
void	 compare(size_t old_count, size_t new_count,
	     const struct comparison_request *);

char	*duplicate(const char *);

/* Each returns what it has added, which stays until the next is. */
struct test_result *add_test(struct result *, const char *spec);
struct invocation_result *add_invocation(struct test_result *, double ns);

/* So many invocations around a value, each another one, 1 % on each side. */
struct test_result *add_spread(struct result *, const char *spec,
	    size_t count, double ns);

/* So many rows of as many invocations in a file. */
void	 add_rows(struct result *, size_t rows, size_t count, double ns);

/* So many files, each of a boot of its own and with so many rows. */
void	 add_boots(struct result *, size_t count, size_t rows,
	     const char *name, double ns);

/* Lines of a list that hold these words. */
size_t	 count_lines(const struct texts *, const char *words);

/* Each fails the test if it is not so. */
void	 check_line(const struct texts *, const char *line);
void	 check_note(size_t row, const char *note);	/* holds it; NULL: none */
void	 check_verdict(size_t row, const char *);
void	 check_near(double value, double wanted);
void	 check_count(unsigned count, unsigned of, double chance, const char *);

/* How many turns a simulation takes: more of them where there is time. */
unsigned turns(unsigned few);

#endif
