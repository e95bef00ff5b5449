/* Owns the reason of the last failure or skip of each thread. */

#include "config.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

static _Thread_local char reason[FAIL_REASON_SIZE];

/*
 * What to do about errors whose own words don't tell.  All of them are no lack
 * of the system, but of what this process was given, or of what others left.
 */
static const struct {
	int		 error;
	const char	*remedy;
} remedies[] = {
	{ EMFILE, "; raise ulimit -n" },
	{ ENFILE, "; other processes have them (Linux: sysctl fs.file-max)" },
	{ EFBIG, "; raise ulimit -f" },
};

/* The remedy for an error; NULL: there is none. */
static const char *
fail_get_remedy(int error)
{
	size_t	i;

	for (i = 0; i < sizeof remedies / sizeof remedies[0]; i++)
		if (remedies[i].error == error)
			return remedies[i].remedy;
	return NULL;
}

static void
reason_keep(const char *text)
{
	static const char	gap[] = "...";
	const size_t		length = strlen(text);
	const size_t		head = (sizeof reason - sizeof gap) / 2;
	const size_t		tail = sizeof reason - sizeof gap - head;

	if (length < sizeof reason) {
		memcpy(reason, text, length + 1);
		return;
	}
	memcpy(reason, text, head);
	memcpy(reason + head, gap, sizeof gap - 1);
	memcpy(reason + head + sizeof gap - 1, text + length - tail, tail + 1);
}

static void
reason_add_error(char *text, size_t size, int error)
{
	const char	*remedy = fail_get_remedy(error);
	size_t		 used = strlen(text);

	snprintf(text + used, size - used, ": %s%s", strerror(error),
	    remedy != NULL ? remedy : "");
}

static void
fail_record(const char *format, va_list arguments, int error)
{
	char	 small[FAIL_REASON_SIZE], *text;
	size_t	 size;
	va_list	 again;
	int	 length;

	va_copy(again, arguments);
	length = vsnprintf(NULL, 0, format, again);
	va_end(again);
	size = (length > 0 ? (size_t)length : 0) + FAIL_REASON_SIZE;
	/* The arguments may include fail_reason() itself. */
	if ((text = malloc(size)) == NULL) {
		text = small;
		size = sizeof small;
	}
	vsnprintf(text, size, format, arguments);
	if (error != 0)
		reason_add_error(text, size, error);
	reason_keep(text);
	if (text != small)
		free(text);
}

int
fail(const char *format, ...)
{
	va_list	arguments;

	va_start(arguments, format);
	fail_record(format, arguments, 0);
	va_end(arguments);
	return OUTCOME_FAILED;
}

int
fail_errno(const char *format, ...)
{
	va_list	arguments;
	int	error = errno;

	va_start(arguments, format);
	fail_record(format, arguments, error);
	va_end(arguments);
	errno = error;
	return OUTCOME_FAILED;
}

int
skip(const char *format, ...)
{
	va_list	arguments;

	va_start(arguments, format);
	fail_record(format, arguments, 0);
	va_end(arguments);
	return OUTCOME_SKIPPED;
}

int
skip_errno(const char *format, ...)
{
	va_list	arguments;
	int	error = errno;

	va_start(arguments, format);
	fail_record(format, arguments, error);
	va_end(arguments);
	errno = error;
	return fail_get_remedy(error) != NULL ? OUTCOME_FAILED :
	    OUTCOME_SKIPPED;
}

const char *
fail_reason(void)
{
	return reason;
}
