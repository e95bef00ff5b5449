/* Tests of views: the tables that answer what a group of tests asks. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reporters/reporter.h"
#include "results/result.h"
#include "unit.h"
#include "support.h"

static const struct report_request nothing;

/* The whole report as text, to be freed. */
static char *
write_text(const struct result *result)
{
	FILE	*file = tmpfile();
	char	*text;
	size_t	 size;

	ck_assert(file != NULL);
	ck_assert_int_eq(reporter_find("text")->report(file, result, 1,
	    &nothing), 0);
	text = support_contents(file, &size);
	fclose(file);
	return text;
}

/* One invocation of a message bus; its timed batches are slower. */
static void
add_bus_invocation(struct test_result *test, double elapsed_ns,
    double user_ticks)
{
	struct invocation_result *invocation = test_add_invocation(test);
	struct side_result	 *side;

	invocation->round_trips = 1000;
	invocation->mean_ns = 1500;
	invocation->elapsed_ns = elapsed_ns;
	side = invocation_add_side(invocation);
	strcpy(side->role, "client");
	side->user_ns = 1e5;
	side->system_ns = 3e5;
	side->voluntary_switches = 700;
	side->involuntary_switches = 50;
	side = invocation_add_side(invocation);
	strcpy(side->role, "daemon");
	side->cpu_ns = 8e5;
	side->user_ticks = user_ticks;
	side->system_ticks = user_ticks > 0 ? 1 : 0;
	side->voluntary_switches = 1000;
	side->involuntary_switches = 0;
}

/* The line with these words, without what lies before them and its blanks
 * counted as one. */
static void
check_row(const char *text, const char *words, const char *row)
{
	const char	*found = strstr(text, words);
	char		 line[160];
	size_t		 i, used = 0;

	ck_assert_msg(found != NULL, "no %s: %s", words, text);
	for (i = 0; found[i] != '\n' && used + 1 < sizeof line; i++)
		if (found[i] != ' ' || found[i + 1] != ' ')
			line[used++] = found[i];
	line[used] = '\0';
	ck_assert_str_eq(line, row);
}

/* A row has one mean, and what was disturbed is in none of its figures. */
START_TEST(messages_are_those_of_the_table)
{
	struct result		 result = { .seed = 0 };
	struct test_result	*test = result_add_test(&result);
	char			*text;
	size_t			 i;

	test->name = strdup("dbus");
	test->spec = strdup("dbus:place=any,window=64");
	test->headline_is_mean = true;
	texts_append(&result.views, "messages");
	for (i = 0; i < 3; i++)
		add_bus_invocation(test, 2e6, i == 1 ? 3 : 0);
	add_bus_invocation(test, 1e9, 20);
	test->invocations[3].disturbed = true;
	test_summarise(test, 2);
	text = write_text(&result);
	check_row(text, "dbus:window=64  any    1.500",
	    "dbus:window=64 any 1.500* n/a - 500k 30.0");
	check_row(strstr(text, "us/msg"), "dbus:",
	    "dbus:window=64 any 0.002 500k 1.500 -");
	check_row(strstr(text, "process"), "client",
	    "client 0.400 0.100 0.300 25.0 0.75");
	check_row(text, "daemon", "daemon 0.800 0.600 0.200 75.0 1.00");
	check_row(strstr(text, "process"), "all ", "all 1.200 0.700 0.500 58.3 1.75");
	free(text);
	/* Only the split is unknown without a tick. */
	test->invocations[1].sides[1].user_ticks = 0;
	test->invocations[1].sides[1].system_ticks = 0;
	test_summarise(test, 2);
	text = write_text(&result);
	check_row(text, "dbus:window=64  any    1.500",
	    "dbus:window=64 any 1.500* n/a - 500k 30.0");
	check_row(text, "daemon", "daemon 0.800 - - - 1.00");
	free(text);
	result_free(&result);
}
END_TEST

static Suite *
make_suite(void)
{
	Suite	*suite = suite_create("views");
	TCase	*messages = tcase_create("messages");

	tcase_add_test(messages, messages_are_those_of_the_table);
	suite_add_tcase(suite, messages);
	return suite;
}

int
main(void)
{
	return unit_run(make_suite());
}
