/* Which boot this is, where the system writes a record of each. */

#ifndef SYSTEM_OSDEP_BOOT_H
#define SYSTEM_OSDEP_BOOT_H

struct facts;

/*
 * Adds boot_id, the time of the last boot as it was written down then; unknown
 * where there is no such record.  The kernel's own notion of that time moves
 * when the clock is set, and one boot would be taken for two.
 */
void	 boot_add_record(struct facts *);

#endif
