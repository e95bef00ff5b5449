/*
 * Holds ipclat's loops against bare ones: both alternate, in random order and
 * batches of some milliseconds, in the same processes on the same
 * descriptors.  Two pairs of processes differ by several per cent even when
 * they run the same loop; this way identical loops agree within 0.6 %.  A
 * turn in which cores were quicker for one than for the other, as somebody else
 * shared them, does not count, and more are taken.
 */

#include "config.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bare.h"
#include "base/entropy.h"
#include "base/tmpdir.h"
#include "engine/crew.h"
#include "engine/measure.h"
#include "engine/placement.h"
#include "engine/plan.h"
#include "statistics/stats.h"
#include "system/clock.h"
#include "system/osdep.h"
#include "system/work.h"
#include "transports/registry.h"
#include "transports/shared.h"

#define BATCH_NS	2500000u
#define TURNS		20		/* of all modes, in each crew */
#define TURNS_WANTED	80		/* with the cores to ourselves */
#define CREWS_MAX	16
#define TIMES_MAX	((size_t)1 << 20)
#define PREFIX		"bench-"
#define WRAPPED_MAX	64

enum bench_mode { OURS, BARE, OURS_TIMED, BARE_TIMED, MODES };

/* What the sides must know of the batch that comes. */
struct bench_shared {
	enum bench_mode	mode;
	uint64_t	times[TIMES_MAX + 1];
};

/* Figures of one row: one value a turn, in ns an operation. */
struct bench_row {
	const struct bare	*bare;
	const char		*place;
	double			 value[MODES][TURNS * CREWS_MAX];
	double			 quick_ns[MODES][TURNS * CREWS_MAX];	/* work before or after, on the slower core */
	double			 slow_ns[MODES][TURNS * CREWS_MAX];	/* the same, whichever took longer */
	double			 work_before_ns;
	size_t			 turns;
	uint64_t		 timed_per;
};

static struct bench_shared *shared;
static const struct bare *current;	/* of the crew that is forked next */

/* The name without the prefix that the wrapped copies have. */
static const char *
bench_strip(const char *name)
{
	return name + strlen(PREFIX);
}

static int
bench_run_bare(struct side *side, struct batch *batch)
{
	bare_loop	 loop = side->role == ROLE_CLIENT ? current->client :
			    current->server;
	uint64_t	*times = shared->mode == BARE_TIMED &&
			    side->role == ROLE_CLIENT ? shared->times : NULL;
	uint64_t	 began = clock_now();

	if (loop(side, batch->count, times) != 0)
		return fail("a bare loop failed");
	batch->elapsed_ns = clock_now() - began;
	return OUTCOME_OK;
}

/* The transport's own run, or the bare loop in its place. */
static int
bench_run(struct side *side, struct batch *batch)
{
	if (shared->mode == BARE || shared->mode == BARE_TIMED)
		return bench_run_bare(side, batch);
	return registry_find(bench_strip(side->transport->name))->run(side,
	    batch);
}

/* A bare loop leaves the message where it belongs by itself. */
static void
bench_end(struct side *side)
{
	if (shared->mode != BARE && shared->mode != BARE_TIMED)
		registry_find(bench_strip(side->transport->name))->end(side);
}

static int
bench_compare_times(const void *a, const void *b)
{
	uint64_t	first = *(const uint64_t *)a;
	uint64_t	second = *(const uint64_t *)b;

	return first < second ? -1 : first > second;
}

static double
bench_median_bare(uint64_t count)
{
	uint64_t	i;

	for (i = 0; i < count; i++)
		shared->times[i] = shared->times[i + 1] - shared->times[i];
	qsort(shared->times, count, sizeof shared->times[0],
	    bench_compare_times);
	return (double)shared->times[count / 2];
}

/* How quick the cores of the sides were before and after the last batch. */
static void
bench_add_work(struct crew *crew, struct bench_row *row, enum bench_mode mode)
{
	double	most = 0;
	size_t	i;

	for (i = 0; i < crew->member_count; i++) {
		most = fmax(most, crew->members[i].report.work_ns);
		crew->members[i].report.work_ns = 0;
	}
	row->quick_ns[mode][row->turns] = fmin(most, row->work_before_ns);
	row->slow_ns[mode][row->turns] = fmax(most, row->work_before_ns);
	row->work_before_ns = most;
}

