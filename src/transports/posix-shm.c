/*
 * posix-shm: messages copied into and out of a segment of shm_open(), with a
 * POSIX semaphore to tell of each.
 */

#include "config.h"

#include "transports/message.h"
#include "transports/posix-semaphores.h"

#if HAVE_SHM_OPEN && POSIX_SEMAPHORES_BUILT
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/fdio.h"
#include "transports/posix-name.h"

#define POSIX_SHM_NUMBER	2	/* the semaphores have 0 and 1 */

static int
posix_shm_refuse(void)
{
	if (errno == EEXIST)
		return fail("make a shared segment: its name is taken by "
		    "chance; measure again");
	if (errno == ENOENT || errno == EACCES || errno == EROFS)
		return skip_errno("make a shared segment: Linux keeps them in "
		    "/dev/shm, which is not there or not writable (mount -t "
		    "tmpfs tmpfs /dev/shm)");
	return skip_errno("make a shared segment");
}

/* Zeros over the whole length: 0, or an error number. */
static int
posix_shm_fill(int fd, size_t size)
{
	static const unsigned char zeros[65536];
	size_t	done, part;
	ssize_t	n;

	for (done = 0; done < size; done += (size_t)(n > 0 ? n : 0)) {
		part = size - done < sizeof zeros ? size - done : sizeof zeros;
		n = pwrite(fd, zeros, part, (off_t)done);
		if (n == 0 || (n < 0 && errno != EINTR))
			return n == 0 ? ENOSPC : errno;
	}
	return 0;
}

/* Takes all the room that a segment needs: 0, or an error number. */
static int
posix_shm_reserve(int fd, size_t size)
{
#if HAVE_POSIX_FALLOCATE
	int	error;

	do
		error = posix_fallocate(fd, 0, (off_t)size);
	while (error == EINTR);
	/* Not every file system has that; then it is to be had by writing. */
	if (error == 0 || error == ENOSPC || error == ENOMEM)
		return error;
#endif
	return posix_shm_fill(fd, size);
}

/*
 * A segment of that size, and all of it: what the system had promised and
 * cannot give would end a side with SIGBUS.  An enum outcome.
 */
static int
posix_shm_allocate(int fd, size_t size)
{
	if (ftruncate(fd, (off_t)size) != 0)
		return skip_errno("a shared segment of %zu bytes%s", size,
		    errno == EFBIG ? " (raise ulimit -f)" : "");
	/* One that cannot be written is no file, and no file system's. */
	switch (posix_shm_reserve(fd, size)) {
	case ENOSPC:
	case ENOMEM:
	case EDQUOT:
		return skip("a shared segment of %zu bytes: no room (Linux: df "
		    "/dev/shm; mount -o remount,size=... /dev/shm)", size);
	default:
		return OUTCOME_OK;
	}
}

static int
posix_shm_map(struct side *side, int fd)
{
	struct posix_segment *state = side->state;
	size_t	 size = segment_size(side, POSIX_SEMAPHORES_SIZE);
	int	 outcome = posix_shm_allocate(fd, size);
	void	*base;

	if (outcome != OUTCOME_OK)
		return outcome;
	base = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (base == MAP_FAILED)
		return fail_errno("map a shared segment of %zu bytes", size);
	segment_place(&state->segment, side, base, POSIX_SEMAPHORES_SIZE);
	return posix_semaphores_make(&state->semaphores, side, base);
}

/* Its name is gone before there is anything in it. */
static int
posix_shm_prepare(struct side *side)
{
	char	name[POSIX_NAME_SIZE];
	int	fd, outcome;

	posix_name(side, POSIX_SHM_NUMBER, name);
	fd = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
	if (fd < 0)
		return posix_shm_refuse();
	(void)shm_unlink(name);
	outcome = posix_shm_map(side, fd);
	fdio_close(&fd);
	return outcome;
}

static int
posix_shm_attach(struct side *side)
{
	struct posix_segment *state = side->state;

	posix_semaphores_take(&state->semaphores, side);
	segment_take(&state->segment, side);
	return OUTCOME_OK;
}

BATCH_INLINE int
posix_shm_send(struct side *side, unsigned link, const unsigned char *data,
    size_t size)
{
	const struct posix_segment *state = side->state;

	(void)link;
	memcpy(state->segment.out, data, size);
	return posix_semaphores_post(&state->semaphores);
}

BATCH_INLINE int
posix_shm_receive(struct side *side, unsigned link, unsigned char *data,
    size_t size)
{
	const struct posix_segment *state = side->state;

	(void)link;
	if (BATCH_UNLIKELY(posix_semaphores_wait(&state->semaphores) !=
	    OUTCOME_OK))
		return OUTCOME_FAILED;
	memcpy(data, state->segment.in, size);
	return OUTCOME_OK;
}

static const struct message_methods posix_shm_methods = {
	.send = posix_shm_send,
	.receive = posix_shm_receive,
};

static int
posix_shm_run(struct side *side, struct batch *batch)
{
	return message_run(side, batch, &posix_shm_methods);
}

static void
posix_shm_clean(const struct side *side)
{
	char	name[POSIX_NAME_SIZE];

	(void)shm_unlink(posix_name(side, POSIX_SHM_NUMBER, name));
	posix_semaphores_clean(side);
}

#define POSIX_SHM_ROW \
	.state_size = sizeof(struct posix_segment), \
	.prepare = posix_shm_prepare, \
	.attach = posix_shm_attach, \
	.run = posix_shm_run, \
	.dispose = posix_segment_dispose, \
	.clean = posix_shm_clean
#else
#define POSIX_SHM_ROW .absent = "the system has no shm_open() or no semaphores"
#endif

const struct transport transport_posix_shm = {
	.name = "posix-shm",
	.summary = "POSIX shared memory and semaphores",
	.operation = "client: copy into a shared segment, sem_post, sem_wait, "
	    "copy out; server: wait, copy out, copy in, post",
	.paths = "futex calls, as posix-sem; the copies are user code, and "
	    "touch cache lines that the other side wrote",
	.keys = MESSAGE_DATA_KEYS,
	.flags = TRANSPORT_CARRIES_DATA | TRANSPORT_BLOCKS |
	    TRANSPORT_LOOKS_FIRST,
	.method = 1,
	.max_size = SIZE_LIMIT,
	POSIX_SHM_ROW,
};
