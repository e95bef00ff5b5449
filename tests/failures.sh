#!/bin/sh
# Every failure is visible: a clear line for that test, the right exit
# status, the others go on, nothing is left behind.

. "$(dirname "$0")/lib.sh"

short="-q -n 2 --count 20 --timeout 1 -p any"

# A test that hangs, whose server is killed, or is stopped.
for row in 'faulty-hang|no progress' 'faulty-stop|no progress' \
    'faulty-crash|killed by signal 9' 'faulty-echo|wrong byte'; do
	name=${row%%|*}
	run "$faulty" run $short pipe "$name" unix-stream
	expect_status 1
	expect_out "$name.*: .*${row#*|}"
	expect_out '^pipe '
	expect_out '^unix-stream '
	expect_nothing_left
done

# Refused and not built: skips, with the reason; alone, nothing is measured.
run "$faulty" run $short faulty-refuse pipe
expect_status 0
expect_out 'faulty-refuse.*the kernel refuses it'
run "$faulty" run $short faulty-absent
expect_status 77
expect_out 'faulty-absent.*this build is a test'
run "$faulty" list -v faulty-absent
expect_out 'state: not built: this build is a test'
run "$faulty" run $short --strict faulty-absent pipe
expect_status 1

# A file left by a transport goes away with the private directory.
run "$faulty" run $short faulty-litter
expect_status 0
expect_nothing_left

# Too few descriptors, at every number that is too small or just enough for
# the program to start at all: its loader, or what runs it, needs some too.
limit=3
while [ $limit -le 16 ]; do
	limited="ulimit -n $limit; exec '$ipclat'"
	run sh -c "$limited run $short pipe tcp"
	if [ "$status" -ne 0 ] && sh -c "$limited --version" \
	    </dev/null >/dev/null 2>&1; then
		case $status in
		1|2) ;;
		*) fail "descriptor limit $limit: status $status" ;;
		esac
		grep -q -i -e 'open files' -e 'descriptor' "$work/out" \
		    "$work/err" ||
		    fail "descriptor limit $limit: no reason that names it"
	fi
	expect_nothing_left
	limit=$((limit + 1))
done
expect_status 0

# A full descriptor table is no lack of the system: a failure, not a skip.
run sh -c "ulimit -n 4; exec '$ipclat' run $short unix-stream"
case $status in
1|2|126|127) ;;
*) fail "unix-stream without descriptors: status $status" ;;
esac

# Files may not grow: what was there stays, and nothing is left beside it.
mkdir "$work/limited"
run "$ipclat" run $short -o "$work/limited/result.json" pipe
expect_status 0
cp "$work/limited/result.json" "$work/before"
ran='run with ulimit -f 0'
(
	ulimit -f 0
	exec "$ipclat" run $short -o "$work/limited/result.json" pipe 2>&1
) | cat >"$work/out"
expect_out 'limited/result.json'
cmp -s "$work/before" "$work/limited/result.json" ||
    fail 'a result was lost to a limit'
[ "$(ls -A "$work/limited")" = result.json ] ||
    fail "left beside a result: $(ls -A "$work/limited")"

# No loopback.
isolate='unshare -n'
$isolate true 2>/dev/null || isolate='unshare -rn'
$isolate true 2>/dev/null || isolate=
if [ -n "$isolate" ]; then
	for name in tcp udp tcp-connect; do
		run $isolate "$ipclat" run $short $name pipe
		expect_status 0
		expect_out "^skipped: $name:.*loopback"
		expect_out '^pipe '
		run $isolate "$ipclat" run $short $name
		expect_status 77
		run $isolate "$ipclat" list $name
		expect_out 'loopback'
	done
else
	skip 'no loopback: unshare -rn is not permitted'
fi

# Far more connections than there are ports.
if [ -n "$isolate" ] && $isolate sh -c 'ip link set lo up &&
    echo 40000 40099 >/proc/sys/net/ipv4/ip_local_port_range' 2>/dev/null; then
	run $isolate sh -c "ip link set lo up
	    echo 40000 40099 >/proc/sys/net/ipv4/ip_local_port_range
	    exec '$ipclat' run -q -n 1 --count 1000 -p any -f json tcp-connect"
	expect_status 0
	expect_out '"round_trips": 1000,'
	# A single port is taken by whoever comes first.
	run $isolate sh -c "ip link set lo up
	    echo 40000 40000 >/proc/sys/net/ipv4/ip_local_port_range
	    exec '$ipclat' run -q -n 1 --count 20 -p any tcp udp pipe"
	expect_status 0
	expect_out 'skipped: tcp:place=any: no port of IPv4 is free'
	expect_out 'skipped: udp:place=any: no port of IPv4 is free'
	expect_out '^pipe '
