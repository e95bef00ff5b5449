#!/bin/sh
# What is in contrib/ does what it says; of what it needs, that which is there.

. "$(dirname "$0")/lib.sh"

srcdir=${srcdir:-$(dirname "$0")/..}
contrib=$(cd "$srcdir/contrib" && pwd)

# A program of that name that says what it was given, and exits as told.
pretend() {
	mkdir -p "$work/bin"
	cat >"$work/bin/$1" <<-'END'
	#!/bin/sh
	echo "$*" >>"$SAID"
	case "$*" in
	*help*) echo '--ktap' ;;
	esac
	exit "${PRETENDED:-0}"
	END
	chmod +x "$work/bin/$1"
}
SAID=$work/said
export SAID

check_kselftest() {
	pretend ipclat
	for statuses in '0 0' '1 1' '77 4' '2 1' '143 1'; do
		IPCLAT=ipclat PRETENDED=${statuses% *} PATH=$work/bin:$PATH \
		    run sh "$contrib/kselftest/ipclat.sh"
		expect_status "${statuses#* }"
	done
	IPCLAT=$work/none run sh "$contrib/kselftest/ipclat.sh"
	expect_status 4
	expect_out '^KTAP version 1$'
	expect_out '^1..0 # SKIP '
	if ! "$ipclat" help run | grep -q -e --ktap; then
		skip 'this ipclat does not print KTAP'
		IPCLAT=$ipclat run sh "$contrib/kselftest/ipclat.sh"
		expect_status 4
		return
	fi
	IPCLAT=$ipclat IPCLAT_TESTS='-p any nil pipe' \
	    run sh "$contrib/kselftest/ipclat.sh"
	expect_status 0
	expect_out '^KTAP version 1$'
	expect_out '^1..2$'
	expect_out '^ok 2 .*pipe'
	IPCLAT=$ipclat IPCLAT_TESTS='pipe:place=4094+4095' \
	    run sh "$contrib/kselftest/ipclat.sh"
	expect_status 4
	expect_out '^ok 1 .*# SKIP'
}

# What systemd does by way of a filter of system calls, which each call of a
# test would go through.
filters='SystemCall|Lock|Restrict|MemoryDeny|DynamicUser|PrivateDevices'
filters="$filters|Protect(Clock|Kernel|Hostname)|IPAddress|SocketBind"

check_units() {
	ran='ipclat.service'
	: >"$work/out"
	grep -E "^($filters)" "$contrib/systemd/ipclat.service" &&
	    fail "$ran: brings in a filter"
	grep -q '^\[Install\]' "$contrib/systemd/ipclat.service" &&
	    fail "$ran: can be enabled, and is started by its timer alone"
	for directive in NoNewPrivileges=yes CapabilityBoundingSet= \
	    ProtectSystem=strict ProtectHome=yes PrivateTmp=yes; do
		grep -q -x -e "$directive" "$contrib/systemd/ipclat.service" ||
		    fail "$ran: no $directive"
	done
	if ! command -v systemd-analyze >/dev/null 2>&1; then
		skip 'no systemd-analyze'
		return
	fi
	mkdir "$work/units"
	# The program stands elsewhere, and nobody is called prometheus here.
	sed "s|=/usr/bin/ipclat|=$ipclat|; s/^User=.*/User=root/" \
	    "$contrib/systemd/ipclat.service" >"$work/units/ipclat.service"
	cp "$contrib/systemd/ipclat.timer" "$work/units/"
	run systemd-analyze verify --man=no "$work/units/ipclat.service" \
	    "$work/units/ipclat.timer"
	grep -e 'ipclat[.]' "$work/err" && fail "$ran: it objects"
}

# boot KERNEL ID [OPTION...]: as if that kernel had been booted.
boot() {
	printf '#!/bin/sh\necho %s\n' "$1" >"$work/bin/uname"
	echo "$2" >"$work/boot_id"
	shift 2
	PATH=$work/bin:$PATH IPCLAT_BOOT_ID=$work/boot_id \
	    run sh "$contrib/collect-boots" -d "$work/boots" "$@"
}

check_boots() {
	rm -f "$work/bin/ipclat"
	ln -s "$ipclat" "$work/bin/ipclat"
	: >"$work/bin/uname"
	chmod +x "$work/bin/uname"
	measuring='-n 1 --count 100 -p any nil'
	# A command in one word.
	kernels="-n 2 -s 6.1=echo\${IFS}old\${IFS}>>$work/chosen -s 6.2"
	: >"$work/chosen"
	# Lists of words.
	# shellcheck disable=SC2086
	for turn in '6.1 a 6.2' '6.2 b 6.1' '6.2 b 6.1' '6.1 c 6.2'; do
		set -- $turn
		boot "$1" "$2" $kernels -- $measuring
		expect_status 0
		expect_out "to be booted next: $3"
	done
	[ "$(wc -l <"$work/chosen")" -eq 2 ] ||
	    fail "$ran: the command was run $(wc -l <"$work/chosen") times"
	boot 6.2 d $kernels -- $measuring
	# nil is compared, by the boots of both sides.
	expect_status 0
	expect_out 'boots: 2 of 6.1, 2 of 6.2'
	expect_out '^nil'
	[ "$(find "$work/boots" -name '*.json' | wc -l)" -eq 4 ] ||
	    fail "$ran: not one result a boot"
	boot 5.0 e $kernels -- $measuring
	expect_status 2
	expect_err '5.0, neither 6.1 nor 6.2'
	boot 6.1 f $kernels -n 3 -- no-such-test
	expect_status 2
	[ -z "$(find "$work/boots" -name 'f.*')" ] || fail "$ran: left a file"
	boot 6.1 g -s 6.1
	expect_status 2
}

check_kselftest
check_units
check_boots
expect_nothing_left
finish
