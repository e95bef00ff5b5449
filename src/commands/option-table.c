/* Owns the table of options, and printing it. */

#include "config.h"

#include <stddef.h>
#include <string.h>

#include "commands/command.h"
#include "commands/option-table.h"
#include "commands/options.h"
#include "commands/print.h"

static const struct command *const measuring[] = {
	&command_run, &command_ab, NULL
};
static const struct command *const running[] = { &command_run, NULL };
static const struct command *const listing[] = { &command_list, NULL };
static const struct command *const formatting[] = {
	&command_list, &command_info, NULL
};
static const struct command *const reporting[] = {
	&command_run, &command_show, &command_export, NULL
};
static const struct command *const exporting[] = { &command_export, NULL };
static const struct command *const judging[] = {
	&command_run, &command_export, NULL
};
static const struct command *const tapping[] = {
	&command_run, &command_show, &command_export, &command_compare, &command_ab,
	NULL
};
static const struct command *const comparing[] = {
	&command_compare, &command_ab, NULL
};
static const struct command *const judging_rows[] = {
	&command_compare, &command_ab, &command_report, NULL
};
static const struct command *const showing[] = { &command_show, NULL };
static const struct command *const drawing[] = { &command_report, NULL };

/* In the order of enum comparison_correction and enum comparison_metric. */
static const char *const corrections[] = { "holm", "bh", "none", NULL };
static const char *const metrics[] = {
	"headline", "median", "mean", "p99", "cpu", NULL
};

