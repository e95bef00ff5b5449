/* Sides that are threads of one process, which waits for signals to them. */

#include "config.h"

#include "engine/side.h"

#if HAVE_THREADS
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/fdio.h"

/* One side of the process, and its thread. */
struct companion {
	struct side_setting	*setting;
	pthread_t		 thread;
};

/* How many have not ended, and what the process will end with. */
static pthread_mutex_t	companions_lock = PTHREAD_MUTEX_INITIALIZER;
static size_t		companions_left;
static int		companions_status;

/* The last one ends the process: the thread that started it only waits. */
static void
companion_leave(int status)
{
	bool	last;

	pthread_mutex_lock(&companions_lock);
	companions_status |= status;
	last = --companions_left == 0;
	pthread_mutex_unlock(&companions_lock);
	if (last)
		_exit(companions_status);
}

static void *
companion_live(void *context)
{
	struct companion *companion = context;
	int		  status = side_spend_life(companion->setting);

	/* By this the supervisor sees that the side has ended. */
	fdio_close(&companion->setting->channel);
	companion_leave(status);
	return NULL;
}

/* Tells the supervisor, in the side's place, that there is none. */
static void
companion_give_up(struct companion *companion, int error)
{
	struct job_notice notice;

	memset(&notice, 0, sizeof notice);
	errno = error;
	fail_errno("start a thread (see ulimit -u and -v)");
	notice.state = SIDE_ATTACHED;
	notice.outcome = OUTCOME_FAILED;
	notice.cpu = -1;
	strcpy(notice.reason, fail_reason());
	(void)fdio_write_all(companion->setting->channel, &notice,
	    sizeof notice);
	fdio_close(&companion->setting->channel);
	companion_leave(1);
}

/* Passes the supervisor's signal on to those whom it is for. */
static void
companions_interrupt(const struct companion *companions, size_t count)
{
	size_t	i;

	for (i = 0; i < count; i++)
		if (side_gives_up(companions[i].setting->side))
			pthread_kill(companions[i].thread,
			    SIDE_INTERRUPT_SIGNAL);
}

static void
companions_watch(const struct companion *companions, size_t count)
{
	sigset_t	wanted;
	int		number;

	sigemptyset(&wanted);
	sigaddset(&wanted, SIDE_GIVE_UP_SIGNAL);
	for (;;)
		if (sigwait(&wanted, &number) == 0)
			companions_interrupt(companions, count);
}

bool
side_has_threads(void)
{
	return true;
}

int
side_live_together(struct side_setting *settings, size_t count)
{
	struct companion companions[JOB_ROLES_MAX];
	size_t		 i, started;
	sigset_t	 blocked;
	int		 error = 0;

	side_set_signals(SIDE_INTERRUPT_SIGNAL);
	/* In the threads too: that signal, and the one that looks around. */
	sigemptyset(&blocked);
	sigaddset(&blocked, SIDE_GIVE_UP_SIGNAL);
	sigaddset(&blocked, SIGALRM);
	pthread_sigmask(SIG_BLOCK, &blocked, NULL);
	side_end_with_supervisor(settings[0].supervisor);
	companions_left = count;
	for (started = 0; started < count && error == 0; started++) {
		companions[started].setting = &settings[started];
		error = pthread_create(&companions[started].thread, NULL,
		    companion_live, &companions[started]);
		if (error != 0)
			break;
	}
	for (i = started; i < count; i++) {
		companions[i].setting = &settings[i];
		companion_give_up(&companions[i], error);
	}
	sigdelset(&blocked, SIDE_GIVE_UP_SIGNAL);
	pthread_sigmask(SIG_UNBLOCK, &blocked, NULL);
	companions_watch(companions, started);
	return 1;
}
#else
bool
side_has_threads(void)
{
	return false;
}

int
side_live_together(struct side_setting *settings, size_t count)
{
	(void)settings;
	(void)count;
	return 1;
}
#endif