else
	skip 'few ports: unshare -rn or ip is missing or not permitted'
fi

# A bus daemon that ends at once has its words told; one that is not there is a
# skip; the user's own bus is of no use and does no harm.
if has_dbus; then
	mkdir "$work/daemon"
	printf '#!/bin/sh\necho "a word of its own" >&2\nexit 1\n' \
	    >"$work/daemon/dbus-daemon"
	chmod +x "$work/daemon/dbus-daemon"
	run env PATH="$work/daemon:$PATH" "$ipclat" run $short dbus pipe
	expect_status 1
	expect_out '^failed: dbus:.*did not come up: a word of its own'
	expect_out '^pipe '
	expect_nothing_left
	run env DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent \
	    DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nonexistent DBUS_VERBOSE=1 \
	    "$ipclat" run $short dbus
	expect_status 0
	expect_no_err
	expect_nothing_left
	run sh -c "ulimit -n 16; exec '$ipclat' run $short dbus pipe"
	expect_status 1
	expect_out '^failed: dbus:'
	expect_out 'raise ulimit -n'
	expect_out '^pipe '
	run "$ipclat" run $short dbus:size=64m,window=3 pipe
	expect_status 0
	expect_out '^skipped: dbus:.*window=3'
	expect_out 'window=2'
	daemon=$(command -v dbus-daemon)
	hide="mount --bind /dev/null '${daemon:-/nonexistent}'"
	if unshare -m sh -c "$hide" 2>/dev/null; then
		run unshare -m sh -c "$hide; exec '$ipclat' run $short dbus pipe"
		expect_status 0
		expect_out '^skipped: dbus:.*dbus-daemon is not installed'
		expect_out '^pipe '
	else
		skip 'no bus daemon: unshare -m is not permitted'
	fi
fi

# A size that nothing carries is a usage error, not a clamp.
run "$ipclat" run $short pipe:size=65m
expect_usage_error 'size'

# Too little was measured for a share of the CPU: none is given.
run "$ipclat" run -q -n 1 --count 5 -p any -f json nil
expect_status 0
expect_out '"cpu_percent": null'

# Standard descriptors closed.
run sh -c "'$ipclat' run $short pipe <&-"
expect_status 0
expect_out '^pipe '
run sh -c "'$ipclat' run $short pipe 2>&-"
expect_status 0
run sh -c "'$ipclat' run $short -o '$work/closed.json' pipe >&-"
expect_status 2
expect_err 'standard output'
run sh -c "'$ipclat' run $short -o '$work/closed.json' pipe <&- >&- 2>&-"
expect_status 2
expect_nothing_left

# No more memory for a thread: the limit is named.
limited="ulimit -v 12000; exec '$ipclat'"
if has_threads && sh -c "$limited --version" >/dev/null 2>&1; then
	run sh -c "$limited run $short pipe:peer=thread"
	case $status in
	0) skip 'threads need little memory here' ;;
	*) expect_status 1
	   expect_out '(see ulimit -u and' ;;
	esac
	expect_nothing_left
fi

# A file system for temporary files that is full: a failure, with the remedy,
# and no lack of the system.
mkdir "$work/full"
fill="mount -t tmpfs -o nr_inodes=3 tmpfs '$work/full'"
if unshare -m sh -c "$fill" 2>/dev/null; then
	run unshare -m sh -c "$fill
	    TMPDIR='$work/full' exec '$ipclat' run $short pipe fifo"
	expect_status 1
	expect_out '^failed: fifo:.*named pipe in the private directory'
	expect_out '^pipe '
else
	skip 'a full file system: unshare -m is not permitted'
fi

# A full standard output.
if [ -w /dev/full ]; then
	run "$ipclat" run $short -o "$work/kept.json" pipe
	for words in "run $short pipe" "run $short -f json pipe" \
	    "show '$work/kept.json'" "show -f json '$work/kept.json'"; do
		run sh -c "'$ipclat' $words >/dev/full"
		expect_usage_error 'cannot write standard output'
	done
fi

