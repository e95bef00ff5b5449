#!/bin/sh
# Datagrams are lost or come late: the test ends, what was lost is counted,
# and every reply is paired with its request.

. "$(dirname "$0")/lib.sh"

# By a name without blanks or colons, which would end it.
library=./drop.so
[ -s "$builddir/tests/$library" ] ||
    { skip 'no library to preload was built'; exit 77; }
cd "$builddir/tests" || exit 99
[ "${IPCLAT_SANITIZED:-no}" = no ] ||
    { skip 'sanitizers take no preloaded library'; exit 77; }
run env LD_PRELOAD="$library" DROP_LOADED="$work/loaded" "$ipclat" list
[ -e "$work/loaded" ] || { skip 'no library is preloaded here'; exit 77; }
# A preloaded library that does nothing must do nothing.
run env LD_PRELOAD="$library" "$ipclat" run -q -n 1 --count 300 -f json \
    -p any udp
[ "$status" -ne 77 ] || { skip 'no UDP here'; exit 77; }
expect_status 0
expect_out '"round_trips": 300, "timed": 300, "lost": 0'

# Losses while the sides meet cost time, not round trips.
for first in 1 3; do
	run env LD_PRELOAD="$library" DROP_FIRST=$first "$ipclat" run -q -n 1 \
	    --count 300 -f json -p any udp
	expect_status 0
	expect_out '"round_trips": 300, "timed": 300, "lost": 0'
done

# lossy PERCENT NAME TEST LEAST MOST: so many of 100 are lost.
lossy() {
	run env LD_PRELOAD="$library" "$2=$1" "$ipclat" run -q -n 1 \
	    --count 100 -f json -p any "$3"
	expect_status 0
	trips=$(sed -n 's/.*"round_trips": \([0-9]*\).*/\1/p' "$work/out")
	lost=$(sed -n 's/.*"lost": \([0-9]*\).*/\1/p' "$work/out")
	[ $((trips + lost)) -eq 100 ] ||
	    fail "$3 with $2=$1: $trips done and $lost lost are not 100"
	if [ "$lost" -lt "$4" ] || [ "$lost" -gt "$5" ]; then
		fail "$3 with $2=$1: $lost of 100 lost, not $4 to $5"
	fi
}

# Requests and replies: 1 % of each makes 2 of 100, 10 % makes 19.  The bounds
# are such that chance alone fails less than once in a million runs.
lossy 1 DROP_PERCENT udp 0 15
lossy 10 DROP_PERCENT udp 3 45
lossy 10 DROP_PERCENT udp:size=1000,verify=on 3 45
# Which thread gives up is for their process to find out, though it blocks
# all other signals.
if has_threads; then
	lossy 10 DROP_PERCENT udp:peer=thread 3 45
	lossy 10 DROP_PERCENT udp:peer=thread,sigmask=on 3 45
else
	skip 'peer=thread: not here'
fi
# A late one is given up once; the rest stay paired.
lossy 10 LATE_PERCENT udp:size=64,verify=on 3 45

# A whole window is lost, the second of three behind 12 to warm up: each of its
# four requests is counted once, also when the next reply shows a gap before it.
run env LD_PRELOAD="$library" DROP_BYTE_FIRST=17 DROP_BYTE_LAST=20 "$ipclat" \
    run -q -n 1 --count 12 -f json -p any udp:window=4
expect_status 0
expect_out '"round_trips": 8, "timed": 8, "lost": 4'
# Some of a window: the replies behind them show it.
run env LD_PRELOAD="$library" DROP_BYTE_FIRST=17 DROP_BYTE_LAST=18 "$ipclat" \
    run -q -n 1 --count 12 -f json -p any udp:window=4
expect_status 0
expect_out '"round_trips": 10, "timed": 10, "lost": 2'

# An RPC that got lost is called again, and the handler's second run is no
# round trip: so many of 100 were sent again, few or none are lost for good.
lossy_rpc() {
	run env LD_PRELOAD="$library" "$2=$1" "$ipclat" run -q -n 1 \
	    --count 100 -f json -p any "$3"
	expect_status 0
	trips=$(sed -n 's/.*"round_trips": \([0-9]*\).*/\1/p' "$work/out")
	lost=$(sed -n 's/.*"lost": \([0-9]*\).*/\1/p' "$work/out")
	again=$(sed -n 's/.*"retransmitted": \([0-9]*\).*/\1/p' "$work/out")
	if [ $((trips + lost)) -ne 100 ] || [ "$lost" -gt 4 ]; then
		fail "$3 with $2=$1: $trips done and $lost lost of 100"
	fi
	if [ "$again" -lt "$4" ] || [ "$again" -gt "$5" ]; then
		fail "$3 with $2=$1: $again sent again, not $4 to $5"
	fi
	[ "$again" -eq 0 ] || expect_out 'messages were sent again'
}

# A slow machine sends again what was not lost: the upper bound is for what is
# sent again without end.
if has_rpc; then
	lossy_rpc 1 DROP_PERCENT rpc-udp 0 100
	lossy_rpc 10 DROP_PERCENT rpc-udp:size=64,verify=on 3 100
	lossy_rpc 10 LATE_PERCENT rpc-udp:auth=sys,verify=on 3 100
	run env LD_PRELOAD="$library" DROP_PERCENT=100 "$ipclat" run -q -n 1 \
	    --count 2 --timeout 3 -p any rpc-udp
	expect_status 1
	expect_out 'all of 2 messages were lost'
	expect_nothing_left
else
	skip 'rpc-udp: not here'
fi

# Everything is lost: a failure that says so, not a hang.
run env LD_PRELOAD="$library" DROP_PERCENT=100 "$ipclat" run -q -n 1 \
    --count 20 --timeout 3 -p any udp pipe
expect_status 1
expect_out 'does not answer'
expect_out '^pipe '
expect_nothing_left

finish
