/* Owns the reading of options from the command line. */

#include "config.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "commands/command.h"
#include "commands/option-table.h"
#include "commands/options.h"
#include "engine/schedule.h"
#include "engine/testspec.h"

/* Two options that contradict each other. */
struct option_conflict {
	enum option	 one, other;
};

static const struct option_conflict conflicts[] = {
	{ OPTION_COUNT, OPTION_TIME },
	{ OPTION_COUNT, OPTION_LIKE },
	{ OPTION_RIGOROUS, OPTION_QUICK },
	{ OPTION_RIGOROUS, OPTION_INVOCATIONS },
};

/* What says what is measured, and how long. */
static const enum option shaping[] = {
	OPTION_TIME, OPTION_COUNT, OPTION_SIZE, OPTION_PLACE, OPTION_QUICK,
};

/* The words being read. */
struct reading {
	const struct command	*command;
	struct options		*options;
	char			**word, **end;	/* the next word and the end of all */
	char			**operand;	/* where the next operand goes */
	char			**first;	/* where the first one went */
	uint64_t		 given;		/* the bit of each option given */
};

static uint64_t
bit(enum option option)
{
	return UINT64_C(1) << option;
}

/* Fails, since the command has no such option; suggests the nearest. */
static int
option_refuse(const struct command *command, const char *word)
{
	char		 names[OPTION_ROWS][24];
	const char	*list[OPTION_ROWS + 1], *nearest;
	unsigned	 i, count = 0;

	for (i = 0; i < OPTION_ROWS; i++) {
		if (!option_is_of(&option_rows[i], command))
			continue;
		snprintf(names[count], sizeof names[count], "--%s",
		    option_rows[i].name);
		list[count] = names[count];
		count++;
	}
	list[count] = NULL;
	/* A letter is near to nothing. */
	nearest = word[1] == '-' ? testspec_nearest(word, list) : NULL;
	if (nearest != NULL)
		return fail("%s has no option '%.60s'; did you mean '%s'?",
		    command->name, word, nearest);
	return fail("%s has no option '%.60s'; see 'ipclat %s --help'",
	    command->name, word, command->name);
}

/* Digits alone; what is too large for the type is out of every range. */
static bool
count_read(const char *text, uint64_t *value)
{
	unsigned	digit;

	*value = 0;
	if (*text == '\0')
		return false;
	for (; *text != '\0'; text++) {
		if (*text < '0' || *text > '9')
			return false;
		digit = (unsigned)(*text - '0');
		if (*value > (UINT64_MAX - digit) / 10)
			*value = UINT64_MAX;
		else
			*value = *value * 10 + digit;
	}
	return true;
}

/* Digits with at most one point among them: strtod() takes much more. */
static bool
decimal_read(const char *text, double *value)
{
	size_t	whole = strspn(text, "0123456789"), part = 0;
	size_t	length = whole;

	if (text[length] == '.') {
		part = strspn(text + length + 1, "0123456789");
		length += 1 + part;
	}
	*value = strtod(text, NULL);
	return text[length] == '\0' && whole + part > 0;
}

/* What people put behind a number, and what it makes of the number. */
static const struct unit {
	const char	*value;		/* of the options that it is for */
	const char	*name, *says;
	double		 factor;
} units[] = {
	{ "SECONDS", "s", "seconds", 1 },
	{ "SECONDS", "sec", "seconds", 1 },
	{ "SECONDS", "ms", "seconds", 1e-3 },
	{ "SECONDS", "us", "seconds", 1e-6 },
	{ "SECONDS", "m", "seconds", 60 },
	{ "SECONDS", "min", "seconds", 60 },
	{ "SECONDS", "h", "seconds", 3600 },
	{ "PERCENT", "%", "per cent", 1 },
	{ "N", "k", "in digits", 1e3 },
	{ "N", "K", "in digits", 1e3 },
	{ "N", "M", "in digits", 1e6 },
};

