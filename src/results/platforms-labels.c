/* Finds short names that tell platforms apart: the system, else what differs. */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "results/platforms-labels.h"

#define NUMBER_SIZE	32

/* Where a part of a label comes from; the first that help are taken. */
static const char *const keys[] = {
	"system", "release", "machine", "hostname", "cpu_model", "libc",
};
#define KEY_COUNT	(sizeof keys / sizeof keys[0])

/* The last part of a file's name, without ".json"; to be freed. */
static char *
part_of_file(const struct platform *platform)
{
	static const char	 end[] = ".json";
	const char		*slash = strrchr(platform->file, '/');
	char			*name;
	size_t			 length;

	name = memory_duplicate(slash != NULL && slash[1] != '\0' ?
	    slash + 1 : platform->file);
	length = strlen(name);
	if (length > strlen(end) &&
	    strcmp(name + length - strlen(end), end) == 0)
		name[length - strlen(end)] = '\0';
	return name;
}

/* What the host says of itself, the file's name where it does not; to be freed. */
static char *
part_of_host(const struct platform *platform, size_t key)
{
	const struct fact	*fact;

	fact = facts_find(&platform->result->host, keys[key]);
	return fact != NULL && fact->kind == FACT_TEXT &&
	    fact->text[0] != '\0' ? memory_duplicate(fact->text) :
	    part_of_file(platform);
}

static int
compare_texts(const void *first, const void *second)
{
	const char	*const *a = first, *const *b = second;

	return strcmp(*a, *b);
}

/* How many different ones there are. */
static size_t
count_different(char *const *texts, size_t count)
{
	const char	**sorted = memory_allocate(count, sizeof *sorted);
	size_t		  i, different = 0;

	for (i = 0; i < count; i++)
		sorted[i] = texts[i];
	qsort(sorted, count, sizeof *sorted, compare_texts);
	for (i = 0; i < count; i++)
		different += i == 0 || strcmp(sorted[i - 1], sorted[i]) != 0;
	free(sorted);
	return different;
}

static char *
join(const char *label, const char *part)
{
	size_t	 length = strlen(label);
	char	*joined = malloc(length + strlen(part) + 2);

	if (joined == NULL)
		abort();
	sprintf(joined, "%s%s%s", label, length > 0 ? " " : "", part);
	return joined;
}

/* Adds a part to each label where that tells more of them apart.  Takes the
 * parts over. */
static void
labels_add(struct platforms *platforms, char **parts)
{
	const size_t	 count = platforms->count;
	char		**before = memory_allocate(count, sizeof *before);
	char		**joined = memory_allocate(count, sizeof *joined);
	bool		  helps;
	size_t		  i;

	for (i = 0; i < count; i++) {
		before[i] = platforms->list[i].label;
		joined[i] = join(before[i], parts[i]);
		free(parts[i]);
		parts[i] = NULL;
	}
	helps = count_different(joined, count) > count_different(before, count);
	for (i = 0; i < count; i++) {
		platforms->list[i].label = helps ? joined[i] : before[i];
		free(helps ? before[i] : joined[i]);
	}
	free(joined);
	free(before);
}

/* Whether each label is one platform's alone. */
static bool
labels_suffice(const struct platforms *platforms)
{
	char	**labels = memory_allocate(platforms->count, sizeof *labels);
	size_t	  i, different;

	for (i = 0; i < platforms->count; i++)
		labels[i] = platforms->list[i].label;
	different = count_different(labels, platforms->count);
	free(labels);
	return different == platforms->count;
}

/* One alone has nothing to be told from. */
static void
label_single(struct platform *platform)
{
	char	*system = part_of_host(platform, 0);
	char	*release = part_of_host(platform, 1);

	free(platform->label);
	platform->label = strcmp(system, release) == 0 ?
	    memory_duplicate(system) : join(system, release);
	free(system);
	free(release);
}

void
platforms_label(struct platforms *platforms)
{
	const size_t	 count = platforms->count;
	char		**parts = memory_allocate(count, sizeof *parts);
	char		  number[NUMBER_SIZE];
	size_t		  i, key;

	for (i = 0; i < count; i++)
		platforms->list[i].label = memory_duplicate("");
	for (key = 0; key <= KEY_COUNT && !labels_suffice(platforms); key++) {
		for (i = 0; i < count; i++)
			parts[i] = key < KEY_COUNT ?
			    part_of_host(&platforms->list[i], key) :
			    part_of_file(&platforms->list[i]);
		labels_add(platforms, parts);
	}
	if (count == 1)
		label_single(&platforms->list[0]);
	else if (!labels_suffice(platforms))
		for (i = 0; i < count; i++) {
			snprintf(number, sizeof number, "#%zu", i + 1);
			parts[i] = memory_duplicate(number);
		}
	if (parts[0] != NULL)
		labels_add(platforms, parts);
	free(parts);
}
