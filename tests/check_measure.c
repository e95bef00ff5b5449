/* What travels, and measuring, with batches that are made up. */

#include "config.h"

#include "unit.h"
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "engine/measure.h"
#include "engine/pattern.h"

START_TEST(test_pattern_fill_check)
{
	unsigned char	data[1000];
	size_t		size;

	for (size = 1; size <= sizeof data; size = size * 3 + 1) {
		pattern_fill(data, size, PATTERN_REPLY, size);
		ck_assert_int_eq(pattern_check(data, size, 0,
		    PATTERN_REPLY,
		    size), 0);
		/* Neither the other direction nor the next batch will do. */
		ck_assert_int_ne(pattern_check(data, size, 0,
		    PATTERN_REQUEST,
		    size), 0);
		ck_assert_int_ne(pattern_check(data, size, 0,
		    PATTERN_REPLY,
		    size + 1), 0);
		data[size - 1] ^= 1;
		ck_assert_int_ne(pattern_check(data, size, 0,
		    PATTERN_REPLY,
		    size), 0);
	}
}
END_TEST

START_TEST(test_pattern_shift)
{
	unsigned char	data[4096 + 1024];
	size_t		shift;

	pattern_fill(data, sizeof data, PATTERN_REQUEST, 5);
	for (shift = 1; shift <= 1024; shift++)
		ck_assert_int_ne(pattern_check(data + shift, 4096, 0,
		    PATTERN_REQUEST, 5), 0);
}
END_TEST

START_TEST(test_pattern_spoil)
{
	unsigned char	spoilt[512], right[512];
	size_t		i;

	pattern_spoil(spoilt, sizeof spoilt, PATTERN_REPLY, 9);
	pattern_fill(right, sizeof right, PATTERN_REPLY, 9);
	for (i = 0; i < sizeof spoilt; i++)
		ck_assert_uint_ne(spoilt[i], right[i]);
}
END_TEST

/* A machine made up: each operation takes so long, and some batches stall. */
struct made_up {
	double		operation_ns, stall_ns;
	unsigned	stall_once;	/* the number of the batch that stalls */
	uint64_t	lost;		/* in each batch that stalls */
	unsigned	batches, stall_every, measured, timed, untimed;
	uint64_t	operations;
	unsigned	fail_at;
};

static int
made_up_batch(void *context, struct batch *batch, bool measured)
{
	struct made_up	*made_up = context;

	if (++made_up->batches == made_up->fail_at)
		return fail("made up");
	batch->elapsed_ns = (uint64_t)(made_up->operation_ns *
	    (double)batch->count);
	batch->lost = 0;
	if (made_up->batches == made_up->stall_once ||
	    (made_up->stall_every != 0 &&
	    made_up->batches % made_up->stall_every == 0)) {
		batch->elapsed_ns += (uint64_t)made_up->stall_ns;
		batch->lost = made_up->lost;
	}
	made_up->operations += batch->count;
	made_up->measured += measured;
	if (measured && batch->timed_per != 0)
		made_up->timed++;
	else if (measured)
		made_up->untimed++;
	ck_assert_uint_gt(batch->count, 0);
	return OUTCOME_OK;
}

static const struct job_limits usual = {
	.time_ns = 100000000, .batch_ns = 5000000, .warm_up_ns = 5000000,
	.group_ns = 1800,
};

START_TEST(test_calibrate)
{
	static const double lengths[] = { 0.3, 1, 40, 300, 1800, 2500, 12000,
	    900000, 88e6 };
	struct made_up	  made_up = { .operation_ns = lengths[_i] };
	struct job_report report = { 0 };
	double		  batch_ns;

	ck_assert_int_eq(measure_calibrate(&usual, made_up_batch, &made_up,
	    &report), OUTCOME_OK);
	batch_ns = (double)report.count * lengths[_i];
	ck_assert_uint_eq(report.count % report.timed_per, 0);
	/* A reading of the clock is at most 2 % of a group. */
	ck_assert(lengths[_i] * (double)report.timed_per >= usual.group_ns);
	if (lengths[_i] >= usual.group_ns)
		ck_assert_uint_eq(report.timed_per, 1);
	if (lengths[_i] < 5e6)
		ck_assert_msg(batch_ns > 4e6 && batch_ns < 6e6, "%f",
		    batch_ns);
	else
		ck_assert_uint_eq(report.count, 1);
	ck_assert_uint_eq(made_up.measured, 0);
}
END_TEST

