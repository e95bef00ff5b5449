#!/bin/sh
# What users ask for, one command each, and the table that answers it.

. "$(dirname "$0")/lib.sh"

short="-q -n 2 --count 20"

# expect_table HEADING: what follows it, up to a blank line.
expect_table() {
	expect_out "^$1"
	sed -n "/^$1/,/^\$/p" "$work/out" >"$work/table"
	awk 'length > 80 { exit 1 }' "$work/out" ||
	    fail "$ran: a line of more than 80 columns"
}

# expect_cells NUMBER PATTERN: so many lines of the table match.
expect_cells() {
	found=$(grep -c -e "$2" "$work/table")
	[ "$found" -eq "$1" ] ||
	    fail "$ran: $found lines match '$2', not $1: $(cat "$work/table")"
}

# Ping-pongs a second at so much CPU, one column a place.
check_pingpong() {
	run "$ipclat" run $short -p any -o "$work/pingpong.json" @pingpong
	expect_status 0
	expect_table 'Ping-pongs (round trips) a second @ CPU'
	expect_cells 10 '[0-9.k]* @ [-0-9.%e]*$'
	expect_cells 1 '^test  *any$'
	# Where two writes wait for an acknowledgement, it is said, with the remedy.
	if awk '/^tcp:frame=split,nodelay=off,size=32$/ { getline; exit !($2 < 35000) }' \
	    "$work/out"; then
		skip 'no delayed acknowledgements here'
	else
		tr '\n' ' ' <"$work/out" | tr -s ' ' >"$work/one"
		grep -q -e 'frame=split,nodelay=off,place=any,size=32: each round trip waits for 2 delayed' \
		    "$work/one" || fail "$ran: nothing about delays"
		grep -q -e 'only [0-9]* of 20 round trips were made' \
		    "$work/one" || fail "$ran: it was not cut short"
		grep -q -e 'set TCP_NODELAY (nodelay=on)' "$work/one" ||
		    fail "$ran: no remedy"
	fi
	run "$ipclat" show "$work/pingpong.json"
	expect_table 'Ping-pongs (round trips) a second @ CPU'
	expect_cells 10 '[0-9.k]* @ [-0-9.%e]*$'
}
if list_transports | grep -q -x tcp; then
	check_pingpong
else
	skip 'no tcp here'
fi

# Messages, and what each process used.
run "$ipclat" run $short -p any @broker
case $status in 0|77) ;; *) fail "$ran: status $status" ;; esac
expect_table 'Messages, each with its reply'
expect_cells 1 'seconds  *msg/s  *us/msg  *MB/s'
expect_table 'CPU time and context switches of each process'
expect_cells 3 '^  *broker  '
expect_cells "$(grep -c '^\(unix-stream\|dbus\)' "$work/table")" '^  *all  '
expect_cells 1 'CPU us  *user us  *system us  *user%  *switches'
if tells_of_daemons; then
	# A daemon's CPU time is exact, whether or not a clock tick fell into it.
	expect_cells 2 '^  *daemon  *[0-9.]*[0-9]  *[-0-9.]*  *[-0-9.]*  *[-0-9.]*  *[0-9.]*$'
else
	skip 'no daemon here that tells what it used'
fi

# Both are measured at place=any too, unless told otherwise.
run "$ipclat" run $short -f json @broker
expect_out '"spec": "unix-stream:place=any,size=4096"'
if can_place; then
	expect_out '"spec": "unix-stream:place=same,size=4096"'
fi

# Elapsed time, rate, user and system share.
run "$ipclat" run -q -n 2 --count 1000 -p any pipe
expect_status 0
expect_table 'Elapsed time of one invocation'
expect_cells 1 'ping-pongs  *seconds  *rate/s  *messages/s  *user%  *system%'
expect_cells 1 '^pipe  *any  *1000 '

# A list of sizes is a table of size by transport.
run "$ipclat" run $short -p any -s 64,4k pipe unix-stream
expect_status 0
expect_table 'Latency in us by bytes of a message'
expect_cells 1 '^test  *place  *64  *4096$'
expect_cells 2 '  any  *[0-9.]*  *[0-9.]*$'

# As many sizes and places as there are, in tables that fit: none is left out.
run "$ipclat" run $short -p any -s 1,2,4,8,16,32,64,128,256,512,1k \
    -o "$work/sizes.json" pipe
expect_status 0
expect_table 'Latency in us by bytes of a message'
expect_cells 1 '^test  *place  *1  *2  *4  *8  *16 '
expect_out '^test  *place .* 512  *1024$'
sed -e 's/place=any\(,size=\([0-9]*\)\)*"/place=6\2+65535"/' \
    -e 's/"sizes"/"rates"/' "$work/sizes.json" >"$work/places.json"
run "$ipclat" show "$work/places.json"
expect_status 0
expect_table 'Ping-pongs (round trips) a second @ CPU'
for place in 6 62 64 68 616 632 664 6128 6256 6512 61024; do
	expect_out "^test.* $place+65535"
done

# Nothing was asked: no more than the plain table.
run "$ipclat" run $short -p any -t 0.01 pipe
grep -q -e '^Latency' -e '^Messages' -e '^Ping' "$work/out" &&
    fail "$ran: a table that was not asked for"

finish
