/* Owns the scheduler's description of the machine, groups within groups. */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "system/osdep-freebsd.h"
#include "system/osdep-sysctl.h"

#define SPEC_NAME	"kern.sched.topology_spec"
#define SPEC_SIZE_MAX	(1u << 20)
#define LEVELS_MAX	16

/*
 * One group that is open while the text is read.  It is a list of CPUs; those
 * of a group with several on one core share that, and those of a group with a
 * cache level above 0 share that cache.
 */
struct group {
	const char	*list;		/* its CPUs: "0, 1, 2" up to a '<'; NULL: not met yet */
	long		 cache_level;
	bool		 is_core;
};

/* The groups that are open, and what is known so far. */
struct reading {
	struct group	 open[LEVELS_MAX];
	size_t		 depth;
	struct cpu	*cpus;
	size_t		 count;
	long		 levels[OSDEP_CPUS_MAX];	/* the cache told for each */
};

/* The text, to be freed; NULL: there is none. */
static char *
spec_read(void)
{
	size_t	 size = 0;
	char	*text;

	if (!sysctl_name_read(SPEC_NAME, NULL, &size) || size == 0 ||
	    size > SPEC_SIZE_MAX || (text = malloc(size + 1)) == NULL)
		return NULL;
	if (!sysctl_name_read(SPEC_NAME, text, &size)) {
		free(text);
		return NULL;
	}
	text[size] = '\0';
	return text;
}

static bool
list_has(const char *list, int number)
{
	char	*end;

	for (; *list != '\0' && *list != '<'; list = end) {
		if (strtol(list, &end, 10) == number && end != list)
			return true;
		if (end == list)
			end++;
	}
	return false;
}

/*
 * A group ends: its inner ones have ended before, so what is known already is
 * of fewer CPUs, which is what counts for a core; of caches that of the highest
 * level does, and of those of one level the inner one.
 */
static void
group_settle(struct reading *reading, const struct group *group)
{
	size_t	i;
	int	first;

	if (group->list == NULL)
		return;
	first = (int)strtol(group->list, NULL, 10);
	for (i = 0; i < reading->count; i++) {
		struct cpu	*cpu = &reading->cpus[i];

		if (!list_has(group->list, cpu->number))
			continue;
		if (group->is_core && cpu->core < 0)
			cpu->core = first;
		if (group->cache_level > reading->levels[i]) {
			reading->levels[i] = group->cache_level;
			cpu->cache = first;
		}
	}
}

/* One tag, from its '<'. */
static void
tag_take(struct reading *reading, const char *tag)
{
	struct group	*group = reading->depth > 0 ?
			    &reading->open[reading->depth - 1] : NULL;
	const char	*level;

	if (strncmp(tag, "<group ", 7) == 0 && reading->depth < LEVELS_MAX) {
		group = &reading->open[reading->depth++];
		memset(group, 0, sizeof *group);
		level = strstr(tag, "cache-level=\"");
		if (level != NULL && level < tag + strcspn(tag, ">"))
			group->cache_level = strtol(level + 13, NULL, 10);
	} else if (group == NULL)
		return;
	else if (strncmp(tag, "<cpu ", 5) == 0)
		group->list = tag + strcspn(tag, ">") + 1;
	else if (strncmp(tag, "<flag name=\"THREAD\"", 19) == 0 ||
	    strncmp(tag, "<flag name=\"SMT\"", 16) == 0)
		group->is_core = true;
	else if (strncmp(tag, "</group>", 8) == 0) {
		group_settle(reading, group);
		reading->depth--;
	}
}

void
freebsd_read_topology(struct cpu *cpus, size_t count)
{
	struct reading	*reading = calloc(1, sizeof *reading);
	char		*text = spec_read();
	const char	*next;
	size_t		 i;

	if (reading != NULL && text != NULL) {
		reading->cpus = cpus;
		reading->count = count;
		for (next = strchr(text, '<'); next != NULL;
		    next = strchr(next + 1, '<'))
			tag_take(reading, next);
		/* One without siblings is a core by itself. */
		for (i = 0; i < count; i++)
			if (cpus[i].core < 0)
				cpus[i].core = cpus[i].number;
	}
	free(text);
	free(reading);
}
