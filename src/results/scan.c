/* Bounds nesting and number of values of JSON before it is parsed. */

#include "config.h"

#include <stdbool.h>

#include "results/scan.h"
#include "results/store.h"

struct scan {
	size_t	depth, values;
	bool	inside_text, escaped;
};

static void
scan_inside_text(struct scan *scan, char c)
{
	if (scan->escaped)
		scan->escaped = false;
	else if (c == '\\')
		scan->escaped = true;
	else if (c == '"')
		scan->inside_text = false;
}

static void
scan_character(struct scan *scan, char c)
{
	switch (c) {
	case '"':
		scan->inside_text = true;
		break;
	case '{':
	case '[':
		scan->depth++;
		scan->values++;
		break;
	case '}':
	case ']':
		if (scan->depth > 0)
			scan->depth--;
		break;
	case ',':
		scan->values++;
		break;
	}
}

const char *
scan_json(const char *text, size_t size)
{
	struct scan	scan = { .depth = 0 };
	size_t		i;

	for (i = 0; i < size; i++) {
		if (scan.inside_text)
			scan_inside_text(&scan, text[i]);
		else
			scan_character(&scan, text[i]);
		if (scan.depth > STORE_DEPTH_LIMIT)
			return "nested deeper than 32";
		if (scan.values > SCAN_VALUES_LIMIT)
			return "more than 4000000 values";
	}
	return NULL;
}
