/* ipclat compare: tells real changes from noise. */

#include "config.h"

#include <string.h>

#include "base/fail.h"
#include "commands/command.h"
#include "commands/comparing.h"
#include "commands/options.h"
#include "results/evidence.h"

/* The operands: so many files of the old side, then those of the new one. */
struct sides {
	char	**files;
	size_t	  old_count, new_count;
};

/*
 * Divides the operands where "--" stands.  The first one on the command line
 * is not among them; if it stood before all of them it only ended the
 * options, and the one that divides may follow.
 */
static int
sides_find(const struct options *options, int count, char **operands,
    struct sides *sides)
{
	int	i, kept = 0, old_count = options->operands_before_end;

	if (old_count == 0)
		old_count = -1;
	for (i = 0; i < count; i++) {
		if (strcmp(operands[i], "--") != 0)
			operands[kept++] = operands[i];
		else if (old_count < 0)
			old_count = kept;
		else
			return fail("compare: '--' stands twice; it divides "
			    "two sides");
	}
	if (old_count < 0 && kept == 2)
		old_count = 1;
	if (old_count <= 0 || old_count >= kept)
		return fail("compare: needs two files, OLD NEW, or several a "
		    "side, OLD... -- NEW...");
	sides->files = operands;
	sides->old_count = (size_t)old_count;
	sides->new_count = (size_t)(kept - old_count);
	return evidence_check_names(operands, (size_t)kept);
}

/*
 * Reads the files, one after the other, and compares what was read.  OK, or
 * FAILED with a reason.
 */
static int
sides_compare(const struct sides *sides,
    const struct comparison_request *request, struct comparison *comparison)
{
	struct comparer	*comparer = comparer_new(request);
	struct texts	 remarks = { NULL, 0 };
	struct result	 result;
	size_t		 i, count = sides->old_count + sides->new_count;

	for (i = 0; i < count; i++) {
		memset(&result, 0, sizeof result);
		if (evidence_read(sides->files[i], &remarks, &result) != 0)
			break;
		if (i < sides->old_count)
			comparer_add_old(comparer, &result);
		else
			comparer_add_new(comparer, &result);
		result_free(&result);
	}
	if (i < count) {
		comparer_free(comparer);
		texts_free(&remarks);
		return OUTCOME_FAILED;
	}
	comparer_finish(comparer, comparison);
	for (i = 0; i < remarks.count; i++)
		texts_add(&comparison->warnings, "%s", remarks.list[i]);
	texts_free(&remarks);
	return OUTCOME_OK;
}

static int
command_compare_run(const struct options *options, int operand_count,
    char **operands)
{
	struct comparing	comparing;
	struct sides		sides = { NULL, 0, 0 };
	struct comparison	comparison;
	int			status;

	memset(&comparison, 0, sizeof comparison);
	if (comparing_choose(options, "compare", &comparing) != 0 ||
	    sides_find(options, operand_count, operands, &sides) != 0 ||
	    sides_compare(&sides, &comparing.request, &comparison) != 0)
		return command_usage_error("%s", fail_reason());
	status = comparing_print(&comparing, &comparison);
	comparison_free(&comparison);
	return status;
}

const struct command command_compare = {
	.name = "compare",
	.summary = "compare stored results, and tell changes from noise",
	.usage = "[OPTION]... OLD NEW | OLD... -- NEW...",
	.description =
	    "Compares results that 'ipclat run -o FILE' stored, or that "
	    "lmbench printed:\none file a side, or several runs, or, better, "
	    "boots a side; - is standard\ninput.  The exit status is 0; 1 "
	    "with --fail-if-slower and something slower;\n2 where nothing "
	    "could be compared; 3 with --require-conclusive and something\n"
	    "open.  1 wins over 3.",
	.run = command_compare_run,
};
