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

# Processes started here as this program, one number a line.  grep reads all
# of /proc at once; a process that goes away meanwhile is no news.
our_processes() {
	for process in $(grep -lszxF -e "IPCLAT_TEST_MARK=$IPCLAT_TEST_MARK" \
	    /proc/[0-9]*/environ); do
		process=${process%/environ}
		grep -qszxF -e run -e --supervise "$process/cmdline" ||
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

children_of() {
	for child in $(our_processes); do
		[ "$(parent_of "$child")" = "$1" ] && echo "$child"
	done
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

# Nothing of ours is left: no process, no file.
expect_nothing_left() {
	if can_see_processes; then
		await_end
		[ -z "$(our_processes)" ] ||
		    fail "$ran: processes are left: $(our_processes | tr '\n' ' ')"
	fi
	left=$(ls -A "$TMPDIR")
	[ -z "$left" ] || fail "$ran: left in TMPDIR: $left"
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

# Whether this build has the tests of SunRPC, and they can run here.
has_rpc() {
	list_transports | grep -q -x rpc-tcp
}
