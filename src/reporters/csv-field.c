/* Owns how a field of CSV is written. */

#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "reporters/csv-field.h"
#include "reporters/format.h"

static void
begin_field(struct csv *csv)
{
	if (csv->filled)
		putc(',', csv->out);
	csv->filled = true;
}

void
csv_put_text(struct csv *csv, const char *text)
{
	char	*harmless, *next;

	begin_field(csv);
	if (text == NULL)
		return;
	harmless = format_harmless(text);
	putc('"', csv->out);
	/* Spreadsheets pass over blanks before a formula. */
	if (strchr("=+-@", harmless[strspn(harmless, " ")]) != NULL &&
	    harmless[strspn(harmless, " ")] != '\0')
		putc('\'', csv->out);
	for (next = harmless; *next != '\0'; next++) {
		if (*next == '"')
			putc('"', csv->out);
		putc(*next, csv->out);
	}
	putc('"', csv->out);
	free(harmless);
}

void
csv_put_word(struct csv *csv, const char *word)
{
	begin_field(csv);
	fputs(word, csv->out);
}

void
csv_put_number(struct csv *csv, double number)
{
	char	text[NUMBER_SIZE];

	begin_field(csv);
	if (!isfinite(number))
		return;
	/* Ten digits are more than any clock gives; whole numbers are exact. */
	if (floor(number) < number)
		snprintf(text, sizeof text, "%.10g", number);
	else
		number_format(number, text);
	number_fix_point(text);
	fputs(text, csv->out);
}

void
csv_put_count(struct csv *csv, uint64_t count)
{
	begin_field(csv);
	fprintf(csv->out, "%" PRIu64, count);
}

void
csv_end_row(struct csv *csv)
{
	fputs("\r\n", csv->out);
	csv->filled = false;
}
