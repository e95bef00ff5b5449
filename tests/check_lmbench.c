/* Tests of the reader of lmbench's output, and of what chooses a reader. */

#include "config.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "results/evidence.h"
#include "results/lmbench.h"
#include "results/store.h"
#include "unit.h"
#include "support.h"

static struct result result;

static void
set_up(void)
{
	memset(&result, 0, sizeof result);
}

static void
tear_down(void)
{
	result_free(&result);
}

static int
read_text(const char *text)
{
	tear_down();
	return lmbench_read("file", text, strlen(text), &result);
}

static void
expect(const char *text)
{
	ck_assert_msg(read_text(text) == 0, "%s: %s", text, fail_reason());
}

/* The values of a row, "12.51 13", in microseconds; "" where it is missing. */
static const char *
values(const char *spec)
{
	static char		 text[256];
	const struct test_result *test;
	size_t			 i, j;

	text[0] = '\0';
	for (i = 0; i < result.test_count; i++) {
		test = &result.tests[i];
		if (strcmp(test->spec, spec) != 0)
			continue;
		ck_assert(test->headline_is_mean);
		ck_assert_int_eq(test->status, TEST_OK);
		for (j = 0; j < test->invocation_count; j++)
			snprintf(text + strlen(text),
			    sizeof text - strlen(text), "%s%.6g",
			    j > 0 ? " " : "",
			    test->invocations[j].mean_ns / 1000);
	}
	return text;
}

START_TEST(every_latency_has_its_test)
{
	expect("Pipe latency: 12.5100 microseconds\n"
	    "Fifo latency: 13.0000 microseconds\n"
	    "AF_UNIX sock stream latency: 21.61 microseconds\n"
	    "UDP latency using localhost: 36.2800 microseconds\n"
	    "TCP latency using localhost: 56.9000 microseconds\n"
	    "RPC/tcp latency using localhost: 123.3000 microseconds\n"
	    "RPC/udp latency using localhost: 89.7800 microseconds\n"
	    "TCP/IP connection cost to localhost: 192.7400 microseconds\n"
	    "UNIX connection cost : 77 microseconds\n");
	ck_assert_uint_eq(result.test_count, 9);
	ck_assert_str_eq(values("pipe:place=any"), "12.51");
	ck_assert_str_eq(values("fifo:place=any"), "13");
	ck_assert_str_eq(values("unix-stream:place=any"), "21.61");
	ck_assert_str_eq(values("udp:place=any"), "36.28");
	ck_assert_str_eq(values("tcp:place=any"), "56.9");
	ck_assert_str_eq(values("rpc-tcp:place=any"), "123.3");
	ck_assert_str_eq(values("rpc-udp:place=any"), "89.78");
	ck_assert_str_eq(values("tcp-connect:place=any"), "192.74");
	ck_assert_str_eq(values("unix-connect:place=any"), "77");
	ck_assert(isnan(result.tests[0].invocations[0].median_ns));
	ck_assert_double_eq(result.tests[0].summary.mean_ns, 12510);
	ck_assert_uint_eq(result.warnings.count, 0);
	ck_assert_str_eq(lmbench_name("tcp"), "TCP latency using localhost");
	ck_assert(lmbench_name("futex") == NULL);
}
END_TEST

/* The same line as people and mail programs leave it. */
static const char *const forms[] = {
	"Pipe latency: 12.5100 microseconds",
	"Pipe latency: 12.5100 microseconds\r\n",
	"Pipe latency : 12.51 microseconds\n",
	"pipe latency:12.51 microseconds   \n",
	"FOO\n\n\t  Pipe  latency:\t12.51\tmicroseconds\n",
	"> Pipe latency: 12.51 microseconds\n",
	">> > Pipe latency: 12.51 microseconds\nPipe latency\n",
	"# Pipe latency: 12.51 microseconds\n# the end\n",
	" * Pipe latency: 12.51 microseconds\n",
	"| Pipe latency: 12.51 microseconds\n",
	"\xef\xbb\xbf\nPipe latency: 0012.510 microseconds\n",
	"Pipe latency: 12.510000000000000000001 microseconds\n",
	"\xff\xfe\n[\x01\nPipe latency: 12.51 microseconds\n\x80",
	/* What is none of them. */
	"Pipe bandwidth: 812.5 MB/sec\nSimple read: 0.3 microseconds\n"
	"Pipe latency: 12.51 microseconds\nNamed Pipe latency: 1 microseconds\n"
	"Pipe latency: better by 9%\nPipe latency: 6.0 / 5.6 microseconds\n"
	"Pipe latency using x: 3 microseconds\nPipe latency 3 microseconds\n"
	"Pipe latency: 3 milliseconds\nPipe latency: 3 microseconds, slower\n"
	"< Pipe latency: 3 microseconds\n+Pipe latency: 3 microseconds\n"
	"UDP latency using: 3 microseconds\nTCP latency usinghost: 3 microseconds\n"
	"UDP latency using the new code: 3 microseconds\n",
};

