/* Owns ab of two commands: running them in turn, and reading what they wrote. */

#include "config.h"

#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/fdio.h"
#include "base/memory.h"
#include "commands/ab-parts.h"
#include "commands/command.h"
#include "commands/options.h"
#include "engine/plan.h"
#include "engine/quiet.h"
#include "engine/warnings.h"
#include "results/absorb.h"
#include "results/decode.h"
#include "system/subprocess.h"

#define COMMAND_TIMEOUT_NS	600000000000u
#define LABEL_SIZE		256
#define LABEL_SHOWN		80	/* of a longer command */
#define PATH_SIZE		(TMPDIR_PATH_SIZE + 16)

static const char *const side_names[SIDES] = { "A", "B" };

/* Words appended to each command: one short run, told to us alone. */
static const char *const appended[] = { "-n", "1", "-q", "-f", "json" };
#define APPENDED	(sizeof appended / sizeof appended[0])

/* Two commands. */
struct ab_commands {
	struct ab		*ab;
	char			**words[SIDES];	/* of each, among the operands */
	size_t			 counts[SIDES];
	char			 labels[SIDES][LABEL_SIZE];	/* "A, 'ipclat run'" */
	char			 like[PATH_SIZE];	/* the result of the discarded run */
	struct comparer		*comparer;
	struct result		 results[SIDES];	/* all runs of each */
	struct run_state	 state;
	uint64_t		 vain_ns, pair_ns;	/* waited in vain; that the last pair took */
	struct schedule_state	 pairs;		/* made, and disturbed on a side at least */
	struct warnings_quiet	 quiet;
};

/* The words of one side, and how messages call them. */
static void
commands_take(struct ab_commands *commands, int side, char **words,
    size_t count)
{
	char	*label = commands->labels[side];
	size_t	 i, used;

	commands->words[side] = words;
	commands->counts[side] = count;
	used = (size_t)snprintf(label, LABEL_SIZE, "%s, '%s",
	    side_names[side], words[0]);
	for (i = 1; i < count && used < LABEL_SIZE; i++)
		used += (size_t)snprintf(label + used, LABEL_SIZE - used,
		    " %s", words[i]);
	if (used > LABEL_SHOWN)
		strcpy(label + LABEL_SHOWN, "...");
	strcat(label, "'");
}

/* Divides the operands where "--" stands.  0, or -1 with a reason. */
static int
commands_find(struct ab_commands *commands, int count, char **operands)
{
	const char	*shaping = commands->ab->options->shaping;
	int		 i, divider = -1;

	if (shaping != NULL)
		return fail("ab: --%s belongs into the commands, which say "
		    "what is measured", shaping);
	for (i = 0; i < count; i++) {
		if (strcmp(operands[i], "--") != 0)
			continue;
		if (divider >= 0)
			return fail("ab: '--' stands more than twice; it stands "
			    "before each of two commands");
		divider = i;
	}
	if (divider <= 0 || divider == count - 1)
		return fail("ab: needs two commands, -- COMMAND_A -- "
		    "COMMAND_B");
	commands_take(commands, A, operands, (size_t)divider);
	commands_take(commands, B, operands + divider + 1,
	    (size_t)(count - divider - 1));
	return OUTCOME_OK;
}

/* How a command failed: OUTCOME_FAILED. */
static int
commands_fail(const struct ab_commands *commands, int side,
    const struct subprocess *process)
{
	const char	*label = commands->labels[side];

	if (WIFSIGNALED(process->status))
		return fail("ab: command %s was killed by signal %d (%s)",
		    label, WTERMSIG(process->status),
		    strsignal(WTERMSIG(process->status)));
	return fail("ab: command %s ended with status %d%s%s", label,
	    WEXITSTATUS(process->status),
	    process->words[0] != '\0' ? ": " : "", process->words);
}

/* A run in which tests failed or were skipped has a result all the same. */
static bool
status_has_result(int status)
{
	return WIFEXITED(status) && (WEXITSTATUS(status) == EXIT_MEASURED ||
	    WEXITSTATUS(status) == EXIT_TEST_FAILED ||
	    WEXITSTATUS(status) == EXIT_ALL_SKIPPED);
}

/* Keeps what the discarded run wrote.  0, or -1 with a reason. */
static int
commands_keep_like(struct ab_commands *commands,
    const struct subprocess *process)
{
	int	fd, outcome;

	snprintf(commands->like, sizeof commands->like, "%s/like.json",
	    commands->ab->directory.path);
	fd = open(commands->like, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
	    0600);
	outcome = fd >= 0 ? fdio_write_all(fd, process->bytes, process->size) :
	    -1;
	if (outcome != 0)
		fail_errno("ab: %s", commands->like);
	fdio_close(&fd);
	return outcome;
}

