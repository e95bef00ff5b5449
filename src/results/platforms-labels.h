/* Names for platforms; for platforms.c alone. */

#ifndef RESULTS_PLATFORMS_LABELS_H
#define RESULTS_PLATFORMS_LABELS_H

#include "results/platforms.h"

/* Gives each platform the label that tells it from the others. */
void	 platforms_label(struct platforms *);

#endif