static int
bench_run_mode(struct crew *crew, struct bench_row *row, enum bench_mode mode,
    uint64_t count, uint64_t timed_per)
{
	const struct histogram *histogram = crew->histograms;
	struct batch	  batch = {
		.count = count,
		.timed_per = mode == OURS_TIMED ? timed_per : 0,
	};

	shared->mode = mode;
	crew_clear_histograms(crew);
	if (crew_run_batch(crew, &batch, true) != OUTCOME_OK)
		return OUTCOME_FAILED;
	bench_add_work(crew, row, mode);
	row->value[mode][row->turns] =
	    mode == OURS_TIMED ?
	    histogram_median(histogram) / (double)timed_per :
	    mode == BARE_TIMED && timed_per == 1 ? bench_median_bare(count) :
	    (double)batch.elapsed_ns / (double)count;
	return OUTCOME_OK;
}

static int
bench_take_turns(struct crew *crew, struct bench_row *row,
    const struct job_report *report)
{
	static uint64_t	seed;
	size_t		order[MODES], i, turn;

	for (turn = 0; turn < TURNS; turn++) {
		plan_shuffle_round(++seed, 0, order, MODES);
		for (i = 0; i < MODES; i++)
			if (bench_run_mode(crew, row, (enum bench_mode)order[i],
			    report->count, report->timed_per) != OUTCOME_OK)
				return OUTCOME_FAILED;
		row->turns++;
	}
	return OUTCOME_OK;
}

static int
bench_calibrate_batch(void *context, struct batch *batch, bool measured)
{
	shared->mode = OURS;
	return crew_run_batch(context, batch, measured);
}

static int
bench_run_crew(const struct job *job, struct bench_row *row)
{
	struct job_report *report = calloc(1, sizeof *report);
	struct crew	   crew;
	int		   outcome;

	if (report == NULL)
		abort();
	outcome = crew_start(&crew, job, -1);
	if (outcome == OUTCOME_OK)
		outcome = measure_calibrate(&job->limits,
		    bench_calibrate_batch, &crew, report);
	if (report->count > TIMES_MAX)
		report->count = TIMES_MAX / report->timed_per *
		    report->timed_per;
	if (outcome == OUTCOME_OK)
		outcome = bench_take_turns(&crew, row, report);
	row->timed_per = report->timed_per;
	crew_end(&crew, outcome);
	free(report);
	return outcome;
}

/* The cores were as quick for one as for the other. */
static bool
bench_is_fair(const struct bench_row *row, size_t turn, enum bench_mode ours,
    enum bench_mode bare)
{
	double	quick = fmin(row->quick_ns[ours][turn],
		    row->quick_ns[bare][turn]);
	double	slow = fmax(row->slow_ns[ours][turn],
		    row->slow_ns[bare][turn]);

	return slow <= WORK_SHARED * quick;
}

static size_t
bench_count_fair(const struct bench_row *row, enum bench_mode ours,
    enum bench_mode bare)
{
	size_t	count = 0, i;

	for (i = 0; i < row->turns; i++)
		count += bench_is_fair(row, i, ours, bare);
	return count;
}

/* Median and quartiles of our figures over the bare ones, less 1. */
static void
bench_compare(const struct bench_row *row, enum bench_mode ours,
    enum bench_mode bare, double quartile[3])
{
	double	ratio[TURNS * CREWS_MAX], swap;
	size_t	count = 0, i, j;

	for (i = 0; i < row->turns; i++)
		if (bench_is_fair(row, i, ours, bare))
			ratio[count++] = row->value[ours][i] /
			    row->value[bare][i] - 1;
	for (i = 1; i < count; i++)
		for (j = i; j > 0 && ratio[j] < ratio[j - 1]; j--) {
			swap = ratio[j];
			ratio[j] = ratio[j - 1];
			ratio[j - 1] = swap;
		}
	for (i = 0; i < 3; i++)
		quartile[i] = ratio[(count - 1) * (i + 1) / 4];
}

