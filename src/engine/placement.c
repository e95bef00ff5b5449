/* Which CPU each side goes to: pure choices among the CPUs given. */

#include "config.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "engine/placement.h"
#include "transports/keys.h"

#define LIST_SIZE 160		/* the CPUs that may be used, in a reason */

/* What speaks for a pair of CPUs, the weightiest first. */
enum merit {
	MERIT_CACHE,		/* they share the last-level cache */
	MERIT_CAPACITY,		/* of the slower one */
	MERIT_EQUAL,		/* both are equally fast */
	MERIT_NOT_ZERO,		/* CPU 0 is left to interrupts and daemons */
	MERIT_COUNT
};

/* Whether a place can be on these two CPUs. */
typedef bool pair_filter(const struct cpu *, const struct cpu *);

static bool
pair_is_known_equal(int one, int other)
{
	return one >= 0 && one == other;
}

static bool
pair_is_known_different(int one, int other)
{
	return one >= 0 && other >= 0 && one != other;
}

static bool
pair_is_siblings(const struct cpu *one, const struct cpu *other)
{
	return one->number != other->number &&
	    pair_is_known_equal(one->core, other->core);
}

static bool
pair_is_cores(const struct cpu *one, const struct cpu *other)
{
	return one->number != other->number &&
	    !pair_is_known_equal(one->core, other->core);
}

static bool
pair_is_nodes(const struct cpu *one, const struct cpu *other)
{
	return pair_is_known_different(one->node, other->node);
}

static bool
pair_is_one(const struct cpu *one, const struct cpu *other)
{
	return one->number == other->number;
}

static const char *
pair_relation(const struct cpu *one, const struct cpu *other)
{
	if (one->number == other->number)
		return "same";
	if (pair_is_siblings(one, other))
		return "smt";
	if (pair_is_nodes(one, other) ||
	    pair_is_known_different(one->package, other->package))
		return "node";
	/* Two that may be siblings are not said to share a cache only. */
	if (!pair_is_known_different(one->core, other->core))
		return "unknown";
	if (pair_is_known_equal(one->cache, other->cache))
		return "cache";
	if (pair_is_known_equal(one->package, other->package))
		return "package";
	return "unknown";
}

static void
pair_weigh(const struct cpu *one, const struct cpu *other,
    int merits[MERIT_COUNT])
{
	merits[MERIT_CACHE] = pair_is_known_equal(one->cache, other->cache);
	merits[MERIT_CAPACITY] = one->capacity < other->capacity ?
	    one->capacity : other->capacity;
	merits[MERIT_EQUAL] = one->capacity == other->capacity;
	merits[MERIT_NOT_ZERO] = one->number != 0 && other->number != 0;
}

static bool
merits_are_better(const int merits[MERIT_COUNT], const int best[MERIT_COUNT])
{
	int	i;

	for (i = 0; i < MERIT_COUNT; i++) {
		if (merits[i] != best[i])
			return merits[i] > best[i];
	}
	return false;
}

/*
 * The best of the pairs that pass the filter, the lower numbers where two are
 * equally good: the CPUs come by rising number.  False: none passes.
 */
static bool
placement_search(pair_filter *passes, const struct cpu *cpus, size_t count,
    struct placement *placement)
{
	int	best[MERIT_COUNT], merits[MERIT_COUNT];
	bool	found = false;
	size_t	i, j;

	for (i = 0; i < count; i++) {
		for (j = i; j < count; j++) {
			if (!passes(&cpus[i], &cpus[j]))
				continue;
			pair_weigh(&cpus[i], &cpus[j], merits);
			if (found && !merits_are_better(merits, best))
				continue;
			found = true;
			memcpy(best, merits, sizeof best);
			placement->client_cpu = cpus[i].number;
			placement->server_cpu = cpus[j].number;
			placement->relation = pair_relation(&cpus[i],
			    &cpus[j]);
		}
	}
	return found;
}

