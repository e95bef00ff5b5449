#!/bin/sh
# The conformance test again, with the largest sizes and all windows.

program=$(pwd)/tests/check_conformance
[ -x "$program" ] || { echo 'skipped: built without Check'; exit 77; }
IPCLAT_CHECK_SLOW=1 exec "$program"
