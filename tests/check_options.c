/* Checks reading options, their help, and the nearest word. */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/fail.h"
#include "commands/command.h"
#include "commands/options.h"
#include "commands/print.h"
#include "engine/plan.h"
#include "engine/testspec.h"
#include "results/comparison.h"
#include "unit.h"

static struct options options;
static char *operands_joined;

static void
set_up(void)
{
	memset(&options, 0, sizeof options);
	operands_joined = NULL;
}

static void
tear_down(void)
{
	options_free(&options);
	free(operands_joined);
}

/* Reads words with blanks between them; '_' stands for an empty word. */
static int
parse(const struct command *command, const char *words)
{
	static char	  line[1024], name[] = "ipclat";
	char		 *argument[32], **operands, *next;
	int		  count = 1, operand_count, i;

	tear_down();
	set_up();
	argument[0] = name;
	snprintf(line, sizeof line, "%s", words);
	for (next = strtok(line, " "); next != NULL && count < 31;
	    next = strtok(NULL, " ")) {
		if (strcmp(next, "_") == 0)
			*next = '\0';
		argument[count++] = next;
	}
	argument[count] = NULL;
	if (options_parse(command, count, argument, &options, &operand_count,
	    &operands) != 0)
		return OUTCOME_FAILED;
	operands_joined = calloc(1, sizeof line);
	for (i = 0; i < operand_count; i++) {
		strcat(operands_joined, i > 0 ? " " : "");
		strcat(operands_joined, operands[i]);
	}
	return OUTCOME_OK;
}

static void
expect(const char *words)
{
	ck_assert_msg(parse(&command_run, words) == OUTCOME_OK, "%s: %s",
	    words, fail_reason());
}

START_TEST(defaults_are_those_of_the_manual)
{
	expect("");
	ck_assert_uint_eq(options.invocations, 10);
	ck_assert(options.time_s == 0.1);
	ck_assert(options.timeout_s == 10);
	ck_assert(options.count == 0 && !options.seed_given);
	ck_assert(options.sizes == NULL && options.places == NULL);
	ck_assert(options.output == NULL && options.format == NULL);
	ck_assert(!options.quick && !options.quiet && !options.verbose);
	ck_assert(!options.strict && !options.help && !options.version);
	ck_assert_uint_eq(options.arguments.count, 0);
}
END_TEST

/* All ways of giving the same. */
static const char *const ways[] = {
	"-q -n 5 -s 4k -o - tcp",
	"-q -n5 -s4k -o- tcp",
	"-qn5 -s 4k -o - tcp",
	"-qn 5 tcp -s 1 -s 4k -o -",
	"--quiet --invocations=5 --size=4k --output=- tcp",
	"tcp --quiet --invocations 5 --size 4k --output -",
	"-n 7 -q -n 5 -s 1 -s 4k -o x -o - -- tcp",
};

START_TEST(ways_of_writing_are_equal)
{
	expect(ways[_i]);
	ck_assert(options.quiet);
	ck_assert_uint_eq(options.invocations, 5);
	ck_assert_str_eq(options.sizes, "4k");
	ck_assert_str_eq(options.output, "-");
	ck_assert_str_eq(operands_joined, "tcp");
}
END_TEST

START_TEST(options_of_comparing)
{
	ck_assert_int_eq(parse(&command_compare, "a b"), OUTCOME_OK);
	ck_assert(options.threshold_percent == 2);
	ck_assert(options.fail_if_slower < 0);
	ck_assert_uint_eq(options.correction, CORRECTION_HOLM);
	ck_assert_uint_eq(options.metric, METRIC_HEADLINE);
	ck_assert(!options.sort && !options.force);
	ck_assert(!options.require_conclusive);
	ck_assert_int_eq(options.operands_before_end, -1);
	ck_assert_int_eq(parse(&command_compare, "--threshold 0.5 --correction "
	    "bh --metric=cpu --sort --force --fail-if-slower 5 -f csv "
	    "--require-conclusive"), OUTCOME_OK);
	ck_assert(options.threshold_percent == 0.5);
	/* An optional value is joined; the next word is an operand. */
	ck_assert(options.fail_if_slower == 0);
	ck_assert_str_eq(operands_joined, "5");
	ck_assert_uint_eq(options.correction, CORRECTION_BH);
	ck_assert_uint_eq(options.metric, METRIC_CPU);
	ck_assert(options.sort && options.force && options.require_conclusive);
	ck_assert_str_eq(options.format, "csv");
	ck_assert_int_eq(parse(&command_compare,
	    "--fail-if-slower --fail-if-slower=7.5 --correction=none"),
	    OUTCOME_OK);
	ck_assert(options.fail_if_slower == 7.5);
	ck_assert_uint_eq(options.correction, CORRECTION_NONE);
	ck_assert_int_eq(parse(&command_compare, "--metric p99"), OUTCOME_OK);
	ck_assert_uint_eq(options.metric, METRIC_P99);
}
END_TEST