/* Fails, since the text is no number; tells the number of one with a unit. */
static int
number_refuse(const struct option_row *row, const char *word, const char *text)
{
	const size_t	 length = strspn(text, "0123456789.");
	char		 digits[32];
	double		 number;
	size_t		 i;

	snprintf(digits, sizeof digits, "%.*s", (int)length, text);
	for (i = 0; i < sizeof units / sizeof units[0]; i++) {
		if (strcmp(units[i].value, row->value) != 0 ||
		    strcmp(units[i].name, text + length) != 0 ||
		    !decimal_read(digits, &number))
			continue;
		number *= units[i].factor;
		if (number >= row->minimum && number <= row->maximum)
			return fail("option '%.40s': '%.40s' is not a number: "
			    "%s; %s: %.15g", word, text, row->right,
			    units[i].says, number);
	}
	return fail("option '%.40s': '%.40s' is not a number: %s", word, text,
	    row->right);
}

static int
value_store_number(const struct option_row *row, const char *word,
    const char *text, void *field)
{
	uint64_t	count = 0;
	double		number;
	bool		is_number;

	if (row->kind == KIND_DECIMAL) {
		is_number = decimal_read(text, &number);
	} else {
		is_number = count_read(text, &count);
		number = (double)count;
	}
	if (!is_number)
		return number_refuse(row, word, text);
	if (number < row->minimum || number > row->maximum)
		return fail("option '%.40s': '%.40s' is out of range: %s",
		    word, text, row->right);
	if (row->kind == KIND_DECIMAL)
		*(double *)field = number;
	else if (row->kind == KIND_COUNT)
		*(uint64_t *)field = count;
	else
		*(unsigned *)field = (unsigned)count;
	return OUTCOME_OK;
}

static int
value_store_choice(const struct option_row *row, const char *word,
    const char *text, unsigned *field)
{
	const char	*nearest;

	for (*field = 0; row->choices[*field] != NULL; ++*field)
		if (strcmp(row->choices[*field], text) == 0)
			return OUTCOME_OK;
	if ((nearest = testspec_nearest(text, row->choices)) != NULL)
		return fail("option '%.40s': '%.40s' is not one of: %s; did "
		    "you mean '%s'?", word, text, row->right, nearest);
	return fail("option '%.40s': '%.40s' is not one of: %s", word, text,
	    row->right);
}

/* Stores a value; word is the option as given, for messages. */
static int
value_store(struct reading *reading, const struct option_row *row,
    const char *word, const char *text)
{
	void	*field = (char *)reading->options + row->offset;

	reading->given |= bit((enum option)(row - option_rows));
	if (row->kind == KIND_CLAIM) {
		*(bool *)field = true;
		return OUTCOME_OK;
	}
	if (text == NULL) {
		*(double *)field = row->otherwise;
		return OUTCOME_OK;
	}
	if (row->kind == KIND_CHOICE)
		return value_store_choice(row, word, text, field);
	if (row->kind != KIND_TEXT && row->kind != KIND_TEXTS)
		return value_store_number(row, word, text, field);
	if (text[0] == '\0')
		return fail("option '%.40s' is given nothing; it needs %s",
		    word, row->right);
	if (row->kind == KIND_TEXTS)
		texts_append(field, text);
	else
		*(const char **)field = text;
	return OUTCOME_OK;
}

/* Stores the value that stands behind an option, or is the next word. */
static int
value_take(struct reading *reading, const struct option_row *row,
    const char *word, const char *text)
{
	if (row->value != NULL && text == NULL && !row->value_optional) {
		if (reading->word == reading->end)
			return fail("option '%s' needs a value: %s", word,
			    row->right);
		text = *reading->word++;
	}
	return value_store(reading, row, word, text);
}

static int
long_option_read(struct reading *reading, const char *word)
{
	char		 name[64];
	const char	*value = strchr(word, '=');
	unsigned	 i;

	snprintf(name, sizeof name, "%.*s",
	    (int)(value != NULL ? value - word : (ptrdiff_t)sizeof name),
	    word);
	for (i = 0; i < OPTION_ROWS; i++)
		if (strcmp(name + 2, option_rows[i].name) == 0 &&
		    option_is_of(&option_rows[i], reading->command))
			break;
	if (i == OPTION_ROWS)
		return option_refuse(reading->command, name);
	if (value != NULL && option_rows[i].value == NULL)
		return fail("option '%s' takes no value", name);
	return value_take(reading, &option_rows[i], name,
	    value != NULL ? value + 1 : NULL);
}

