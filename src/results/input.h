/* The bytes of an untrusted file, within bounds of time and memory. */

#ifndef RESULTS_INPUT_H
#define RESULTS_INPUT_H

#include <stddef.h>

/*
 * Reads the whole of a file, or of standard input ("-"): at least one byte,
 * at most STORE_SIZE_LIMIT; to be freed.  Directories, devices and sockets are
 * refused at once, a named pipe that nobody writes to after half a second;
 * standard input may be anything.  NULL with a one-line reason that names the input.
 */
char	*input_read(const char *path, size_t *size);

/* How messages call it: "standard input" for "-". */
const char *input_name(const char *path);

#endif
