/* Errors go up, and the words for them go up with them. */

#ifndef BASE_FAIL_H
#define BASE_FAIL_H

/*
 * Longest reason kept, its final NUL included.  A longer one loses its
 * middle: it begins with what is meant and ends with what to do about it.
 */
#define FAIL_REASON_SIZE 256

/*
 * What a function that may fail or be refused returns.  A skip is no failure:
 * the system, the machine or this build lacks what was asked for.
 */
enum outcome {
	OUTCOME_FAILED = -1,
	OUTCOME_OK = 0,
	OUTCOME_SKIPPED = 1,
	OUTCOME_LOST,		/* of one operation: given up, the batch goes on */
	OUTCOME_ENDED		/* of one operation: the batch is over for this side */
};

#if defined(__GNUC__)
#define FAIL_PRINTF __attribute__((format(printf, 1, 2)))
#else
#define FAIL_PRINTF
#endif

/* Records the reason of a failure.  Returns OUTCOME_FAILED. */
int	 fail(const char *, ...) FAIL_PRINTF;

/* The same, with ": " and the text of errno behind it; keeps errno. */
int	 fail_errno(const char *, ...) FAIL_PRINTF;

/* Records why something cannot run here.  Returns OUTCOME_SKIPPED. */
int	 skip(const char *, ...) FAIL_PRINTF;

/*
 * The same, with ": " and the text of errno behind it; keeps errno.  A full
 * table of descriptors is nothing that the system lacks, whoever meets it: that
 * is a failure, and OUTCOME_FAILED.
 */
int	 skip_errno(const char *, ...) FAIL_PRINTF;

/*
 * The reason recorded last by this thread, one line without a final newline;
 * "" when there was none.  Valid until the next call of this module.
 */
const char *fail_reason(void);

#endif
