/* The elements of a JUnit report, as Jenkins and Surefire know them. */

#ifndef REPORTERS_JUNIT_SUITE_H
#define REPORTERS_JUNIT_SUITE_H

#include <stddef.h>
#include <stdio.h>

#include "results/judgement.h"

/* Texts may hold any bytes; none is owned. */
struct junit_suite {
	const char	*name;
	const char	*hostname;	/* NULL: unknown */
	const char	*started;	/* RFC 3339 in UTC; NULL: unknown */
	size_t		 number;	/* from 0 */
	size_t		 tests, failures, skipped;
	double		 seconds;	/* measured in all */
};

struct junit_case {
	const char	*class_name, *name;
	double		 seconds;
	struct judgement judgement;	/* a failure has it as its text */
};

/* The report, around all suites. */
void	 junit_begin(FILE *);
void	 junit_end(FILE *);

/* A suite: its properties, then its cases, then what it printed. */
void	 junit_begin_suite(FILE *, const struct junit_suite *);
void	 junit_put_property(FILE *, const char *name, const char *value);
void	 junit_end_properties(FILE *);
void	 junit_put_case(FILE *, const struct junit_case *);
void	 junit_begin_output(FILE *);
void	 junit_put_text(FILE *, const char *);	/* escaped */
void	 junit_end_suite(FILE *);

#endif
