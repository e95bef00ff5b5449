#!/bin/sh
# A round trip makes the system calls of its mechanism and no other: the
# calls of two runs that differ only in their count are subtracted.  Some
# systems have ppoll and pselect6 alone.

. "$(dirname "$0")/lib.sh"

[ "${IPCLAT_SANITIZED:-no}" = no ] ||
    { skip 'sanitizers cannot be traced'; exit 77; }
command -v strace >/dev/null 2>&1 || { skip 'no strace'; exit 77; }
is_emulated &&
    { skip 'an emulator makes system calls of its own'; exit 77; }
strace -f -o /dev/null true 2>/dev/null ||
    { skip 'strace is not permitted here'; exit 77; }

few=100
many=500

# Calls of the sides by name and count: of those that execute nothing and fork
# no process, threads of an emulator aside.  How often the others look around
# depends on time.  False where the test is skipped.
count_calls() {
	run strace -f -o "$work/calls" "$ipclat" run -q -n 1 --count "$1" "$2"
	[ "$status" -ne 77 ] || return 1
	expect_status 0
	awk '
	match($0, /^[0-9]+ +[a-z0-9_]+\(/) {
		call = $2
		sub(/\(.*/, "", call)
		# Some machines have only the one, some only the other.
		sub(/^accept4$/, "accept", call)
		sub(/^send$/, "sendto", call)
		sub(/^recv$/, "recvfrom", call)
		sub(/^ppoll/, "poll", call)
		sub(/^_newselect|^pselect6/, "select", call)
		if (call ~ /^(execve|v?fork)$/ ||
		    (call ~ /^clone/ && !/CLONE_THREAD/))
			other[$1] = 1
		count[$1, call]++
	}
	END {
		for (key in count) {
			split(key, part, SUBSEP)
			if (!(part[1] in other))
				sum[part[2]] += count[key]
		}
		for (call in sum)
			print call, sum[call]
	}' "$work/calls"
}

# expect_calls TEST 'NAME COUNT' ...: the calls of one round trip.
expect_calls() {
	traced=$1
	shift
	echo "${traced%%:*}" >>"$work/traced"
	if ! count_calls $few "$traced" >"$work/few"; then
		skip "$(sed -n 's/^skipped: //p' "$work/out")"
		return
	fi
	count_calls $many "$traced" >"$work/many"
	awk -v trips=$((many - few)) '
	    NR == FNR { few[$1] = $2; next }
	    {
		# To the nearest tenth: what is interrupted is called again.
		each = int(10 * ($2 - few[$1]) / trips + 0.5) / 10
		if (each >= 0.1)
			print $1, each
	    }' "$work/few" "$work/many" | sort >"$work/each"
	for call in "$@"; do
		echo "$call"
	done | sort >"$work/expected"
	cmp -s "$work/each" "$work/expected" ||
	    fail "$traced: calls a round trip: $(tr '\n' ',' <"$work/each")" \
	    "not: $(tr '\n' ',' <"$work/expected")"
}

expect_calls nil:place=any
for test in pipe unix-stream tcp; do
	expect_calls $test:place=any 'read 2' 'write 2'
	expect_calls $test:place=any,size=64,verify=on 'read 2' 'write 2'
done
for test in udp:place=any udp:place=any,size=64,verify=on; do
	expect_calls $test 'recvfrom 2' 'sendto 2'
done
expect_calls tcp-connect:place=any 'accept 1' 'close 2' 'connect 1' 'read 1' \
    'sendto 1' 'socket 1'
expect_calls unix-connect:place=any 'accept 1' 'close 2' 'connect 1' 'read 1' \
    'sendto 1' 'socket 1'

# Of libtirpc: clnt_call blocks all signals and restores them, and polls before
# it reads; so does the server's half, once in our loop and once in the library
# where it reads from a stream.  Other libraries have their own ways.
if "$ipclat" info | grep -q libtirpc; then
	waits='poll 3' datagram_waits='poll 2' more=
	if ! grep -q 'HAVE_SVC_POLLFD 1' config.h 2>/dev/null; then
		waits='poll 2' datagram_waits='poll 1' more='select 1'
	fi
	for test in rpc-tcp:place=any rpc-unix:place=any \
	    rpc-tcp:auth=sys,place=any,size=64,verify=on; do
		expect_calls $test "$waits" 'read 2' 'rt_sigprocmask 2' \
		    'write 2' ${more:+"$more"}
	done
	expect_calls rpc-udp:place=any "$datagram_waits" 'recvfrom 1' \
	    'recvmsg 1' 'rt_sigprocmask 2' 'sendmsg 1' 'sendto 1' \
	    ${more:+"$more"}
else
	skip 'SunRPC: not here, or not by libtirpc'
	printf 'rpc-%s\n' tcp udp unix >>"$work/traced"
fi

# A new transport needs its row above.
for name in $(list_transports); do
	grep -q -x -e "$name" "$work/traced" ||
	    fail "$name has no expected system calls"
done

finish