/* Ours over the bare loop, and whether that is within the bounds. */
static void
bench_print_ratio(const struct bench_row *row, const char *what,
    enum bench_mode ours, enum bench_mode bare, double share, int *missed)
{
	double	bare_ns = stats_median(row->value[bare], row->turns);
	double	bound = fmax(share, row->bare->bound->ns / bare_ns);
	double	quartile[3];
	size_t	fair = bench_count_fair(row, ours, bare);
	bool	within;

	if (fair < TURNS) {
		*missed += 1;
		printf("  %s MISS: %zu of %zu turns count", what, fair,
		    row->turns);
		return;
	}
	bench_compare(row, ours, bare, quartile);
	within = quartile[1] <= bound && quartile[1] >= -bound;
	*missed += !within;
	printf("  %s %+5.1f %% [%+5.1f, %+5.1f] of %.0f %s %s", what,
	    100 * quartile[1], 100 * quartile[0], 100 * quartile[2],
	    bound > share ? row->bare->bound->ns : 100 * share,
	    bound > share ? "ns" : "%", within ? "ok  " : "MISS");
}

/* Where several are timed together, percentiles are not of single ones. */
static void
bench_print(const struct bench_row *row, int *missed)
{
	const struct bare_bound *bound = row->bare->bound;

	if (row->bare->keys != NULL)
		printf("%s:%s\n", row->bare->transport, row->bare->keys);
	printf("%-14s %-5s", row->bare->keys != NULL ? "" :
	    row->bare->transport, row->place);
	bench_print_ratio(row, "mean", OURS, BARE, bound->mean, missed);
	if (row->timed_per == 1 && bound->median > 0)
		bench_print_ratio(row, "p50", OURS_TIMED, BARE_TIMED,
		    bound->median, missed);
	else
		printf("  %.2f ns, bare loop %.2f ns",
		    stats_median(row->value[OURS], row->turns),
		    stats_median(row->value[BARE], row->turns));
	printf("  %zu/%zu\n", bench_count_fair(row, OURS, BARE), row->turns);
}

/* Where it is to run; not OK: not here, with the reason. */
static int
bench_place(const struct bare *bare, int64_t place, struct job *job)
{
	static struct cpu	cpus[OSDEP_CPUS_MAX];
	const struct transport *transport = registry_find(bare->transport);
	struct placement	placement;
	int			outcome;

	if (transport->probe != NULL &&
	    (outcome = transport->probe()) != OUTCOME_OK)
		return outcome;
	outcome = placement_choose(place, cpus, osdep_get_cpus(cpus),
	    &placement);
	if (outcome != OUTCOME_OK)
		return outcome;
	if ((transport->flags & TRANSPORT_SPINS) != 0 &&
	    placement.client_cpu == placement.server_cpu)
		return skip("spinning makes no sense on one CPU");
	job->client_cpu = placement.client_cpu;
	job->server_cpu = placement.server_cpu;
	job->watcher_cpu = -1;
	return OUTCOME_OK;
}

/* More turns are needed. */
static bool
bench_is_wanting(const struct bench_row *row)
{
	return bench_count_fair(row, OURS, BARE) < TURNS_WANTED ||
	    bench_count_fair(row, OURS_TIMED, BARE_TIMED) < TURNS_WANTED;
}

