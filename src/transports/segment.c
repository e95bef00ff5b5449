/* Memory that both sides have: its layout, and who writes where. */

#include "config.h"

#include <string.h>

#include "transports/segment.h"

#define SHARED_PAGE	4096u		/* no page is smaller */

static size_t
segment_round(int64_t size)
{
	return ((size_t)size + SHARED_LINE - 1) / SHARED_LINE * SHARED_LINE;
}

size_t
segment_size(const struct side *side, size_t before)
{
	return before + segment_round(side->parameters->value[KEY_SIZE]) +
	    segment_round(side->parameters->value[KEY_REPLY]);
}

void
segment_place(struct segment *segment, const struct side *side, void *base,
    size_t before)
{
	segment->base = base;
	segment->size = segment_size(side, before);
	segment->request = (unsigned char *)base + before;
	segment->reply = segment->request +
	    segment_round(side->parameters->value[KEY_SIZE]);
}

int
segment_map_anonymous(struct segment *segment, const struct side *side,
    size_t before)
{
	void	*base = shared_map(segment_size(side, before));

	if (base == NULL)
		return OUTCOME_FAILED;
	segment_place(segment, side, base, before);
	return OUTCOME_OK;
}

void
segment_take(struct segment *segment, const struct side *side)
{
	bool			 client = side->role == ROLE_CLIENT;
	const volatile unsigned char *in;
	size_t			 i;

	segment->out = client ? segment->request : segment->reply;
	segment->in = client ? segment->reply : segment->request;
	memset(segment->out, 0, side->outgoing_size);
	for (i = 0, in = segment->in; i < side->incoming_size; i += SHARED_PAGE)
		(void)in[i];
}
