/* A first look at JSON before a parser is let loose on it. */

#ifndef RESULTS_SCAN_H
#define RESULTS_SCAN_H

#include <stddef.h>

/* More values than that are in no honest file of allowed size. */
#define SCAN_VALUES_LIMIT	4000000

/*
 * What keeps this text from being parsed, "nested deeper than 32" or "more
 * than 4000000 values"; NULL: nothing.  Malformed text is the parser's affair.
 */
const char *scan_json(const char *, size_t);

#endif
