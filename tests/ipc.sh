#!/bin/sh
# System V and POSIX mechanisms where the system has no room for them: a skip
# that names the limit, and never a signal, a hang, or something left.  And all
# tests with few descriptors, and as an ordinary user.

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
	# The same where room is to be had by writing alone.
	if [ "${IPCLAT_SANITIZED:-no}" = no ] && ! is_emulated &&
	    grep -q 'HAVE_POSIX_FALLOCATE 1' config.h 2>/dev/null &&
	    strace -f -o /dev/null -e inject=fallocate:error=EINVAL true \
	    2>/dev/null; then
		cat >"$work/injected" <<-END
		#!/bin/sh
		exec strace -f -o "$work/calls" \
		    -e inject=fallocate:error=EINVAL "$ipclat" "\$@"
		END
		chmod +x "$work/injected"
		really=$ipclat
		ipclat=$work/injected
		measure_in 'mount -t tmpfs -o size=64k none /dev/shm' \
		    posix-shm:size=1m && expect_skip 'no room.*/dev/shm'
		if measure_in 'mount -t tmpfs -o size=64k none /dev/shm' \
		    posix-shm:size=4k; then
			expect_measured
			grep -q 'fallocate.*INJECTED' "$work/calls" ||
			    fail 'posix-shm: fallocate was not met'
		fi
		ipclat=$really
	else
		skip 'a system without fallocate: no strace'
	fi
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

# all COMMAND...: a few round trips of every test, run by that; what became of
# each stands in $work/each, and the reasons in $work/out.
placed=any
can_place && placed=same
all() {
	run "$@" "$ipclat" run -q -n 1 --count 5 --timeout 5 -p $placed \
	    -f json @all
	expect_no_err
	awk -F '"' '$2 == "name" { name = $4 }
	    $2 == "status" { status = $4 }
	    $2 == "reason" { print name, status, $4 }' "$work/out" \
	    >"$work/each"
	[ "$(wc -l <"$work/each")" -ge 10 ] || fail "$ran: too few tests"
	expect_nothing_left
}

# count STATUS [NAME]: how many tests came to that, or whether that one did.
count() {
	awk -v status="$1" -v name="${2-}" '
	    $2 == status && (name == "" || $1 == name) { count++ }
	    END { print count + 0 }' "$work/each"
}

# Few descriptors: all but the bus daemon make do with 16, and who has none is
# a failure that names the remedy: no test takes it for something that the
# system lacks.
all env
expect_status 0
awk '$2 == "skipped" { print $1 }' "$work/each" >"$work/lacking"
for files in 6 8 12 16; do
	# An emulator needs some for itself.
	! is_emulated || [ $files -ge 12 ] || continue
	all sh -c "ulimit -n $files; exec \"\$@\"" sh
	# The loader may need more than the program.
	[ $status -lt 126 ] || continue
	while read -r name became reason; do
		case $became,$reason in
		ok,*|failed,*'ulimit -n'*) ;;
		skipped,*) grep -q -x -e "$name" "$work/lacking" ||
		    fail "$name with $files descriptors is skipped: $reason" ;;
		*) fail "$name with $files descriptors: $became: $reason" ;;
		esac
	done <"$work/each"
done
[ "$(count failed)" -eq "$(count failed dbus)" ] ||
    fail "16 descriptors are not enough: $(grep failed "$work/each")"

# An ordinary user can measure all that root can, but for what the system keeps
# from him; a umask that takes away his own rights takes away no test.
if can_be_ordinary; then
	all $as_other
	expect_status 0
	cp "$work/each" "$work/usual"
	all $as_other sh -c 'umask 777; exec "$@"' sh
	expect_status 0
	cmp -s "$work/usual" "$work/each" ||
	    fail "with umask 777: $(diff "$work/usual" "$work/each")"
fi

finish
