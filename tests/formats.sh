#!/bin/sh
# Every format, read by a consumer that others wrote; what passes and what
# fails; files written in one step.  Consumers that are not installed are
# skipped, by name.

srcdir=${srcdir:-$(dirname "$0")/..}
# shellcheck source=tests/lib.sh
. "$srcdir/tests/lib.sh"
srcdir=$(cd "$srcdir" && pwd)
schemas=$srcdir/schemas
hostile=${IPCLAT_HOSTILE:-$builddir/tests/hostile}

has() {
	command -v "$1" >/dev/null 2>&1
}

python=
for candidate in python3 /usr/bin/python3; do
	has "$candidate" || continue
	[ -n "$python" ] || python=$candidate
	"$candidate" -c 'import jsonschema; jsonschema.Draft202012Validator' \
	    2>/dev/null || continue
	python=$candidate
	break
done
schema_of() {
	echo -
}
if [ -z "$python" ]; then
	skip 'csv, gobench, json: no python3'
elif "$python" -c 'import jsonschema; jsonschema.Draft202012Validator' \
    2>/dev/null; then
	schema_of() {
		echo "$schemas/ipclat-$1-1.schema.json"
	}
else
	skip 'JSON Schema: no jsonschema for python3 that knows draft 2020-12'
fi
perl -MTAP::Parser -e 1 2>/dev/null || skip 'tap: no perl with TAP::Parser'
has xmllint || skip 'junit: no xmllint'
has promtool || skip 'prometheus: no promtool'
has cmark-gfm || skip 'markdown: no cmark-gfm'
has benchstat || skip 'gobench: no benchstat; a reader of its documented format'
"$python" -c 'import junitparser' 2>/dev/null || skip 'junit: no junitparser'

# reads COMMAND...: the consumer has nothing to say against it.
reads() {
	run "$@"
	[ "$status" -eq 0 ] || fail "$1: status $status"
}

# consume FORMAT KIND FILE...: all files are read by consumers of the format;
# KIND is result or comparison.
consume() {
	format=$1 kind=$2
	shift 2
	case $format in
	csv|gobench|json)
		[ -z "$python" ] || reads "$python" "$srcdir/tests/consume.py" \
		    "$format" "$(schema_of "$kind")" "$@"
		;;
	junit)
		has xmllint && reads xmllint --noout --schema \
		    "$srcdir/tests/junit.xsd" "$@"
		# That of Jenkins, say, wherever it is.
		if has xmllint && [ -n "${IPCLAT_JUNIT_XSD-}" ]; then
			reads xmllint --noout --schema "$IPCLAT_JUNIT_XSD" "$@"
		fi
		[ -z "$python" ] || reads "$python" "$srcdir/tests/consume.py" \
		    junit - "$@"
		;;
	esac
	for file; do
		case $format in
		prometheus)
			has promtool || continue
			# shellcheck disable=SC2016
			reads sh -c 'promtool check metrics <"$1"' promtool \
			    "$file"
			[ ! -s "$work/out" ] && [ ! -s "$work/err" ] ||
			    fail "promtool objects to $file"
			;;
		markdown)
			has cmark-gfm || continue
			reads cmark-gfm -e table "$file"
			expect_table "$file"
			;;
		gobench)
			has benchstat && reads benchstat "$file"
			;;
		esac
	done
}

# tap PASSED FAILED SKIPPED FILE...: so many points; "-": any.
tap() {
	perl -MTAP::Parser -e 1 2>/dev/null || return 0
	reads perl "$srcdir/tests/consume-tap.pl" "$@"
}

# The HTML on standard output is one table whose rows are all of one length,
# and no element that is not ours.
expect_table() {
	awk '
	/^<tr>/ { cells = 0 }
	/^<t[hd]/ { cells++ }
	/^<\/tr>/ { if (wanted && cells != wanted) bad = 1; wanted = cells; rows++ }
	/^<table>/ { tables++ }
	END { exit bad || rows < 2 || tables != 1 }' "$work/out" ||
	    fail "$1: no table, or one with rows of different lengths"
	awk '{ gsub(/<[^>]*>/, "\n&\n"); print }' "$work/out" | grep '^<' |
	    grep -v -x -E '</?(table|thead|tbody|tr|ul|li|p|code|h3)>|<t[hd]( align="right")?>|</t[hd]>|<br />' \
	    >"$work/foreign"
	[ ! -s "$work/foreign" ] || fail "$1: $(head -n 1 "$work/foreign")"
}

