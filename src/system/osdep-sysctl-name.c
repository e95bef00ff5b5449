/* Reading by the names of sysctl, where the system looks them up. */

#include "config.h"

#include <sys/types.h>
#include <sys/sysctl.h>
#include <limits.h>
#include <string.h>

#include "results/result.h"
#include "system/osdep-sysctl.h"

bool
sysctl_name_read(const char *name, void *value, size_t *size)
{
	return sysctlbyname(name, value, size, NULL, 0) == 0;
}

bool
sysctl_name_read_text(const char *name, char *text, size_t size)
{
	size_t	length = size - 1;

	if (!sysctl_name_read(name, text, &length))
		length = 0;
	text[length] = '\0';
	length = strlen(text);
	while (length > 0 && strchr(" \t\n", text[length - 1]) != NULL)
		text[--length] = '\0';
	return length > 0;
}

long
sysctl_name_read_number(const char *name)
{
	union {
		int	small;
		long	large;
	}	value;
	size_t	size = sizeof value;

	memset(&value, 0, sizeof value);
	if (!sysctl_name_read(name, &value, &size))
		return -1;
	return size == sizeof value.large ? value.large :
	    size == sizeof value.small ? value.small : -1;
}

bool
sysctl_name_add_text(struct facts *facts, const char *key, const char *name)
{
	char	text[1024];

	if (!sysctl_name_read_text(name, text, sizeof text))
		return false;
	facts_add_text(facts, key, text);
	return true;
}
