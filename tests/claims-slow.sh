#!/bin/sh
# How often claims are made, by simulation, with many more turns.

program=$(pwd)/tests/check_claims
[ -x "$program" ] || { echo 'skipped: built without Check'; exit 77; }
IPCLAT_CHECK_SLOW=1 exec "$program"