/* Reads letters joined in one word: -q, -qv, -n5, -qn5, -qn 5. */
static int
short_options_read(struct reading *reading, const char *word)
{
	const char	*letter;
	char		 name[] = "-?";
	unsigned	 i;

	for (letter = word + 1; *letter != '\0'; letter++) {
		name[1] = *letter;
		for (i = 0; i < OPTION_ROWS; i++)
			if (option_rows[i].letter == *letter &&
			    option_is_of(&option_rows[i], reading->command))
				break;
		if (i == OPTION_ROWS)
			return option_refuse(reading->command, name);
		if (option_rows[i].value != NULL)
			return value_take(reading, &option_rows[i], name,
			    letter[1] != '\0' ? letter + 1 : NULL);
		if (value_take(reading, &option_rows[i], name, NULL) != 0)
			return OUTCOME_FAILED;
	}
	return OUTCOME_OK;
}

static int
words_read(struct reading *reading)
{
	bool		 options_ended = false;
	char		*word;
	int		 outcome;

	while (reading->word < reading->end) {
		word = *reading->word++;
		if (options_ended || word[0] != '-' || word[1] == '\0') {
			*reading->operand++ = word;
			continue;
		}
		if (strcmp(word, "--") == 0) {
			options_ended = true;
			reading->options->operands_before_end =
			    (int)(reading->operand - reading->first);
			continue;
		}
		outcome = word[1] == '-' ? long_option_read(reading, word) :
		    short_options_read(reading, word);
		if (outcome != OUTCOME_OK)
			return outcome;
	}
	return OUTCOME_OK;
}

/* What follows from all options together, in whatever order they came. */
static int
options_settle(struct options *options, uint64_t given)
{
	size_t	i;

	if (options->help || options->version)
		return OUTCOME_OK;
	for (i = 0; i < sizeof conflicts / sizeof conflicts[0]; i++)
		if ((given & bit(conflicts[i].one)) != 0 &&
		    (given & bit(conflicts[i].other)) != 0)
			return fail("--%s and --%s contradict each other; "
			    "give one of them", option_rows[conflicts[i].one].name,
			    option_rows[conflicts[i].other].name);
	for (i = 0; i < sizeof shaping / sizeof shaping[0]; i++)
		if ((given & bit(shaping[i])) != 0)
			options->shaping = option_rows[shaping[i]].name;
	options->seed_given = (given & bit(OPTION_SEED)) != 0;
	options->timeout_given = (given & bit(OPTION_TIMEOUT)) != 0;
	options->wait_quiet_given = (given & bit(OPTION_WAIT_QUIET)) != 0;
	if (options->rigorous && (given & bit(OPTION_BUDGET)) == 0)
		options->budget_s = SCHEDULE_BUDGET_S;
	if (options->quick && (given & bit(OPTION_INVOCATIONS)) == 0)
		options->invocations = 6;
	if (options->quick && (given & bit(OPTION_TIME)) == 0)
		options->time_s = 0.05;
	return OUTCOME_OK;
}

/* Keeps all words, equal ones too: texts_add() would keep one of those. */
static void
arguments_keep(struct texts *texts, int count, char **words)
{
	if (count == 0)
		return;
	texts->list = calloc((size_t)count, sizeof *texts->list);
	if (texts->list == NULL)
		abort();
	for (; texts->count < (size_t)count; texts->count++) {
		texts->list[texts->count] = strdup(words[texts->count]);
		if (texts->list[texts->count] == NULL)
			abort();
	}
}

int
options_parse(const struct command *command, int argc, char **argv,
    struct options *options, int *operand_count, char ***operands)
{
	struct reading	reading = { command, options, argv + 1, argv + argc,
	    argv + 1, argv + 1, 0 };

	memset(options, 0, sizeof *options);
	options->invocations = 10;
	options->time_s = 0.1;
	options->timeout_s = 10;
	options->threshold_percent = 2;
	options->fail_if_slower = -1;
	options->operands_before_end = -1;
	arguments_keep(&options->arguments, argc - 1, argv + 1);
	if (words_read(&reading) != 0 ||
	    options_settle(options, reading.given) != 0) {
		options_free(options);
		return OUTCOME_FAILED;
	}
	*operands = argv + 1;
	*operand_count = (int)(reading.operand - *operands);
	return OUTCOME_OK;
}

void
options_free(struct options *options)
{
	texts_free(&options->arguments);
	texts_free(&options->limits);
	memset(options, 0, sizeof *options);
}
