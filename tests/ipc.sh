#!/bin/sh
# System V and POSIX mechanisms where the system has no room for them: a skip
# that names the limit, and never a signal, a hang, or something left.

. "$(dirname "$0")/lib.sh"

# measure TEST...: a few round trips of each.
measure() {
	run "$ipclat" run -q -n 1 --count 20 --timeout 5 -p any "$@"
}

# measure_in SETTING TEST...: the same in namespaces of its own, after the shell
# commands of SETTING.  False where that is not permitted.
measure_in() {
	setting=$1
	shift
	run unshare -r -n -i -m sh -c '
		setting=$1 ipclat=$2
		shift 2
		mount --make-rprivate / && eval "$setting" || exit 99
		exec "$ipclat" run -q -n 1 --count 20 --timeout 5 -p any "$@"' \
	    sh "$setting" "$ipclat" "$@"
	ran="$* where: $setting"
	[ $status -ne 99 ] && [ $status -ne 126 ] && [ $status -ne 127 ] &&
	    ! grep -q '^unshare: ' "$work/err" || {
		skip "$ran: not permitted here"
		return 1
	}
}

# expect_skip WORDS: exactly that test, with a reason that has the words.
expect_skip() {
	tr '\n' ' ' <"$work/out" | tr -s ' ' >"$work/joined"
	expect_status 77
	grep -q -e "skipped: .*$1" "$work/joined" ||
	    fail "$ran: no skip with '$1'"
	expect_nothing_left
}

expect_measured() {
	expect_status 0
	expect_nothing_left
}

# has TEST: whether this build has it, and it runs here: an ordinary user may
# find no place for it.
has() {
	list_transports | grep -q -x -e "$1" || return
	measure "$1"
	[ "$status" -ne 77 ] || {
		skip "$(sed -n 's/^skipped: //p' "$work/out")"
		return 1
	}
}

# limit VALUE NAME: sets a limit of the namespace.
limit() {
	echo "echo $1 >/proc/sys/$2"
}

if has sysv-msg; then
	measure sysv-msg:size=64m
	expect_skip 'kernel.msgm'
	measure_in "$(limit 0 kernel/msgmni)" sysv-msg &&
	    expect_skip 'kernel.msgmni'
	measure_in "$(limit 1 kernel/msgmni)" sysv-msg &&
	    expect_skip 'kernel.msgmni'
	measure_in "$(limit 1000 kernel/msgmax)" sysv-msg:size=1001 &&
	    expect_skip '1001 bytes.*kernel.msgmax'
	measure_in "$(limit 1000 kernel/msgmax)" sysv-msg:reply=1001,size=1 &&
	    expect_skip '1001 bytes.*kernel.msgmax'
	measure_in "$(limit 1000 kernel/msgmnb)" sysv-msg:size=1001 &&
	    expect_skip '1001 bytes.*holds 1000.*kernel.msgmnb'
	measure_in "$(limit 1000 kernel/msgmnb)" \
	    sysv-msg:size=1000,window=max && expect_measured
fi

if has sysv-sem; then
	measure_in "$(limit "'250 32000 0 32000'" kernel/sem)" sysv-sem &&
	    expect_skip 'SEMOPM'
	measure_in "$(limit "'250 32000 32 0'" kernel/sem)" sysv-sem &&
	    expect_skip 'kernel.sem'
	measure_in "$(limit "'250 1 32 128'" kernel/sem)" sysv-sem &&
	    expect_skip 'kernel.sem'
	measure_in "$(limit "'1 32000 32 128'" kernel/sem)" sysv-sem &&
	    expect_skip 'kernel.sem'
fi

if has sysv-shm; then
	measure_in "$(limit 1000 kernel/shmmax)" sysv-shm:size=64k &&
	    expect_skip 'kernel.shmmax'
	measure_in "$(limit 0 kernel/shmmni)" sysv-shm &&
	    expect_skip 'kernel.shmmni'
	measure_in "$(limit 8 kernel/shmall)" sysv-shm:size=1m &&
	    expect_skip 'kernel.shmall'
fi

if has posix-mq; then
	measure posix-mq:size=64m
	expect_skip 'fs.mqueue.msgsize_max'
	measure_in "$(limit 200 fs/mqueue/msgsize_max)" posix-mq:size=201 &&
	    expect_skip '201 bytes.*fs.mqueue.msgsize_max'
	# A window that the queues cannot hold is no smaller one.
	measure_in "$(limit 1 fs/mqueue/msg_max)" posix-mq:window=64 &&
	    expect_skip 'fs.mqueue.msg_max'
	measure_in "$(limit 1 fs/mqueue/msg_max)" posix-mq:window=max &&
	    expect_measured
	measure_in "$(limit 1 fs/mqueue/queues_max)" posix-mq &&
	    expect_skip 'fs.mqueue.queues_max'
	measure_in '[ ! -d /dev/mqueue ] || mount -t tmpfs none /dev/mqueue' \
	    posix-mq && expect_measured
	if command -v prlimit >/dev/null 2>&1; then
		run prlimit --msgqueue=0:0 "$ipclat" run -q -n 1 --count 20 \
		    -p any posix-mq
		expect_skip 'RLIMIT_MSGQUEUE'
		# Deep queues only as far as that goes.
		run prlimit --msgqueue=4000:4000 "$ipclat" run -q -n 1 \
		    --count 2000 -p any posix-mq:window=max
		expect_measured
		run prlimit --msgqueue=4000:4000 "$ipclat" run -q -n 1 \
		    --count 20 -p any posix-mq:window=64
		expect_skip 'fs.mqueue.msg_max'
	else
		skip 'RLIMIT_MSGQUEUE: no prlimit'
	fi
fi

if has posix-shm; then
	measure_in 'mount -t tmpfs -o size=64k none /dev/shm' \
	    posix-shm:size=1m && expect_skip 'no room.*/dev/shm'
	# What one side has not touched, another cannot use up.
	measure_in 'mount -t tmpfs -o size=64k none /dev/shm' \
	    posix-shm:size=4k && expect_measured
	measure_in 'mount -t tmpfs -o ro none /dev/shm' posix-shm &&
	    expect_skip '/dev/shm.*mount -t tmpfs'
	if measure_in 'mkdir "$TMPDIR/dev" && : >"$TMPDIR/dev/null" &&
	    mount --bind /dev/null "$TMPDIR/dev/null" &&
	    mount --rbind "$TMPDIR/dev" /dev' posix-shm; then
		rm -rf "${TMPDIR:?}/dev"
		expect_skip '/dev/shm.*mount -t tmpfs'
	fi
	rm -rf "${TMPDIR:?}/dev"
fi
if has posix-sem; then
	measure_in 'mount -t tmpfs -o ro none /dev/shm' posix-sem &&
	    if grep -q 'HAVE_SEM_INIT 1' config.h 2>/dev/null; then
		expect_measured
	    else
		expect_skip '/dev/shm'
	    fi
fi

# Few descriptors: as many as the processes need, and the mechanisms next to
# none; or it is told.
for test in $(list_transports | grep -e '^sysv-' -e '^posix-'); do
	has "$test" || continue
	for files in 12 16; do
		run sh -c 'ulimit -n $1; shift; exec "$@"' sh $files \
		    "$ipclat" run -q -n 1 --count 20 -p any "$test"
		[ $status -eq 0 ] ||
		    grep -q -e 'Too many open files' -e 'ulimit -n' \
		    "$work/out" "$work/err" ||
		    fail "$test with $files descriptors: status $status"
		expect_nothing_left
	done
	expect_status 0
done

finish
