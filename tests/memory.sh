#!/bin/sh
# No process of a measurement takes more than 16 MB at a size of 64k, however
# many round trips are counted.

. "$(dirname "$0")/lib.sh"

can_see_processes || { skip 'processes cannot be seen here'; exit 77; }
grep -q '^VmHWM:' /proc/self/status || { skip 'no VmHWM here'; exit 77; }
is_emulated && { skip 'the memory of an emulator is not ours'; exit 77; }
[ "${IPCLAT_SANITIZED:-no}" = no ] || { skip 'sanitizers take more'; exit 77; }

most_kb=16384

# All at a time, since only their memory matters.
commands=
for name in $(list_transports); do
	spec=$name:place=any
	"$ipclat" list -v "$name" | grep -q 'keys:.* size' &&
	    spec=$spec,size=65000,verify=on
	"$ipclat" run -q -n 1 --count 1000000000 --timeout 60 "$spec" \
	    >"$work/out.$name" 2>&1 </dev/null &
	commands="$commands $!:$spec"
done

# kilobytes PROCESS: the most that it took; nothing where it has gone.
kilobytes() {
	sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$1/status" 2>/dev/null
}

# The command, its supervisor, client and server.
family_of() {
	echo "$1"
	for supervisor in $(children_of "$1"); do
		echo "$supervisor"
		children_of "$supervisor"
	done
}

for command in $commands; do
	spec=${command#*:} command=${command%%:*}
	tries=0
	family=$(family_of "$command")
	while [ "$(echo "$family" | wc -w)" -lt 4 ] && [ $tries -lt 300 ] &&
	    kill -0 "$command" 2>/dev/null; do
		tries=$((tries + 1))
		sleep 0.1
		family=$(family_of "$command")
	done
	# Time for the buffers of the last ones.
	[ $tries -eq 0 ] || sleep 0.2
	for process in $family; do
		peak=$(kilobytes "$process")
		[ "${peak:-0}" -le $most_kb ] ||
		    fail "$spec: a process took $peak kB"
	done
	kill -TERM "$command" 2>/dev/null
	wait "$command"
	if grep -q '^skipped: .*stopped' "$work/out.${spec%%:*}"; then
		[ "$(echo "$family" | wc -w)" -ge 4 ] ||
		    fail "$spec: not all processes were seen"
	else
		skip "$(head -1 "$work/out.${spec%%:*}")"
	fi
done
ran='all runs'
expect_nothing_left

finish
