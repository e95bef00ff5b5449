/* Removal, by key, of what outlives processes; and the notes about it. */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/tmpdir.h"
#include "engine/cleanup.h"
#include "engine/testspec.h"

/* A note is a word, the key in hexadecimal digits, the test, and a newline. */
#define NOTE_WORD	"ipclat-note/1"
#define NOTE_KEY_DIGITS	8

#define KEYS_TRIED	100u

_Static_assert(TESTSPEC_SIZE + sizeof NOTE_WORD + NOTE_KEY_DIGITS + 4 <
    TMPDIR_NOTE_SIZE, "a note is too long to be read again");

bool
cleanup_needs_directory(const struct transport *transport)
{
	return (transport->flags & TRANSPORT_USES_DIRECTORY) != 0 ||
	    transport->clean != NULL;
}

/* Whether a test can leave anything; then it is read. */
static bool
cleanup_parse(const char *text, struct testspec *spec)
{
	return testspec_parse_one(text, spec) == 0 &&
	    spec->transport->clean != NULL;
}

/* One pair of a test whose first has that key, as it is before prepare. */
static void
cleanup_set_side(struct side *side, const struct testspec *spec, unsigned pair,
    uint32_t key)
{
	memset(side, 0, sizeof *side);
	side->role = ROLE_SUPERVISOR;
	side->transport = spec->transport;
	side->parameters = &spec->parameters;
	side->pair = pair;
	side->key = key + JOB_KEYS_OF_PAIR * pair;
}

static void
cleanup_clean(const struct testspec *spec, uint32_t key)
{
	struct side	side;
	unsigned	pair, pairs;

	pairs = (unsigned)spec->parameters.value[KEY_PAIRS];
	for (pair = 0; pair < pairs; pair++) {
		cleanup_set_side(&side, spec, pair, key);
		spec->transport->clean(&side);
	}
}

static bool
cleanup_is_taken(const struct testspec *spec, uint32_t key)
{
	struct side	side;
	unsigned	pair, pairs;

	pairs = (unsigned)spec->parameters.value[KEY_PAIRS];
	for (pair = 0; pair < pairs; pair++) {
		cleanup_set_side(&side, spec, pair, key);
		if (spec->transport->is_taken(&side))
			return true;
	}
	return false;
}

int
cleanup_choose_key(struct job *job)
{
	struct testspec	spec;
	unsigned	i;

	job->key = job_choose_key();
	if (!cleanup_parse(job->spec, &spec) ||
	    spec.transport->is_taken == NULL)
		return OUTCOME_OK;
	for (i = 0; cleanup_is_taken(&spec, job->key); i++) {
		if (i == KEYS_TRIED)
			return fail("of %u keys chosen at random none was "
			    "unused; remove what nobody needs (ipcs, ipcrm)",
			    KEYS_TRIED);
		job->key = job_choose_key();
	}
	return OUTCOME_OK;
}

int
cleanup_announce(const struct job *job)
{
	struct testspec	spec;
	char		note[TMPDIR_NOTE_SIZE];

	if (job->directory[0] == '\0' || !cleanup_parse(job->spec, &spec))
		return OUTCOME_OK;
	snprintf(note, sizeof note, NOTE_WORD " %0*" PRIx32 " %s\n",
	    NOTE_KEY_DIGITS, job->key, job->spec);
	return tmpdir_write_note(job->directory, note) == 0 ? OUTCOME_OK :
	    OUTCOME_FAILED;
}

void
cleanup_revoke(const struct job *job)
{
	if (job->directory[0] != '\0')
		tmpdir_remove_note(job->directory);
}

void
cleanup_carry_out(const struct job *job)
{
	struct testspec	spec;

	if (cleanup_parse(job->spec, &spec))
		cleanup_clean(&spec, job->key);
}

/* The key of a note, and the test behind it; false: it is none. */
static bool
cleanup_read_note(const char *note, uint32_t *key, char test[TESTSPEC_SIZE])
{
	const char	*digits = note + sizeof NOTE_WORD, *word;
	size_t		 length;

	if (strncmp(note, NOTE_WORD " ", sizeof NOTE_WORD) != 0 ||
	    strspn(digits, "0123456789abcdef") != NOTE_KEY_DIGITS ||
	    digits[NOTE_KEY_DIGITS] != ' ')
		return false;
	*key = (uint32_t)strtoul(digits, NULL, 16);
	word = digits + NOTE_KEY_DIGITS + 1;
	length = strcspn(word, "\n");
	if (length >= TESTSPEC_SIZE || strcmp(word + length, "\n") != 0)
		return false;
	memcpy(test, word, length);
	test[length] = '\0';
	return true;
}

void
cleanup_settle(const char *note)
{
	struct testspec	spec;
	char		test[TESTSPEC_SIZE];
	uint32_t	key;

	if (cleanup_read_note(note, &key, test) && cleanup_parse(test, &spec))
		cleanup_clean(&spec, key);
}
