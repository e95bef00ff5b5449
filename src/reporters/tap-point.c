/* Owns how a line of TAP or KTAP is written. */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "reporters/format.h"
#include "reporters/tap-point.h"

void
tap_begin(struct tap *tap, size_t count)
{
	fprintf(tap->out, "%s\n1..%zu%s\n", tap->ktap ? "KTAP version 1" :
	    "TAP version 13", count, count == 0 ? " # SKIP no test" : "");
}

/* A text in which no character has a meaning. */
static char *
make_plain(const char *text, const char *meaning)
{
	char	*plain = format_harmless(text), *next;

	for (next = plain; *next != '\0'; next++)
		if (strchr(meaning, *next) != NULL)
			*next = '?';
	return plain;
}

static bool
is_known(const struct tap_detail *detail)
{
	return detail->text != NULL || isfinite(detail->number);
}

static void
put_value(FILE *out, const struct tap_detail *detail)
{
	char	text[NUMBER_SIZE];

	if (detail->text != NULL)
		format_put_quoted(out, detail->text);
	else
		fputs(number_format(detail->number, text), out);
}

/* Between "---" and "...", and nothing where there is nothing to tell. */
static void
put_yaml(FILE *out, const struct judgement *judgement,
    const struct tap_detail *details, size_t count)
{
	bool	fails = judgement_fails(judgement->kind), begun = false;
	size_t	i;

	if (fails) {
		fputs("  ---\n  message: ", out);
		format_put_quoted(out, judgement->reason);
		fprintf(out, "\n  severity: fail\n  judgement: %s\n",
		    judgement_name(judgement->kind));
		begun = true;
	}
	for (i = 0; i < count; i++) {
		if (!is_known(&details[i]))
			continue;
		fprintf(out, "%s  %s: ", begun ? "" : "  ---\n",
		    details[i].key);
		put_value(out, &details[i]);
		putc('\n', out);
		begun = true;
	}
	if (begun)
		fputs("  ...\n", out);
}

static void
put_comment(FILE *out, const char *plain, const struct judgement *judgement,
    const struct tap_detail *details, size_t count)
{
	bool	 begun = false;
	char	*reason;
	size_t	 i;

	if (judgement_fails(judgement->kind)) {
		reason = make_plain(judgement->reason, "#");
		fprintf(out, "# %s: %s\n", plain, reason);
		free(reason);
	}
	for (i = 0; i < count; i++) {
		if (!is_known(&details[i]))
			continue;
		if (begun)
			fputs(", ", out);
		else
			fprintf(out, "# %s: ", plain);
		fprintf(out, "%s ", details[i].key);
		put_value(out, &details[i]);
		begun = true;
	}
	if (begun)
		putc('\n', out);
}

void
tap_point(struct tap *tap, const char *name, const struct judgement *judgement,
    const struct tap_detail *details, size_t detail_count)
{
	char	*plain = make_plain(name, "#\\"), *reason;

	if (tap->ktap)
		put_comment(tap->out, plain, judgement, details, detail_count);
	fprintf(tap->out, "%s %zu %s%s",
	    judgement_fails(judgement->kind) ? "not ok" : "ok", ++tap->number,
	    tap->ktap ? "" : "- ", plain);
	if (judgement->kind == JUDGED_SKIPPED) {
		reason = make_plain(judgement->reason, "#");
		fprintf(tap->out, " # SKIP %s", reason);
		free(reason);
	}
	putc('\n', tap->out);
	if (!tap->ktap)
		put_yaml(tap->out, judgement, details, detail_count);
	free(plain);
}
