#!/bin/sh
# Whoever is killed in the middle of a run, nothing is left behind.

. "$(dirname "$0")/lib.sh"

can_see_processes || { skip 'processes cannot be seen here'; exit 77; }

# A run that would last for minutes, in the background; its processes.
start() {
	"$@" >"$work/out" 2>"$work/err" </dev/null &
	command=$!
	ran=$*
	tries=0
	while [ $tries -lt 200 ]; do
		supervisor=$(children_of $command | head -1)
		sides=
		[ -z "$supervisor" ] || sides=$(children_of "$supervisor")
		[ "$(echo "$sides" | wc -w)" -ge 2 ] && break
		tries=$((tries + 1))
		sleep 0.05
	done
	[ -n "$sides" ] || fail "$ran: no sides came up"
}

endless="run -n 1 --count 1000000000 -p any"

transports=$(list_transports)
[ -n "$transports" ] || fail 'no transport is listed'

for transport in $transports; do
	start "$ipclat" $endless $transport
	kill -9 $command
	wait $command 2>/dev/null
	expect_nothing_left

	start "$ipclat" $endless $transport
	kill -9 "$supervisor"
	wait $command
	status=$?
	expect_status 1
	expect_out 'supervisor was killed'
	expect_nothing_left

	start "$ipclat" $endless $transport
	kill -9 ${sides##*[!0-9]}
	wait $command
	status=$?
	expect_status 1
	expect_out 'was killed by signal 9'
	expect_nothing_left

	# Nobody is left who knows of files; the next ipclat finds them.
	start "$ipclat" $endless $transport
	kill -9 $command "$supervisor"
	wait $command 2>/dev/null
	await_end
	run "$ipclat" run -q -n 1 --count 1 -p any nil
	expect_nothing_left
done

# The command alone: its supervisor removes the files.
start "$faulty" $endless faulty-litter
kill -9 $command
wait $command 2>/dev/null
expect_nothing_left

# All at once: what is left of files goes with the next run.
start "$faulty" $endless faulty-litter
kill -9 $command "$supervisor" $sides
wait $command 2>/dev/null
await_end
run "$ipclat" run -q -n 1 --count 1 -p any pipe
expect_nothing_left

# A supervisor that is stopped is given up.
start "$ipclat" run -n 1 --count 1000000000 --timeout 0.5 -p any pipe
kill -STOP "$supervisor"
wait $command
status=$?
expect_status 1
expect_out 'no sign of life'
expect_nothing_left

# All of them stopped for longer than any timeout, and let go in the worst
# order: it is nobody's fault.
ran='run stopped and continued'
"$ipclat" run -q -n 1 -t 3 --timeout 2 -p any pipe >"$work/out" \
    2>"$work/err" </dev/null &
command=$!
sleep 1
stopped="$command $(children_of $command)"
for process in $stopped; do
	stopped="$stopped $(children_of "$process" | tr '\n' ' ')"
done
kill -STOP $stopped
sleep 9
for process in $stopped; do
	kill -CONT "$process"
	sleep 0.2
done
wait $command
status=$?
expect_status 0
expect_nothing_left

# Interrupted: what was measured is printed and stored.  A shell has INT
# ignored in what it starts in the background.
for signal in INT TERM HUP; do
	case $signal in HUP) number=1 ;; INT) number=2 ;; TERM) number=15 ;; esac
	if ! env --default-signal=INT true 2>/dev/null; then
		skip 'interrupting: env has no --default-signal'
		break
	fi
	rm -f "$work/kept.json"
	ran="run interrupted by $signal"
	env --default-signal=INT "$ipclat" run -n 10000 -t 0.01 -p any \
	    -o "$work/kept.json" pipe >"$work/out" 2>"$work/err" </dev/null &
	command=$!
	tries=0
	while [ ! -s "$work/kept.json" ] && [ $tries -lt 300 ]; do
		tries=$((tries + 1))
		sleep 0.1
	done
	kill -$signal $command
	wait $command
	status=$?
	expect_status $((128 + number))
	expect_out '^pipe '
	"$ipclat" show "$work/kept.json" >/dev/null ||
	    fail "$signal: what was kept cannot be shown"
	expect_nothing_left
done

finish
