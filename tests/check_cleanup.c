/* A note has removed what its test would have left, and nothing else. */

#include "config.h"

#include "unit.h"
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#if HAVE_MSGGET || HAVE_SEMGET || HAVE_SHMGET
#include <sys/ipc.h>
#endif
#if HAVE_MSGGET
#include <sys/msg.h>
#endif
#if HAVE_SEMGET
#include <sys/sem.h>
#endif
#if HAVE_SHMGET
#include <sys/shm.h>
#endif
#if HAVE_MQ_OPEN
#include <mqueue.h>
#endif
#if HAVE_SHM_OPEN
#include <sys/mman.h>
#endif
#if HAVE_SEM_OPEN
#include <semaphore.h>
#endif

#include "base/entropy.h"
#include "base/fail.h"
#include "engine/cleanup.h"
#include "transports/posix-name.h"
#include "transports/registry.h"
#include "transports/sysv.h"

#define KEYS_OF_PAIR	16u
#define NOBODY		65534

static uint32_t	key;

/* One kind of object: each is made by the key, or shown to be there by it. */
struct kind {
	const char	*test;		/* that would have left it */
	unsigned	 number;	/* of the object */
	bool		(*make)(const struct side *, unsigned);	/* false: the kernel refuses */
	bool		(*exists)(const struct side *, unsigned);
};

#if HAVE_MSGGET
static bool
queue_make(const struct side *side, unsigned number)
{
	return msgget(sysv_key(side, number), IPC_CREAT | IPC_EXCL | 0666) >=
	    0;
}

static bool
queue_exists(const struct side *side, unsigned number)
{
	return msgget(sysv_key(side, number), 0) >= 0;
}
#endif

#if HAVE_SEMGET
static bool
set_make(const struct side *side, unsigned number)
{
	return semget(sysv_key(side, number), 2, SYSV_NEW) >= 0;
}

static bool
set_exists(const struct side *side, unsigned number)
{
	return semget(sysv_key(side, number), 0, 0) >= 0;
}
#endif

#if HAVE_SHMGET
static bool
segment_make(const struct side *side, unsigned number)
{
	return shmget(sysv_key(side, number), 100, SYSV_NEW) >= 0;
}

static bool
segment_exists(const struct side *side, unsigned number)
{
	return shmget(sysv_key(side, number), 0, 0) >= 0;
}
#endif

#if HAVE_MQ_OPEN
static bool
mq_make(const struct side *side, unsigned number)
{
	struct mq_attr	attributes = { .mq_maxmsg = 1, .mq_msgsize = 1 };
	char		name[POSIX_NAME_SIZE];
	mqd_t		queue = mq_open(posix_name(side, number, name),
			    O_RDWR | O_CREAT | O_EXCL, 0600, &attributes);

	return queue != (mqd_t)-1 && mq_close(queue) == 0;
}

static bool
mq_exists(const struct side *side, unsigned number)
{
	char	name[POSIX_NAME_SIZE];
	mqd_t	queue = mq_open(posix_name(side, number, name), O_RDONLY);

	return queue != (mqd_t)-1 && mq_close(queue) == 0;
}
#endif

#if HAVE_SHM_OPEN
static bool
shm_make(const struct side *side, unsigned number)
{
	char	name[POSIX_NAME_SIZE];
	int	fd = shm_open(posix_name(side, number, name),
		    O_RDWR | O_CREAT | O_EXCL, 0600);

	return fd >= 0 && close(fd) == 0;
}

static bool
shm_exists(const struct side *side, unsigned number)
{
	char	name[POSIX_NAME_SIZE];
	int	fd = shm_open(posix_name(side, number, name), O_RDWR, 0);

	return fd >= 0 && close(fd) == 0;
}
#endif

#if HAVE_SEM_OPEN
static bool
sem_make(const struct side *side, unsigned number)
{
	char	name[POSIX_NAME_SIZE];
	sem_t	*semaphore = sem_open(posix_name(side, number, name),
		    O_CREAT | O_EXCL, 0600, 0);

	return semaphore != SEM_FAILED && sem_close(semaphore) == 0;
}

static bool
sem_exists(const struct side *side, unsigned number)
{
	char	name[POSIX_NAME_SIZE];
	sem_t	*semaphore = sem_open(posix_name(side, number, name), 0);

	return semaphore != SEM_FAILED && sem_close(semaphore) == 0;
}
#endif

