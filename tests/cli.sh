#!/bin/sh
# The command as a user meets it: what it prints, on which output, with which
# exit status; nothing is measured here.  IPCLAT names the program.

program=${IPCLAT:-./ipclat}
if test ! -x "$program"; then
	echo "skipped: no program at $program"
	exit 77
fi

scratch=$(mktemp -d "${TMPDIR:-/tmp}/cli.XXXXXX") || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
out=$scratch/out err=$scratch/err
failures=0

complain() {
	echo "FAILED: ipclat $asked: $1"
	sed 's/^/	stdout: /' "$out"
	sed 's/^/	stderr: /' "$err"
	failures=$((failures + 1))
}

# run STATUS ARGUMENT...: runs the program and looks at its exit status.
run() {
	right=$1
	shift
	asked=$*
	"$program" "$@" >"$out" 2>"$err" </dev/null
	status=$?
	test $status -eq "$right" || complain "exit $status, not $right"
}

has() {
	grep -q -e "$1" "$out" || complain "standard output lacks '$1'"
}

# Lines that a terminal of 80 columns holds, and no word on standard error.
fits() {
	awk 'length($0) > 79 { exit 1 }' "$out" || complain "a line is too long"
	test ! -s "$err" || complain "speaks on standard error"
	test -s "$out" || complain "says nothing"
}

# refuses WORDS ARGUMENT...: one line with those words, exit 2, nothing else.
refuses() {
	words=$1
	shift
	run 2 "$@"
	test ! -s "$out" || complain "speaks on standard output"
	test "$(wc -l <"$err")" -eq 1 || complain "not exactly one line"
	grep -q '^ipclat: ' "$err" || complain "the line lacks 'ipclat: '"
	grep -q -F -e "$words" "$err" || complain "the line lacks '$words'"
	LC_ALL=C grep -q '[^ -~]' "$err" && complain "the line is not plain"
}

# Help and version.
for words in --help -h help; do
	run 0 "$words"
	has '^Usage: ipclat'
	has '^  list '
	has '^  run '
	fits
done
for command in run list compare ab show export report info help version; do
	run 0 "$command" --help
	has "^Usage: ipclat $command"
	has '--help'
	fits
	cp "$out" "$scratch/help"
	run 0 help "$command"
	cmp -s "$out" "$scratch/help" || complain "differs from --help"
done
run 0 run -h
has '-n, --invocations N'
has '@default'
has 'ipclat list'
has '--verbose  *log each invocation'
run 0 list -h
has '--verbose  *add the operation'
grep -q "names all tests" "$out" && complain "refers to itself"
for words in --version -V version; do
	run 0 "$words"
	has '^ipclat [0-9]'
	has 'licence'
	fits
done
run 0 list --version
has '^ipclat [0-9]'

# Commands that are none.
refuses "did you mean 'list'?" lst
refuses "did you mean 'pipe'?" list PIPE
refuses "did you mean 'wait'?" list pipe:WAIT=poll
refuses "ipclat run pipe" pipe
refuses "ipclat run pipe:size=64" pipe:size=64
refuses "ipclat run @default" @default
refuses "'ipclat --help' names all" zzzzzzz
refuses "unknown command ''" ''
refuses "did you mean 'info'?" help inof
refuses "unexpected 'list'" help run list
refuses "unexpected 'x'" info x
# Values that make no sense together, and what would.
refuses "needs a size and a reply of 5 bytes" run pipe:frame=header
refuses "add size=32" run tcp:frame=split,size=4
refuses "add window=64" run pipe:coalesce=on
refuses "add wait=poll" run tcp:watch=3
refuses "leave one out" run tcp:coalesce=on,frame=split,size=32,window=8
refuses "has no key 'via'" run udp:via=broker
refuses "unexpected 'x'" version x
refuses "to read about it: ipclat list -v tcp" help tcp
refuses "a command goes first: ipclat version" -v version
refuses "a command goes first: ipclat list" -n 5 list
: >"$scratch/before.json"
refuses "to look at a result: ipclat show $scratch/before.json" \
    "$scratch/before.json"

# Options that are none, or of another command.
refuses "did you mean '--quick'?" run --quikc
refuses "did you mean '--quick'?" --quikc
refuses "list has no option '-n'" list -n 5
refuses "option '-n': '0' is out of range: 1 to 10000" run -n 0
refuses "option '--count' needs a value" run --count
refuses "contradict" run --count 5 -t 1
refuses "option '-t': '5ms' is not a number: 0.001 to 3600; seconds: 0.005" \
    run -t 5ms
refuses "seconds: 120" run --timeout 2min
refuses "per cent: 2.5" compare --threshold 2.5% a b
refuses "in digits: 100000" run --count 100k
run 2 run -t 5us
grep -q 'seconds: ' "$err" && complain "proposes what is out of range"
refuses "unknown format 'jsn'; did you mean 'json'?" list -f jsn
refuses "unknown format 'xml'; formats are text, json" info -f xml

