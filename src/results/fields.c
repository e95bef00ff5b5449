/* The tables of the plain members of results. */

#include "config.h"

#include <math.h>

#include "results/fields.h"
#include "results/result.h"

/* What no honest file exceeds: 31 years; counts exact in a double. */
#define MAXIMUM_NS	1e18
#define MAXIMUM_COUNT	9007199254740991.0
#define MAXIMUM_RATE	1e18
#define MAXIMUM_PERCENT	1e9

#define FIGURE(type, member, maximum) \
	{ .name = #member, .kind = FIELD_FIGURE, \
	  .offset = offsetof(struct type, member), .limit = (maximum) }
#define POSITIVE(type, member, maximum) \
	{ .name = #member, .kind = FIELD_FIGURE, .positive = true, \
	  .offset = offsetof(struct type, member), .limit = (maximum) }
#define OPTIONAL(type, member, maximum) \
	{ .name = #member, .kind = FIELD_FIGURE, .optional = true, \
	  .offset = offsetof(struct type, member), .limit = (maximum) }
#define COUNT(type, member) \
	{ .name = #member, .kind = FIELD_COUNT, \
	  .offset = offsetof(struct type, member), .limit = MAXIMUM_COUNT }
#define CLAIM(type, member) \
	{ .name = #member, .kind = FIELD_CLAIM, \
	  .offset = offsetof(struct type, member) }
#define WORD(type, member) \
	{ .name = #member, .kind = FIELD_WORD, \
	  .offset = offsetof(struct type, member) }
#define END	{ .name = NULL }

void
fields_clear(const struct field *field, void *object)
{
	for (; field->name != NULL; field++)
		if (field->kind == FIELD_FIGURE)
			*(double *)(void *)((char *)object + field->offset) =
			    (double)NAN;
}

void
fields_drop_absurd(const struct field *field, void *object)
{
	double	*figure;

	for (; field->name != NULL; field++) {
		if (field->kind != FIELD_FIGURE)
			continue;
		figure = (double *)(void *)((char *)object + field->offset);
		if (!(*figure >= 0 && *figure <= field->limit))
			*figure = (double)NAN;
	}
}

const struct field fields_side[] = {
	WORD(side_result, role),
	WORD(side_result, core_kind),
	FIGURE(side_result, user_ns, MAXIMUM_NS),
	FIGURE(side_result, system_ns, MAXIMUM_NS),
	OPTIONAL(side_result, cpu_ns, MAXIMUM_NS),
	OPTIONAL(side_result, user_ticks, MAXIMUM_COUNT),
	OPTIONAL(side_result, system_ticks, MAXIMUM_COUNT),
	FIGURE(side_result, voluntary_switches, MAXIMUM_COUNT),
	FIGURE(side_result, involuntary_switches, MAXIMUM_COUNT),
	FIGURE(side_result, work_ns, MAXIMUM_NS),
	END
};

const struct field fields_invocation[] = {
	COUNT(invocation_result, round_trips),
	COUNT(invocation_result, timed),
	COUNT(invocation_result, lost),
	COUNT(invocation_result, retransmitted),
	POSITIVE(invocation_result, median_ns, MAXIMUM_NS),
	POSITIVE(invocation_result, mean_ns, MAXIMUM_NS),
	FIGURE(invocation_result, min_ns, MAXIMUM_NS),
	POSITIVE(invocation_result, p90_ns, MAXIMUM_NS),
	POSITIVE(invocation_result, p99_ns, MAXIMUM_NS),
	FIGURE(invocation_result, max_ns, MAXIMUM_NS),
	OPTIONAL(invocation_result, reply_median_ns, MAXIMUM_NS),
	OPTIONAL(invocation_result, reply_p99_ns, MAXIMUM_NS),
	OPTIONAL(invocation_result, pair_slowest_per_s, MAXIMUM_RATE),
	OPTIONAL(invocation_result, pair_fastest_per_s, MAXIMUM_RATE),
	FIGURE(invocation_result, elapsed_ns, MAXIMUM_NS),
	FIGURE(invocation_result, machine_busy_cpus, 1e6),
	CLAIM(invocation_result, disturbed),
	WORD(invocation_result, disturbed_by),
	CLAIM(invocation_result, migrated),
	WORD(invocation_result, relation),
	END
};

const struct field fields_summary[] = {
	FIGURE(summary, median_ns, MAXIMUM_NS),
	FIGURE(summary, ci_low_ns, MAXIMUM_NS),
	FIGURE(summary, ci_high_ns, MAXIMUM_NS),
	FIGURE(summary, mean_ns, MAXIMUM_NS),
	FIGURE(summary, p90_ns, MAXIMUM_NS),
	FIGURE(summary, p99_ns, MAXIMUM_NS),
	FIGURE(summary, p999_ns, MAXIMUM_NS),
	FIGURE(summary, min_ns, MAXIMUM_NS),
	FIGURE(summary, max_ns, MAXIMUM_NS),
	OPTIONAL(summary, reply_median_ns, MAXIMUM_NS),
	OPTIONAL(summary, reply_p99_ns, MAXIMUM_NS),
	OPTIONAL(summary, pair_slowest_per_s, MAXIMUM_RATE),
	OPTIONAL(summary, pair_fastest_per_s, MAXIMUM_RATE),
	FIGURE(summary, round_trips_per_s, MAXIMUM_RATE),
	FIGURE(summary, bytes_per_s, 1e27),
	FIGURE(summary, cpu_percent, MAXIMUM_PERCENT),
	FIGURE(summary, machine_cpu_percent, MAXIMUM_PERCENT),
	FIGURE(summary, cpu_ns_per_round_trip, MAXIMUM_NS),
	FIGURE(summary, user_percent, MAXIMUM_PERCENT),
	FIGURE(summary, system_percent, MAXIMUM_PERCENT),
	FIGURE(summary, switches_per_round_trip, MAXIMUM_COUNT),
	END
};
