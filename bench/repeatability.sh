#!/bin/sh
# Repeatability: the coefficient of variation of whole runs of ipclat's
# headline, and of a plain loop's mean, taken in turn.  A whole run measures
# each cell for a second: ipclat ten invocations of 0.1 s, those of one cell
# between those of the others, as it always does; the plain loop one pair of
# processes a cell.  A longer run before all of them tells how quick the cores
# are when nobody else has a share of them; what was disturbed by that is made
# again, for WAIT (30) seconds at most.  Run in the build directory; RUNS (10) in
# each of REPEATS (3) rounds.

set -eu
runs=${RUNS:-10}
repeats=${REPEATS:-3}
wait=${WAIT:-30}
tests='pipe tcp'
places='same cross'
work=$(mktemp -d)
mkdir "$work/variation"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM

# What all runs of ours follow.
# shellcheck disable=SC2086
./ipclat run -q -n 30 -t 0.1 -p "$(echo $places | tr ' ' ,)" \
    -o "$work/like.json" $tests >/dev/null

# Adds the headline of each cell to the file of that cell, in nanoseconds.
measure_ours() {
	# shellcheck disable=SC2086
	./ipclat run -q -n 10 -t 0.1 -p "$(echo $places | tr ' ' ,)" -f json \
	    --like "$work/like.json" --wait-quiet "$wait" $tests \
	    >"$work/result.json"
	for test in $tests; do
		for place in $places; do
			sed -n "/\"spec\": \"$test:place=$place\"/,\$ {
			    /\"summary\"/,\$ s/.*\"median_ns\": \([0-9.e+]*\).*/\1/p
			    }" "$work/result.json" | head -1 \
			    >>"$work/$test-$place-ours"
		done
	done
}

measure_plain() {
	for test in $tests; do
		for place in $places; do
			bench/plain "$test" "$place" \
			    >>"$work/$test-$place-plain"
		done
	done
}

# The coefficient of variation of a file of numbers, in per cent.
get_variation() {
	awk '{ n++; sum += $1; squares += $1 * $1 }
	    END {
		mean = sum / n
		variance = (squares - n * mean * mean) / (n - 1)
		printf "%.2f", 100 * sqrt(variance > 0 ? variance : 0) / mean
	    }' "$1"
}

get_median() {
	sort -n "$1" | awk '{ v[NR] = $1 }
	    END { print (v[int((NR + 1) / 2)] + v[int((NR + 2) / 2)]) / 2 }'
}

repeat=0
while [ $repeat -lt "$repeats" ]; do
	rm -f "$work"/*-ours "$work"/*-plain
	run=0
	while [ $run -lt "$runs" ]; do
		# Which of the two comes first alternates.
		if [ $((run % 2)) -eq 0 ]; then
			measure_ours
			measure_plain
		else
			measure_plain
			measure_ours
		fi
		run=$((run + 1))
	done
	for file in "$work"/*-ours "$work"/*-plain; do
		get_variation "$file" >>"$work/variation/${file##*/}"
		echo >>"$work/variation/${file##*/}"
	done
	repeat=$((repeat + 1))
done

echo "Coefficient of variation of $runs whole runs, in %: ipclat's headline,"
echo "a plain mean; a pair for each of $repeats repeats."
worse=0
for test in $tests; do
	for place in $places; do
		prefix=$work/variation/$test-$place
		ours=$(get_median "$prefix-ours")
		plain=$(get_median "$prefix-plain")
		verdict=ok
		if awk "BEGIN { exit !($ours > $plain) }"; then
			verdict=WORSE
			worse=$((worse + 1))
		fi
		printf '%-5s %-6s  %s  medians %s %s  %s\n' "$test" "$place" \
		    "$(paste -d / "$prefix-ours" "$prefix-plain" |
			tr '\n' ' ')" "$ours" "$plain" $verdict
	done
done
[ $worse -eq 0 ]
