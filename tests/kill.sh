#!/bin/sh
# Whoever is killed in the middle of a run, nothing is left behind.

. "$(dirname "$0")/lib.sh"

can_see_processes || { skip 'processes cannot be seen here'; exit 77; }

# How often each of $sides has been switched, and the ticks that it has run.
look() {
	files=
	for process in $sides; do
		files="$files /proc/$process/stat"
		for thread in "/proc/$process/task"/*; do
			files="$files $thread/status"
		done
	done
	awk '
	{ split(FILENAME, part, "/"); process = part[3] }
	FILENAME ~ /status$/ && /ctxt_switches/ { switches[process] += $2 }
	FILENAME ~ /stat$/ {
		sub(/.*\) /, "")
		ticks[process] = $12 + $13
	}
	END {
		for (process in ticks)
			print process, switches[process] + 0, ticks[process]
	}' $files 2>/dev/null | sort
}

# Whether all $sides have done, since the look before, what only those do that
# are in the middle of round trips: sleep again and again, or run all the time.
are_busy() {
	look >"$work/look"
	touch "$work/look.before"
	awk -v least="$least" '
	NR == FNR { switches[$1] = $2; ticks[$1] = $3; next }
	$1 in ticks && ($2 > switches[$1] + 20 || $3 > ticks[$1] + 1) { busy++ }
	END { exit busy < least }' "$work/look.before" "$work/look"
	busy=$?
	mv "$work/look" "$work/look.before"
	return $busy
}

# A run that would last for minutes, in the background; its processes, of which
# there are $least sides and helpers, all in the middle of their work.
least=2
start() {
	"$@" >"$work/out" 2>"$work/err" </dev/null &
	command=$!
	ran=$*
	tries=0
	rm -f "$work/look.before"
	while [ $tries -lt 500 ]; do
		supervisor=$(children_of $command | head -1)
		sides=
		[ -z "$supervisor" ] || sides=$(children_of "$supervisor")
		[ "$(echo "$sides" | wc -w)" -ge $least ] && are_busy && return
		tries=$((tries + 1))
		sleep 0.02
	done
	fail "$ran: no $least sides at work: $sides"
}

# kill_side N: the one that was started as Nth.
kill_side() {
	kill -9 "$(echo $sides | cut -d ' ' -f "$1")"
}

endless="run -n 1 --count 1000000000 -p any"

transports=$(list_transports)
[ -n "$transports" ] || fail 'no transport is listed'

for transport in $transports; do
	least=2
	[ $transport != dbus ] || least=3
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

	victim=0
	while [ $((victim += 1)) -le $least ]; do
		start "$ipclat" $endless $transport
		kill_side $victim
		wait $command
		status=$?
		expect_status 1
		expect_out 'was killed by signal 9'
		expect_nothing_left
	done

	# Nobody is left who knows of files or queues; the next ipclat finds
	# them.
	start "$ipclat" $endless $transport
	kill -9 $command "$supervisor"
	wait $command 2>/dev/null
	await_end
	run "$ipclat" run -q -n 1 --count 1 -p any nil
	ran="$transport: command and supervisor killed"
	expect_nothing_left

	start "$ipclat" $endless $transport
	kill -9 $command "$supervisor" $sides
	wait $command 2>/dev/null
	await_end
	run "$ipclat" run -q -n 1 --count 1 -p any nil
	ran="$transport: all killed"
	expect_nothing_left
done

# While the supervisor makes things, from its first moment on.
for transport in $(echo "$transports" | grep -e '^sysv-' -e '^posix-'); do
	for delay in 0 0.001 0.002 0.003 0.005 0.008; do
		ran="$transport: all killed after $delay s"
		"$ipclat" $endless $transport >"$work/out" 2>"$work/err" \
		    </dev/null &
		command=$!
		tries=0
		supervisor=
		while [ -z "$supervisor" ] && [ $tries -lt 2000 ]; do
			if [ -r /proc/$command/task/$command/children ]; then
				read -r supervisor \
				    </proc/$command/task/$command/children
			else
				supervisor=$(children_of $command | head -1)
			fi
			tries=$((tries + 1))
		done
		sleep $delay
		kill -9 $command $supervisor 2>/dev/null
		wait $command 2>/dev/null
		await_end
		run "$ipclat" run -q -n 1 --count 1 -p any nil
		expect_nothing_left
	done
done

# A note is input.  Of a test that needs none, of another's key, or of no test
# at all: nothing is removed by it; and no link is followed.
leave_note() {
	stale=$TMPDIR/ipclat-$(id -u)-abcdef
	mkdir "$stale"
	chmod 700 "$stale"
	: >"$stale/lock"
	cat >"$stale/note"
	run "$ipclat" run -q -n 1 --count 1 -p any nil
	ran="a note: $1"
	expect_status 0
	expect_nothing_left
}
if echo "$transports" | grep -q -x sysv-msg &&
    command -v ipcmk >/dev/null 2>&1; then
	queue=$(ipcmk -Q | sed 's/[^0-9]//g')
	key=$(awk -v queue="$queue" '$2 == queue {
	    printf "%08x", $1 < 0 ? $1 + 4294967296 : $1 }' /proc/sysvipc/msg)
	list_objects | sort >"$work/objects"
	for note in "ipclat-note/1 $key sysv-msg:place=any" \
	    "ipclat-note/1 $key sysv-msg" "ipclat-note/2 $key x" \
	    "ipclat-note/1 $key nil:place=any
" "ipclat-note/1 $key sysv-msg:place=any,window=0
" "ipclat-note/1 0$key sysv-msg:place=any
" "ipclat-note/1 $key sysv-msg:place=any
x"; do
		printf %s "$note" | leave_note "$note"
		awk -v queue="$queue" '$2 == queue { found = 1 }
		    END { exit !found }' /proc/sysvipc/msg ||
		    fail "$ran: a queue is gone"
	done
	head -c 70000 /dev/zero | leave_note 'zeros'
	# The right one, so that the others were wrong for their reason.
	printf 'ipclat-note/1 %s sysv-msg:place=any\n' "$key" |
	    leave_note 'as it should be'
	! awk -v queue="$queue" '$2 == queue { found = 1 }
	    END { exit !found }' /proc/sysvipc/msg ||
	    fail "$ran: the queue is still there"
	list_objects | sort >"$work/objects"
else
	skip 'notes: no sysv-msg or no ipcmk'
fi

# The bus daemon, which is a child of the supervisor like the sides.
least=3
if has_dbus; then
	for spec in dbus dbus:size=64k,window=16; do
		start "$ipclat" $endless $spec
		for process in $sides; do
			grep -qsz -x -e dbus-daemon "/proc/$process/cmdline" &&
			    kill -9 "$process"
		done
		wait $command
		status=$?
		expect_status 1
		expect_out 'the daemon was killed by signal 9'
		expect_nothing_left
	done
	start "$ipclat" $endless dbus
	kill -9 $command "$supervisor" $sides
	wait $command 2>/dev/null
	await_end
	run "$ipclat" run -q -n 1 --count 1 -p any nil
	expect_nothing_left
fi

# With several pairs, and with threads: whoever is killed, all end.
for row in 1:pipe:peer=thread 6:tcp:pairs=3 3:udp:pairs=3,peer=thread \
    3:unix-connect:pairs=3,peer=thread; do
	case $row in *thread*) has_threads || continue ;; esac
	least=${row%%:*}
	for victim in command supervisor $(seq $least); do
		start "$ipclat" $endless "${row#*:}"
		case $victim in
		command) kill -9 $command ;;
		supervisor) kill -9 "$supervisor" ;;
		*) kill_side "$victim" ;;
		esac
		wait $command 2>/dev/null
		status=$?
		[ $victim = command ] || expect_out 'killed'
		expect_nothing_left
	done
done
least=2

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