START_TEST(forms_are_equal)
{
	expect(forms[_i]);
	ck_assert_uint_eq(result.test_count, 1);
	ck_assert_str_eq(values("pipe:place=any"), "12.51");
}
END_TEST

START_TEST(repeated_lines_are_invocations)
{
	expect("Pipe latency: 1 microseconds\nPipe latency: 2 microseconds\n"
	    "TCP latency using localhost: 5 microseconds\n"
	    "Pipe latency: 3 microseconds\n");
	ck_assert_str_eq(values("pipe:place=any"), "1 2 3");
	ck_assert_str_eq(values("tcp:place=any"), "5");
	ck_assert_double_eq(result.tests[0].summary.mean_ns, 2000);
}
END_TEST

START_TEST(places_hold_for_what_follows)
{
	expect("Pipe latency: 1 microseconds\n> # place=same\n"
	    "Pipe latency: 2 microseconds\n#place=0+11\r\n"
	    "Pipe latency: 3 microseconds\n # PLACE=Same\n"
	    "Pipe latency: 4 microseconds\nplace=cross\n"
	    "Pipe latency: 5 microseconds\n");
	ck_assert_uint_eq(result.test_count, 3);
	ck_assert_str_eq(values("pipe:place=any"), "1");
	ck_assert_str_eq(values("pipe:place=same"), "2 4 5");
	ck_assert_str_eq(values("pipe:place=0+11"), "3");
	ck_assert_str_eq(facts_find(&result.tests[1].params, "place")->text,
	    "same");
}
END_TEST

START_TEST(other_hosts_are_another_test)
{
	/* Another host alone is what was asked for. */
	expect("TCP latency using 192.0.2.7: 3 microseconds\n"
	    "TCP latency using 192.0.2.7: 4 microseconds\n"
	    "UDP latency using 2001:db8::7: 5 microseconds\n");
	ck_assert_str_eq(values("tcp:place=any"), "3 4");
	ck_assert_str_eq(values("udp:place=any"), "5");
	ck_assert_str_eq(result.tests[0].mechanism, "host 192.0.2.7");
	ck_assert_uint_eq(result.warnings.count, 0);
	/* Beside it this one counts, however it is called. */
	expect("TCP latency using peer: 30 microseconds\n"
	    "TCP latency using peer: 31 microseconds\n"
	    "TCP latency using 127.0.0.1: 4 microseconds\n"
	    "TCP latency using ::1: 5 microseconds\n"
	    "TCP latency using peer: 32 microseconds\n"
	    "TCP latency using localhost.localdomain: 6 microseconds\n");
	ck_assert_str_eq(values("tcp:place=any"), "4 5 6");
	ck_assert(result.tests[0].mechanism == NULL);
	ck_assert_uint_eq(result.warnings.count, 1);
	ck_assert_str_eq(result.warnings.list[0],
	    "3 values of other hosts are left out");
}
END_TEST

START_TEST(system_is_recorded)
{
	expect(" [lmbench2.0 results for Linux adler 2.4.8 #1 Wed Aug 15 i686]\n"
	    "Pipe latency: 1 microseconds\n");
	ck_assert_str_eq(facts_find(&result.host, "system")->text, "Linux");
	ck_assert_str_eq(facts_find(&result.host, "hostname")->text, "adler");
	ck_assert_str_eq(facts_find(&result.host, "release")->text, "2.4.8");
	ck_assert_str_eq(facts_find(&result.program, "version")->text, "2.0");
	ck_assert_uint_eq(result.warnings.count, 0);
	expect("[lmbench3.0 results for Linux adler 2.4.8 #1]\n"
	    "[lmbench3.0 results for Linux adler 2.4.9 #1]\n"
	    "[lmbench3.0 results for]\n[lmbench\n"
	    "Pipe latency: 1 microseconds\n");
	ck_assert_uint_eq(result.warnings.count, 1);
	ck_assert_str_eq(result.warnings.list[0],
	    "holds several runs: release is 2.4.8 and 2.4.9");
}
END_TEST