START_TEST(end_of_options_is_known)
{
	ck_assert_int_eq(parse(&command_compare, "a --sort b -- c -x --"),
	    OUTCOME_OK);
	ck_assert_int_eq(options.operands_before_end, 2);
	ck_assert_str_eq(operands_joined, "a b c -x --");
	ck_assert_int_eq(parse(&command_compare, "-- a"), OUTCOME_OK);
	ck_assert_int_eq(options.operands_before_end, 0);
}
END_TEST

START_TEST(operands_keep_their_order)
{
	expect("b -q a --seed 3 - c -- -n --");
	ck_assert_str_eq(operands_joined, "b a - c -n --");
	ck_assert_uint_eq(options.arguments.count, 10);
	ck_assert_str_eq(options.arguments.list[0], "b");
	ck_assert_str_eq(options.arguments.list[9], "--");
	expect("-n 2 -n 2");
	ck_assert_uint_eq(options.arguments.count, 4);
}
END_TEST

START_TEST(numbers_are_read_to_their_limits)
{
	expect("--seed 9007199254740991 --count 1000000000000 -n 10000");
	ck_assert(options.seed == UINT64_C(9007199254740991));
	ck_assert(options.seed_given);
	ck_assert(options.count == UINT64_C(1000000000000));
	expect("--seed 0");
	ck_assert(options.seed_given && options.seed == 0);
	expect("-t .5 --timeout 3600");
	ck_assert(options.time_s == 0.5 && options.timeout_s == 3600);
	expect("-t 1.");
	ck_assert(options.time_s == 1);
}
END_TEST

START_TEST(rigorous_has_a_budget)
{
	expect("");
	ck_assert(!options.rigorous && options.budget_s == 0);
	ck_assert(!options.wait_quiet_given && !options.timeout_given);
	ck_assert(options.like == NULL && options.shaping == NULL);
	expect("--rigorous");
	ck_assert(options.rigorous && options.budget_s == 300);
	ck_assert_uint_eq(options.invocations, 10);
	expect("--budget 7.5 --rigorous");
	ck_assert(options.budget_s == 7.5);
	expect("--wait-quiet 0 --like x --timeout 3 -p any");
	ck_assert(options.wait_quiet_given && options.wait_quiet_s == 0);
	ck_assert(options.timeout_given);
	ck_assert_str_eq(options.like, "x");
	ck_assert_str_eq(options.shaping, "place");
	ck_assert_int_eq(parse(&command_ab, "-n 5 --sort -q -f csv a b"),
	    OUTCOME_OK);
	ck_assert_uint_eq(options.invocations, 5);
	ck_assert(options.sort && options.shaping == NULL);
}
END_TEST

START_TEST(quick_gives_way_in_any_order)
{
	expect("--quick");
	ck_assert_uint_eq(options.invocations, 6);
	ck_assert(options.time_s == 0.05);
	expect("-n 3 --quick");
	ck_assert_uint_eq(options.invocations, 3);
	ck_assert(options.time_s == 0.05);
	expect("--quick -t 0.2");
	ck_assert_uint_eq(options.invocations, 6);
	ck_assert(options.time_s == 0.2);
	expect("--quick -n 10");
	ck_assert_uint_eq(options.invocations, 10);
}
END_TEST

