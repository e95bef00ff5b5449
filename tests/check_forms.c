/* Tests of the reporters of comparisons: every form, whatever it holds. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/fail.h"
#include "reporters/comparison-reporter.h"
#include "reporters/format.h"
#include "unit.h"
#include "support.h"

#define ROW_LIMIT	12

static struct comparison comparison;
static struct comparison_row rows[ROW_LIMIT];
static const struct comparison_request plain = { .threshold_percent = 2 };
static const struct report_request nothing;

static void
set_up(void)
{
	memset(&comparison, 0, sizeof comparison);
	memset(rows, 0, sizeof rows);
	comparison.rows = rows;
	comparison.threshold_percent = 2;
	comparison.resolution_percent = (double)NAN;
	comparison.old_files = comparison.new_files = 1;
}

/* What the tests add is theirs, not that of comparison_free(). */
static void
tear_down(void)
{
	size_t	i;

	for (i = 0; i < comparison.count; i++) {
		free(rows[i].spec);
		free(rows[i].new_spec);
		free(rows[i].note);
	}
	texts_free(&comparison.differences);
	texts_free(&comparison.warnings);
}

static struct comparison_row *
add_row(const char *spec, enum verdict verdict)
{
	struct comparison_row	*row = &rows[comparison.count++];

	ck_assert_uint_le(comparison.count, ROW_LIMIT);
	row->spec = strdup(spec);
	row->verdict = verdict;
	row->old_ns = row->new_ns = row->ratio = row->ci_low = row->ci_high =
	    row->p = row->p_adjusted = row->change_percent = row->change_low =
	    row->change_high = row->invocations_needed = (double)NAN;
	comparison.verdicts[verdict]++;
	return row;
}

static struct comparison_row *
add_change(const char *spec, enum verdict verdict, double old_ns, double new_ns)
{
	struct comparison_row	*row = add_row(spec, verdict);

	row->old_ns = old_ns;
	row->new_ns = new_ns;
	row->ratio = new_ns / old_ns;
	row->change_percent = 100 * (1 - row->ratio);
	row->old_count = row->new_count = 1;
	if (verdict == VERDICT_NO_EVIDENCE)
		return row;
	row->ci_low = row->ratio - 0.01;
	row->ci_high = row->ratio + 0.01;
	row->change_low = row->change_percent - 1;
	row->change_high = row->change_percent + 1;
	row->p = 0.001;
	row->p_adjusted = 0.002;
	row->old_count = 10;
	row->new_count = 12;
	return row;
}

static void
fill(void)
{
	add_change("pipe:place=cross", VERDICT_FASTER, 12510, 11430)->note =
	    strdup("another number of context switches");
	add_change("tcp:nodelay=off,place=same,size=64", VERDICT_SLOWER, 3e6,
	    3.3e6);
	add_change("udp:place=0+1,window=16", VERDICT_EQUIVALENT, 800, 799.6);
	add_change("rpc-tcp:place=any", VERDICT_NO_EVIDENCE, 123300, 121910);
	add_row("futex:place=same", VERDICT_ONLY_NEW)->new_ns = 2500;
	texts_add(&comparison.differences, "release: 6.12.8 -> 6.12.9");
	texts_add(&comparison.warnings, "one boot a side: the effect of one "
	    "boot is not excluded; 5 a side are needed");
	comparison.resolution_percent = 2.34;
	comparison.new_files = 2;
	comparison.old_boots = 1;
	comparison.new_boots = 2;
}

static char *
report(const char *format, const struct comparison_request *request)
{
	const struct comparison_reporter *reporter =
	    comparison_reporter_find(format);
	FILE	*file = tmpfile();
	char	*text;
	size_t	 size;

	ck_assert(reporter != NULL && file != NULL);
	ck_assert_int_eq(reporter->report(file, &comparison, request,
	    &nothing), 0);
	text = support_contents(file, &size);
	ck_assert_uint_eq(strlen(text), size);
	fclose(file);
	return text;
}

#define HAS(text, part) \
	ck_assert_msg(strstr((text), (part)) != NULL, "no '%s' in:\n%.4000s", \
	    (part), (text))
