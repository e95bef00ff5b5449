/* Every transport of the registry keeps the contract; broken ones are found out. */

#include "config.h"

#include "unit.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "conformance.h"
#include "engine/supervisor.h"
#include "faulty.h"
#include "system/self.h"
#include "transports/registry.h"

#define TIMEOUT_S 300

static enum conformance_depth depth;

/* Those that work come first in both lists, those broken on purpose last. */
static bool
is_broken(const struct transport *transport)
{
	const struct faulty_row *row;

	for (row = faulty_rows; row->transport != NULL; row++)
		if (row->transport == transport)
			return true;
	return false;
}

START_TEST(test_transport)
{
	const struct transport *transport = registry_get((size_t)_i);
	int	outcome;

	if (is_broken(transport))
		return;
	outcome = conformance_check(transport, depth, 20000000000u);
	if (outcome == OUTCOME_SKIPPED)
		printf("%s skipped: %s\n", transport->name, fail_reason());
	ck_assert_msg(outcome != OUTCOME_FAILED, "%s: %s", transport->name,
	    fail_reason());
}
END_TEST

START_TEST(test_faulty)
{
	const struct faulty_row *row = &faulty_rows[_i];
	int	outcome;

	if (row->seen_in != NULL && access(row->seen_in, R_OK) != 0) {
		printf("%s skipped: no %s\n", row->transport->name,
		    row->seen_in);
		return;
	}
	outcome = conformance_check(row->transport, CONFORMANCE_QUICK,
	    1500000000u);
	faulty_clean();
	ck_assert_msg(outcome == OUTCOME_FAILED, "%s passed",
	    row->transport->name);
	ck_assert_msg(strstr(fail_reason(), row->word) != NULL,
	    "%s failed for another reason: %s", row->transport->name,
	    fail_reason());
}
END_TEST

static Suite *
conformance_suite(void)
{
	Suite	*suite = suite_create("conformance");
	TCase	*good = tcase_create("transports");
	TCase	*bad = tcase_create("broken on purpose");
	int	 count = 0;

	while (registry_get((size_t)count) != NULL)
		count++;
	tcase_add_loop_test(good, test_transport, 0, count);
	tcase_set_timeout(good, TIMEOUT_S);
	suite_add_tcase(suite, good);
	for (count = 0; faulty_rows[count].transport != NULL; count++)
		;
	tcase_add_loop_test(bad, test_faulty, 0, count);
	tcase_set_timeout(bad, TIMEOUT_S);
	suite_add_tcase(suite, bad);
	return suite;
}

int
main(int argc, char **argv)
{
	signal(SIGPIPE, SIG_IGN);
	faulty_begin();
	registry_extend(faulty_transports);
	self_initialise(argv[0]);
	if (supervisor_is_asked_for(argc, argv))
		return supervisor_main(argc, argv);
	depth = getenv("IPCLAT_CHECK_SLOW") != NULL ? CONFORMANCE_SLOW :
	    CONFORMANCE_QUICK;
	return unit_run(conformance_suite());
}