cd "$work" || exit 99

# All texts hostile, in all formats.
mkdir hostile
run "$hostile" hostile
expect_status 0
[ "$(ls hostile | wc -l)" -gt 100 ] || fail "$ran: hardly any file"
for file in hostile/*; do
	case $file in
	*.json) continue ;;
	esac
	LC_ALL=C tr -d '\n\r\t -~' <"$file" | grep -q . &&
	    fail "$file: not plain ASCII"
	# A line is never longer than its format needs.
	case $file in
	*.text)
		awk 'length($0) > 80 { exit 1 }' "$file" ||
		    fail "$file: a line is too long" ;;
	esac
done
for format in csv gobench json junit prometheus markdown; do
	[ -s hostile/result-0.$format ] || fail "no hostile $format"
	consume $format result hostile/result-*.$format
done
for format in csv json junit markdown; do
	[ -s hostile/comparison-0.$format ] || fail "no hostile $format"
	consume $format comparison hostile/comparison-*.$format
done
tap 3 2 1 hostile/result-*.tap hostile/result-*.ktap
tap 7 1 5 hostile/comparison-*.tap hostile/comparison-*.ktap
# A test that is there twice has its series once.
for file in hostile/*.prometheus; do
	[ "$(grep -c '^ipclat_test_status{' "$file")" -eq 12 ] ||
	    fail "$file: not three series for each of four tests"
done

# A run with tests of every status.
place=any
can_place && place=same
run "$faulty" run -q -n 6 --count 200 -p $place -o right.json pipe nil \
    unix-stream:size=64 pipe:window=4 faulty-absent faulty-crash
expect_status 1
for wanted in ok skipped failed; do
	grep -q "\"status\": \"$wanted\"" right.json ||
	    fail "$ran: no test is $wanted"
done
tests=$(grep -c '"spec":' right.json)
for format in text json csv gobench tap junit prometheus lmbench markdown; do
	run "$ipclat" export -f $format right.json
	expect_status 0
	expect_no_err
	mv out "made.$format"
	consume $format result "made.$format"
	run "$ipclat" export -f $format -o "file.$format" right.json
	expect_status 0
	[ ! -s out ] || fail "$ran: prints"
	cmp -s "made.$format" "file.$format" || fail "$ran: another output"
	run "$ipclat" show -f $format right.json
	expect_status 0
	cmp -s out "made.$format" || fail "$ran: another output"
done
cmp -s right.json made.json || fail 'export -f json is not the result file'
consume json result right.json
run "$ipclat" export -f tap --ktap right.json
expect_status 0
mv out made.ktap
tap - 1 1 made.tap made.ktap
[ "$(grep -c '^\(not \)\{0,1\}ok ' made.ktap)" -eq "$tests" ] ||
    fail 'KTAP: not a point a test'
# Those that were disturbed have been made again.
count_made() {
	awk -v spec="\"pipe:place=$place\"" -v wanted="$1" '
	    /"spec": / { is_it = index($0, spec) > 0 }
	    is_it && /"disturbed": / && $0 ~ wanted { count++ }
	    END { print count + 0 }' right.json
}
made=$(count_made .)
quiet=$(count_made '"disturbed": false')
[ "$made" -ge 6 ] || fail 'too few invocations'
[ "$quiet" -gt 0 ] || quiet=$made
[ "$(sed 1d made.csv | grep -c '"pipe:place='$place'"')" -eq "$made" ] ||
    fail 'csv: not a row an invocation'
[ "$(sed 1d made.csv | grep -c '"skipped\|,skipped,')" -eq 1 ] ||
    fail 'csv: what was skipped is lost'
[ "$(grep -c "^BenchmarkIpclat/pipe/place=$place	" made.gobench)" \
    -eq "$quiet" ] ||
    fail 'gobench: not a line an invocation'
grep -q "^- skipped: " made.markdown || fail 'markdown: no skip'
# Read again by ourselves.
run "$ipclat" compare right.json made.lmbench
[ "$status" -ne 2 ] || expect_out not-comparable
cp right.json other.json
for format in json csv gobench tap junit lmbench markdown text; do
	run "$ipclat" export -f $format right.json other.json
	expect_status 0
	case $format in
	json) "$python" -c 'import json; json.load(open("out"))' 2>/dev/null ||
	    [ -z "$python" ] || fail "$ran: no JSON" ;;
	tap) mv out "two.$format"; tap - 2 2 two.tap ;;
	csv|gobench|junit) mv out "two.$format"
		consume $format result "two.$format" ;;
	esac
done
run "$ipclat" export -f prometheus right.json other.json
expect_usage_error 'prometheus holds one result, and 2 files are named'
run "$ipclat" run -q -n 1 --count 20 -p $place -f prometheus nil
expect_status 0
mv out made.prometheus
consume prometheus result made.prometheus

# Comparisons, as schema and consumers have them.
run "$ipclat" compare -f json right.json other.json
expect_status 0
mv out right-comparison.json
consume json comparison right-comparison.json
for format in tap junit; do
	run "$ipclat" compare -f $format right.json other.json
	expect_status 0
	mv out "compared.$format"
	consume $format comparison "compared.$format"
done
tap - 0 - compared.tap

# figures FILE NS: a result of two tests with six invocations each.
figures() {
	awk -v ns="$2" 'BEGIN {
		print "{\"schema\": \"ipclat-result/1\", \"tests\": ["
		for (t = 0; t < 2; t++) {
			name = t ? "tcp" : "pipe"
			printf "%s{\"name\": \"%s\", \"spec\": \"%s:place=same\", " \
			    "\"params\": {\"place\": \"same\", \"size\": 4096}, " \
			    "\"status\": \"ok\", \"invocations\": [",
			    t ? "," : "", name, name
			for (i = 0; i < 8; i++)
				printf "%s{\"median_ns\": %g, \"mean_ns\": %g, " \
				    "\"p99_ns\": %g, \"round_trips\": 1000, " \
				    "\"elapsed_ns\": %g}", i ? "," : "",
				    (t ? 20000 : ns) + i, ns + i, 2 * ns + i,
				    1000 * ns
			print "]}"
		}
		print "]}"
	}' >"$1"
}
figures old 10000
figures new 12000

# verdict STATUS POINTS WORDS...: the exit status, TAP and JUnit agree.
verdict() {
	wanted=$1 failing=$2
	shift 2
	for form in tap junit text; do
		run "$ipclat" "$@" -f $form
		expect_status "$wanted"
		case $form in
		tap) found=$(grep -c '^not ok' out) ;;
		junit) found=$(grep -c '^<failure' out) ;;
		text) continue ;;
		esac
		[ "$found" -eq "$failing" ] ||
		    fail "$ran: $found points fail, not $failing"
	done
}
verdict 0 0 compare old new
verdict 1 1 compare --fail-if-slower old new
verdict 1 1 compare --fail-if-slower=15 old new
verdict 0 0 compare --fail-if-slower=25 old new
verdict 0 0 compare --fail-if-slower new old
figures single 10000
sed 's/\(\[{[^}]*}\).*/\1]}/' single >one
verdict 0 0 compare one one
verdict 3 2 compare --require-conclusive one one
verdict 3 2 compare --require-conclusive --fail-if-slower one one
run "$ipclat" compare -f tap one one
expect_out '^ok 1 - pipe:place=same # SKIP no-evidence'