/* What is refused, and with which words. */
static const struct {
	const char	*text, *words;
} refused[] = {
	{ "Pipe latency: 0.0000 microseconds\n", "line 1: '0.0000' is no time" },
	{ "x\r\n\nPipe latency: -1.0 microseconds\n", "line 3: '-1.0' is no" },
	{ "Pipe latency: nan microseconds\n", "line 1: 'nan'" },
	{ "Pipe latency: -nan microseconds\n", "line 1: '-nan'" },
	{ "Pipe latency: inf microseconds\n", "line 1: 'inf'" },
	{ "Pipe latency: 1e999 microseconds\n", "line 1: '1e999'" },
	{ "Pipe latency: 0x10 microseconds\n", "line 1: '0x10'" },
	{ "Pipe latency: 1,234.5 microseconds\n", "line 1: '1,234.5'" },
	{ "Pipe latency: 1.2.3 microseconds\n", "line 1: '1.2.3'" },
	{ "Pipe latency: . microseconds\n", "line 1: '.'" },
	{ "Pipe latency: 3600000001 microseconds\n", "absurdly long" },
	{ "Pipe latency: 99999999999999999999999 microseconds\n",
	    "absurdly long" },
	{ "Pipe latency: 1 microseconds\nPipe latency: 12", "line 2: " },
	{ "Pipe latency: 12.51 microsecond", "is where the file was cut" },
	{ "Pipe latency:", "is where the file was cut" },
	{ "# place=smae\nPipe latency: 1 microseconds\n", "'smae' is no place" },
	{ "# place=1+\nPipe latency: 1 microseconds\n", "'1+' is no place" },
	{ "# place=100000+100000\n", "is no place" },
	{ "nothing\n", "file: holds neither an ipclat result (JSON) nor" },
	{ "", "such as 'Pipe latency: 12.5100 microseconds'" },
	{ "Pipe latency: \033[2J1 microseconds\n", "holds neither" },
};

START_TEST(what_cannot_be_right_is_refused)
{
	const char	*reason, *next;

	ck_assert_int_eq(read_text(refused[_i].text), -1);
	reason = fail_reason();
	ck_assert_msg(strstr(reason, refused[_i].words) != NULL,
	    "'%s' lacks '%s'", reason, refused[_i].words);
	ck_assert_msg(strncmp(reason, "file: ", 6) == 0, "%s", reason);
	for (next = reason; *next != '\0'; next++)
		ck_assert(*next >= ' ' && *next <= '~');
	ck_assert_uint_eq(result.test_count, 0);
}
END_TEST

START_TEST(no_locale_changes_a_number)
{
	static const char	*const locales[] = { "de_DE.UTF-8", "fr_FR", "" };
	size_t			 i;

	for (i = 0; i < sizeof locales / sizeof locales[0]; i++) {
		setlocale(LC_ALL, locales[i]);
		expect("Pipe latency: 12.5 microseconds\n");
		ck_assert_double_eq(result.tests[0].invocations[0].mean_ns,
		    12500);
	}
	setlocale(LC_ALL, "C");
}
END_TEST

START_TEST(floods_are_bounded)
{
	static const char	line[] = "Pipe latency: 1 microseconds\n";
	size_t			i, count = 100001;
	char			*text = malloc(count * strlen(line) + 1);

	ck_assert(text != NULL);
	for (i = 0; i < count; i++)
		memcpy(text + i * strlen(line), line, strlen(line));
	text[count * strlen(line)] = '\0';
	ck_assert_int_eq(read_text(text), -1);
	ck_assert(strstr(fail_reason(), "line 100001") != NULL);
	text[(count - 1) * strlen(line)] = '\0';
	ck_assert_int_eq(read_text(text), 0);
	ck_assert_uint_eq(result.tests[0].invocation_count, count - 1);
	free(text);
}
END_TEST

START_TEST(random_bytes_do_no_harm)
{
	static const char	*const parts[] = {
		"Pipe latency", "UDP latency using", " localhost", ":", " ",
		"12.5", "microseconds", "\n", "\r", "# place=", "same", "1+2",
		"[lmbench3.0 results for ", "Linux ", "\0", "\xff", "::1", "-",
		"nan", "9999999999", ".", ">", "{",
	};
	const size_t	count = sizeof parts / sizeof parts[0];
	uint64_t	state = support_seed("lmbench", support_fresh_seed());
	char		text[512];
	size_t		round, length, size;
	const char	*part;

	for (round = 0; round < 20000; round++) {
		for (size = 0; size < 400; size += length) {
			part = parts[support_below(&state, count)];
			length = *part == '\0' ? 1 : strlen(part);
			memcpy(text + size, part, length);
			if (support_below(&state, 30) == 0)
				break;
		}
		tear_down();
		if (lmbench_read("file", text, size, &result) != 0)
			ck_assert(strncmp(fail_reason(), "file: ", 6) == 0);
		else
			ck_assert_uint_gt(result.test_count, 0);
	}
}
END_TEST

START_TEST(bytes_choose_the_reader)
{
	ck_assert(!lmbench_is_text("{", 1));
	ck_assert(!lmbench_is_text(" \r\n\t{}", 6));
	ck_assert(!lmbench_is_text("\xef\xbb\xbf{", 4));
	ck_assert(lmbench_is_text("[lmbench3.0", 11));
	ck_assert(lmbench_is_text("Pipe", 4));
	ck_assert(lmbench_is_text("", 0));
}
END_TEST

