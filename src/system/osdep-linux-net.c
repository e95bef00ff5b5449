/* What Linux counts of its network. */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/osdep.h"

#define NET_COUNTERS	"/proc/net/netstat"
#define NET_SECTION	"TcpExt:"

/* Takes the next word off a line; NULL at its end. */
static char *
net_next_word(char **line)
{
	char	*word = *line + strspn(*line, " \n");
	size_t	 length = strcspn(word, " \n");

	if (length == 0)
		return NULL;
	*line = word + length;
	if (**line != '\0')
		*(*line)++ = '\0';
	return word;
}

/* The section is a line of names, then a line of as many values. */
static void
net_take(char *names, char *values, struct osdep_connections *connections)
{
	char		*name, *value;
	uint64_t	 number;

	while ((name = net_next_word(&names)) != NULL &&
	    (value = net_next_word(&values)) != NULL) {
		number = strtoull(value, NULL, 10);
		if (strcmp(name, "ListenOverflows") == 0)
			connections->overflows = number;
		else if (strcmp(name, "TCPSynRetrans") == 0)
			connections->syn_retransmits = number;
	}
}

bool
osdep_get_connections(struct osdep_connections *connections)
{
	char	*names = NULL, *values = NULL;
	size_t	 names_size = 0, values_size = 0;
	FILE	*file = fopen(NET_COUNTERS, "re");
	bool	 found = false;

	if (file == NULL)
		return false;
	memset(connections, 0, sizeof *connections);
	while (!found && getline(&names, &names_size, file) > 0 &&
	    getline(&values, &values_size, file) > 0)
		found = strncmp(names, NET_SECTION,
		    sizeof NET_SECTION - 1) == 0;
	if (found)
		net_take(names, values, connections);
	free(names);
	free(values);
	fclose(file);
	return found;
}