#define LACKS(text, part) \
	ck_assert_msg(strstr((text), (part)) == NULL, "'%s' in:\n%.4000s", \
	    (part), (text))

/* Printable lines of at most so many columns, none with a blank at its end. */
static void
check_lines(const char *text, size_t columns)
{
	size_t	length, i;

	while (*text != '\0') {
		length = strcspn(text, "\n");
		ck_assert_msg(length <= columns, "too long: %.*s", (int)length,
		    text);
		for (i = 0; i < length; i++)
			ck_assert_msg((text[i] >= ' ' && text[i] <= '~') ||
			    (text[i] == '\r' && i + 1 == length),
			    "not printable: %.*s", (int)length, text);
		ck_assert(length == 0 || text[length - 1] != ' ');
		ck_assert_int_eq(text[length], '\n');
		text += length + 1;
	}
}

START_TEST(text_fits_a_mail)
{
	char	*text;

	fill();
	text = report("text", &plain);
	if (getenv("IPCLAT_TEST_SHOW") != NULL)
		fputs(text, stderr);
	check_lines(text, 80);
	ck_assert(strncmp(text, "differs: release: 6.12.8 -> 6.12.9\n\n", 36) == 0);
	HAS(text, "\ntest  ");
	HAS(text, "\npipe ");
	HAS(text, "  12.51  11.43  +8.6% [+7.6%, +9.6%]    faster\n");
	HAS(text, "-10.0% [-11.0%, -9.0%]  ");
	HAS(text, "+1%");
	HAS(text, "no-evidence\n");
	HAS(text, "\nfutex ");
	HAS(text, "1 only-new, 1 no-evidence, 1 faster, 1 slower, 1 equivalent.\n");
	HAS(text, "old: 1 file (1 boot); new: 2 files (2 boots); 1 to 12 "
	    "invocations a side and\n  row.\n");
	HAS(text, "A change of 2.3 % or more could have been shown.\n");
	HAS(text, "warning: one boot a side");
	HAS(text, "pipe:place=cross: another number of context switches\n");
	LACKS(text, "compared:");
	free(text);
}
END_TEST

START_TEST(text_says_what_was_asked_for)
{
	const struct comparison_request	request = {
		.threshold_percent = 2, .metric = METRIC_P99,
	};
	struct comparison_row	*row;
	char			*text;

	row = add_change("pipe:place=same", VERDICT_INCONCLUSIVE, 5000, 4000);
	row->new_spec = strdup("fifo:place=same");
	row->by_boots = true;
	row->invocations_needed = 7;
	add_change("a:place=same", VERDICT_INCONCLUSIVE, 5000,
	    4000)->invocations_needed = 130;
	add_change("b:place=same", VERDICT_INCONCLUSIVE, 5000,
	    4000)->invocations_needed = 24;
	text = report("text", &request);
	check_lines(text, 80);
	HAS(text, "pipe:place=same -> fifo:place=same");
	HAS(text, "10 to 12 invocations a side and row; 10 to 12 boots a");
	HAS(text, "needs about 24 to 130 invocations or 7 boots a side for a\n"
	    "  change of 2 %.\n");
	HAS(text, "compared: p99");
	LACKS(text, "could have been shown");
	free(text);
}
END_TEST

START_TEST(nothing_is_said_too)
{
	char	*text;

	text = report("text", &plain);
	check_lines(text, 80);
	HAS(text, "No test is on either side.");
	free(text);
	text = report("markdown", &plain);
	check_lines(text, 80);
	free(text);
	text = report("csv", &plain);
	ck_assert(strchr(text, '\n')[1] == '\0');
	free(text);
}
END_TEST

static double
number(const json_t *object, const char *key)
{
	const json_t	*value = json_object_get(object, key);

	ck_assert_msg(json_is_number(value), "%s is no number", key);
	return json_number_value(value);
}

