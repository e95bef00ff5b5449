/* Owns the files that plots are written to: their names, what they replace. */

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/fail.h"
#include "base/memory.h"
#include "commands/drawings.h"
#include "reporters/page.h"
#include "results/destination.h"

#define MARK_WITHIN	2048u	/* bytes of a file in which its mark stands */
#define STEM_LIMIT	100u	/* characters of a name */
#define END_SIZE	32	/* of "-123.svg" */

/* One plot of one subject. */
struct drawing {
	const struct plot	*plot;
	const struct plot_data	*data;
	size_t			 number;
};

/* Names given so far, so that no drawing takes another's place. */
struct names {
	char	**list;
	size_t	  count;
};

int
drawings_check_mark(const char *name, const char *path, const char *mark,
    const char *what)
{
	char	 text[MARK_WITHIN + 1];
	FILE	*file = fopen(path, "r");
	size_t	 length, i;

	if (file == NULL)
		return fail_errno("%s", name);
	length = fread(text, 1, MARK_WITHIN, file);
	fclose(file);
	for (i = 0; i + strlen(mark) <= length; i++)
		if (memcmp(text + i, mark, strlen(mark)) == 0)
			return OUTCOME_OK;
	return fail("%s: is no %s that ipclat wrote, and will not be replaced: "
	    "move it away or name another file", name, what);
}

static int
drawing_check_is_ours(const char *name, const char *path)
{
	return drawings_check_mark(name, path, DRAWING_MARK, "drawing");
}

/* Letters and digits as they are, one "-" for all that stands between. */
static void
name_add(struct buffer *name, const char *text)
{
	static const char	safe[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	size_t			length;
	const char		*between = name->length > 0 ? "-" : "";

	for (; *text != '\0' && name->length < STEM_LIMIT; text += length) {
		length = strspn(text, safe);
		if (length > STEM_LIMIT - name->length)
			length = STEM_LIMIT - name->length;
		if (length > 0) {
			buffer_add_format(name, "%s%.*s", between, (int)length,
			    text);
			between = "-";
		}
		length += strcspn(text + length, safe);
	}
}

static bool
names_have(const struct names *names, const char *name)
{
	size_t	i;

	for (i = 0; i < names->count; i++)
		if (strcmp(names->list[i], name) == 0)
			return true;
	return false;
}

/* The file's name, which no other drawing has; owned by names. */
static const char *
name_choose(struct names *names, const struct drawing *drawing)
{
	struct buffer	subject = { .text = NULL }, name = { .text = NULL };
	char		end[END_SIZE] = ".svg";
	size_t		stem, again;

	drawing->plot->subject(drawing->data, drawing->number, &subject);
	name_add(&name, drawing->plot->name);
	if (subject.text != NULL)
		name_add(&name, subject.text);
	free(subject.text);
	stem = name.length;
	buffer_add(&name, end);
	for (again = 2; names_have(names, name.text); again++) {
		snprintf(end, sizeof end, "-%zu.svg", again);
		name.text[stem] = '\0';
		name.length = stem;
		buffer_add(&name, end);
	}
	names->list = memory_grow(names->list, names->count,
	    sizeof *names->list);
	names->list[names->count++] = name.text;
	return name.text;
}

static void
names_free(struct names *names)
{
	while (names->count > 0)
		free(names->list[--names->count]);
	free(names->list);
}

static int
drawing_put(FILE *out, const void *given)
{
	const struct drawing	*drawing = given;

	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", out);
	plot_write(out, drawing->plot, drawing->data, drawing->number, true);
	return OUTCOME_OK;
}

static int
drawing_write(const char *directory, const char *name,
    const struct drawing *drawing)
{
	struct destination	*destination;
	struct buffer		 path = { .text = NULL };
	int			 outcome = OUTCOME_FAILED;

	buffer_add_format(&path, "%s/%s", directory, name);
	destination = destination_open(path.text, drawing_check_is_ours);
	if (destination != NULL)
		outcome = destination_close(destination, drawing_put, drawing);
	free(path.text);
	return outcome;
}

int
drawings_write(const char *directory, const struct plot_data *data)
{
	struct names	names = { NULL, 0 };
	struct drawing	drawing = { .data = data };
	size_t		i, count;
	int		outcome = OUTCOME_OK;

	if (*directory == '\0')
		return fail("the name of the directory is empty; name one");
	if (mkdir(directory, 0777) != 0 && errno != EEXIST)
		return fail_errno("%s: cannot be made", directory);
	for (i = 0; (drawing.plot = plot_get(i)) != NULL; i++) {
		count = drawing.plot->count(data);
		for (drawing.number = 0; outcome == OUTCOME_OK &&
		    drawing.number < count; drawing.number++)
			if (drawing.plot->has(data, drawing.number))
				outcome = drawing_write(directory,
				    name_choose(&names, &drawing), &drawing);
	}
	names_free(&names);
	return outcome;
}
