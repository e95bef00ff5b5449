/* Tests of what pages are drawn with: scales, ticks, paths, text; and of which
 * tests of several platforms stand in one row. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reporters/markup.h"
#include "reporters/scale.h"
#include "reporters/size-groups.h"
#include "reporters/svg.h"
#include "results/platforms.h"
#include "support.h"
#include "unit.h"

#define ROUNDS	20000

static bool
is_near(double a, double b)
{
	return fabs(a - b) <= 1e-9 * fmax(1, fmax(fabs(a), fabs(b)));
}

START_TEST(scale_places)
{
	const struct scale	linear = { 0, 10, 100, 0, false };
	const struct scale	decades = { 1, 100, 0, 10, true };

	ck_assert(is_near(scale_place(&linear, 2.5), 75));
	ck_assert(is_near(scale_place(&decades, 10), 5));
	/* Outside, and no number. */
	ck_assert(is_near(scale_place(&linear, -1), 100));
	ck_assert(is_near(scale_place(&linear, HUGE_VAL), 0));
	ck_assert(is_near(scale_place(&decades, 0), 0));
	ck_assert(is_near(scale_place(&decades, (double)NAN), 0));
	ck_assert(scale_holds(&decades, 1) && scale_holds(&decades, 100));
	ck_assert(!scale_holds(&decades, 0.99) &&
	    !scale_holds(&decades, (double)NAN));
}
END_TEST

static void
expect_ticks(double low, double high, bool logarithmic, size_t most,
    size_t count, const double *expected)
{
	const struct scale	scale = { low, high, 0, 1, logarithmic };
	struct ticks		ticks;
	size_t			i;

	scale_ticks(&scale, most, &ticks);
	ck_assert_uint_eq(ticks.count, count);
	for (i = 0; i < count; i++)
		ck_assert_msg(is_near(ticks.at[i], expected[i]),
		    "tick %zu is %.17g, not %g", i, ticks.at[i], expected[i]);
}

START_TEST(ticks_are_nice)
{
	expect_ticks(0, 100, false, 6, 6,
	    (const double[]){ 0, 20, 40, 60, 80, 100 });
	expect_ticks(-0.3, 0.7, false, 6, 5,
	    (const double[]){ -0.2, 0, 0.2, 0.4, 0.6 });
	expect_ticks(1, 6, false, 8, 6, (const double[]){ 1, 2, 3, 4, 5, 6 });
	/* Little of a logarithmic axis. */
	expect_ticks(2.4, 3.1, true, 6, 4,
	    (const double[]){ 2.4, 2.6, 2.8, 3 });
	/* One decade, three, and many. */
	expect_ticks(1.5, 9, true, 6, 5, (const double[]){ 2, 3, 4, 6, 8 });
	expect_ticks(1, 100, true, 7, 7,
	    (const double[]){ 1, 2, 5, 10, 20, 50, 100 });
	expect_ticks(1, 1e4, true, 5, 5,
	    (const double[]){ 1, 10, 100, 1e3, 1e4 });
	expect_ticks(1, 1e9, true, 6, 5,
	    (const double[]){ 1, 100, 1e4, 1e6, 1e8 });
}
END_TEST

/* Values of all sizes, and some that are none. */
static double
random_value(uint64_t *state)
{
	static const double	odd[] = { 0, -1, 1e300, 5e-324, 1e308, -1e308 };

	switch (support_below(state, 12)) {
	case 0:
		return (double)NAN;
	case 1:
		return HUGE_VAL;
	case 2:
		return odd[support_below(state, 6)];
	default:
		return pow(10, support_uniform(state) * 40 - 20);
	}
}

START_TEST(any_scale_is_valid)
{
	uint64_t	state = support_fresh_seed();
	struct scale	scale;
	struct ticks	ticks;
	double		place;
	size_t		most, i, j;

	for (i = 0; i < ROUNDS; i++) {
		scale = scale_make(random_value(&state), random_value(&state),
		    0.05, i % 2 == 0, 3, 97);
		ck_assert(scale.low < scale.high);
		ck_assert(isfinite(scale.low) && isfinite(scale.high));
		ck_assert(!scale.logarithmic || scale.low > 0);
		place = scale_place(&scale, random_value(&state));
		ck_assert(place >= 3 && place <= 97);
		most = 2 + support_below(&state, SCALE_TICKS - 1);
		scale_ticks(&scale, most, &ticks);
		ck_assert_uint_le(ticks.count, most);
		for (j = 0; j < ticks.count; j++)
			ck_assert(j == 0 || ticks.at[j] > ticks.at[j - 1]);
	}
}
END_TEST

START_TEST(scale_has_margins)
{
	struct scale	scale = scale_make(10, 1000, 0.5, true, 0, 1);

	ck_assert(is_near(scale.low, 1) && is_near(scale.high, 10000));
	scale = scale_make(5, 5, 0.1, true, 0, 1);
	ck_assert(scale.low < 5 && scale.high > 5);
	scale = scale_make(0, 0, 0.1, false, 0, 1);
	ck_assert(scale.low < 0 && scale.high > 0);
}
END_TEST