START_TEST(json_is_that_of_the_manual)
{
	static const char	*const members[] = {
		"old_ns", "new_ns", "ratio", "ci_low", "ci_high", "p",
		"p_adjusted", "change_percent", "change_low", "change_high",
		"note",
	};
	json_t		*root, *tests, *first, *unknown;
	json_error_t	 error;
	char		*text;
	size_t		 i;

	fill();
	text = report("json", &plain);
	root = json_loads(text, JSON_REJECT_DUPLICATES, &error);
	ck_assert_msg(root != NULL, "%s", error.text);
	ck_assert_str_eq(json_string_value(json_object_get(root, "schema")),
	    "ipclat-comparison/1");
	tests = json_object_get(root, "tests");
	ck_assert_uint_eq(json_array_size(tests), 5);
	first = json_array_get(tests, 0);
	ck_assert_str_eq(json_string_value(json_object_get(first, "spec")),
	    "pipe:place=cross");
	ck_assert_str_eq(json_string_value(json_object_get(first, "verdict")),
	    "faster");
	ck_assert_double_eq(number(first, "old_ns"), 12510);
	ck_assert_double_eq(number(first, "ratio"), 11430. / 12510);
	ck_assert_double_eq(number(first, "p_adjusted"), 0.002);
	unknown = json_array_get(tests, 4);
	for (i = 0; i < sizeof members / sizeof members[0]; i++) {
		ck_assert(json_object_get(first, members[i]) != NULL);
		ck_assert(i == 1 ||
		    json_is_null(json_object_get(unknown, members[i])));
	}
	ck_assert_uint_eq(json_object_size(json_object_get(root, "verdicts")),
	    VERDICT_COUNT);
	ck_assert_double_eq(number(json_object_get(root, "verdicts"),
	    "only-new"), 1);
	ck_assert_uint_eq(json_array_size(json_object_get(root,
	    "differences")), 1);
	ck_assert_double_eq(number(root, "resolution_percent"), 2.34);
	json_decref(root);
	free(text);
}
END_TEST

START_TEST(markdown_is_a_table)
{
	char	*text;

	fill();
	text = report("markdown", &plain);
	check_lines(text, 200);
	ck_assert(strncmp(text, "- differs: `release: 6.12.8 -> 6.12.9`\n\n| test",
	    45) == 0);
	HAS(text, "\n|---|---:|---:|---|---|\n");
	HAS(text, "\n| `pipe:place=cross` | 12.51 | 11.43 | "
	    "+8.6% [+7.6%, +9.6%] | faster |\n");
	HAS(text, "\n| `futex:place=same` | - | 2.500 | - | only-new |\n");
	HAS(text, "\n- warning: one boot a side");
	HAS(text, "\n- `pipe:place=cross`: another number");
	free(text);
}
END_TEST

/* Fields of one line of CSV, quoted or not; *text goes to the next line. */
static size_t
count_fields(char **text)
{
	bool	quoted = false;
	size_t	fields = 1;
	char	*next;

	for (next = *text; *next != '\0'; next++) {
		if (*next == '"')
			quoted = !quoted;
		else if (*next == ',' && !quoted)
			fields++;
		else if (*next == '\n' && !quoted)
			break;
	}
	ck_assert(*next == '\n' && next > *text && next[-1] == '\r');
	*text = next + 1;
	return fields;
}

START_TEST(csv_is_that_of_rfc_4180)
{
	char	*text, *next;
	size_t	 lines = 0;

	fill();
	add_row("=cmd|'/c calc'!A1", VERDICT_ONLY_OLD)->note =
	    strdup("a \"quoted\", note\r\n@x");
	next = text = report("csv", &plain);
	HAS(text, "spec,new_spec,old_ns,new_ns,ratio,");
	HAS(text, "\r\n\"pipe:place=cross\",,12510,11430,0.9136690647,");
	HAS(text, ",faster,10,12,invocations,\"another number of context "
	    "switches\"\r\n");
	HAS(text, "\r\n\"futex:place=same\",,,2500,,,,,,,,,only-new,0,0,");
	HAS(text, "\"'=cmd");
	HAS(text, "\"a \"\"quoted\"\", note??@x\"");
	for (; *next != '\0'; lines++)
		ck_assert_uint_eq(count_fields(&next), 17);
	ck_assert_uint_eq(lines, 7);
	free(text);
}
END_TEST

