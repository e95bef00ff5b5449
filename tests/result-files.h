/* What the tests of the result file share: a directory and files in it. */

#ifndef TESTS_RESULT_FILES_H
#define TESTS_RESULT_FILES_H

#include <stddef.h>

#include "results/result.h"

/* A checked fixture: a fresh current directory, which must be empty at the end
 * but for the names that the tests use. */
void	 enter_directory(void);
void	 leave_directory(void);

/* Makes it the current one again. */
void	 return_to_directory(void);

/* The file of a result as text, to be freed. */
char	*result_text(const struct result *, size_t *size);

/* Writes a file, and reads one, to be freed. */
void	 put_file(const char *path, const char *text);
char	*get_file(const char *path);

/* Writes a file with one test; members given replace those that it needs. */
void	 put_test_file(const char *path, const char *members);

/* Fails unless the value is as good as equal to the one wanted. */
void	 check_close(double value, double wanted);

/* Adds a test of so many invocations with figures that grow from one to the next. */
struct test_result *add_plain_test(struct result *, unsigned n);

#endif
