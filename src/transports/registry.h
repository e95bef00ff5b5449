/* All transports, by number and by name. */

#ifndef TRANSPORTS_REGISTRY_H
#define TRANSPORTS_REGISTRY_H

#include <stddef.h>

#include "transports/transport.h"

/* The transport of that number, in the order of listings; NULL past the last. */
const struct transport *registry_get(size_t);

/* The transport of that name, or NULL. */
const struct transport *registry_find(const char *);

/*
 * Adds the rows up to the NULL behind the built-in ones: how the tests bring
 * transports that are broken on purpose.  The array is not copied.
 */
void	 registry_extend(const struct transport *const *);

#endif