static void
bench_measure(const struct bare *bare, int64_t place, const char *place_name,
    const struct clock_facts *clock, int *missed)
{
	static struct bench_row	 row;
	struct job		 job;
	size_t			 crew;
	int			 outcome;

	memset(&row, 0, sizeof row);
	memset(&job, 0, sizeof job);
	row.bare = bare;
	row.place = place_name;
	current = bare;
	snprintf(job.spec, sizeof job.spec, PREFIX "%s:place=%s%s%s",
	    bare->transport, place_name, bare->keys != NULL ? "," : "",
	    bare->keys != NULL ? bare->keys : "");
	job.timeout_ns = 10000000000u;
	entropy_fill(&job.key, sizeof job.key);
	job.limits.batch_ns = BATCH_NS;
	job.limits.group_ns = measure_group_ns(clock);
	job.limits.timed_per = bare->bound->median > 0 ? 0 : 1;
	outcome = bench_place(bare, place, &job);
	for (crew = 0; crew < CREWS_MAX && outcome == OUTCOME_OK &&
	    bench_is_wanting(&row); crew++)
		outcome = bench_run_crew(&job, &row);
	if (outcome != OUTCOME_OK) {
		printf("%-14s %-5s  %s: %s\n", bare->transport, place_name,
		    outcome == OUTCOME_SKIPPED ? "skipped" : "MISS",
		    fail_reason());
		*missed += outcome != OUTCOME_SKIPPED;
		return;
	}
	bench_print(&row, missed);
}

/* A copy of each transport with our run in place of its own. */
static void
bench_wrap(void)
{
	static struct transport wrapped[WRAPPED_MAX];
	static const struct transport *rows[WRAPPED_MAX + 1];
	static char	names[WRAPPED_MAX][64];
	size_t		i;

	for (i = 0; bare_rows[i].transport != NULL && i < WRAPPED_MAX; i++) {
		wrapped[i] = *registry_find(bare_rows[i].transport);
		snprintf(names[i], sizeof names[i], PREFIX "%s",
		    bare_rows[i].transport);
		wrapped[i].name = names[i];
		/* A bare loop cannot be told to give up; some end alone. */
		if (!(wrapped[i].flags & TRANSPORT_ASKS_AGAIN))
			wrapped[i].flags &= ~(unsigned)TRANSPORT_LOSES;
		wrapped[i].run = bench_run;
		if (wrapped[i].end != NULL)
			wrapped[i].end = bench_end;
		rows[i] = &wrapped[i];
	}
	registry_extend(rows);
}

/* A transport without a bare loop is held to nothing. */
static void
bench_find_rows(int *missed)
{
	const struct transport	*transport;
	const struct bare	*bare;
	size_t			 i;

	for (i = 0; (transport = registry_get(i)) != NULL; i++) {
		if (strncmp(transport->name, PREFIX, strlen(PREFIX)) == 0)
			continue;
		for (bare = bare_rows; bare->transport != NULL &&
		    strcmp(bare->transport, transport->name) != 0; bare++)
			;
		if (bare->transport != NULL)
			continue;
		if (transport->absent != NULL) {
			printf("%-14s not built\n", transport->name);
			continue;
		}
		printf("%-14s MISS: no bare loop\n", transport->name);
		(*missed)++;
	}
}

int
main(int argc, char **argv)
{
	struct clock_facts clock;
	const struct bare *bare;
	char		   directory[TMPDIR_PATH_SIZE];
	int		   missed = 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	signal(SIGPIPE, SIG_IGN);
	if ((shared = shared_map(sizeof *shared)) == NULL)
		abort();
	clock_measure(&clock);
	bench_wrap();
	printf("ipclat's loop over the bare loop: median [quartiles] of some %d "
	    "turns in the same\nprocesses, on cores as quick for both, of "
	    "untimed batches (mean) and of single\noperations (p50), and the "
	    "bound; at the end how many turns count of those taken.\n",
	    TURNS_WANTED);
	if (tmpdir_create(directory) != 0 || chdir(directory) != 0) {
		fprintf(stderr, "bench: %s\n", fail_reason());
		return 2;
	}
	for (bare = bare_rows; bare->transport != NULL; bare++) {
		if (argc > 1 && strcmp(argv[1], bare->transport) != 0)
			continue;
		if (registry_find(bare->transport)->absent != NULL) {
			printf("%-12s not built\n", bare->transport);
			continue;
		}
		bench_measure(bare, PLACE_SAME, "same", &clock, &missed);
		bench_measure(bare, PLACE_CROSS, "cross", &clock, &missed);
	}
	bench_find_rows(&missed);
	tmpdir_remove(directory);
	printf("%d outside the bounds\n", missed);
	return missed != 0;
}
