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
for command in run list compare show info help version; do
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
refuses "ipclat run pipe" pipe
refuses "ipclat run pipe:size=64" pipe:size=64
refuses "ipclat run @default" @default
refuses "'ipclat --help' names all" zzzzzzz
refuses "unknown command ''" ''
refuses "did you mean 'info'?" help inof
refuses "unexpected 'list'" help run list
refuses "unexpected 'x'" info x
refuses "unexpected 'x'" version x

# Options that are none, or of another command.
refuses "did you mean '--quick'?" run --quikc
refuses "did you mean '--quick'?" --quikc
refuses "list has no option '-n'" list -n 5
refuses "option '-n': '0' is out of range: 1 to 10000" run -n 0
refuses "option '--count' needs a value" run --count
refuses "contradict" run --count 5 -t 1
refuses "unknown format 'jsn'; did you mean 'json'?" list -f jsn
refuses "unknown format 'xml'; formats are text, json" info -f xml

# Tests that are none: whoever takes tests says the same.
for command in run list; do
	refuses "unknown test 'pype'; did you mean 'pipe'?" $command pype
	refuses "unknown group '@defualt'; did you mean '@default'?" \
	    $command @defualt
	refuses "no test matches 'zz*'" $command 'zz*'
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
fits
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
		grep -q '^ipclat: cannot write standard output' "$err" ||
			complain "does not say why"
	done
fi
asked="zzzzzzz 2>&-"
"$program" zzzzzzz >"$out" 2>&-
test $? -eq 2 || complain "wrong exit status"
test ! -s "$out" || complain "speaks on standard output"
asked="list <&- 2>&-"
"$program" list >"$out" <&- 2>&-
test $? -eq 0 || complain "wrong exit status"

test $failures -eq 0
