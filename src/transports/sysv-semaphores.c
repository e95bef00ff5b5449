/* Sets of System V semaphores: made, shared out, and removed. */

#include "config.h"

#include "transports/sysv-semaphores.h"

#if HAVE_SEMGET
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "transports/sysv.h"

#define SYSV_SEMAPHORES	2

/* Every caller has to declare this by himself. */
union sysv_semaphore_argument {
	int			 value;
	struct semid_ds		*facts;
	unsigned short		*values;
};

int
sysv_semaphores_probe(void)
{
	return semget(SYSV_PROBED_KEY, 0, 0) >= 0 ? OUTCOME_OK :
	    sysv_judge_probe("System V semaphores");
}

int
sysv_semaphores_make(struct sysv_semaphores *semaphores,
    const struct side *side)
{
	unsigned short	nothing[SYSV_SEMAPHORES] = { 0, 0 };
	struct sembuf	is_nothing = { .sem_flg = IPC_NOWAIT };
	union sysv_semaphore_argument argument = { .values = nothing };

	semaphores->set = semget(sysv_key(side, 0), SYSV_SEMAPHORES, SYSV_NEW);
	if (semaphores->set < 0)
		return sysv_refuse("make a set of semaphores",
		    "SEMMNI, SEMMNS or SEMMSL (Linux: sysctl kernel.sem)");
	/* Not every system begins at 0. */
	if (semctl(semaphores->set, 0, SETALL, argument) != 0)
		return fail_errno("set semaphores to 0");
	/* Is 0 already; but some limits are met by the call alone. */
	if (semop(semaphores->set, &is_nothing, 1) != 0)
		return skip_errno("use a semaphore (limit: SEMOPM; Linux: "
		    "sysctl kernel.sem)");
	return OUTCOME_OK;
}

void
sysv_semaphores_remove(const struct sysv_semaphores *semaphores)
{
	if (semaphores->set >= 0)
		(void)semctl(semaphores->set, 0, IPC_RMID);
}

void
sysv_semaphores_clean(const struct side *side)
{
	struct semid_ds	facts;
	union sysv_semaphore_argument argument = { .facts = &facts };
	int		set = semget(sysv_key(side, 0), 0, 0);

	memset(&facts, 0, sizeof facts);
	if (set >= 0 && semctl(set, 0, IPC_STAT, argument) == 0 &&
	    facts.sem_perm.cuid == geteuid())
		(void)semctl(set, 0, IPC_RMID);
}

bool
sysv_semaphores_is_taken(const struct side *side)
{
	return sysv_exists(semget(sysv_key(side, 0), 0, 0));
}

void
sysv_semaphores_take(struct sysv_semaphores *semaphores,
    const struct side *side)
{
	bool	client = side->role == ROLE_CLIENT;

	semaphores->post = (struct sembuf){
		.sem_num = client ? 0 : 1, .sem_op = 1
	};
	semaphores->wait = (struct sembuf){
		.sem_num = client ? 1 : 0, .sem_op = -1
	};
}

int
sysv_semaphores_again(int set, struct sembuf *operation)
{
	do
		if (errno != EINTR)
			return fail_errno("semop");
	while (semop(set, operation, 1) != 0);
	return OUTCOME_OK;
}
#else
/* So that this file is not empty. */
extern const struct transport *sysv_semaphores_absent;
#endif
