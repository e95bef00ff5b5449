#!/bin/sh
# The lines of lmbench: as it prints them, and read again by compare.

. "$(dirname "$0")/lib.sh"

run "$ipclat" run -q -n 2 --count 20 -f lmbench pipe unix-stream unix-connect
expect_status 0
expect_out '^Pipe latency: [0-9]*\.[0-9]\{4\} microseconds$'
expect_out '^AF_UNIX sock stream latency: [0-9.]* microseconds$'
expect_out '^UNIX connection cost: [0-9.]* microseconds$'
grep -q '^#' "$work/out" && fail "$ran: place=any needs no heading"
cp "$work/out" "$work/old"
run "$ipclat" compare "$work/old" "$work/old"
expect_status 0
expect_out '^pipe .*no-evidence'

# A block for each place named.
run "$ipclat" run -q -n 1 --count 20 -f lmbench -p same,any pipe unix-stream
expect_status 0
[ "$(sed -n 1p "$work/out" | cut -c 1-13)" = 'Pipe latency:' ] ||
    fail "$ran: place=any does not come first"
grep -q '^# place=same$' "$work/out" || "$ipclat" info | grep -q 'cpus: *0' ||
    skip 'place=same: not here'

# Nothing that lmbench has: said, not an empty file.
run "$ipclat" run -q -n 1 --count 20 -f lmbench nil
expect_status 2
expect_err 'lmbench has none of these'

finish