# Limits.
verdict 0 0 export --limit pipe=11us old
verdict 0 0 export --limit 'pipe=0.011ms' old
verdict 1 1 export --limit pipe=9us old
verdict 1 1 export --limit pipe:place=same=9us old
verdict 1 1 export --limit pipe:size=4k,place=same=9us old
verdict 1 2 export --limit '*=9us' old
verdict 1 1 export --limit '*=11us' old
verdict 1 1 export --limit pipe=11us --limit 'tcp=median:11us' old
verdict 1 1 export --limit pipe=p99:19us old
verdict 0 0 export --limit pipe=p99:21us old
verdict 1 1 export --limit pipe=110k/s old
verdict 0 0 export --limit pipe=90k/s old
verdict 1 1 export --limit pipe=p999:1s old
verdict 1 2 export --strict right.json
run "$ipclat" export -f text --limit pipe=9us old
expect_out '^limit missed: pipe:place=same: median 10.* us is above the limit '
run "$ipclat" run -q -n 6 --count 200 -p $place --limit 'pipe=1ns' pipe nil
expect_status 1
expect_out '^limit missed: pipe:place='
run "$ipclat" run -q -n 6 --count 200 -p $place --limit 'pipe=1s' pipe nil
expect_status 0
run "$ipclat" run -q -n 6 --count 200 -p $place -f tap --limit '*=0.0001ns' pipe nil
expect_status 1
mv out limited.tap
tap 0 2 0 limited.tap
for limit in pipe pipe=20 pipe=us pipe=20kg =20us pipe=0us pipe=-1us tcp=20us \
    pipe:size=2=1us pipe:sise=1=1us pipe:place=smt=1us @sysv=1us pipe=p98:1us \
    pipe=p99:10/s 'pipe=1 us' pipe=1e3us pipe=1.2.3us pipe= ; do
	run "$ipclat" run -q -p $place --limit "$limit" pipe
	expect_usage_error "limit '$limit'"