static const struct kind kinds[] = {
#if HAVE_MSGGET
	{ "sysv-msg", 0, queue_make, queue_exists },
	{ "sysv-msg", 1, queue_make, queue_exists },
#endif
#if HAVE_SEMGET
	{ "sysv-sem", 0, set_make, set_exists },
#endif
#if HAVE_SHMGET && HAVE_SEMGET
	{ "sysv-shm", 0, set_make, set_exists },
	{ "sysv-shm", 1, segment_make, segment_exists },
#endif
#if HAVE_MQ_OPEN
	{ "posix-mq", 0, mq_make, mq_exists },
	{ "posix-mq", 1, mq_make, mq_exists },
#endif
#if HAVE_SEM_OPEN
	{ "posix-sem", 0, sem_make, sem_exists },
	{ "posix-sem", 1, sem_make, sem_exists },
#endif
#if HAVE_SHM_OPEN && HAVE_SEM_OPEN
	{ "posix-shm", 0, sem_make, sem_exists },
	{ "posix-shm", 1, sem_make, sem_exists },
	{ "posix-shm", 2, shm_make, shm_exists },
#endif
	{ NULL, 0, NULL, NULL },
};

static void
set_up(void)
{
	entropy_fill(&key, sizeof key);
}

static void
settle_test(const char *test, const char *keys, uint32_t noted)
{
	char	note[200];

	snprintf(note, sizeof note, "ipclat-note/1 %08" PRIx32
	    " %s:%splace=any\n", noted, test, keys);
	cleanup_settle(note);
}

START_TEST(its_own_is_removed)
{
	const struct kind *kind = &kinds[_i];
	struct side	   side = { .key = key };

	if (!kind->make(&side, kind->number)) {
		printf("%s: cannot be made here\n", kind->test);
		return;
	}
	ck_assert(kind->exists(&side, kind->number));
	settle_test(kind->test, "", key + KEYS_OF_PAIR);
	settle_test("nil", "", key);
	settle_test("pipe", "", key);
	ck_assert(kind->exists(&side, kind->number));
	settle_test(kind->test, "", key);
	ck_assert_msg(!kind->exists(&side, kind->number), "%s: object %u is "
	    "left", kind->test, kind->number);
	/* Where there is nothing it does nothing. */
	settle_test(kind->test, "", key);
}
END_TEST

/* Of several pairs each has keys of its own. */
START_TEST(every_pair_is_removed)
{
	const struct kind *kind = &kinds[_i];
	struct side	   third = { .key = key + 2 * KEYS_OF_PAIR };

	if (!kind->make(&third, kind->number))
		return;
	settle_test(kind->test, "pairs=2,", key);
	ck_assert(kind->exists(&third, kind->number));
	settle_test(kind->test, "pairs=3,", key);
	ck_assert(!kind->exists(&third, kind->number));
}
END_TEST

/* What clean would take for its own is seen before a key is chosen. */
START_TEST(taken_keys_are_seen)
{
	const struct kind *kind = &kinds[_i];
	const struct transport *transport = registry_find(kind->test);
	struct side	   side = { .key = key };

	if (transport->is_taken == NULL)
		return;
	ck_assert(!transport->is_taken(&side));
	if (!kind->make(&side, kind->number))
		return;
	ck_assert_msg(transport->is_taken(&side), "%s: object %u is not seen",
	    kind->test, kind->number);
	settle_test(kind->test, "", key);
	ck_assert(!transport->is_taken(&side));
}
END_TEST

START_TEST(system_v_looks_for_taken_keys)
{
	const struct transport *transport;
	size_t	i;

	for (i = 0; (transport = registry_get(i)) != NULL; i++)
		ck_assert_msg(strncmp(transport->name, "sysv-", 5) != 0 ||
		    transport->absent != NULL || transport->is_taken != NULL,
		    "%s removes by a key that somebody may have",
		    transport->name);
}
END_TEST

#define REFUSED	5u	/* keys that are taken before one is not */

static unsigned	asked, refused;
static uint32_t	last_key;

/* The third pair's key is taken, so many times. */
static bool
taken_is_taken(const struct side *side)
{
	asked++;
	last_key = side->key;
	if (side->pair != 2 || refused == 0)
		return false;
	refused--;
	return true;
}

static void
taken_clean(const struct side *side)
{
	(void)side;
}

static const struct transport taken_transport = {
	.name = "taken", .summary = "a test's", .operation = "a test's",
	.paths = "a test's", .method = 1, .keys = KEY_BIT(KEY_PAIRS),
	.clean = taken_clean, .is_taken = taken_is_taken,
};
static const struct transport *const taken_rows[] = { &taken_transport, NULL };

START_TEST(a_key_is_chosen_that_no_pair_has_taken)
{
	struct job	job = { .spec = "taken:pairs=4,place=any" };

	registry_extend(taken_rows);
	refused = REFUSED;
	asked = 0;
	ck_assert_int_eq(cleanup_choose_key(&job), OUTCOME_OK);
	ck_assert_uint_eq(asked, 3 * REFUSED + 4);
	ck_assert_uint_eq(last_key, job.key + 3 * KEYS_OF_PAIR);
	/* Not for ever. */
	refused = UINT_MAX;
	ck_assert_int_eq(cleanup_choose_key(&job), OUTCOME_FAILED);
	ck_assert_ptr_nonnull(strstr(fail_reason(), "keys"));
	registry_extend(NULL);
}
END_TEST

