/* A result as JSON. */

#ifndef RESULTS_ENCODE_H
#define RESULTS_ENCODE_H

#include <stdio.h>

#include "results/result.h"

#define ENCODE_SCHEMA_NAME	"ipclat-result"
#define ENCODE_SCHEMA_VERSION	1

/* The names of enum test_status. */
#define ENCODE_STATUS_COUNT	3
extern const char *const encode_status_names[ENCODE_STATUS_COUNT];

/* Writes it, ended by a newline.  The stream's error flag tells of failures. */
void	 encode_result(FILE *, const struct result *);

#endif
