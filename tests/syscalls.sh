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
		sub(/^epoll_p?wait2?/, "epoll_wait", call)
		sub(/_time64$/, "", call)
		sub(/^semtimedop$/, "semop", call)
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

# each_call TEST: the calls of one round trip, sorted, in $work/each.  False
# where the test is skipped.
each_call() {
	traced=$1
	echo "${traced%%:*}" >>"$work/traced"
	if ! count_calls $few "$traced" >"$work/few"; then
		skip "$(sed -n 's/^skipped: //p' "$work/out")"
		return 1
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
}

# expect_calls TEST 'NAME COUNT' ...: the calls of one round trip; of those
# that may find what they wait for without sleeping, 'NAME <=COUNT', which what
# else runs may make more now and then: up to three tries.  What is verified
# makes the same calls: shown where there is time.
expect_calls() {
	case $1,${IPCLAT_CHECK_SLOW-} in *verify=on,) return ;; esac
	tested=$1
	shift
	for call in "$@"; do
		echo "$call"
	done | sort >"$work/expected"
	for try in 1 2 3; do
		each_call "$tested" || return
		# No more than expected of what is there becomes just that.
		awk 'NR == FNR { if (sub(/^<=/, "", $2)) most[$1] = $2; next }
		    $1 in most && $2 <= most[$1] { $2 = "<=" most[$1] }
		    { print $1, $2 }' "$work/expected" "$work/each" >"$work/met"
		if cmp -s "$work/met" "$work/expected"; then
			return
		fi
		grep -q '<=' "$work/expected" || break
	done
	fail "$traced: calls a round trip: $(tr '\n' ',' <"$work/each")" \
	    "not: $(tr '\n' ',' <"$work/expected") (try $try)"
}

# calls NAME: how many of those are in $work/counted.
calls() {
	awk -v name="$1" '$1 == name { count = $2 }
	    END { print count + 0 }' "$work/counted"
}

# expect_bursts TEST MESSAGES: with many requests in flight a call moves one of
# so many messages of a round trip, or with coalesce=on several.
expect_bursts() {
	trips=2000
	for coalesce in off on; do
		if ! count_calls $trips "$1,coalesce=$coalesce,size=64,window=64" \
		    >"$work/counted"; then
			skip "$(sed -n 's/^skipped: //p' "$work/out")"
			return
		fi
		messages=$((trips * $2))
		writes=$(calls write) reads=$(calls read)
		echo "$1,coalesce=$coalesce: $messages messages in" \
		    "$writes writes, $reads reads"
		if [ $coalesce = off ]; then
			# A few more are the sides' talk with the supervisor.
			[ "$writes" -ge $messages ] &&
			    [ "$writes" -le $((messages + 100)) ] &&
			    [ "$reads" -ge $messages ]
		else
			[ "$writes" -le $((messages / 4)) ] &&
			    [ "$reads" -le $((messages / 4)) ]
		fi || fail "$1,coalesce=$coalesce: $messages messages in" \
		    "$writes writes, $reads reads"
	done
}

expect_calls nil:place=any
for test in pipe fifo unix-stream unix-dgram unix-seqpacket pty tcp vsock sctp; do
	expect_calls $test:place=any 'read 2' 'write 2'
	expect_calls $test:place=any,size=64,verify=on 'read 2' 'write 2'
done
# Threads, and several pairs, make the same calls.
expect_calls pipe:peer=thread,place=any 'read 2' 'write 2'
expect_calls tcp:pairs=3,peer=thread,place=any 'read 6' 'write 6'
expect_calls unix-stream:pairs=4,place=any 'read 8' 'write 8'
for test in udp:place=any udp:place=any,size=64,verify=on; do
	expect_calls $test 'recvfrom 2' 'sendto 2'
done

# How a side waits, and what it does besides, is what was asked for; of one
# transport where there is no time for more.
variants=unix-stream
[ "${IPCLAT_CHECK_SLOW-}" = '' ] || variants='pipe unix-stream tcp'
for test in $variants; do
	expect_calls $test:place=any,wait=poll 'poll 2' 'read 2' 'write 2'
	expect_calls $test:place=any,wait=select,watch=3 'read 2' 'select 2' \
	    'write 2'
	expect_calls $test:place=any,wait=hybrid 'poll 2' 'read 2' 'write 2'
	expect_calls $test:place=any,sigmask=on 'read 2' 'rt_sigprocmask 4' \
	    'write 2'
	expect_calls $test:frame=header,place=any,size=32 'read 4' 'write 2'
	expect_calls $test:frame=split,place=any,size=32 'read 4' 'write 4'
	expect_calls $test:place=any,via=broker 'read 4' 'write 4'
	expect_bursts $test:place=any 2
	expect_bursts $test:place=any,via=broker 4
done
expect_calls pipe:place=any,wait=epoll,watch=5 'epoll_wait 2' 'read 2' \
    'write 2'
expect_calls udp:place=any,wait=epoll 'epoll_wait 2' 'recvfrom 2' 'sendto 2'
expect_calls tcp:place=any,sockets=2 'read 2' 'write 2'
expect_calls tcp:frame=header,place=any,sigmask=on,size=32,sockets=2,wait=select,watch=3 \
    'read 4' 'rt_sigprocmask 4' 'select 2' 'write 2'

expect_calls tcp-connect:place=any 'accept 1' 'close 2' 'connect 1' 'read 1' \
    'sendto 1' 'socket 1'
expect_calls unix-connect:place=any 'accept 1' 'close 2' 'connect 1' 'read 1' \
    'sendto 1' 'socket 1'
expect_calls shm-spin:place=any
expect_calls futex:place=any 'futex <=4'
# glibc takes a mutex for contended that pthread_cond_wait has locked again: the
# unlocking that follows is a call too, which finds nobody to wake.
expect_calls mutex-cond:place=any 'futex <=6'
expect_calls eventfd:place=any 'read 2' 'write 2'
expect_calls signal:place=any 'rt_sigqueueinfo 2' 'rt_sigtimedwait 2'

for test in sysv-msg:place=any sysv-msg:place=any,size=64,verify=on; do
	expect_calls $test 'msgrcv 2' 'msgsnd 2'
done
expect_calls sysv-sem:place=any 'semop 4'
for test in sysv-shm:place=any sysv-shm:place=any,size=64,verify=on; do
	expect_calls $test 'semop 4'
done
for test in posix-mq:place=any posix-mq:place=any,size=64,verify=on; do
	expect_calls $test 'mq_timedreceive 2' 'mq_timedsend 2'
done
expect_calls posix-sem:place=any 'futex <=4'
for test in posix-shm:place=any posix-shm:place=any,size=64,verify=on; do
	expect_calls $test 'futex <=4'
done

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

# Of libdbus: each side waits before it reads, and reads until there is no
# more.  The daemon's own calls are not counted: it executes a program.
if has_dbus; then
	for test in dbus:place=any dbus:place=any,size=64,verify=on; do
		expect_calls $test 'poll 2' 'recvmsg 4' 'sendmsg 2'
	done
fi

# A new transport needs its row above.
for name in $(list_transports); do
	grep -q -x -e "$name" "$work/traced" ||
	    fail "$name has no expected system calls"
done

finish
