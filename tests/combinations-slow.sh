#!/bin/sh
# Every two values of keys together; make check tries each alone.

program=$(pwd)/tests/check_combinations
[ -x "$program" ] || { echo 'skipped: built without Check'; exit 77; }
IPCLAT_CHECK_SLOW=1 exec "$program"