START_TEST(test_calibrate_stalls)
{
	struct made_up	  made_up = {
		.operation_ns = 2500, .stall_ns = 4e6, .stall_every = 2
	};
	struct job_report report = { 0 };

	/* Half of the probes stall: the least of them counts. */
	ck_assert_int_eq(measure_calibrate(&usual, made_up_batch, &made_up,
	    &report), OUTCOME_OK);
	ck_assert_uint_ge(report.count, 1800);
	ck_assert_uint_le(report.count, 2200);
}
END_TEST

START_TEST(test_measure_by_time)
{
	struct job_limits limits = usual;
	struct made_up	  made_up = { .operation_ns = 2500 };
	struct job_report report = { 0 };

	limits.count = 2000;
	limits.timed_per = 1;
	ck_assert_int_eq(measure_invocation(&limits, made_up_batch, &made_up,
	    &report), OUTCOME_OK);
	/* 20 batches of 5 ms, timed and untimed in turn, one to warm up. */
	ck_assert_uint_eq(made_up.timed, 10);
	ck_assert_uint_eq(made_up.untimed, 10);
	ck_assert_uint_eq(made_up.batches, 21);
	ck_assert_uint_eq(report.round_trips, 40000);
	ck_assert_uint_eq(report.timed, 20000);
	ck_assert_uint_eq(report.untimed, 20000);
	ck_assert_uint_eq(report.elapsed_ns, 100000000);
	ck_assert_uint_eq(report.untimed_ns, 50000000);
}
END_TEST

START_TEST(test_measure_overlong)
{
	struct job_limits limits = usual;
	struct made_up	  made_up = { .operation_ns = 88e6 };
	struct job_report report = { 0 };

	/* Calibrated when it was quick; now each round trip stalls. */
	limits.count = 2000;
	limits.timed_per = 1;
	ck_assert_int_eq(measure_invocation(&limits, made_up_batch, &made_up,
	    &report), OUTCOME_OK);
	ck_assert_uint_eq(report.round_trips, 1);
	ck_assert_uint_eq(report.timed, 1);
}
END_TEST

/* A stall while warming up: the batches after it are whole again. */
START_TEST(test_measure_stalled_warm_up)
{
	struct job_limits limits = usual;
	struct made_up	  made_up = {
		.operation_ns = 2500, .stall_ns = 60e6, .stall_once = 1
	};
	struct job_report report = { 0 };

	limits.count = 2000;
	limits.timed_per = 1;
	ck_assert_int_eq(measure_invocation(&limits, made_up_batch, &made_up,
	    &report), OUTCOME_OK);
	ck_assert_uint_le(made_up.batches, 25);
	ck_assert_uint_ge(report.round_trips, 38000);
}
END_TEST

/* Nor does a stall now and then cost more than its own batch. */
START_TEST(test_measure_stalls)
{
	struct job_limits limits = usual;
	struct made_up	  made_up = {
		.operation_ns = 2500, .stall_ns = 60e6, .stall_every = 3
	};
	struct job_report report = { 0 };

	limits.count = 2000;
	limits.timed_per = 1;
	limits.time_ns = 1000000000;
	ck_assert_int_eq(measure_invocation(&limits, made_up_batch, &made_up,
	    &report), OUTCOME_OK);
	ck_assert_uint_ge(report.elapsed_ns, limits.time_ns);
	ck_assert_uint_eq(report.round_trips,
	    2000 * (made_up.timed + made_up.untimed));
}
END_TEST

/* Waiting for lost messages does not cut the rest short. */
START_TEST(test_measure_losses)
{
	struct job_limits limits = usual;
	struct made_up	  made_up = {
		.operation_ns = 2500, .stall_ns = 60e6, .stall_every = 2,
		.lost = 3
	};
	struct job_report report = { 0 };

	limits.count = 2000;
	limits.timed_per = 1;
	ck_assert_int_eq(measure_invocation(&limits, made_up_batch, &made_up,
	    &report), OUTCOME_OK);
	ck_assert_uint_ge(made_up.untimed, 1);
	ck_assert_uint_eq(report.round_trips + report.lost,
	    2000 * (made_up.timed + made_up.untimed));
}
END_TEST