# Tests that are none: whoever takes tests says the same.
for command in run list; do
	refuses "unknown test 'pype'; did you mean 'pipe'?" $command pype
	refuses "unknown group '@defualt'; did you mean '@default'?" \
	    $command @defualt
	refuses "no test matches 'zz*'" $command 'zz*'
	refuses "did you mean 'unix-stream'?" $command unix
	refuses "unknown test 'nix4'; 'ipclat list'" $command nix4
	refuses "tests are separated by blanks: tcp pipe" $command tcp,pipe
	refuses "tests are separated by blanks: tcp:ip=6 pipe" \
	    $command tcp:ip=6,pipe
	refuses "between a test and its keys is a colon: tcp:ip=6" \
	    $command tcp,ip=6
	refuses "keys are joined by commas: tcp:size=64,reply=4k" \
	    $command tcp:size=64 reply=4k
	refuses "keys are joined by commas: pipe:size=64k,reply=1" \
	    $command pipe:size=64k:reply=1
	refuses "key 'window' in 'tcp:window' is given no value: 1 to 65536" \
	    $command tcp:window
	refuses "'cross' is a place: -p cross" $command cross pipe
	refuses "for CPU 0 alone: 0+0" $command pipe:place=0
	refuses "unknown key 'sise'" $command pipe:sise=4
	refuses "key 'size': '0' is out of range: 1 to 64m" \
	    $command pipe:size=0
	refuses "key 'size': '65m' is out of range" $command nil pipe:size=65m
	refuses "test 'nil' has no key 'size'" $command nil:size=4
	refuses "given twice" $command pipe:size=4,size=4
	refuses "is not KEY=VALUE" $command pipe:
	refuses "names no test" $command ''
	refuses '\x1b[1mpipe\x0a' $command "$(printf '\033[1mpipe\nx')"
done
refuses "no test asked for has the key 'size'" run -s 64 nil
refuses "key 'size': '4x' is not a number" run -s 64,4x pipe
refuses "key 'place': 'here' is not one of: same, cross" run -p here pipe
refuses "'cross' is a place: -p same,cross" run -p same cross pipe
refuses "'4K' is a size: -s 64,4K" run -s 64 4K pipe
refuses "for CPU 0 alone: 0+0" run -p 0 pipe
refuses "unknown format 'jsn'" run -f jsn nil
refuses "unknown test 'pype'" run -o "$scratch/none" pype
test ! -e "$scratch/none" || complain "made a file"

# list
run 0 list
has '^nil '
has '^pipe '
has '^@default '
fits
run 0 list -v
has 'operation: '
has '^  *state: built, and works here$'
grep -q '^  *reason: ' "$out" && complain "tells a lack twice"
has '^size  *bytes of a request: 1 to 64m (1)$'
has '^reply  *bytes of a reply: 1 to 64m (as size)$'
has '^window  *requests in flight: 1 to 65536, or max (as many as fit) (1)$'
fits
run 0 list -v nil
has '^place '
grep -q '^size ' "$out" && complain "tells a key that no test listed has"
run 0 list pipe:size=4K tcp:reply=1M
run 0 list pipe
has '^pipe '
grep -q '^nil ' "$out" && complain "lists what was not asked for"
run 0 list -f json
has '"name": "pipe"'
has '"available": '
has '"reason": '
if command -v python3 >/dev/null 2>&1; then
	python3 -c '
import json, sys
for test in json.load(open(sys.argv[1])):
	assert set(test) >= {"name", "groups", "summary", "operation",
	    "keys", "available", "reason"}
	assert "@all" in test["groups"] and "place" in test["keys"]
	assert test["available"] == (test["reason"] is None)
	' "$out" || complain "is not the JSON of the manual"
fi

# info
run 0 info
has '^program'
has '^  version: '
has '^host'
has '^  system: '
fits
grep -q ' $' "$out" && complain "a line ends in blanks"
test "$(grep -c -i 'not affected' "$out")" -le 1 ||
	complain "tells each mitigation that is not needed"
run 0 info -f json
has '"host": {'
has '"program": {'

# show
refuses "usage: ipclat show FILE..." show
refuses "$scratch/none" show "$scratch/none"
echo '{"schema": "ipclat-result/1"' >"$scratch/damaged"
refuses "$scratch/damaged" show "$scratch/damaged"
: >"$scratch/empty"
refuses "$scratch/empty" show "$scratch/empty"
refuses "unknown format 'jsn'" show -f jsn "$scratch/damaged"

# Output that cannot be written.
asked="list >&-"
"$program" list >&- 2>"$err"
test $? -eq 2 || complain "wrong exit status"
: >"$out"
grep -q '^ipclat: cannot write standard output' "$err" ||
	complain "does not say why"
if test -c /dev/full; then
	for words in "list" "list -f json" "info" "--help" "--version"; do
		asked="$words >/dev/full"
		# shellcheck disable=SC2086
		"$program" $words >/dev/full 2>"$err"
		test $? -eq 2 || complain "wrong exit status"
		test "$(wc -l <"$err")" -eq 1 || complain "not one line"
		grep -q '^ipclat: cannot write standard output: .' "$err" ||
			complain "does not say why"
	done
fi
# Who reads a line and goes wants no words about the rest.
asked='list | head'
{ "$program" list -v 2>"$err"; echo $? >"$scratch/status"; } |
    sed -n '1{p;q;}' >"$out"
test ! -s "$err" || complain "tells that nobody reads"
asked="zzzzzzz 2>&-"
"$program" zzzzzzz >"$out" 2>&-
test $? -eq 2 || complain "wrong exit status"
test ! -s "$out" || complain "speaks on standard output"
asked="list <&- 2>&-"
"$program" list >"$out" <&- 2>&-
test $? -eq 0 || complain "wrong exit status"

test $failures -eq 0