/* The words of one side and what is appended to them, up to NULL; to be freed. */
static char **
commands_make_words(struct ab_commands *commands, int side)
{
	static char	 like[] = "--like";
	const size_t	 count = commands->counts[side];
	char		**words = memory_allocate(count + APPENDED + 3,
			    sizeof *words);
	size_t		 i, used = count;

	memcpy(words, commands->words[side], count * sizeof *words);
	for (i = 0; i < APPENDED; i++)
		words[used++] = (char *)(uintptr_t)appended[i];
	if (commands->like[0] != '\0') {
		words[used++] = like;
		words[used++] = commands->like;
	}
	return words;
}

/* Runs one command.  0 where it may have written a result, or -1 with a
 * reason. */
static int
commands_execute(struct ab_commands *commands, int side,
    struct subprocess *process)
{
	const struct options *options = commands->ab->options;
	char		**words = commands_make_words(commands, side);
	char		 reason[FAIL_REASON_SIZE];
	uint64_t	 timeout_ns = COMMAND_TIMEOUT_NS;
	int		 outcome;

	if (options->timeout_given)
		timeout_ns = (uint64_t)(options->timeout_s * 1e9);
	outcome = subprocess_run(words, timeout_ns, STORE_SIZE_LIMIT,
	    &measuring_stop, process);
	free(words);
	if (outcome != OUTCOME_OK) {
		strcpy(reason, fail_reason());
		return fail("ab: command %s: %s", commands->labels[side],
		    reason);
	}
	if (!status_has_result(process->status) ||
	    (process->size == 0 && process->status != 0))
		return commands_fail(commands, side, process);
	return OUTCOME_OK;
}

/* Runs one command and reads its result.  0, or -1 with a reason. */
static int
commands_run_one(struct ab_commands *commands, int side,
    struct result *result)
{
	char		  name[LABEL_SIZE + 64];
	struct subprocess process;
	int		  outcome;

	snprintf(name, sizeof name, "ab: what command %s wrote",
	    commands->labels[side]);
	outcome = commands_execute(commands, side, &process);
	if (outcome == OUTCOME_OK)
		outcome = process.size == 0 ?
		    fail("%s is nothing: it must be an ipclat command", name) :
		    decode_result(name, process.bytes, process.size, result);
	if (outcome == OUTCOME_OK && commands->like[0] == '\0')
		outcome = commands_keep_like(commands, &process);
	subprocess_free(&process);
	return outcome;
}

static void
commands_wait_quiet(struct ab_commands *commands)
{
	const uint64_t	allowed_ns = (uint64_t)(commands->quiet.seconds * 1e9);
	struct quiet_outcome outcome;

	if (!commands->quiet.is_wanted || commands->quiet.is_blind)
		return;
	commands->state.waiting = true;
	progress_show(commands->ab->progress, &commands->state);
	commands->state.waiting = false;
	outcome = quiet_wait(allowed_ns > commands->vain_ns ?
	    allowed_ns - commands->vain_ns : 0, &measuring_stop);
	commands->vain_ns += outcome.vain_ns;
	commands->quiet.looked++;
	commands->quiet.loud += outcome.state == QUIET_GIVEN_UP;
	commands->quiet.is_blind = outcome.state == QUIET_NOT_YET &&
	    measuring_stop == 0;
}

/* Whether a test of a run has nothing but disturbed invocations. */
static bool
run_is_disturbed(const struct result *run)
{
	size_t	i;

	for (i = 0; i < run->test_count; i++)
		if (run->tests[i].invocation_count > 0 &&
		    !test_has_quiet(&run->tests[i]))
			return true;
	return false;
}

/* Both commands, in the order given.  0, or -1 with a reason; then none counts. */
static int
commands_run_pair(struct ab_commands *commands, const size_t order[SIDES])
{
	uint64_t	began_ns = clock_now();
	struct result	pair[SIDES];
	int		i, outcome = OUTCOME_OK;

	memset(pair, 0, sizeof pair);
	for (i = 0; i < SIDES && outcome == OUTCOME_OK; i++) {
		commands->state.spec = commands->labels[order[i]];
		commands_wait_quiet(commands);
		progress_show(commands->ab->progress, &commands->state);
		outcome = commands_run_one(commands, (int)order[i],
		    &pair[order[i]]);
		commands->state.done++;
	}
	if (outcome == OUTCOME_OK) {
		commands->pairs.made++;
		commands->pairs.disturbed += run_is_disturbed(&pair[A]) ||
		    run_is_disturbed(&pair[B]);
		comparer_add_old(commands->comparer, &pair[A]);
		comparer_add_new(commands->comparer, &pair[B]);
		/* The others say the same, with other numbers. */
		if (!commands->ab->round_whole)
			ab_say(commands->ab, &pair[A]);
		result_absorb(&commands->results[A], &pair[A]);
		result_absorb(&commands->results[B], &pair[B]);
		commands->ab->round_whole = true;
		commands->pair_ns = clock_now() - began_ns;
	}
	result_free(&pair[A]);
	result_free(&pair[B]);
	return outcome;
}

