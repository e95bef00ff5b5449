/* Tests of the choice of CPUs, on machines that are made up. */

#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check_system.h"
#include "base/entropy.h"
#include "base/fail.h"
#include "engine/placement.h"
#include "engine/plan.h"
#include "transports/keys.h"

#define CPUS_MAX 16
#define UNKNOWN -1

/* number, core, cache, package, node, capacity */
static const struct cpu one[] = {
	{ 0, 0, 0, 0, 0, 1024, "" },
};
static const struct cpu two[] = {
	{ 0, 0, 0, 0, 0, 1024, "" }, { 1, 1, 0, 0, 0, 1024, "" },
};
static const struct cpu four[] = {
	{ 0, 0, 0, 0, 0, 1024, "" }, { 1, 1, 0, 0, 0, 1024, "" },
	{ 2, 2, 0, 0, 0, 1024, "" }, { 3, 3, 0, 0, 0, 1024, "" },
};
/* Two cores of two threads, siblings 0 2 and 1 3. */
static const struct cpu threads[] = {
	{ 0, 0, 0, 0, 0, 1024, "" }, { 1, 1, 0, 0, 0, 1024, "" },
	{ 2, 0, 0, 0, 0, 1024, "" }, { 3, 1, 0, 0, 0, 1024, "" },
};
/* One core of two threads. */
static const struct cpu sibling[] = {
	{ 4, 4, 4, 0, 0, 1024, "" }, { 5, 4, 4, 0, 0, 1024, "" },
};
/* Two packages of two cores with numbers taken in turn. */
static const struct cpu packages[] = {
	{ 0, 0, 0, 0, 0, 1024, "" }, { 1, 1, 1, 1, 1, 1024, "" },
	{ 2, 2, 0, 0, 0, 1024, "" }, { 3, 3, 1, 1, 1, 1024, "" },
};
/* Four slow cores with the low numbers, three fast, one fastest. */
static const struct cpu uneven[] = {
	{ 0, 0, 0, 0, 0, 400, "" }, { 1, 1, 0, 0, 0, 400, "" },
	{ 2, 2, 0, 0, 0, 400, "" }, { 3, 3, 0, 0, 0, 400, "" },
	{ 4, 4, 0, 0, 0, 800, "" }, { 5, 5, 0, 0, 0, 800, "" },
	{ 6, 6, 0, 0, 0, 800, "" }, { 7, 7, 0, 0, 0, 1024, "" },
};
static const struct cpu unknown[] = {
	{ 0, -1, -1, -1, -1, -1, "" }, { 1, -1, -1, -1, -1, -1, "" },
	{ 2, -1, -1, -1, -1, -1, "" },
};
/* A package whose two pairs of cores have caches of their own. */
static const struct cpu caches[] = {
	{ 0, 0, 0, 0, 0, 1024, "" }, { 1, 1, 1, 0, 0, 1024, "" },
};

#define MACHINE(name) name, sizeof name / sizeof name[0]

static const struct row {
	const struct cpu	*cpus;
	size_t			 count;
	int64_t			 place;
	int			 client, server;	/* UNKNOWN: a skip */
	const char		*relation;
} rows[] = {
	{ MACHINE(one), PLACE_SAME, 0, 0, "same" },
	{ MACHINE(one), PLACE_CROSS, UNKNOWN, UNKNOWN, "" },
	{ MACHINE(one), PLACE_SMT, UNKNOWN, UNKNOWN, "" },
	{ MACHINE(one), PLACE_NODE, UNKNOWN, UNKNOWN, "" },
	{ MACHINE(two), PLACE_SAME, 1, 1, "same" },
	{ MACHINE(two), PLACE_CROSS, 0, 1, "cache" },
	{ MACHINE(two), PLACE_SMT, UNKNOWN, UNKNOWN, "" },
	{ MACHINE(four), PLACE_CROSS, 1, 2, "cache" },
	{ four + 3, 1, PLACE_SAME, 3, 3, "same" },
	{ four + 3, 1, PLACE_CROSS, UNKNOWN, UNKNOWN, "" },
	{ MACHINE(threads), PLACE_SAME, 1, 1, "same" },
	{ MACHINE(threads), PLACE_CROSS, 1, 2, "cache" },
	{ MACHINE(threads), PLACE_SMT, 1, 3, "smt" },
	{ MACHINE(sibling), PLACE_CROSS, UNKNOWN, UNKNOWN, "" },
	{ MACHINE(sibling), PLACE_SMT, 4, 5, "smt" },
	{ MACHINE(packages), PLACE_CROSS, 1, 3, "cache" },
	{ MACHINE(packages), PLACE_NODE, 1, 2, "node" },
	{ MACHINE(packages), PLACE_SAME, 1, 1, "same" },
	{ packages, 2, PLACE_CROSS, 0, 1, "node" },
	{ MACHINE(uneven), PLACE_CROSS, 4, 5, "cache" },
	{ MACHINE(uneven), PLACE_SAME, 7, 7, "same" },
	{ uneven, 4, PLACE_CROSS, 1, 2, "cache" },
	{ MACHINE(unknown), PLACE_SAME, 1, 1, "same" },
	{ MACHINE(unknown), PLACE_CROSS, 1, 2, "unknown" },
	{ MACHINE(unknown), PLACE_SMT, UNKNOWN, UNKNOWN, "" },
	{ MACHINE(unknown), PLACE_NODE, UNKNOWN, UNKNOWN, "" },
	{ MACHINE(caches), PLACE_CROSS, 0, 1, "package" },
};