done
run "$ipclat" run -q --limit '' pipe
expect_usage_error '.'

# Nothing measured is no failure of a format, but a status of its own.
for format in csv gobench tap junit prometheus markdown; do
	run "$faulty" run -q -n 1 --count 20 -p $place -f $format faulty-absent
	expect_status 77
	[ -s out ] || fail "$ran: says nothing"
done

# Usage.
run "$ipclat" export right.json
expect_usage_error 'no format named'
run "$ipclat" export -f csv
expect_usage_error 'no file named'
run "$ipclat" export -f cvs right.json
expect_usage_error "did you mean 'csv'"
run "$ipclat" export -f csv absent
expect_usage_error '^ipclat: absent: '
run "$ipclat" export -f csv --ktap right.json
expect_usage_error 'add -f tap'
run "$ipclat" export -f csv - - <right.json
expect_usage_error 'only once'
# shellcheck disable=SC2016
run sh -c '"$1" export -f csv - <right.json' sh "$ipclat"
expect_status 0
cmp -s out made.csv || fail "$ran: another output"

# Files: nothing is lost, and nobody reads half of one.
cp right.json kept.json
run "$ipclat" export -f csv -o kept.json other.json
expect_usage_error 'kept.json: is an ipclat result'
cmp -s right.json kept.json || fail "$ran: replaced a result"
run "$ipclat" export -f json -o right.json right.json
expect_usage_error 'right.json: is what is exported'
echo old >made.prom
ln made.prom before.prom
run "$ipclat" export -f prometheus -o made.prom right.json
expect_status 0
[ "$(cat before.prom)" = old ] || fail "$ran: was written into, not replaced"
cmp -s made.prom file.prometheus || fail "$ran: another output"
echo old >text.lmbench
sed 's/"name": "[a-z-]*"/"name": "nil"/' right.json >nothing.json
run "$ipclat" export -f lmbench -o text.lmbench nothing.json
expect_usage_error 'lmbench has none of these'
[ "$(cat text.lmbench)" = old ] || fail "$ran: a failure left half a file"
run "$ipclat" export -f csv -o absent/x right.json
expect_usage_error '^ipclat: absent/x: '
if [ -c /dev/full ]; then
	run "$ipclat" export -f csv -o /dev/full right.json
	expect_usage_error 'report'
fi
for file in .ipclat*; do
	[ ! -e "$file" ] || fail "$file: a temporary file is left"
done

expect_nothing_left
finish