const struct option_row option_rows[OPTION_ROWS] = {
	[OPTION_INVOCATIONS] = {
		.name = "invocations",
		.letter = 'n',
		.value = "N",
		.summary = "measure each test N times, with fresh processes (10)",
		.right = "1 to 10000",
		.kind = KIND_UNSIGNED,
		.minimum = 1,
		.maximum = 10000,
		.offset = offsetof(struct options, invocations),
		.commands = measuring,
	},
	[OPTION_TIME] = {
		.name = "time",
		.letter = 't',
		.value = "SECONDS",
		.summary = "measuring time of one invocation (0.1)",
		.right = "0.001 to 3600",
		.kind = KIND_DECIMAL,
		.minimum = 0.001,
		.maximum = 3600,
		.offset = offsetof(struct options, time_s),
		.commands = measuring,
	},
	[OPTION_COUNT] = {
		.name = "count",
		.value = "N",
		.summary = "one timed batch of N round trips an invocation",
		.right = "1 to 1000000000000",
		.kind = KIND_COUNT,
		.minimum = 1,
		.maximum = 1e12,
		.offset = offsetof(struct options, count),
		.commands = measuring,
	},
	[OPTION_SIZE] = {
		.name = "size",
		.letter = 's',
		.value = "LIST",
		.summary = "measure at each of these message sizes: 64,4k,1m",
		.right = "sizes, 1 to 64m, with commas between them",
		.kind = KIND_TEXT,
		.offset = offsetof(struct options, sizes),
		.commands = measuring,
	},
	[OPTION_PLACE] = {
		.name = "place",
		.letter = 'p',
		.value = "LIST",
		.summary = "where the processes run: same (one CPU), cross (two "
		    "cores), smt, node, any (unbound); A+B: those CPUs",
		.right = "places with commas between them",
		.kind = KIND_TEXT,
		.offset = offsetof(struct options, places),
		.commands = measuring,
	},
	[OPTION_QUICK] = {
		.name = "quick",
		.summary = "as -n 6 -t 0.05",
		.kind = KIND_CLAIM,
		.offset = offsetof(struct options, quick),
		.commands = measuring,
	},
	[OPTION_RIGOROUS] = {
		.name = "rigorous",
		.summary = "10 invocations, then more until each interval is "
		    "within 1 %, at most 30",
		.kind = KIND_CLAIM,
		.offset = offsetof(struct options, rigorous),
		.commands = running,
	},
	[OPTION_BUDGET] = {
		.name = "budget",
		.value = "SECONDS",
		.summary = "end after so long, and tell what was cut",
		.right = "0.1 to 86400",
		.kind = KIND_DECIMAL,
		.minimum = 0.1,
		.maximum = 86400,
		.offset = offsetof(struct options, budget_s),
		.commands = measuring,
	},
	[OPTION_TIMEOUT] = {
		.name = "timeout",
		.value = "SECONDS",
		.summary = "give a test up after so long without progress (10)",
		.right = "0.1 to 3600",
		.kind = KIND_DECIMAL,
		.minimum = 0.1,
		.maximum = 3600,
		.offset = offsetof(struct options, timeout_s),
		.commands = measuring,
	},
	[OPTION_WAIT_QUIET] = {
		.name = "wait-quiet",
		.value = "SECONDS",
		.summary = "begin each invocation when nothing else runs; wait "
		    "so long in vain",
		.right = "0 to 86400",
		.kind = KIND_DECIMAL,
		.minimum = 0,
		.maximum = 86400,
		.offset = offsetof(struct options, wait_quiet_s),
		.commands = measuring,
	},
	[OPTION_SEED] = {
		.name = "seed",
		.value = "N",
		.summary = "number behind the order of measurements (random)",
		.right = "0 to 9007199254740991",
		.kind = KIND_COUNT,
		.minimum = 0,
		.maximum = 9007199254740991.,
		.offset = offsetof(struct options, seed),
		.commands = measuring,
	},
	[OPTION_LIKE] = {
		.name = "like",
		.value = "FILE",
		.summary = "make batches as long as in the result in FILE",
		.right = "a result",
		.kind = KIND_TEXT,
		.offset = offsetof(struct options, like),
		.commands = running,
	},
	[OPTION_OUTPUT] = {
		.name = "output",
		.letter = 'o',
		.value = "FILE",
		.summary = "keep the result in FILE as JSON; -: standard output",
		.right = "a file",
		.kind = KIND_TEXT,
		.offset = offsetof(struct options, output),
		.commands = measuring,
	},
	[OPTION_EXPORT_OUTPUT] = {
		.name = "output",
		.letter = 'o',
		.value = "FILE",
		.summary = "write FILE, in one step, and not standard output",
		.right = "a file",
		.kind = KIND_TEXT,
		.offset = offsetof(struct options, output),
		.commands = exporting,
	},
	[OPTION_PAGE] = {
		.name = "output",
		.letter = 'o',
		.value = "FILE",
		.summary = "write the page to FILE; -: standard output",
		.right = "a file",
		.kind = KIND_TEXT,
		.offset = offsetof(struct options, output),
		.commands = drawing,
	},
	[OPTION_SVG] = {
		.name = "svg",
		.value = "DIRECTORY",
		.summary = "write the plots alone, a file each, into DIRECTORY",
		.right = "a directory",
		.kind = KIND_TEXT,
		.offset = offsetof(struct options, svg),
		.commands = drawing,
	},
	[OPTION_PLOT] = {
		.name = "plot",
		.summary = "draw the distribution of each test, and its "
		    "invocations in the order made",
		.kind = KIND_CLAIM,
		.offset = offsetof(struct options, plot),
		.commands = showing,
	},
	[OPTION_FORMAT] = {
		.name = "format",
		.letter = 'f',
		.value = "FORMAT",
		.summary = "what to print: text (the default) or json",
		.right = "a format",
		.kind = KIND_TEXT,
		.offset = offsetof(struct options, format),
		.commands = formatting,
	},
	[OPTION_RESULT_FORMAT] = {
		.name = "format",
		.letter = 'f',
		.value = "FORMAT",
		.summary = "form of standard output: text, json, csv, gobench, "
		    "tap, junit, prometheus, lmbench, markdown (text)",
		.right = "a format",
		.kind = KIND_TEXT,
		.offset = offsetof(struct options, format),
		.commands = reporting,
	},
	[OPTION_KTAP] = {
		.name = "ktap",
		.summary = "with -f tap: KTAP version 1, as the kernel's tests",
		.kind = KIND_CLAIM,
		.offset = offsetof(struct options, ktap),
		.commands = tapping,
	},
	[OPTION_LIMIT] = {
		.name = "limit",
		.value = "LIMIT",
		.summary = "exit 1 if a test misses it: TEST=VALUE, as "
		    "pipe=20us, 'unix-*=p99:1ms', tcp=50k/s; several: all",
		.right = "a limit, TEST=VALUE",
		.kind = KIND_TEXTS,
		.offset = offsetof(struct options, limits),
		.commands = judging,
	},
	[OPTION_COMPARISON_FORMAT] = {
		.name = "format",
		.letter = 'f',
		.value = "FORMAT",
		.summary = "form of standard output: text, json, markdown, csv, "
		    "tap, junit (text)",
		.right = "a format",
		.kind = KIND_TEXT,
		.offset = offsetof(struct options, format),
		.commands = comparing,
	},
	[OPTION_THRESHOLD] = {
		.name = "threshold",
		.value = "PERCENT",
		.summary = "the least change in per cent that matters (2)",
		.right = "0.01 to 99",
		.kind = KIND_DECIMAL,
		.minimum = 0.01,
		.maximum = 99,
		.offset = offsetof(struct options, threshold_percent),
		.commands = judging_rows,
	},
	[OPTION_CORRECTION] = {
		.name = "correction",
		.value = "WAY",
		.summary = "of p for the length of the table: holm, bh, none "
		    "(holm)",
		.right = "holm, bh, none",
		.kind = KIND_CHOICE,
		.choices = corrections,
		.offset = offsetof(struct options, correction),
		.commands = judging_rows,
	},
	[OPTION_METRIC] = {
		.name = "metric",
		.value = "METRIC",
		.summary = "what is compared: headline, median, mean, p99, cpu "
		    "(headline)",
		.right = "headline, median, mean, p99, cpu",
		.kind = KIND_CHOICE,
		.choices = metrics,
		.offset = offsetof(struct options, metric),
		.commands = comparing,
	},
	[OPTION_SORT] = {
		.name = "sort",
		.summary = "rows by their change, what became slowest first",
		.kind = KIND_CLAIM,
		.offset = offsetof(struct options, sort),
		.commands = comparing,
	},
	[OPTION_FAIL_IF_SLOWER] = {
		.name = "fail-if-slower",
		.value = "PERCENT",
		.summary = "exit 1 if something is slower, by PERCENT or more",
		.right = "0 to 10000",
		.kind = KIND_DECIMAL,
		.maximum = 10000,
		.value_optional = true,
		.otherwise = 0,
		.offset = offsetof(struct options, fail_if_slower),
		.commands = comparing,
	},
	[OPTION_REQUIRE_CONCLUSIVE] = {
		.name = "require-conclusive",
		.summary = "exit 3 if something is inconclusive or without "
		    "evidence",
		.kind = KIND_CLAIM,
		.offset = offsetof(struct options, require_conclusive),
		.commands = comparing,
	},
	[OPTION_FORCE] = {
		.name = "force",
		.summary = "show what is not comparable all the same",
		.kind = KIND_CLAIM,
		.offset = offsetof(struct options, force),
		.commands = comparing,
	},
	[OPTION_QUIET] = {
		.name = "quiet",
		.letter = 'q',
		.summary = "no progress on standard error, not even with -v",
		.kind = KIND_CLAIM,
		.offset = offsetof(struct options, quiet),
		.commands = measuring,
	},
	[OPTION_VERBOSE] = {
		.name = "verbose",
		.letter = 'v',
		.summary = "log each invocation, a line on standard error",
		.kind = KIND_CLAIM,
		.offset = offsetof(struct options, verbose),
		.commands = measuring,
	},
	[OPTION_LIST_VERBOSE] = {
		.name = "verbose",
		.letter = 'v',
		.summary = "add the operation, the kernel paths, and what each "
		    "key may be",
		.kind = KIND_CLAIM,
		.offset = offsetof(struct options, verbose),
		.commands = listing,
	},
	[OPTION_STRICT] = {
		.name = "strict",
		.summary = "count a skipped test as failed",
		.kind = KIND_CLAIM,
		.offset = offsetof(struct options, strict),
		.commands = judging,
	},
	[OPTION_HELP] = {
		.name = "help",
		.letter = 'h',
		.summary = "print this and exit",
		.kind = KIND_CLAIM,
		.offset = offsetof(struct options, help),
	},
	[OPTION_VERSION] = {
		.name = "version",
		.letter = 'V',
		.summary = "print the version and exit",
		.kind = KIND_CLAIM,
		.offset = offsetof(struct options, version),
	},
};