static const struct {
	const struct command	*command;
	const char		*words, *why;
} refusals[] = {
	{ &command_run, "--tiem 4", "run has no option '--tiem'; did you mean "
	    "'--time'?" },
	{ &command_run, "--qui", "did you mean '--quick'?" },
	{ &command_run, "--xxxxxxxx", "see 'ipclat run --help'" },
	{ &command_run, "-x", "run has no option '-x'" },
	{ &command_run, "-qx", "run has no option '-x'" },
	{ &command_list, "-n 4", "list has no option '-n'" },
	{ &command_list, "--count 4", "list has no option '--count'" },
	{ &command_show, "-v", "show has no option '-v'" },
	{ &command_info, "-q", "info has no option '-q'" },
	{ &command_run, "--count", "option '--count' needs a value: 1 to" },
	{ &command_run, "-q -n", "option '-n' needs a value" },
	{ &command_run, "--quiet=yes", "option '--quiet' takes no value" },
	{ &command_run, "-n 0", "option '-n': '0' is out of range: 1 to" },
	{ &command_run, "-n 10001", "out of range" },
	{ &command_run, "-n 4294967297", "out of range" },
	{ &command_run, "-n -5", "'-5' is not a number" },
	{ &command_run, "-n +5", "is not a number" },
	{ &command_run, "-n 5x", "is not a number" },
	{ &command_run, "-n 0x5", "is not a number" },
	{ &command_run, "-n _", "'' is not a number" },
	{ &command_run, "--invocations= tcp", "'' is not a number" },
	{ &command_run, "--count 0", "out of range" },
	{ &command_run, "--count 1000000000001", "out of range" },
	{ &command_run, "--count 18446744073709551617", "out of range" },
	{ &command_run, "--seed 9007199254740992", "out of range" },
	{ &command_run, "-t 0", "out of range: 0.001 to 3600" },
	{ &command_run, "-t 3601", "out of range" },
	{ &command_run, "-t nan", "is not a number" },
	{ &command_run, "-t inf", "is not a number" },
	{ &command_run, "-t 1e1", "is not a number" },
	{ &command_run, "-t -1", "is not a number" },
	{ &command_run, "-t .", "is not a number" },
	{ &command_run, "-t 1.2.3", "is not a number" },
	{ &command_run, "-t 0x1p3", "is not a number" },
	{ &command_run, "--timeout 0.05", "out of range: 0.1 to 3600" },
	{ &command_run, "-o _", "it needs a file" },
	{ &command_run, "--count 5 -t 1", "contradict" },
	{ &command_run, "-t 1 --count 5", "--count and --time" },
	{ &command_run, "--rigorous -n 5", "--rigorous and --invocations" },
	{ &command_run, "--quick --rigorous", "contradict" },
	{ &command_run, "--like x --count 5", "contradict" },
	{ &command_run, "--budget 0", "out of range: 0.1 to 86400" },
	{ &command_run, "--budget 5s", "86400; seconds: 5" },
	{ &command_run, "--wait-quiet -1", "is not a number" },
	{ &command_run, "--wait-quiet", "needs a value: 0 to 86400" },
	{ &command_ab, "--rigorous", "ab has no option '--rigorous'" },
	{ &command_ab, "--like x", "ab has no option '--like'" },
	{ &command_ab, "--strict", "ab has no option '--strict'" },
	{ &command_compare, "--budget 5", "compare has no option" },
	{ &command_run, "--sort", "run has no option '--sort'" },
	{ &command_compare, "-n 5", "compare has no option '-n'" },
	{ &command_compare, "--fail-if-slwer", "did you mean "
	    "'--fail-if-slower'?" },
	{ &command_compare, "--fail-if-slower=", "'' is not a number" },
	{ &command_compare, "--fail-if-slower=-1", "'-1' is not a number" },
	{ &command_compare, "--fail-if-slower=10001", "out of range: 0 to 10000" },
	{ &command_compare, "--threshold 0", "out of range" },
	{ &command_compare, "--threshold 100", "out of range" },
	{ &command_compare, "--threshold nan", "is not a number" },
	{ &command_compare, "--threshold", "needs a value: 0.01" },
	{ &command_compare, "--correction hol", "'hol' is not one of: holm, bh, "
	    "none; did you mean 'holm'?" },
	{ &command_compare, "--correction _", "'' is not one of" },
	{ &command_compare, "--metric=MEAN", "is not one of: headline, median" },
	{ &command_compare, "--sort=up", "takes no value" },
};

START_TEST(wrong_options_are_refused)
{
	ck_assert_msg(parse(refusals[_i].command, refusals[_i].words) ==
	    OUTCOME_FAILED, "accepted: %s", refusals[_i].words);
	ck_assert_msg(strstr(fail_reason(), refusals[_i].why) != NULL,
	    "%s: %s", refusals[_i].words, fail_reason());
	ck_assert(strchr(fail_reason(), '\n') == NULL);
}
END_TEST

START_TEST(help_is_told_beside_contradictions)
{
	expect("--count 5 -t 1 --help");
	ck_assert(options.help);
	ck_assert_int_eq(parse(&command_info, "-V"), OUTCOME_OK);
	ck_assert(options.version);
}
END_TEST

START_TEST(help_fits_the_columns)
{
	char			 line[256];
	FILE			*file = tmpfile();
	const struct command	*command;
	unsigned		 i, lines = 0;

	for (i = 0; (command = command_get(i)) != NULL; i++)
		options_print_help(file, command);
	rewind(file);
	while (fgets(line, sizeof line, file) != NULL) {
		ck_assert_msg(strlen(line) <= PRINT_COLUMNS + 1, "%s", line);
		lines++;
	}
	ck_assert_uint_gt(lines, 2 * i);
	fclose(file);
}
END_TEST

