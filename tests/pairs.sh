#!/bin/sh
# Several pairs at once, and sides that are threads, as a user meets them.

. "$(dirname "$0")/lib.sh"

short="-q -n 2 --count 50 --timeout 5 -p any"

threads=yes
if ! has_threads; then
	skip 'peer=thread: not here'
	run "$ipclat" run $short pipe:peer=thread
	expect_status 77
	expect_out 'no threads'
	threads=no
fi

# lacks WORDS: whether they ask for threads that are not here.
lacks() {
	case $threads,$1 in
	no,*thread*) return 0 ;;
	esac
	return 1
}

# number NAME: that member of the first invocation in $work/out.
number() {
	sed -n "s/.*\"$1\": \([0-9.e+]*\).*/\1/p" "$work/out" | head -1
}

# Each pair makes so many round trips; one side a role; how far they are apart.
for words in pairs=3 peer=thread pairs=3,peer=thread; do
	lacks "$words" && continue
	run "$ipclat" run $short -o "$work/kept.json" "pipe:$words"
	expect_status 0
	expect_out "^pipe:$words "
	expect_nothing_left
	run "$ipclat" show -f json "$work/kept.json"
	expect_status 0
	case $words in
	pairs*) trips=150 headline=mean ;;
	*) trips=50 headline=median ;;
	esac
	[ "$(number round_trips)" = $trips ] ||
	    fail "pipe:$words: $(number round_trips) round trips, not $trips"
	[ "$(grep -o '"role": "[a-z]*"' "$work/out" | sort -u | wc -l)" -eq 2 ] &&
	    [ "$(grep -o '"role": "[a-z]*"' "$work/out" | wc -l)" -eq 4 ] ||
	    fail "pipe:$words: not two sides in each of two invocations"
	expect_out "\"headline\": \"$headline\""
	case $words in
	pairs*)
		awk -v slowest="$(number pair_slowest_per_s)" \
		    -v fastest="$(number pair_fastest_per_s)" 'BEGIN {
			exit !(slowest > 0 && fastest >= slowest) }' ||
		    fail "pipe:$words: no spread over pairs"
		expect_out '"reply_median_ns"'
		run "$ipclat" show "$work/kept.json"
		expect_out "^pipe:$words,place=any: slowest pair .*, fastest .*/s"
		;;
	*)
		! grep -q pair_slowest "$work/out" ||
		    fail "pipe:$words: a spread over one pair"
		;;
	esac
	run "$ipclat" compare "$work/kept.json" "$work/kept.json"
	expect_status 0
	expect_out "^pipe:$words"
done

# As many as there may be.
for test in pipe tcp sysv-msg unix-stream:via=broker; do
	list_transports | grep -q -x -e "${test%%:*}" || continue
	case $test in *:*) test=$test,pairs=100 ;; *) test=$test:pairs=100 ;; esac
	run "$ipclat" run -q -n 1 --count 3 -p any -f json "$test"
	if [ "$status" -eq 77 ]; then
		# What the machine has no room for is told.
		expect_out '"reason": ".*\(raise\|ulimit\|loopback\)'
		skip "$(sed -n 's/.*"reason": "\(.*\)".*/\1/p' "$work/out")"
	else
		expect_status 0
		[ "$(number round_trips)" = 300 ] ||
		    fail "$test: $(number round_trips) round trips, not 300"
	fi
	expect_nothing_left
done

# What makes no sense together, or is out of range.
run "$ipclat" run $short pipe:pairs=101
expect_usage_error '1 to 100'
run "$ipclat" run $short pipe:peer=task
expect_usage_error 'process, thread'
if has_rpc; then
	run "$ipclat" run $short rpc-tcp:peer=thread
	expect_usage_error 'peer'
fi

# Sides that spin need a CPU each.
if list_transports | grep -q -x shm-spin && can_place &&
    [ "$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 200)" -lt 200 ]; then
	run "$ipclat" run $short shm-spin:pairs=100
	expect_status 77
	expect_out '200 processes that spin'
fi

# Too few descriptors: more are asked for where that is allowed, else a skip
# that names the limit and the remedy.
run sh -c "ulimit -Sn 64; exec '$ipclat' run $short pipe:pairs=20"
expect_status 0
run sh -c "ulimit -n 64; exec '$ipclat' run $short pipe:pairs=20 pipe"
expect_status 0
expect_out '^skipped: pipe:pairs=20.*descriptors'
expect_out 'ulimit'
expect_out '^pipe '
expect_nothing_left

# Too few processes: a failure that names the limit, and nothing is left.
# Root has no such limit, and not every shell can set it.
as_other='setpriv --reuid=65531 --regid=65531 --clear-groups'
if [ "$(id -u)" -eq 0 ] && $as_other test -x "$ipclat" 2>/dev/null &&
    bash -c 'ulimit -u 20' 2>/dev/null; then
	chmod 755 "$work"
	chmod 1777 "$TMPDIR"
	for words in pairs=50 pairs=12,peer=thread; do
		lacks "$words" && continue
		run $as_other bash -c "ulimit -u 20
		    exec '$ipclat' run $short pipe:$words"
		expect_status 1
		expect_out 'ulimit'
		expect_nothing_left
	done
else
	skip 'ulimit -u: not as root, without setpriv or without bash'
fi

# A thread that kills itself takes its process along; one that hangs does not.
for row in 'faulty-hang|no progress' 'faulty-crash|process.* was killed' \
    'faulty-crash:pairs=3|server of pair [123] was killed' \
    'faulty-crash:pairs=3,peer=thread|process of pair [123] was killed'; do
	test=${row%%|*}
	case $test in *:*) ;; *) test=$test:peer=thread ;; esac
	lacks "$test" && continue
	run "$faulty" run -q -n 1 --count 20 --timeout 1 -p any "$test"
	expect_status 1
	# The text may be broken anywhere.
	tr -s '\n ' ' ' <"$work/out" >"$work/line"
	grep -q -e "${row#*|}" "$work/line" ||
	    fail "$ran: no '${row#*|}' on standard output"
	expect_nothing_left
done

# Three sides of a pair, in one process and in several.
for words in pairs=2 peer=thread pairs=2,peer=thread; do
	lacks "$words" && continue
	run "$faulty" run $short "faulty-relay:$words,size=100,verify=on"
	expect_status 0
	expect_nothing_left
done

# The work of setting up grows with the number of pairs and not faster.
calls_of() {
	strace -f -c -o "$work/calls" "$ipclat" run -q -n 1 --count 1 -p any \
	    "pipe:pairs=$1" >/dev/null 2>&1 || return 1
	awk '$NF == "total" { print $(NF - 2) ~ /^[0-9]+$/ ? $(NF - 2) : $(NF - 1) }' \
	    "$work/calls"
}
if [ "${IPCLAT_SANITIZED:-no}" = no ] &&
    grep -q 'HAVE_CLOSE_RANGE 1' config.h 2>/dev/null && ! is_emulated &&
    strace -f -o /dev/null true 2>/dev/null; then
	few=$(calls_of 5) more=$(calls_of 20) many=$(calls_of 80)
	echo "system calls with 5, 20 and 80 pairs: $few $more $many"
	awk -v few="$few" -v more="$more" -v many="$many" 'BEGIN {
	    exit !(few > 0 && many - more < 6 * (more - few)) }' ||
	    fail "system calls with 5, 20 and 80 pairs: $few $more $many"
else
	skip 'calls of setting up: no strace, or no close_range'
fi

finish
