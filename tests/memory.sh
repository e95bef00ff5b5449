#!/bin/sh
# No process of a measurement takes more than 16 MB at a size of 64k, however
# many round trips are counted.

. "$(dirname "$0")/lib.sh"

can_see_processes || { skip 'processes cannot be seen here'; exit 77; }
grep -q '^VmHWM:' /proc/self/status || { skip 'no VmHWM here'; exit 77; }
[ "${IPCLAT_SANITIZED:-no}" = no ] || { skip 'sanitizers take more'; exit 77; }

most_kb=16384

for name in $(list_transports); do
	spec=$name:place=any
	"$ipclat" list -v "$name" | grep -q 'keys:.* size' &&
	    spec=$spec,size=65000,verify=on
	"$ipclat" run -q -n 1 --count 1000000000 "$spec" \
	    >"$work/out" 2>"$work/err" </dev/null &
	command=$!
	ran="run $spec"
	sleep 0.7
	seen=0
	for process in $(our_processes); do
		peak=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' \
		    "/proc/$process/status" 2>/dev/null)
		[ -n "$peak" ] || continue
		seen=$((seen + 1))
		[ "$peak" -le $most_kb ] ||
		    fail "$spec: a process took $peak kB"
	done
	kill -TERM $command
	wait $command
	if grep -q '^skipped' "$work/out" && [ $seen -lt 4 ]; then
		skip "$spec"
	elif [ $seen -lt 4 ]; then
		fail "$spec: only $seen processes were seen"
	fi
done
expect_nothing_left

finish
