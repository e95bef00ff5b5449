/* The suites that make up check_system. */

#ifndef TESTS_CHECK_SYSTEM_H
#define TESTS_CHECK_SYSTEM_H

#include "unit.h"

TCase	*case_clock(void);
TCase	*case_tmpdir(void);
TCase	*case_sweep(void);
TCase	*case_note(void);
TCase	*case_placement(void);

#endif