/* Whether another pair fits into the budget; what it cuts is told. */
static bool
commands_have_time(struct ab_commands *commands)
{
	const struct options	*options = commands->ab->options;

	if (schedule_fits((uint64_t)(options->budget_s * 1e9),
	    clock_now() - commands->state.began_ns, commands->pair_ns, 0))
		return true;
	texts_add(&commands->ab->said, "the budget of %g s ended it after %zu "
	    "of %u pairs", options->budget_s, commands->pairs.made,
	    options->invocations);
	return false;
}

/* All pairs, after a run of A that only finds the batches.  0, or -1 with a
 * reason. */
static int
commands_run_all(struct ab_commands *commands)
{
	const struct options	*options = commands->ab->options;
	const struct schedule	 schedule = {
		.invocations = options->invocations,
	};
	const uint64_t		 seed = measuring_get_seed(options);
	struct result		 discarded;
	size_t			 order[SIDES];
	unsigned		 round = 0;
	int			 outcome;

	memset(&discarded, 0, sizeof discarded);
	commands->state.began_ns = clock_now();
	commands->state.rounds = options->invocations;
	commands->state.total = SIDES * (size_t)options->invocations;
	outcome = commands_run_one(commands, A, &discarded);
	result_free(&discarded);
	/* Until a pair is known. */
	commands->pair_ns = SIDES * (clock_now() - commands->state.began_ns);
	while (outcome == OUTCOME_OK && measuring_stop == 0 &&
	    schedule_wants_more(&schedule, &commands->pairs) &&
	    commands_have_time(commands)) {
		plan_shuffle_pairs(seed, round, order, 1);
		commands->state.round = ++round;
		if (round > commands->state.rounds) {
			commands->state.rounds = round;
			commands->state.total += SIDES;
		}
		outcome = commands_run_pair(commands, order);
	}
	return measuring_stop != 0 ? OUTCOME_OK : outcome;
}

/* Tells of waiting. */
static void
commands_collect_warnings(struct ab_commands *commands)
{
	struct result	waiting;

	memset(&waiting, 0, sizeof waiting);
	warnings_add_quiet(&waiting, &commands->quiet);
	ab_say(commands->ab, &waiting);
	result_free(&waiting);
}

static int
commands_conclude(struct ab_commands *commands, int outcome)
{
	char	reason[FAIL_REASON_SIZE];
	int	status;

	strcpy(reason, fail_reason());
	progress_clear(commands->ab->progress);
	/* What was measured before is not lost. */
	if (outcome != OUTCOME_OK && !commands->ab->round_whole) {
		comparer_free(commands->comparer);
		return command_usage_error("%s", reason);
	}
	commands_collect_warnings(commands);
	result_summarise(&commands->results[A]);
	result_summarise(&commands->results[B]);
	status = ab_conclude(commands->ab, commands->comparer,
	    commands->results);
	return outcome != OUTCOME_OK ? command_usage_error("%s", reason) :
	    status;
}

int
ab_run_commands(struct ab *ab, int count, char **operands)
{
	struct ab_commands	commands = {
		.ab = ab, .words = { operands, operands },
		/* There is no interval that it could have to narrow. */
		.pairs = { .median = (double)NAN },
	};
	int			status, side;

	commands.quiet.is_wanted = ab->options->wait_quiet_given;
	commands.quiet.seconds = ab->options->wait_quiet_s;
	if (commands_find(&commands, count, operands) != 0 ||
	    ab_open_stores(ab) != 0 || tmpdir_create(ab->directory.path) != 0) {
		status = command_usage_error("%s", fail_reason());
	} else {
		commands.comparer = comparer_new(&ab->comparing.request);
		status = commands_conclude(&commands,
		    commands_run_all(&commands));
	}
	for (side = A; side < SIDES; side++)
		result_free(&commands.results[side]);
	return status;
}
