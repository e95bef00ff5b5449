#!/bin/sh
# Tests without messages: the call that they use is recorded, spinning keeps to
# two CPUs, and a limit of the system is told with its remedy.

. "$(dirname "$0")/lib.sh"

short="-q -n 2 --count 20 --timeout 5"
tests=$(list_transports)

can_run() {
	echo "$tests" | grep -q -x "$1"
}

# Which of several calls was used.
for name in futex signal; do
	if ! can_run $name; then
		skip "$name cannot run here"
		continue
	fi
	run "$ipclat" run $short -p any -f json $name
	expect_status 0
	expect_out '"mechanism": "[a-z_]*"'
	"$ipclat" run $short -p any -o "$work/result.json" $name >/dev/null
	run "$ipclat" show -f json "$work/result.json"
	expect_out '"mechanism": "[a-z_]*"'
done
run "$ipclat" run $short -p any -f json pipe
expect_out '"mechanism": null'

# On one CPU a spinner waits for the end of the other's time slice.
run "$ipclat" run $short -p 0+0 pipe
if [ "$status" -eq 0 ]; then
	run "$ipclat" run $short -p 0+0 -f json shm-spin
	expect_status 77
	expect_out '"reason": ".*use place=cross"'
else
	skip 'no process can be put on CPU 0 here'
fi

# A broker shares the server's CPU.
run "$ipclat" run $short -p 0+1 pipe
if [ "$status" -eq 0 ]; then
	run "$ipclat" run $short -p 0+1 -f json pipe:via=broker,wait=spin
	expect_status 77
	expect_out '"reason": "3 processes that spin on 2 CPUs .*leave out wait'
else
	skip 'no processes can be put on CPUs 0 and 1 here'
fi

# A server that spins before its client begins is not busier than a CPU can be.
run "$ipclat" run -q -n 2 -t 0.05 -p any -f json shm-spin
if [ "$status" -eq 77 ]; then
	expect_out '"reason": "2 processes that spin on 1 CPU '
elif ! awk '
    function value(name) {
	match($0, "\"" name "\": [0-9.e+]*")
	return substr($0, RSTART + length(name) + 4, RLENGTH) + 0
    }
    /"elapsed_ns": / && /"sides": / {
	seen++
	most = 1.001 * value("elapsed_ns")
	while (match($0, /"user_ns": /)) {
		$0 = substr($0, RSTART)
		bad += value("user_ns") + value("system_ns") > most
		$0 = substr($0, 2)
	}
    }
    END { exit seen == 0 || bad > 0 }' "$work/out"; then
	fail "$ran: a side had more CPU time than there was"
fi

# Signals that may not be queued.
if can_run signal && prlimit --sigpending=0 true 2>/dev/null &&
    ! is_emulated; then
	run prlimit --sigpending=0 "$ipclat" run $short -p any -f json \
	    signal pipe
	expect_status 1
	expect_out '"reason": "client: .*ulimit -i'
	expect_out '"status": "ok"'
	expect_nothing_left
else
	skip 'a limit of pending signals: no prlimit, or nothing to limit'
fi

# Signals that the parent ignored and blocked.
ignoring='env --ignore-signal=RTMIN,RTMIN+1 --block-signal=RTMIN,RTMIN+1'
if can_run signal && $ignoring true 2>/dev/null; then
	run $ignoring "$ipclat" run $short -p any signal
	expect_status 0
else
	skip 'ignored signals: env has no --ignore-signal'
fi

finish