# Stopped in the first round: what was measured is printed, the rest is said to
# be skipped, and an earlier result is kept.  The seed decides whether the test
# that hangs is the last.
"$ipclat" run $short -o "$work/earlier.json" nil >/dev/null
cp "$work/earlier.json" "$work/earlier.copy"
for name in earlier new; do
	measured=0
	for seed in 1 2 3 4 5 6 7 8 9; do
		ran="run stopped in its first round, -o $name.json"
		# Before it is told that it hangs it must not be signalled.
		: >"$work/err"
		"$faulty" run -v -n 2 --count 20 --timeout 20 --seed $seed \
		    -p any -o "$work/$name.json" pipe faulty-hang \
		    >"$work/out" 2>"$work/err" </dev/null &
		command=$!
		tries=0
		while ! grep -qs faulty-hang "$work/err" &&
		    [ $tries -lt 300 ]; do
			tries=$((tries + 1))
			sleep 0.1
		done
		measured=$(grep -c pipe "$work/err")
		kill -TERM $command
		wait $command
		status=$?
		expect_status 143
		[ "$measured" -eq 0 ] || break
	done
	[ "$measured" -eq 1 ] || fail "$ran: no seed measures pipe first"
	expect_out '^pipe '
	expect_out '^skipped: faulty-hang.*stopped'
	expect_nothing_left
done
cmp -s "$work/earlier.json" "$work/earlier.copy" ||
    fail 'a run stopped in its first round replaced an earlier result'
run "$ipclat" show "$work/new.json"
expect_out '^pipe '

# Signals that the parent ignores.
run sh -c "trap '' PIPE CHLD; exec '$ipclat' run $short pipe tcp"
expect_status 0
expect_out '^pipe '

# Affinity limited to one CPU: what needs two is a skip.
if command -v taskset >/dev/null 2>&1; then
	cpu=$(taskset -cp $$ | sed 's/.*: *//; s/[-,].*//')
	run taskset -c "$cpu" "$ipclat" run -q -n 1 --count 20 pipe
	expect_status 0
	if "$ipclat" info | grep -q 'affinity.*unknown'; then
		skip 'affinity is unknown here'
	else
		run taskset -c "$cpu" "$ipclat" run -q -n 1 --count 20 \
		    -p same,cross pipe
		expect_out 'pipe:place=cross.*: '
	fi
fi

# A result that cannot be written: known before anything is measured.
run "$ipclat" run $short -o "$work/missing/result.json" pipe
expect_usage_error 'missing/result.json'
echo 'no result' >"$work/other"
run "$ipclat" run $short -o "$work/other" pipe
expect_usage_error 'other'
[ "$(cat "$work/other")" = 'no result' ] || fail 'a file was overwritten'

# A temporary directory that is missing or very long hurts nobody.
long=$TMPDIR/$(printf '%0150d' 0)
mkdir -p "$long"
run env TMPDIR="$long" "$faulty" run $short pipe faulty-litter
expect_status 0
rmdir "$long" || fail 'something is left in a long TMPDIR'
run env TMPDIR="$work/nowhere" "$ipclat" run $short pipe
expect_status 0

# A pipe that nobody reads is known before anything is measured.
mkfifo "$work/fifo"
run "$ipclat" run $short -o "$work/fifo" pipe
expect_usage_error 'start its reader'
(exec cat "$work/fifo" >"$work/piped") &
run "$ipclat" run $short -o "$work/fifo" pipe
expect_status 0
wait $!
"$ipclat" show "$work/piped" >/dev/null || fail 'a pipe got no result'

# The remedy stands at the end of however long a line.
long=$(printf '%0250d' 0)
mkdir "$work/$long"
run "$ipclat" run $short -o "$work/$long" pipe
expect_usage_error 'name a file in it$'

# What ipclat calls itself is no command.
run "$ipclat" --supervise 7
expect_usage_error 'calls itself'

# As an ordinary user.
if [ "$(id -u)" -eq 0 ] && can_be_ordinary; then
	run $as_other "$ipclat" run $short pipe tcp
	expect_status 0
	expect_out '^pipe '
	grep -q '^skipped: tcp.*loopback' "$work/out" ||
	    expect_out '^tcp '
	# Another's result in a directory like /tmp.
	mkdir "$work/public"
	chmod 1777 "$work/public"
	cp "$work/before" "$work/public/result.json"
	chmod 666 "$work/public/result.json"
	run $as_other "$ipclat" run $short -o "$work/public/result.json" pipe
	expect_usage_error 'another user'
fi

finish
