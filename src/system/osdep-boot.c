/* The record of the last boot, that of the users who are logged in. */

#include "config.h"

#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <utmpx.h>

#include "results/result.h"
#include "system/osdep-boot.h"

void
boot_add_record(struct facts *facts)
{
	struct utmpx		 wanted;
	const struct utmpx	*found;
	char			 text[64];

	memset(&wanted, 0, sizeof wanted);
	wanted.ut_type = BOOT_TIME;
	setutxent();
	found = getutxid(&wanted);
	if (found != NULL && found->ut_tv.tv_sec > 0) {
		snprintf(text, sizeof text, "booted-%lld.%06ld",
		    (long long)found->ut_tv.tv_sec,
		    (long)found->ut_tv.tv_usec);
		facts_add_text(facts, "boot_id", text);
	} else
		facts_add_text(facts, "boot_id", NULL);
	endutxent();
}
