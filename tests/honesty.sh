#!/bin/sh
# A run tells what it could not do: disturbed invocations are made again and
# both counts shown, a busy machine is waited for, a budget and the width of an
# interval end it.

srcdir=${srcdir:-$(dirname "$0")/..}
# shellcheck source=tests/lib.sh
. "$srcdir/tests/lib.sh"
cd "$work" || exit 99

# How many invocations are in the JSON on standard output, and how many of
# those were disturbed.
count_invocations() {
	grep -c '"round_trips": ' "$work/out"
}
count_disturbed() {
	grep -c '"disturbed": true' "$work/out"
}

# Keeps all CPUs busy until rest; at most a minute, whatever happens here.
hogs=
work_hard() {
	cpus=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
	while [ "$cpus" -gt 0 ]; do
		cpus=$((cpus - 1))
		timeout 60 sh -c 'while :; do :; done' &
		hogs="$hogs $!"
	done
}
rest() {
	# Process numbers are words.
	# shellcheck disable=SC2086
	[ -z "$hogs" ] || kill $hogs
	# shellcheck disable=SC2086
	[ -z "$hogs" ] || wait $hogs 2>/dev/null
	hogs=
}
trap 'rest; rm -rf "$work"' EXIT

# A budget ends the run, and what it cut is told.
run "$ipclat" run -q -n 10000 -t 0.01 --budget 1 -p any -f json pipe nil
expect_status 0
expect_out 'the budget of 1 s ended the run: tests have .* of 10000 asked for'
[ "$(count_invocations)" -lt 20000 ] || fail "$ran: it did not end"
[ "$(count_invocations)" -gt 0 ] || fail "$ran: nothing was measured"
run "$ipclat" run -q -n 10000 -t 0.01 --budget 0.5 -p any pipe
expect_out '^warning: the budget of 0\.5 s ended'
run "$ipclat" run -q -t 1 --budget 0.5 -p any pipe nil
expect_status 77
expect_out '^skipped: pipe:place=any: the budget of 0\.5 s was used up before'
run "$ipclat" run -q -t 1 --budget 0.5 --strict -p any pipe
expect_status 1
run "$ipclat" run -q -n 2 --count 20 --budget 60 -p any pipe
expect_status 0
grep -q budget "$work/out" && fail "$ran: tells of a budget that it kept"
# What hangs may take no longer either; whether it hangs for good is not known
# then, but what was seen is told.
run "$faulty" run -q -n 2 --count 20 --timeout 600 --budget 1 -p any \
    faulty-hang
expect_status 77
expect_out '^skipped: faulty-hang:place=any: the budget of 1 s'
expect_out 'no progress'
expect_nothing_left

# Until the interval is within 1 %, 10 invocations at least; or 30, and those
# in the place of disturbed ones.
run "$ipclat" run -q --rigorous --count 500 -p any -f json pipe
expect_status 0
made=$(count_invocations)
[ "$made" -ge 10 ] || fail "$ran: only $made invocations"
[ "$made" -le $((30 + $(count_disturbed))) ] || fail "$ran: $made invocations"
if [ "$made" -ge 30 ] && ! grep -q 'the interval is still' "$work/out"; then
	awk -F '[:,]' '
	/"(median|ci_low|ci_high)_ns": [0-9.]*,$/ { value[$1] = $2 }
	END {
		for (name in value)
			if (name ~ /ci_high/) high = value[name]
			else if (name ~ /ci_low/) low = value[name]
			else median = value[name]
		exit !((high - low) / 2 / median <= 0.0101)
	}' "$work/out" || fail "$ran: an interval too wide is not told"
elif [ "$made" -lt 30 ] && grep -q 'the interval is still' "$work/out"; then
	fail "$ran: gives up after $made invocations"
fi
run "$ipclat" run --rigorous -n 5 pipe
expect_usage_error 'contradict'

# A machine that is busy is waited for, then measured all the same; invocations
# that others disturbed are made again, and both counts are shown.
work_hard
run "$ipclat" run -q -n 2 --count 20 -p any --wait-quiet 0.3 pipe
expect_status 0
if grep -q 'waiting for a quiet machine was of no use' "$work/out"; then
	skip 'this system does not tell how busy it is'
