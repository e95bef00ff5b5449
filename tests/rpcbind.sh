#!/bin/sh
# The rpc tests with portmap=on, against a real rpcbind: what is registered is
# found, answers others while it measures, and goes away whoever is killed.
# All of it in name spaces of its own: a network, and a /run for the socket
# through which servers register.

. "$(dirname "$0")/lib.sh"

[ "${1-}" != inside ] || inside=yes
if [ "${inside-}" != yes ]; then
	has_rpc || { skip 'SunRPC: not here'; exit 77; }
	PATH=$PATH:/usr/sbin:/sbin
	for tool in rpcbind rpcinfo unshare mount ip; do
		command -v $tool >/dev/null 2>&1 ||
		    { skip "no $tool"; exit 77; }
	done
	spaces=-mn
	[ "$(id -u)" -eq 0 ] || spaces=-rmn
	unshare $spaces true 2>/dev/null ||
	    { skip "unshare $spaces is not permitted here"; exit 77; }
	unshare $spaces sh "$0" inside
	exit
fi

daemon=
trap '[ -z "$daemon" ] || kill $daemon 2>/dev/null; rm -rf "$work"' EXIT
mount -t tmpfs tmpfs /run 2>"$work/err" && ip link set lo up 2>>"$work/err" ||
    { skip "no /run or network of its own: $(cat "$work/err")"; exit 77; }

tests='rpc-tcp:portmap=on rpc-udp:portmap=on'
"$ipclat" list -f json rpc-unix | grep -q '"available": true' &&
    tests="$tests rpc-unix:portmap=on"

# Without it: a skip, with the remedy.
# A list of words.
# shellcheck disable=SC2086
run "$ipclat" run -q -n 1 --count 20 -p any $tests
expect_status 77
expect_out 'rpcbind does not answer.*'
expect_out 'portmap=off'

rpcbind -f >"$work/daemon" 2>&1 &
daemon=$!
tries=0
until rpcinfo -p 127.0.0.1 >/dev/null 2>&1; do
	tries=$((tries + 1))
	if [ $tries -ge 50 ] || ! kill -0 $daemon 2>/dev/null; then
		skip "rpcbind does not run here: $(cat "$work/daemon")"
		exit 77
	fi
	sleep 0.1
done

# Programs of the transient range, each once: those of the tests.
registered() {
	rpcinfo 2>/dev/null |
	    awk '$1 ~ /^[0-9]+$/ && $1 >= 1073741824 { print $1 }' | sort -u
}

expect_nothing_registered() {
	tries=0
	while [ -n "$(registered)" ] && [ $tries -lt 50 ]; do
		tries=$((tries + 1))
		sleep 0.1
	done
	[ -z "$(registered)" ] ||
	    fail "$ran: still registered: $(registered | tr '\n' ' ')"
}

# shellcheck disable=SC2086
run "$ipclat" run -q -n 1 --count 100 -p any $tests
expect_status 0
for test in $tests; do
	expect_out "^$test  *any"
done
expect_nothing_registered

# start TEST COUNT: in the background; waits until it is registered.
start() {
	ran="run --count $2 $1"
	"$ipclat" run -q -f json -n 1 --count "$2" -p any "$1" \
	    >"$work/out" 2>"$work/err" </dev/null &
	command=$!
	program=
	tries=0
	while [ -z "$program" ] && [ $tries -lt 200 ] &&
	    kill -0 $command 2>/dev/null; do
		tries=$((tries + 1))
		program=$(registered)
		[ -n "$program" ] || sleep 0.02
	done
}

# call_meanwhile TEST NETID: others call its NULL procedure until it ends;
# they are answered, and what it measures is as long as it should be.
call_meanwhile() {
	count=20000
	answered=0
	while [ $answered -eq 0 ] && [ $count -le 2000000 ]; do
		start "$1" $count
		while kill -0 $command 2>/dev/null; do
			rpcinfo -T "$2" 127.0.0.1 "$program" 1 \
			    >"$work/called" 2>&1 &&
			    grep -q 'ready and waiting' "$work/called" &&
			    answered=$((answered + 1))
		done
		wait $command
		status=$?
		expect_status 0
		expect_out "\"round_trips\": $count, \"timed\": $count, \"lost\": 0"
		[ $status -eq 0 ] || return
		count=$((count * 10))
	done
	[ $answered -gt 0 ] ||
	    fail "$1: rpcinfo was never answered: $(cat "$work/called")"
	expect_nothing_registered
}
call_meanwhile rpc-tcp:portmap=on tcp
call_meanwhile rpc-udp:portmap=on udp

# Whoever is killed, nothing stays registered.
if can_see_processes; then
	for victim in command supervisor side both; do
		start rpc-tcp:portmap=on 1000000000
		[ -n "$program" ] || fail "$ran: never registered"
		supervisor=$(children_of $command | head -1)
		case $victim in
		command) kill -9 $command ;;
		supervisor) kill -9 "$supervisor" ;;
		both) kill -9 $command "$supervisor" ;;
		side)
			tries=0
			until [ -n "$(children_of "$supervisor")" ] ||
			    [ $tries -ge 50 ]; do
				tries=$((tries + 1))
				sleep 0.1
			done
			kill -9 "$(children_of "$supervisor" | head -1)"
			;;
		esac
		wait $command 2>/dev/null
		status=$?
		killed="$ran with its $victim killed"
		ran=$killed
		case $victim in
		supervisor|side) expect_status 1 ;;
		both)
			# Nobody is left to unregister but the next run.
			await_end
			run "$ipclat" run -q -n 1 --count 1 -p any nil
			ran=$killed
			;;
		esac
		expect_nothing_registered
		expect_nothing_left
	done
fi

# A missing list of networks, which the library reads.
if grep -q 'HAVE_SVC_VC_CREATE 1' config.h 2>/dev/null &&
    mount --bind /dev/null /etc/netconfig 2>/dev/null; then
	# shellcheck disable=SC2086
	run "$ipclat" run -q -n 1 --count 20 -p any rpc-tcp rpc-udp
	expect_status 77
	expect_out '/etc/netconfig'
fi

finish