/* What the function writes, to be freed. */
static char *
written(void (*write)(struct svg *))
{
	const struct svg_head	head = { .id = "a", .title = "T",
				    .description = "D", .height = 50 };
	struct svg		svg;
	FILE			*file = tmpfile();
	char			*text;
	size_t			 size;

	ck_assert(file != NULL);
	svg_open(&svg, file, &head);
	write(&svg);
	svg_close(&svg);
	text = support_contents(file, &size);
	fclose(file);
	return text;
}

static void
draw_path(struct svg *svg)
{
	svg_path_begin(svg, "line", 1);
	svg_path_to(svg, 0, 50);
	svg_path_to(svg, 0.001, 50.05);	/* not to be seen */
	svg_path_to(svg, 12.34, 20);
	svg_path_to(svg, (double)NAN, HUGE_VAL);
	svg_path_end(svg);
	svg_path_begin(svg, "line", 7);
	svg_path_end(svg);
}

START_TEST(path_leaves_out_what_is_not_seen)
{
	char	*text = written(draw_path);

	ck_assert_msg(strstr(text, "class=\"line s1\"") != NULL &&
	    strstr(text, " d=\"M0 50L123.4 20L0 0\"") != NULL, "%s", text);
	ck_assert(strstr(text, "d=\"M0 0\"") != NULL);
	ck_assert(strstr(text, "nan") == NULL && strstr(text, "inf") == NULL);
	free(text);
}
END_TEST

static void
draw_marks(struct svg *svg)
{
	svg_marker(svg, 0, true, 50, 10);
	svg_marker(svg, SVG_SERIES, false, 50, 10);
	svg_text(svg, "quiet", SVG_END, 100, 12, "<&>");
}

START_TEST(marks)
{
	char	*text = written(draw_marks);

	ck_assert(strstr(text, "class=\"full s0\"") != NULL);
	ck_assert(strstr(text, "class=\"hollow s0\"") != NULL);
	ck_assert(strstr(text, "text-anchor=\"end\" x=\"100.00%\" y=\"12\">"
	    "&lt;&amp;&gt;</text>") != NULL);
	ck_assert(strstr(text, "<title id=\"a-t\">T</title>") != NULL);
	ck_assert(strstr(text, "aria-labelledby=\"a-t a-d\"") != NULL);
	free(text);
}
END_TEST

static void
expect_markup(const char *text, const char *expected)
{
	FILE	*file = tmpfile();
	char	*got;
	size_t	 size;

	ck_assert(file != NULL);
	markup_text(file, text);
	got = support_contents(file, &size);
	ck_assert_str_eq(got, expected);
	free(got);
	fclose(file);
}

#define NONE	"\xef\xbf\xbd"

START_TEST(markup_means_nothing)
{
	expect_markup("a<b>&\"'", "a&lt;b&gt;&amp;&quot;&#39;");
	expect_markup("one\ntwo\tthree", "one two three");
	expect_markup("\x01\x1b[31m\x7f", NONE NONE "[31m" NONE);
	/* U+0085, U+202E, U+FFFE, a surrogate, an end in the middle. */
	expect_markup("\xc2\x85\xe2\x80\xae\xef\xbf\xbe", NONE NONE NONE);
	expect_markup("\xed\xa0\x80", NONE NONE NONE);
	expect_markup("\xff<\xe2\x82", NONE "&lt;" NONE NONE);
	expect_markup("\xc2\xb5s \xf0\x9f\x90\xa7", "\xc2\xb5s "
	    "\xf0\x9f\x90\xa7");
}
END_TEST

/* A long name is broken between characters, never inside one. */
START_TEST(names_are_broken_between_characters)
{
	char	 name[400], *text;
	FILE	*file = tmpfile();
	size_t	 size, i;

	ck_assert(file != NULL);
	name[0] = 'x';
	for (i = 1; i + 2 < sizeof name; i += 2)
		memcpy(name + i, "\xc2\xb5", 3);
	markup_name(file, name);
	text = support_contents(file, &size);
	ck_assert(strstr(text, "<wbr/>") != NULL);
	ck_assert(strstr(text, NONE) == NULL);
	free(text);
	fclose(file);
}
END_TEST

/* Results for rows: of each file a test or two. */
#define FILES	4
static struct result	results[FILES];

static struct test_result *
add_test(size_t file, const char *spec, const char *relation, double size)
{
	struct test_result		*test = result_add_test(&results[file]);
	struct invocation_result	*invocation;

	test->spec = strdup(spec);
	test->name = strdup("pipe");
	facts_add_number(&test->params, "size", size);
	invocation = test_add_invocation(test);
	invocation->median_ns = 1000 * (double)(file + 1);
	strcpy(invocation->relation, relation);
	test_summarise(test, 0);
	return test;
}

static void
describe(size_t file, const char *system, const char *release)
{
	facts_add_text(&results[file].host, "system", system);
	facts_add_text(&results[file].host, "release", release);
}