else
	expect_out '^warning: the machine was not quiet, after 0\.3 s of'
	tr -s '\n ' ' ' <"$work/out" | grep -q 'when 2 of 2 invocations' ||
	    fail "$ran: does not tell how many"
	run "$ipclat" run -q -n 2 -p any -f json -o busy.json pipe
	expect_status 0
	run cat busy.json
	[ "$(count_disturbed)" -eq 3 ] && [ "$(count_invocations)" -eq 3 ] ||
	    fail "$ran: $(count_disturbed) of $(count_invocations) disturbed"
	expect_out '"disturbed_by": "\(load\|delay\)"'
	run "$ipclat" show busy.json
	expect_out '^disturbed, but used .*: pipe:place=any 3 of 3'
	expect_out 'disturbed were all 3 invocations, by'
fi
rest

# Some of them, as a file tells.
awk '/"disturbed": true/ && !done {
	sub(/"disturbed": true/, "\"disturbed\": false")
	sub(/"disturbed_by": "[a-z]*"/, "\"disturbed_by\": null")
	done = 1
}
/"summary": \{/ { exit }
{ print }' busy.json 2>/dev/null >part.json
if [ -s part.json ]; then
	# Its summary is worked out anew.
	sed '$ s/,$//' part.json >some.json
	echo '}]}' >>some.json
	run "$ipclat" show some.json
	expect_status 0
	expect_out '^disturbed invocations, left out: pipe:place=any 2 of 3'
	run "$ipclat" compare some.json some.json
	expect_out 'disturbed invocations were left out: 2 old and 2 new'
fi

# Batches of an earlier result.
batch() {
	sed -n 's/^ *"batch": \([0-9]*\),$/\1/p' "$1"
}
run "$ipclat" run -q -n 1 -t 0.01 -p any -o like.json pipe
expect_status 0
[ "$(batch like.json)" -gt 0 ] || fail "$ran: no batch in the result"
# Another number than would be found.
sed 's/"batch": [0-9]*/"batch": 321/; s/"timed_per": [0-9]*/"timed_per": 1/' \
    like.json >other.json
run "$ipclat" run -q -n 1 -t 0.01 -p any --like other.json -o new.json pipe
expect_status 0
[ "$(batch new.json)" -eq 321 ] || fail "$ran: batches of $(batch new.json)"
grep -q 'no batches to follow' "$work/out" && fail "$ran: it has them"
run "$ipclat" run -q -n 1 -t 0.01 -p any --like other.json pipe nil
expect_status 0
expect_out '^warning: no batches to follow for 1 of 2 tests'
# Numbers that nobody can have found are not followed.
for number in 0 9007199254740991 30000000; do
	sed "s/\"batch\": [0-9]*/\"batch\": $number/" like.json >bad.json
	run "$ipclat" run -q -n 1 -t 0.01 -p any --like bad.json pipe
	expect_status 0
	expect_out 'no batches to follow for 1 of 1 tests'
done
sed 's/"batch": [0-9]*/"batch": 1000/; s/"timed_per": [0-9]*,/"timed_per": 7,/' \
    like.json >bad.json
run "$ipclat" run -q -n 1 -t 0.01 -p any --like bad.json pipe
expect_out 'no batches to follow'
# A core is slow by what it took there.
run "$ipclat" run -q -n 2 -t 0.01 -p 0+0 -o same.json pipe
if [ "$status" -ne 0 ]; then
	skip 'no process can be put on CPU 0 here'
elif ! grep -q '"cpu_model": "' same.json; then
	skip 'what kind of CPU this is, is not known here'
else
	sed 's/"work_ns": [0-9.]*/"work_ns": 1/g' same.json >quick.json
	run "$ipclat" run -q -n 2 -t 0.01 -p 0+0 --like quick.json -f json pipe
	expect_status 0
	expect_out '"disturbed_by": "'
	# By its core, unless by what counts for more.
	[ "$(count_disturbed)" -eq "$(count_invocations)" ] ||
	    fail "$ran: $(count_disturbed) of $(count_invocations) disturbed"
fi
run "$ipclat" run -q --like absent.json pipe
expect_usage_error '^ipclat: absent\.json: '
echo nothing >bad.json
run "$ipclat" run -q --like bad.json pipe
expect_usage_error '^ipclat: bad\.json: '
run "$ipclat" run -q --like like.json --count 5 pipe
expect_usage_error 'contradict'

expect_nothing_left
finish