START_TEST(any_words_are_read_or_refused)
{
	static const char	alphabet[] = "-=-qnvtsofphV_ 0159.kcuimetd";
	struct plan_random	generator = { (uint64_t)time(NULL) };
	char			line[60];
	unsigned		i, j, length;

	printf("seed %" PRIu64 "\n", generator.state);
	for (i = 0; i < 50000; i++) {
		length = (unsigned)plan_random_below(&generator, sizeof line);
		for (j = 0; j < length; j++)
			line[j] = plan_random_below(&generator, 10) == 0 ?
			    (char)(1 + plan_random_below(&generator, 255)) :
			    alphabet[plan_random_below(&generator,
			    sizeof alphabet - 1)];
		line[j] = '\0';
		if (parse(i % 2 == 0 ? &command_run : &command_compare,
		    line) != 0)
			ck_assert(fail_reason()[0] != '\0');
	}
}
END_TEST

/* What print_wrapped() makes of a text, on a line that holds 4 columns. */
static void
expect_wrapped(const char *text, const char *right)
{
	char	 got[1024];
	FILE	*file = tmpfile();
	size_t	 length;

	print_wrapped(file, 4, 4, text);
	rewind(file);
	length = fread(got, 1, sizeof got - 1, file);
	got[length] = '\0';
	ck_assert_str_eq(got, right);
	fclose(file);
}

START_TEST(text_is_wrapped)
{
	char	word[101], text[300], right[400];

	expect_wrapped("", "\n");
	expect_wrapped("a b", "a b\n");
	memset(word, 'w', 75);
	word[75] = '\0';
	expect_wrapped(word, strcat(strcpy(right, word), "\n"));
	snprintf(text, sizeof text, "a %s b", word);
	snprintf(right, sizeof right, "a\n    %s\n    b\n", word);
	expect_wrapped(text, right);
	memset(word, 'x', 100);
	word[100] = '\0';
	snprintf(right, sizeof right, "%.75s\n    %.25s\n", word, word);
	expect_wrapped(word, right);
	expect_wrapped("a\033[1mb\n\xff", "a\\x1b[1mb\\x0a\\xff\n");
}
END_TEST

START_TEST(nearest_is_what_was_meant)
{
	static const char *const	names[] = {
		"nil", "pipe", "fifo", "unix-stream", "tcp", "udp", "--time", NULL
	};
	static const char *const	nobody[] = { NULL };
	char				word[5000];

	ck_assert_str_eq(testspec_nearest("pip", names), "pipe");
	ck_assert_str_eq(testspec_nearest("tpc", names), "tcp");
	ck_assert_str_eq(testspec_nearest("unixstream", names), "unix-stream");
	ck_assert_str_eq(testspec_nearest("unix", names), "unix-stream");
	ck_assert_str_eq(testspec_nearest("--tiem", names), "--time");
	ck_assert_str_eq(testspec_nearest("--ti", names), "--time");
	ck_assert(testspec_nearest("--xy", names) == NULL);
	ck_assert(testspec_nearest("--", names) == NULL);
	ck_assert(testspec_nearest("", names) == NULL);
	ck_assert(testspec_nearest("x", names) == NULL);
	ck_assert(testspec_nearest("banana", names) == NULL);
	ck_assert(testspec_nearest("pipe", nobody) == NULL);
	memset(word, 'p', sizeof word - 1);
	word[sizeof word - 1] = '\0';
	ck_assert(testspec_nearest(word, names) == NULL);
}
END_TEST

static Suite *
suite(void)
{
	Suite	*all = suite_create("options");
	TCase	*read = tcase_create("read"), *text = tcase_create("text");

	tcase_add_checked_fixture(read, set_up, tear_down);
	tcase_set_timeout(read, 60);
	tcase_add_test(read, defaults_are_those_of_the_manual);
	tcase_add_loop_test(read, ways_of_writing_are_equal, 0,
	    (int)(sizeof ways / sizeof ways[0]));
	tcase_add_test(read, options_of_comparing);
	tcase_add_test(read, end_of_options_is_known);
	tcase_add_test(read, operands_keep_their_order);
	tcase_add_test(read, numbers_are_read_to_their_limits);
	tcase_add_test(read, rigorous_has_a_budget);
	tcase_add_test(read, quick_gives_way_in_any_order);
	tcase_add_loop_test(read, wrong_options_are_refused, 0,
	    (int)(sizeof refusals / sizeof refusals[0]));
	tcase_add_test(read, help_is_told_beside_contradictions);
	tcase_add_test(read, any_words_are_read_or_refused);
	tcase_add_test(text, help_fits_the_columns);
	tcase_add_test(text, text_is_wrapped);
	tcase_add_test(text, nearest_is_what_was_meant);
	suite_add_tcase(all, read);
	suite_add_tcase(all, text);
	return all;
}

int
main(void)
{
	return unit_run(suite());
}