START_TEST(placement_of_known_machines)
{
	const struct row	*row = &rows[_i];
	struct placement	 placement;
	int			 outcome = placement_choose(row->place,
	    row->cpus, row->count, &placement);

	if (row->client == UNKNOWN) {
		ck_assert_int_eq(outcome, OUTCOME_SKIPPED);
		ck_assert_str_ne(fail_reason(), "");
		return;
	}
	ck_assert_int_eq(outcome, OUTCOME_OK);
	ck_assert_int_eq(placement.client_cpu, row->client);
	ck_assert_int_eq(placement.server_cpu, row->server);
	ck_assert_str_eq(placement.relation, row->relation);
}
END_TEST

START_TEST(placement_on_named_cpus)
{
	struct placement	placement;

	ck_assert_int_eq(placement_choose(place_cpus(3, 1), MACHINE(threads),
	    &placement), OUTCOME_OK);
	ck_assert_int_eq(placement.client_cpu, 3);
	ck_assert_int_eq(placement.server_cpu, 1);
	ck_assert_str_eq(placement.relation, "smt");
	ck_assert_int_eq(placement_choose(place_cpus(2, 2), MACHINE(threads),
	    &placement), OUTCOME_OK);
	ck_assert_int_eq(placement.server_cpu, 2);
	ck_assert_str_eq(placement.relation, "same");
	ck_assert_int_eq(placement_choose(place_cpus(1, 70), MACHINE(threads),
	    &placement), OUTCOME_SKIPPED);
	ck_assert_ptr_nonnull(strstr(fail_reason(), "CPU 70 "));
	ck_assert_ptr_nonnull(strstr(fail_reason(), "0-3"));
	ck_assert_int_eq(placement_choose(place_cpus(65535, 1),
	    MACHINE(threads), &placement), OUTCOME_SKIPPED);
	ck_assert_ptr_nonnull(strstr(fail_reason(), "CPU 65535 "));
}
END_TEST

START_TEST(placement_without_affinity)
{
	struct placement	placement;
	int64_t			places[2];

	ck_assert_int_eq(placement_choose(PLACE_ANY, NULL, 0, &placement),
	    OUTCOME_OK);
	ck_assert_int_eq(placement.client_cpu, -1);
	ck_assert_int_eq(placement.server_cpu, -1);
	ck_assert_int_eq(placement_choose_watcher(&placement, NULL, 0), -1);
	ck_assert_int_eq(placement_choose(PLACE_SAME, NULL, 0, &placement),
	    OUTCOME_SKIPPED);
	ck_assert_int_eq(placement_choose(place_cpus(0, 0), NULL, 0,
	    &placement), OUTCOME_SKIPPED);
	ck_assert_uint_eq(placement_defaults(NULL, 0, places), 1);
	ck_assert_int_eq(places[0], PLACE_ANY);
}
END_TEST

static void
check_defaults(const struct cpu *cpus, size_t count, int64_t second)
{
	int64_t	places[2];

	ck_assert_uint_eq(placement_defaults(cpus, count, places), 2);
	ck_assert_int_eq(places[0], PLACE_SAME);
	ck_assert_int_eq(places[1], second);
}

START_TEST(placement_has_defaults)
{
	check_defaults(MACHINE(one), PLACE_CROSS);
	check_defaults(MACHINE(two), PLACE_CROSS);
	check_defaults(MACHINE(threads), PLACE_CROSS);
	check_defaults(MACHINE(sibling), PLACE_SMT);
	check_defaults(MACHINE(unknown), PLACE_CROSS);
}
END_TEST

START_TEST(placement_of_watchers)
{
	struct placement	placement = { 1, 2, "cache" };

	ck_assert_int_eq(placement_choose_watcher(&placement, MACHINE(four)),
	    0);
	placement.server_cpu = 1;
	ck_assert_int_eq(placement_choose_watcher(&placement,
	    MACHINE(threads)), 0);
	placement.client_cpu = placement.server_cpu = 0;
	ck_assert_int_eq(placement_choose_watcher(&placement,
	    MACHINE(threads)), 1);
	ck_assert_int_eq(placement_choose_watcher(&placement, MACHINE(one)),
	    -1);
	placement.server_cpu = 1;
	ck_assert_int_eq(placement_choose_watcher(&placement, MACHINE(two)),
	    -1);
	placement.client_cpu = placement.server_cpu = -1;
	ck_assert_int_eq(placement_choose_watcher(&placement, MACHINE(four)),
	    -1);
}
END_TEST

