# What the shell tests share.  To be sourced; sets -u, makes a private
# directory that goes away at the end, and counts failures.

set -u
LC_ALL=C
export LC_ALL

builddir=$(pwd)
# automake runs tests in the build directory; by hand, say where they are.
ipclat=${IPCLAT:-$builddir/ipclat}
faulty=${IPCLAT_FAULTY:-$builddir/tests/ipclat-faulty}

work=$(mktemp -d "${TMPDIR:-/tmp}/ipclat-test.XXXXXX") || exit 99
# Processes started here are known by this word in their environment.
IPCLAT_TEST_MARK=mark-$$-$(date +%s)
export IPCLAT_TEST_MARK
# What is left in the directory for temporary files must be seen.
TMPDIR=$work/tmp
export TMPDIR
mkdir "$TMPDIR"
failures=0
trap 'rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM

# Processes started here as this program, and the bus daemons that those
# started, one number a line.  grep reads all
# of /proc at once; a process that goes away meanwhile is no news.
our_processes() {
	for process in $(grep -lszxF -e "IPCLAT_TEST_MARK=$IPCLAT_TEST_MARK" \
	    /proc/[0-9]*/environ); do
		process=${process%/environ}
		grep -qszxF -e run -e --supervise \
		    -e --config-file=dbus.conf "$process/cmdline" ||
		    continue
		case $(cat "$process/stat" 2>/dev/null) in
		*") Z "*|"") ;;
		*) echo "${process#/proc/}" ;;
		esac
	done
}

can_see_processes() {
	[ -r /proc/self/environ ]
}

# The parent of a process.
parent_of() {
	sed 's/.*) [A-Za-z] //; s/ .*//' "/proc/$1/stat" 2>/dev/null
}

# The children of a process, the eldest first.
children_of() {
	if [ -r "/proc/$1/task/$1/children" ]; then
		cat "/proc/$1/task/$1/children" 2>/dev/null | tr ' ' '\n'
		return
	fi
	for child in $(our_processes); do
		[ "$(parent_of "$child")" = "$1" ] && echo "$child"
	done | sort -n
}

# fail WORDS...: counts a failure and says what it was.
fail() {
	failures=$((failures + 1))
	echo "FAIL: $*"
	for said in "$work/out" "$work/err"; do
		[ -s "$said" ] && sed "s|^|    ${said##*/}: |" "$said" |
		    head -20
	done
}

skip() {
	echo "skipped: $*"
}

# run COMMAND...: output in $work/out and $work/err, status in $status.
run() {
	ran=$*
	"$@" >"$work/out" 2>"$work/err" </dev/null
	status=$?
}

expect_status() {
	[ "$status" -eq "$1" ] || fail "$ran: status $status, not $1"
}

expect_out() {
	grep -q -e "$1" "$work/out" || fail "$ran: no '$1' on standard output"
}

expect_err() {
	grep -q -e "$1" "$work/err" || fail "$ran: no '$1' on standard error"
}

expect_no_err() {
	[ ! -s "$work/err" ] || fail "$ran: something on standard error"
}

# One line on standard error that begins with the program's name.
expect_usage_error() {
	expect_status 2
	expect_err "$1"
	if [ "$(wc -l <"$work/err")" -ne 1 ] ||
	    ! grep -q '^ipclat: ' "$work/err"; then
		fail "$ran: not one line that begins with ipclat:"
	fi
}

# Waits for our processes to end by themselves, some seconds at most.
await_end() {
	tries=0
	while [ -n "$(our_processes)" ] && [ $tries -lt 50 ]; do
		tries=$((tries + 1))
		sleep 0.1
	done
}

# What outlives processes, one object a line, as far as this system tells: of
# System V by kind, key and number, of POSIX by name.
list_objects() {
	for kind in msg sem; do
		[ ! -r /proc/sysvipc/$kind ] || awk -v kind=$kind '
		    FNR > 1 { print kind, $1, $2 }' /proc/sysvipc/$kind
	done
	# What another process has is left only when that has ended.
	[ ! -r /proc/sysvipc/shm ] || awk 'FNR > 1 { print $1, $2, $5 }' \
	    /proc/sysvipc/shm | while read -r key number creator; do
		[ -d "/proc/$creator" ] || echo "shm $key $number"
	done
	for place in /dev/shm /dev/mqueue; do
		[ ! -d $place ] || ls -A $place 2>/dev/null |
		    sed "s|^|$place/|"
	done
}

list_objects | sort >"$work/objects"

# Those that were not there at the beginning; another ipclat that runs beside
# us has some too, but not for long.
new_objects() {
	list_objects | sort | comm -13 "$work/objects" - >"$work/objects.new"
	tries=0
	while [ -s "$work/objects.new" ] && [ $tries -lt 50 ]; do
		tries=$((tries + 1))
		sleep 0.1
		list_objects | sort | comm -12 "$work/objects.new" - \
		    >"$work/objects.left"
		mv "$work/objects.left" "$work/objects.new"
	done
	cat "$work/objects.new"
}

# Nothing of ours is left: no process, no file, no queue or the like.
expect_nothing_left() {
	if can_see_processes; then
		await_end
		[ -z "$(our_processes)" ] ||
		    fail "$ran: processes are left: $(our_processes | tr '\n' ' ')"
	fi
	left=$(ls -A "$TMPDIR")
	[ -z "$left" ] || fail "$ran: left in TMPDIR: $left"
	left=$(new_objects | tr '\n' ',')
	[ -z "$left" ] || fail "$ran: left in the system: $left"
	# Each thing is told once.
	[ -z "$left" ] || list_objects | sort >"$work/objects"
}

finish() {
	[ "$failures" -eq 0 ] || echo "$failures failed"
	[ "$failures" -eq 0 ]
	exit
}

# Whether an emulator runs the program: its calls and memory add to ours.
is_emulated() {
	"$ipclat" info -f json | grep -q '"emulated": true'
}

# The names of all transports that can run here.
list_transports() {
	"$ipclat" list -f json | awk -F '"' '
	    $2 == "name" { name = $4 }
	    $2 == "available" && /true/ { print name }'
}

# Whether sides may be threads.
has_threads() {
	"$ipclat" run -q -n 1 --count 1 -p any pipe:peer=thread >/dev/null 2>&1
}

# Whether this build knows what another process used: it does where it knows
# its CPUs.
tells_of_daemons() {
	list_transports | grep -q -x dbus && [ -r /proc/self/stat ] &&
	    ! is_emulated && can_place
}

# Whether sides can be put on CPUs of our choice.
can_place() {
	"$ipclat" run -q -n 1 --count 1 -p same nil >/dev/null 2>&1
}

# Whether commands can be run as an ordinary user: with $as_other before them.
can_be_ordinary() {
	as_other=
	[ "$(id -u)" -eq 0 ] || return 0
	as_other='setpriv --reuid=65534 --regid=65534 --clear-groups'
	chmod 755 "$work"
	chmod 1777 "$TMPDIR"
	$as_other test -x "$ipclat" 2>/dev/null && return
	skip 'as an ordinary user: no setpriv, or the program is out of reach'
	return 1
}

# Whether this build has the tests of SunRPC, and they can run here.
has_rpc() {
	list_transports | grep -q -x rpc-tcp
}

# The same for the test of D-Bus, whose daemon turns away who has no line in
# /etc/passwd.
has_dbus() {
	list_transports | grep -q -x dbus &&
	    "$ipclat" run -q -n 1 --count 1 -p any dbus >/dev/null 2>&1
}
