/* What stands above a table: what was measured on, with what, and when. */

#ifndef REPORTERS_HEADING_H
#define REPORTERS_HEADING_H

#include "reporters/notes.h"
#include "results/result.h"

/* Three paragraphs: program and system, processors, date. */
void	 heading_write(const struct result *, const struct notes *);

/* The text of a fact, otherwise where there is none.  Any bytes. */
const char *heading_text(const struct facts *, const char *key,
	     const char *otherwise);

#endif