bool
option_is_of(const struct option_row *row, const struct command *command)
{
	unsigned	i;

	if (row->commands == NULL)
		return true;
	for (i = 0; row->commands[i] != NULL; i++)
		if (row->commands[i] == command)
			return true;
	return false;
}

#define OPTION_COLUMNS	27u

static void
value_append(const struct option_row *row, char *text, size_t size)
{
	size_t	used = strlen(text);

	if (row->value != NULL)
		snprintf(text + used, size - used,
		    row->value_optional ? "[=%s]" : " %s", row->value);
}

void
options_print_help(FILE *file, const struct command *command)
{
	char		 text[64], letter[] = "-?, ";
	unsigned	 i;

	for (i = 0; i < OPTION_ROWS; i++) {
		if (!option_is_of(&option_rows[i], command))
			continue;
		letter[1] = option_rows[i].letter;
		snprintf(text, sizeof text, "  %s--%s",
		    option_rows[i].letter != '\0' ? letter : "    ",
		    option_rows[i].name);
		value_append(&option_rows[i], text, sizeof text);
		fprintf(file, "%-*s", (int)OPTION_COLUMNS, text);
		/* What is too long for its column has a line of its own. */
		if (strlen(text) >= OPTION_COLUMNS)
			fprintf(file, "\n%*s", (int)OPTION_COLUMNS, "");
		print_wrapped(file, OPTION_COLUMNS, OPTION_COLUMNS,
		    option_rows[i].summary);
	}
}
