/* Owns what is known of the speed of cores in the course of a run. */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "engine/core-speeds.h"

#define QUICKEST_SHARE	10	/* a tenth */

static struct core_speeds_class *
speeds_find(const struct core_speeds *speeds, const char *relation,
    const char *kind)
{
	size_t	i;

	for (i = 0; i < speeds->count; i++)
		if (strcmp(speeds->classes[i].relation, relation) == 0 &&
		    strcmp(speeds->classes[i].kind, kind) == 0)
			return &speeds->classes[i];
	return NULL;
}

static struct core_speeds_class *
speeds_add_class(struct core_speeds *speeds, const char *relation,
    const char *kind)
{
	struct core_speeds_class *added;

	speeds->classes = memory_grow(speeds->classes, speeds->count,
	    sizeof *speeds->classes);
	added = &speeds->classes[speeds->count++];
	memset(added, 0, sizeof *added);
	snprintf(added->relation, sizeof added->relation, "%s", relation);
	snprintf(added->kind, sizeof added->kind, "%s", kind);
	return added;
}

void
core_speeds_add(struct core_speeds *speeds, const char *relation,
    const char *kind, double work_ns)
{
	struct core_speeds_class *like = speeds_find(speeds, relation, kind);
	size_t	i;

	if (!(work_ns > 0))
		return;
	if (like == NULL)
		like = speeds_add_class(speeds, relation, kind);
	like->work_ns = memory_grow(like->work_ns, like->count,
	    sizeof *like->work_ns);
	for (i = like->count++; i > 0 && like->work_ns[i - 1] > work_ns; i--)
		like->work_ns[i] = like->work_ns[i - 1];
	like->work_ns[i] = work_ns;
}

double
core_speeds_compare(const struct core_speeds *speeds, const char *relation,
    const char *kind, double work_ns)
{
	const struct core_speeds_class *like = speeds_find(speeds, relation,
	    kind);

	if (!(work_ns > 0))
		return (double)NAN;
	return like == NULL ? 1 :
	    work_ns / like->work_ns[(like->count - 1) / QUICKEST_SHARE];
}

void
core_speeds_free(struct core_speeds *speeds)
{
	size_t	i;

	for (i = 0; i < speeds->count; i++)
		free(speeds->classes[i].work_ns);
	free(speeds->classes);
	memset(speeds, 0, sizeof *speeds);
}