/* "0-3,8", cut with "..." where it grows too long. */
static const char *
cpus_format(const struct cpu *cpus, size_t count, char text[LIST_SIZE])
{
	size_t	first, last, used = 0;

	text[0] = '\0';
	for (first = 0; first < count; first = last + 1) {
		for (last = first; last + 1 < count && cpus[last + 1].number ==
		    cpus[last].number + 1; last++)
			;
		if (used + 32 > LIST_SIZE) {
			snprintf(text + used, LIST_SIZE - used, ",...");
			break;
		}
		used += (size_t)snprintf(text + used, LIST_SIZE - used,
		    last > first ? "%s%d-%d" : "%s%d", first > 0 ? "," : "",
		    cpus[first].number, cpus[last].number);
	}
	return text;
}

static const struct cpu *
cpus_find(const struct cpu *cpus, size_t count, int64_t number)
{
	size_t	i;

	for (i = 0; i < count; i++) {
		if (cpus[i].number == number)
			return &cpus[i];
	}
	return NULL;
}

static int
placement_choose_named(unsigned client, unsigned server,
    const struct cpu *cpus, size_t count, struct placement *placement)
{
	const struct cpu	*one = cpus_find(cpus, count, client);
	const struct cpu	*other = cpus_find(cpus, count, server);
	char			 list[LIST_SIZE];

	if (one == NULL || other == NULL)
		return skip("CPU %u is not one of those that may be used, %s",
		    one == NULL ? client : server,
		    cpus_format(cpus, count, list));
	placement->client_cpu = one->number;
	placement->server_cpu = other->number;
	placement->relation = pair_relation(one, other);
	return OUTCOME_OK;
}

/* Places that are searched for, and what is missing where none is found. */
static const struct {
	pair_filter	*passes;
	const char	*missing;
} places[PLACE_NAMES] = {
	[PLACE_SAME] = { pair_is_one, "no CPU" },
	[PLACE_CROSS] = { pair_is_cores, "no two cores" },
	[PLACE_SMT] = { pair_is_siblings, "no two hardware threads of a core" },
	[PLACE_NODE] = { pair_is_nodes, "no two memory nodes" },
};

int
placement_choose(int64_t place, const struct cpu *cpus, size_t count,
    struct placement *placement)
{
	char		list[LIST_SIZE];
	unsigned	client, server;

	placement->client_cpu = placement->server_cpu = -1;
	placement->relation = "unknown";
	if (place == PLACE_ANY)
		return OUTCOME_OK;
	if (count == 0)
		return skip("this system binds no process to a CPU: "
		    "only place=any works");
	if (place_get_cpus(place, &client, &server))
		return placement_choose_named(client, server, cpus, count,
		    placement);
	if (place < 0 || place >= PLACE_NAMES)
		return fail("place %lld is unknown", (long long)place);
	if (placement_search(places[place].passes, cpus, count, placement))
		return OUTCOME_OK;
	return skip("%s among the CPUs that may be used, %s",
	    places[place].missing, cpus_format(cpus, count, list));
}

size_t
placement_defaults(const struct cpu *cpus, size_t count, int64_t chosen[2])
{
	struct placement	ignored;

	if (count == 0) {
		chosen[0] = PLACE_ANY;
		return 1;
	}
	chosen[0] = PLACE_SAME;
	chosen[1] = PLACE_CROSS;
	if (!placement_search(pair_is_cores, cpus, count, &ignored) &&
	    placement_search(pair_is_siblings, cpus, count, &ignored))
		chosen[1] = PLACE_SMT;
	return 2;
}

/* How much somebody running on that CPU would be in the way of one side. */
static int
watcher_disturbs(const struct cpu *cpu, const struct cpu *side)
{
	return side != NULL && pair_is_siblings(cpu, side);
}

int
placement_choose_watcher(const struct placement *placement,
    const struct cpu *cpus, size_t count)
{
	const struct cpu	*client, *server;
	int			 chosen = -1, disturbed, least = INT_MAX;
	size_t			 i;

	if (placement->client_cpu < 0)
		return -1;
	client = cpus_find(cpus, count, placement->client_cpu);
	server = cpus_find(cpus, count, placement->server_cpu);
	for (i = 0; i < count; i++) {
		if (cpus[i].number == placement->client_cpu ||
		    cpus[i].number == placement->server_cpu)
			continue;
		disturbed = watcher_disturbs(&cpus[i], client) +
		    watcher_disturbs(&cpus[i], server);
		if (disturbed < least) {
			least = disturbed;
			chosen = cpus[i].number;
		}
	}
	return chosen;
}