#if HAVE_MSGGET
static const char *const odd[] = {
	"",
	"\n",
	"ipclat-note/1",
	"ipclat-note/1 %08" PRIx32,
	"ipclat-note/1 %08" PRIx32 "\n",
	"ipclat-note/1 %08" PRIx32 " \n",
	"ipclat-note/1 %08" PRIx32 " sysv-msg:place=any",
	"ipclat-note/1 %08" PRIx32 " sysv-msg\n",
	"ipclat-note/1 %08" PRIx32 " sysv-*:place=any\n",
	"ipclat-note/1 %08" PRIx32 " @sysv:place=any\n",
	"ipclat-note/1 %08" PRIx32 " sysv-msg:place=any,window=65537\n",
	"ipclat-note/1 %08" PRIx32 " sysv-msg:pairs=4000000000,place=any\n",
	"ipclat-note/1 %08" PRIx32 " sysv-msg:place=any\n\n",
	"ipclat-note/1 %08" PRIx32 " sysv-msg:place=any\nx",
	"ipclat-note/1 0%08" PRIx32 " sysv-msg:place=any\n",
	"ipclat-note/1 -%08" PRIx32 " sysv-msg:place=any\n",
	"ipclat-note/1 0x%08" PRIx32 " sysv-msg:place=any\n",
	"ipclat-note/1  %08" PRIx32 " sysv-msg:place=any\n",
	"ipclat-note/2 %08" PRIx32 " sysv-msg:place=any\n",
	" ipclat-note/1 %08" PRIx32 " sysv-msg:place=any\n",
	"%08" PRIx32 " sysv-msg:place=any\n",
};

static void
settle(const char *format, uint32_t noted)
{
	char	note[200];

	snprintf(note, sizeof note, format, noted);
	cleanup_settle(note);
}

static void
queue_remove(const struct side *side)
{
	ck_assert_int_eq(msgctl(msgget(sysv_key(side, 0), 0), IPC_RMID, NULL),
	    0);
}

START_TEST(odd_notes_are_ignored)
{
	struct side	side = { .key = key };
	char		*longer;

	if (!queue_make(&side, 0))
		return;
	settle(odd[_i], key);
	ck_assert_msg(queue_exists(&side, 0), "removed by '%s'", odd[_i]);
	ck_assert_ptr_nonnull(longer = malloc(TESTSPEC_SIZE + 100));
	snprintf(longer, 100, "ipclat-note/1 %08" PRIx32 " ", key);
	memset(longer + strlen(longer), 'x', TESTSPEC_SIZE);
	longer[TESTSPEC_SIZE + 23] = '\0';
	cleanup_settle(longer);
	free(longer);
	ck_assert(queue_exists(&side, 0));
	queue_remove(&side);
}
END_TEST

/* Root could, and must not. */
START_TEST(others_objects_stay)
{
	struct side	side = { .key = key };
	pid_t		child;
	int		status;

	if (geteuid() != 0)
		return;
	ck_assert_int_ge(child = fork(), 0);
	if (child == 0)
		_exit(setuid(NOBODY) != 0 || !queue_make(&side, 0));
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	if (status != 0)
		return;
	settle_test("sysv-msg", "", key);
	ck_assert(queue_exists(&side, 0));
	queue_remove(&side);
}
END_TEST
#endif

static Suite *
cleanup_suite(void)
{
	Suite	*suite = suite_create("cleanup");
	TCase	*own = tcase_create("own"), *other = tcase_create("other");
	int	 count = 0;

	while (kinds[count].test != NULL)
		count++;
	tcase_add_checked_fixture(own, set_up, NULL);
	tcase_add_loop_test(own, its_own_is_removed, 0, count);
	tcase_add_loop_test(own, every_pair_is_removed, 0, count);
	tcase_add_loop_test(own, taken_keys_are_seen, 0, count);
	tcase_add_test(own, system_v_looks_for_taken_keys);
	tcase_add_test(own, a_key_is_chosen_that_no_pair_has_taken);
	suite_add_tcase(suite, own);
	tcase_add_checked_fixture(other, set_up, NULL);
#if HAVE_MSGGET
	tcase_add_loop_test(other, odd_notes_are_ignored, 0,
	    (int)(sizeof odd / sizeof odd[0]));
	tcase_add_test(other, others_objects_stay);
#endif
	suite_add_tcase(suite, other);
	return suite;
}

int
main(void)
{
	return unit_run(cleanup_suite());
}