static const char hostile[] =
    "evil`|*_[x](http://x)<script>&#@\\\"',:\033[2J\x9b\xff\t\r\n\xe2\x80\xae,"
    "place=same,xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";

START_TEST(hostile_texts_are_harmless)
{
	struct comparison_row	*row;
	json_t			*root;
	char			*text;
	size_t			 length;

	row = add_change(hostile, VERDICT_FASTER, 1e300, 1e-300);
	row->note = strdup(hostile);
	row->change_low = -1e300;
	row->change_percent = -INFINITY;
	row = add_change("a", VERDICT_SLOWER, 1e17, 3.3e17);
	row->change_low = row->change_percent = row->change_high = -123456789;
	add_change("b", VERDICT_SLOWER, 0, -1)->new_spec = strdup(hostile);
	texts_append(&comparison.differences, hostile);
	texts_append(&comparison.warnings, hostile);
	comparison.resolution_percent = 1e300;
	text = report("text", &plain);
	check_lines(text, 80);
	free(text);
	text = report("csv", &plain);
	check_lines(text, 2000);
	free(text);
	text = report("json", &plain);
	ck_assert((root = json_loads(text, 0, NULL)) != NULL);
	json_decref(root);
	free(text);
	text = report("markdown", &plain);
	check_lines(text, 2000);
	/* Each row has its five cells, whatever stands in them. */
	HAS(text, "evil'\\|*");
	LACKS(text, "\n<");
	length = strlen(text);
	ck_assert_uint_lt(length, 10000);
	free(text);
}
END_TEST

START_TEST(changes_have_a_sign)
{
	static const struct {
		double		 change;
		const char	*text, *whole;
	} cases[] = {
		{ 8.63, "+8.6%", "+9%" }, { -8.63, "-8.6%", "-9%" },
		{ 0, "0%", "0%" }, { 0.04, "0%", "0%" }, { -0.04, "0%", "0%" },
		{ 0.05, "+0.1%", "0%" }, { 0.4, "+0.4%", "0%" },
		{ 99.96, "+100.0%", "+100%" }, { -999.94, "-999.9%", "-1000%" },
		{ -999.96, "-1000%", "-1000%" }, { -123456, "-1e+05%", "-1e+05%" },
		{ NAN, "-", "-" }, { -INFINITY, "-", "-" },
	};
	char	text[FORMAT_SIZE];
	size_t	i;

	for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		ck_assert_str_eq(format_change(cases[i].change, false, text),
		    cases[i].text);
		ck_assert_str_eq(format_change(cases[i].change, true, text),
		    cases[i].whole);
	}
}
END_TEST

START_TEST(what_cannot_be_written_is_a_failure)
{
	const struct comparison_reporter	*reporter;
	FILE					*file;
	size_t					 i;

	fill();
	if ((file = fopen("/dev/full", "w")) == NULL)
		return;
	for (i = 0; (reporter = comparison_reporter_get(i)) != NULL; i++) {
		ck_assert(comparison_reporter_find(reporter->name) == reporter);
		ck_assert_int_eq(reporter->report(file, &comparison, &plain,
		    &nothing),
		    -1);
		ck_assert(strstr(fail_reason(), "write the comparison") != NULL);
		clearerr(file);
	}
	ck_assert_uint_eq(i, 6);
	ck_assert(comparison_reporter_find("xml") == NULL);
	fclose(file);
}
END_TEST

int
main(void)
{
	Suite	*suite = suite_create("forms");
	TCase	*forms = tcase_create("forms");

	tcase_add_checked_fixture(forms, set_up, tear_down);
	tcase_add_test(forms, text_fits_a_mail);
	tcase_add_test(forms, text_says_what_was_asked_for);
	tcase_add_test(forms, nothing_is_said_too);
	tcase_add_test(forms, json_is_that_of_the_manual);
	tcase_add_test(forms, markdown_is_a_table);
	tcase_add_test(forms, csv_is_that_of_rfc_4180);
	tcase_add_test(forms, hostile_texts_are_harmless);
	tcase_add_test(forms, changes_have_a_sign);
	tcase_add_test(forms, what_cannot_be_written_is_a_failure);
	suite_add_tcase(suite, forms);
	return unit_run(suite);
}