static void
make(size_t count, struct platforms *platforms)
{
	static char	one[] = "d/one.json", two[] = "two.json",
			three[] = "three", four[] = "three";
	char *const	files[FILES] = { one, two, three, four };
	const struct comparison_request request = { .threshold_percent = 2 };

	memset(platforms, 0, sizeof *platforms);
	platforms_make(results, files, count, &request, platforms);
}

static void
forget(struct platforms *platforms)
{
	size_t	i;

	platforms_free(platforms);
	for (i = 0; i < FILES; i++)
		result_free(&results[i]);
}

static void
expect_labels(size_t count, const char *const *labels)
{
	struct platforms	platforms;
	size_t			i;

	make(count, &platforms);
	for (i = 0; i < count; i++)
		ck_assert_str_eq(platforms.list[i].label, labels[i]);
	forget(&platforms);
}

START_TEST(labels_tell_platforms_apart)
{
	describe(0, "Linux", "6.1");
	describe(1, "FreeBSD", "14");
	expect_labels(2, (const char *const[]){ "Linux", "FreeBSD" });
	describe(0, "Linux", "6.1");
	describe(1, "Linux", "6.12");
	expect_labels(2, (const char *const[]){ "6.1", "6.12" });
	describe(0, "Linux", "6.1");
	describe(1, "Linux", "6.12");
	describe(2, "FreeBSD", "14");
	expect_labels(3, (const char *const[]){ "Linux 6.1", "Linux 6.12",
	    "FreeBSD 14" });
	/* Nothing recorded: the files; and the same file twice. */
	expect_labels(2, (const char *const[]){ "one", "two" });
	expect_labels(4, (const char *const[]){ "one #1", "two #2",
	    "three #3", "three #4" });
	describe(0, "Linux", "6.1");
	expect_labels(1, (const char *const[]){ "Linux 6.1" });
}
END_TEST

START_TEST(rows_of_other_relations_are_apart)
{
	struct platforms	platforms;

	add_test(0, "pipe:place=cross", "cache", 1);
	add_test(0, "tcp:place=same", "same", 1);
	add_test(1, "udp:place=same", "same", 1);
	add_test(1, "pipe:place=cross", "package", 1);
	add_test(1, "tcp:place=same", "unknown", 1);
	make(2, &platforms);
	ck_assert_uint_eq(platforms.row_count, 4);
	ck_assert_str_eq(platforms.rows[0].relation, "cache");
	ck_assert_ptr_null(platforms.rows[0].cells[1].test);
	ck_assert_str_eq(platforms.rows[1].spec, "pipe:place=cross");
	ck_assert_str_eq(platforms.rows[1].relation, "package");
	ck_assert_ptr_null(platforms.rows[1].cells[0].test);
	/* What is not known is no difference. */
	ck_assert_ptr_null(platforms.rows[2].relation);
	ck_assert_ptr_eq(platforms.rows[2].cells[1].test,
	    &results[1].tests[2]);
	ck_assert(is_near(platforms.rows[2].cells[1].compared->ratio, 2));
	ck_assert_ptr_null(platforms.rows[2].cells[0].compared);
	ck_assert_str_eq(platforms.rows[3].spec, "udp:place=same");
	forget(&platforms);
}
END_TEST

START_TEST(sizes_are_grouped)
{
	struct platforms	platforms;
	struct size_groups	groups;

	add_test(0, "pipe:place=same,size=4096", "same", 4096);
	add_test(0, "pipe:place=cross,size=64", "cache", 64);
	add_test(0, "pipe:place=same,size=64", "same", 64);
	add_test(0, "tcp:place=same,size=64", "same", 64);
	add_test(0, "pipe:place=cross,size=4096", "cache", 4096);
	make(1, &platforms);
	size_groups_make(&platforms, &groups);
	ck_assert_uint_eq(groups.count, 1);
	ck_assert_str_eq(groups.list[0].name, "pipe");
	ck_assert_uint_eq(groups.list[0].count, 4);
	ck_assert_uint_eq(groups.list[0].place_count, 2);
	ck_assert_str_eq(groups.list[0].points[0].place, "same");
	ck_assert(is_near(groups.list[0].points[0].size, 64));
	ck_assert(is_near(groups.list[0].points[1].size, 4096));
	ck_assert_str_eq(groups.list[0].points[2].place, "cross");
	ck_assert_uint_eq(size_group_run(&groups.list[0], 0), 2);
	size_groups_free(&groups);
	forget(&platforms);
}
END_TEST

int
main(void)
{
	Suite	*suite = suite_create("drawing");
	TCase	*all = tcase_create("drawing");

	tcase_add_test(all, scale_places);
	tcase_add_test(all, ticks_are_nice);
	tcase_add_test(all, any_scale_is_valid);
	tcase_add_test(all, scale_has_margins);
	tcase_add_test(all, path_leaves_out_what_is_not_seen);
	tcase_add_test(all, marks);
	tcase_add_test(all, markup_means_nothing);
	tcase_add_test(all, names_are_broken_between_characters);
	tcase_add_test(all, labels_tell_platforms_apart);
	tcase_add_test(all, rows_of_other_relations_are_apart);
	tcase_add_test(all, sizes_are_grouped);
	suite_add_tcase(suite, all);
	return unit_run(suite);
}
