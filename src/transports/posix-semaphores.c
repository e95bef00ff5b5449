/* POSIX semaphores of two kinds: made, shared out, and removed. */

#include "config.h"

#include "transports/posix-semaphores.h"

#if POSIX_SEMAPHORES_BUILT
#include <errno.h>
#include <fcntl.h>

#include "transports/posix-name.h"

/* Where there are none, the other kind is tried; errno says why not. */
static bool
posix_semaphores_make_unnamed(struct posix_semaphores *semaphores,
    void *memory)
{
#if HAVE_SEM_INIT
	semaphores->of_request = memory;
	semaphores->of_reply =
	    (void *)((unsigned char *)memory + SHARED_LINE);
	if (sem_init(semaphores->of_request, 1, 0) == 0) {
		if (sem_init(semaphores->of_reply, 1, 0) == 0)
			return true;
		(void)sem_destroy(semaphores->of_request);
	}
	semaphores->of_request = semaphores->of_reply = NULL;
#else
	(void)semaphores;
	(void)memory;
	errno = ENOSYS;
#endif
	return false;
}

#if HAVE_SEM_OPEN
/* Its name is gone at once: the sides inherit it.  NULL: errno says why. */
static sem_t *
posix_semaphores_open(const struct side *side, unsigned number)
{
	char	name[POSIX_NAME_SIZE];
	sem_t	*semaphore;

	posix_name(side, number, name);
	semaphore = sem_open(name, O_CREAT | O_EXCL, 0600, 0);
	if (semaphore == SEM_FAILED)
		return NULL;
	(void)sem_unlink(name);
	return semaphore;
}

static bool
posix_semaphores_make_named(struct posix_semaphores *semaphores,
    const struct side *side)
{
	semaphores->named = true;
	semaphores->of_request = posix_semaphores_open(side, 0);
	if (semaphores->of_request != NULL)
		semaphores->of_reply = posix_semaphores_open(side, 1);
	return semaphores->of_reply != NULL;
}
#endif

int
posix_semaphores_make(struct posix_semaphores *semaphores,
    const struct side *side, void *memory)
{
	if (posix_semaphores_make_unnamed(semaphores, memory))
		return OUTCOME_OK;
#if HAVE_SEM_OPEN
	if (posix_semaphores_make_named(semaphores, side))
		return OUTCOME_OK;
#else
	(void)side;
#endif
	return skip_errno("make a semaphore (Linux keeps those with a name in "
	    "/dev/shm: is it mounted, and is there room?)");
}

static void
posix_semaphores_close(sem_t *semaphore, bool named)
{
	if (semaphore == NULL)
		return;
#if HAVE_SEM_OPEN
	if (named)
		(void)sem_close(semaphore);
#endif
#if HAVE_SEM_INIT
	if (!named)
		(void)sem_destroy(semaphore);
#endif
}

void
posix_semaphores_remove(const struct posix_semaphores *semaphores)
{
	posix_semaphores_close(semaphores->of_request, semaphores->named);
	posix_semaphores_close(semaphores->of_reply, semaphores->named);
}

void
posix_segment_dispose(struct side *side)
{
	const struct posix_segment *state = side->state;

	posix_semaphores_remove(&state->semaphores);
	shared_unmap(state->segment.base, state->segment.size);
}

void
posix_semaphores_clean(const struct side *side)
{
#if HAVE_SEM_OPEN
	char		name[POSIX_NAME_SIZE];
	unsigned	i;

	for (i = 0; i < POSIX_SEMAPHORES; i++)
		(void)sem_unlink(posix_name(side, i, name));
#else
	(void)side;
#endif
}

void
posix_semaphores_take(struct posix_semaphores *semaphores,
    const struct side *side)
{
	bool	client = side->role == ROLE_CLIENT;

	semaphores->post = client ? semaphores->of_request :
	    semaphores->of_reply;
	semaphores->wait = client ? semaphores->of_reply :
	    semaphores->of_request;
}

int
posix_semaphores_wait_again(sem_t *semaphore)
{
	do
		if (errno != EINTR)
			return fail_errno("sem_wait");
	while (sem_wait(semaphore) != 0);
	return OUTCOME_OK;
}

int
posix_semaphores_fail_post(void)
{
	return fail_errno("sem_post");
}
#endif