START_TEST(placement_reason_fits)
{
	static struct cpu	many[1000];
	struct placement	placement;
	int			i;

	for (i = 0; i < 1000; i++) {
		many[i] = unknown[0];
		many[i].number = 2 * i;
	}
	ck_assert_int_eq(placement_choose(PLACE_SMT, many, 1000, &placement),
	    OUTCOME_SKIPPED);
	ck_assert_ptr_nonnull(strstr(fail_reason(), ",..."));
}
END_TEST

/* A number from -1, unknown, to most. */
static int
random_answer(struct plan_random *random, uint64_t most)
{
	return (int)plan_random_below(random, most + 2) - 1;
}

static size_t
make_machine(struct plan_random *random, struct cpu *cpus)
{
	size_t	count = 0;
	int	number;

	memset(cpus, 0, CPUS_MAX * sizeof *cpus);
	for (number = 0; number < CPUS_MAX; number++) {
		if (plan_random_below(random, 3) == 0)
			continue;
		cpus[count].number = number;
		cpus[count].core = random_answer(random, 7);
		cpus[count].cache = random_answer(random, 2);
		cpus[count].package = random_answer(random, 1);
		cpus[count].node = random_answer(random, 1);
		cpus[count].capacity = random_answer(random, 2);
		count++;
	}
	return count;
}

static const struct cpu *
find_cpu(const struct cpu *cpus, size_t count, int number)
{
	size_t	i;

	for (i = 0; i < count; i++) {
		if (cpus[i].number == number)
			return &cpus[i];
	}
	return NULL;
}

/* Whether the place can be on these two CPUs, said once more in other words. */
static bool
place_allows(int64_t place, const struct cpu *a, const struct cpu *b)
{
	bool	siblings = a != b && a->core >= 0 && a->core == b->core;

	switch (place) {
	case PLACE_SAME:
		return a == b;
	case PLACE_CROSS:
		return a != b && !siblings;
	case PLACE_SMT:
		return siblings;
	default:
		return a->node >= 0 && b->node >= 0 && a->node != b->node;
	}
}

static bool
place_exists(int64_t place, const struct cpu *cpus, size_t count)
{
	size_t	i, j;

	for (i = 0; i < count; i++) {
		for (j = 0; j < count; j++) {
			if (place_allows(place, &cpus[i], &cpus[j]))
				return true;
		}
	}
	return false;
}

static void
check_random_place(int64_t place, const struct cpu *cpus, size_t count)
{
	struct placement	 again, chosen;
	const struct cpu	*a, *b;
	int			 outcome, watcher;

	outcome = placement_choose(place, cpus, count, &chosen);
	ck_assert_int_eq(outcome, place_exists(place, cpus, count) ?
	    OUTCOME_OK : OUTCOME_SKIPPED);
	ck_assert_int_eq(placement_choose(place, cpus, count, &again), outcome);
	ck_assert_int_eq(again.client_cpu, chosen.client_cpu);
	ck_assert_int_eq(again.server_cpu, chosen.server_cpu);
	ck_assert_str_eq(again.relation, chosen.relation);
	if (outcome != OUTCOME_OK)
		return;
	ck_assert_ptr_nonnull(a = find_cpu(cpus, count, chosen.client_cpu));
	ck_assert_ptr_nonnull(b = find_cpu(cpus, count, chosen.server_cpu));
	ck_assert(place_allows(place, a, b));
	watcher = placement_choose_watcher(&chosen, cpus, count);
	ck_assert_int_ne(watcher, chosen.client_cpu);
	ck_assert_int_ne(watcher, chosen.server_cpu);
	ck_assert_int_eq(watcher >= 0, count > (a == b ? 1u : 2u));
}

START_TEST(placement_of_random_machines)
{
	struct cpu		cpus[CPUS_MAX];
	struct plan_random	random;
	int64_t			place;
	size_t			count, i;

	entropy_fill(&random.state, sizeof random.state);
	if (getenv("CHECK_SEED") != NULL)
		random.state = strtoull(getenv("CHECK_SEED"), NULL, 10);
	printf("check_placement: CHECK_SEED=%llu\n",
	    (unsigned long long)random.state);
	fflush(stdout);
	for (i = 0; i < 3000; i++) {
		count = make_machine(&random, cpus);
		for (place = PLACE_SAME; place < PLACE_ANY; place++)
			check_random_place(place, cpus, count);
	}
}
END_TEST

TCase *
case_placement(void)
{
	TCase	*tests = tcase_create("placement");

	tcase_set_timeout(tests, 60);
	tcase_add_loop_test(tests, placement_of_known_machines, 0,
	    (int)(sizeof rows / sizeof rows[0]));
	tcase_add_test(tests, placement_on_named_cpus);
	tcase_add_test(tests, placement_without_affinity);
	tcase_add_test(tests, placement_has_defaults);
	tcase_add_test(tests, placement_of_watchers);
	tcase_add_test(tests, placement_reason_fits);
	tcase_add_test(tests, placement_of_random_machines);
	return tests;
}