START_TEST(test_measure_single)
{
	struct job_limits limits = usual;
	struct made_up	  made_up = { .operation_ns = 10 };
	struct job_report report = { 0 };

	limits.single = true;
	limits.count = 100000;
	ck_assert_int_eq(measure_invocation(&limits, made_up_batch, &made_up,
	    &report), OUTCOME_OK);
	ck_assert_uint_eq(report.round_trips, 100000);
	ck_assert_uint_eq(report.timed, 100000);
	ck_assert_uint_eq(made_up.operations, 100010);
	ck_assert_uint_eq(report.timed_per, 181);
}
END_TEST

/* Each of several pairs does the operations of a batch, which lasts longer. */
START_TEST(test_measure_pairs)
{
	struct job_limits limits = usual;
	struct made_up	  made_up = { .operation_ns = 2500 };
	struct job_report report = { 0 };

	limits.count = 2000;
	limits.timed_per = 1;
	limits.pairs = 8;
	ck_assert_int_eq(measure_invocation(&limits, made_up_batch, &made_up,
	    &report), OUTCOME_OK);
	ck_assert_uint_eq(report.round_trips, 8 * 40000);
	ck_assert_uint_eq(report.timed, 8 * 20000);
	ck_assert_uint_eq(report.untimed, 8 * 20000);
	ck_assert_uint_eq(report.untimed_ns, 50000000);
	ck_assert_uint_eq(measure_stretch(5000000, 0), 5000000);
	ck_assert_uint_eq(measure_stretch(5000000, 1), 5000000);
	ck_assert_uint_eq(measure_stretch(5000000, 11), 10000000);
}
END_TEST

/* What stalls is cut, but only where that is asked for. */
START_TEST(test_measure_single_stalls)
{
	struct job_limits limits = usual;
	struct made_up	  made_up = { .operation_ns = 88000000 };
	struct job_report report = { 0 };

	limits.single = true;
	limits.count = 1000;
	ck_assert_int_eq(measure_invocation(&limits, made_up_batch, &made_up,
	    &report), OUTCOME_OK);
	ck_assert_uint_eq(report.round_trips, 1000);
	memset(&report, 0, sizeof report);
	limits.stalled_ns = 2000000000;
	ck_assert_int_eq(measure_invocation(&limits, made_up_batch, &made_up,
	    &report), OUTCOME_OK);
	ck_assert_uint_eq(report.round_trips, 23);
	memset(&report, 0, sizeof report);
	made_up.operation_ns = 8000000;
	ck_assert_int_eq(measure_invocation(&limits, made_up_batch, &made_up,
	    &report), OUTCOME_OK);
	ck_assert_uint_eq(report.round_trips, 1000);
}
END_TEST

START_TEST(test_measure_fails)
{
	struct job_limits limits = usual;
	struct job_report report;
	unsigned	  at;

	limits.count = 2000;
	limits.timed_per = 1;
	for (at = 1; at <= 21; at++) {
		struct made_up	made_up = {
			.operation_ns = 2500, .fail_at = at
		};

		memset(&report, 0, sizeof report);
		ck_assert_int_eq(measure_invocation(&limits, made_up_batch,
		    &made_up, &report), OUTCOME_FAILED);
		ck_assert_uint_eq(made_up.batches, at);
	}
}
END_TEST

static Suite *
measure_suite(void)
{
	Suite	*suite = suite_create("measure");
	TCase	*pattern = tcase_create("pattern");
	TCase	*measure = tcase_create("measure");

	tcase_add_test(pattern, test_pattern_fill_check);
	tcase_add_test(pattern, test_pattern_shift);
	tcase_add_test(pattern, test_pattern_spoil);
	suite_add_tcase(suite, pattern);
	tcase_add_loop_test(measure, test_calibrate, 0, 9);
	tcase_add_test(measure, test_calibrate_stalls);
	tcase_add_test(measure, test_measure_by_time);
	tcase_add_test(measure, test_measure_overlong);
	tcase_add_test(measure, test_measure_stalled_warm_up);
	tcase_add_test(measure, test_measure_stalls);
	tcase_add_test(measure, test_measure_losses);
	tcase_add_test(measure, test_measure_single);
	tcase_add_test(measure, test_measure_single_stalls);
	tcase_add_test(measure, test_measure_fails);
	tcase_add_test(measure, test_measure_pairs);
	suite_add_tcase(suite, measure);
	return suite;
}

int
main(void)
{
	return unit_run(measure_suite());
}