/* What was read from lmbench can be kept as a result, and read again. */
START_TEST(becomes_a_result_file)
{
	char		directory[] = "/tmp/check_lmbench.XXXXXX";
	char		path[64];
	struct result	back;
	FILE		*file;

	memset(&back, 0, sizeof back);
	expect("# place=same\nPipe latency: 1.5 microseconds\n"
	    "TCP latency using peer: 3 microseconds\n");
	ck_assert(mkdtemp(directory) != NULL);
	snprintf(path, sizeof path, "%s/result", directory);
	ck_assert((file = fopen(path, "w")) != NULL);
	ck_assert_int_eq(store_write(file, &result), 0);
	fclose(file);
	ck_assert_msg(evidence_read(path, NULL, &back) == 0, "%s", fail_reason());
	ck_assert_msg(support_difference(&result, &back) == NULL, "%s",
	    support_difference(&result, &back));
	result_free(&back);
	unlink(path);
	rmdir(directory);
}
END_TEST

START_TEST(remarks_of_the_reader_are_passed_on)
{
	char		directory[] = "/tmp/check_lmbench.XXXXXX";
	char		path[64];
	struct texts	remarks = { NULL, 0 };
	FILE		*file;

	ck_assert(mkdtemp(directory) != NULL);
	snprintf(path, sizeof path, "%s/mail", directory);
	ck_assert((file = fopen(path, "w")) != NULL);
	fputs("TCP latency using peer: 30 microseconds\n"
	    "TCP latency using localhost: 3 microseconds\n", file);
	fclose(file);
	ck_assert_int_eq(evidence_read(path, &remarks, &result), 0);
	ck_assert_uint_eq(remarks.count, 1);
	ck_assert(strstr(remarks.list[0], "mail: 1 values of other hosts") !=
	    NULL);
	texts_free(&remarks);
	unlink(path);
	rmdir(directory);
}
END_TEST

START_TEST(what_is_no_file_is_refused_at_once)
{
	char		directory[] = "/tmp/check_lmbench.XXXXXX";
	char		path[64];
	char		twice[] = "-", *const paths[] = { twice, twice };

	ck_assert(mkdtemp(directory) != NULL);
	ck_assert_int_eq(evidence_read(directory, NULL, &result), -1);
	ck_assert(strstr(fail_reason(), "is a directory") != NULL);
	snprintf(path, sizeof path, "%s/fifo", directory);
	ck_assert_int_eq(evidence_read(path, NULL, &result), -1);
	ck_assert_int_eq(mkfifo(path, 0600), 0);
	ck_assert_int_eq(evidence_read(path, NULL, &result), -1);
	ck_assert(strstr(fail_reason(), "nobody writes to") != NULL);
	unlink(path);
	rmdir(directory);
	ck_assert_int_eq(evidence_read("/dev/zero", NULL, &result), -1);
	ck_assert(strstr(fail_reason(), "is a device") != NULL);
	ck_assert_int_eq(evidence_check_names(paths, 2), -1);
	ck_assert(strstr(fail_reason(), "only once") != NULL);
	ck_assert_int_eq(evidence_check_names(paths, 1), 0);
}
END_TEST

int
main(void)
{
	Suite	*suite = suite_create("lmbench");
	TCase	*lines = tcase_create("lines"), *files = tcase_create("files");

	tcase_set_timeout(lines, 300);
	tcase_add_checked_fixture(lines, set_up, tear_down);
	tcase_add_test(lines, every_latency_has_its_test);
	tcase_add_loop_test(lines, forms_are_equal, 0,
	    sizeof forms / sizeof forms[0]);
	tcase_add_test(lines, repeated_lines_are_invocations);
	tcase_add_test(lines, places_hold_for_what_follows);
	tcase_add_test(lines, other_hosts_are_another_test);
	tcase_add_test(lines, system_is_recorded);
	tcase_add_loop_test(lines, what_cannot_be_right_is_refused, 0,
	    sizeof refused / sizeof refused[0]);
	tcase_add_test(lines, no_locale_changes_a_number);
	tcase_add_test(lines, floods_are_bounded);
	tcase_add_test(lines, random_bytes_do_no_harm);
	suite_add_tcase(suite, lines);
	tcase_add_checked_fixture(files, set_up, tear_down);
	tcase_add_test(files, bytes_choose_the_reader);
	tcase_add_test(files, becomes_a_result_file);
	tcase_add_test(files, remarks_of_the_reader_are_passed_on);
	tcase_add_test(files, what_is_no_file_is_refused_at_once);
	suite_add_tcase(suite, files);
	return unit_run(suite);
}
