#!/bin/sh
# Repeatability: the coefficient of variation of whole runs of one second
# each, of ipclat's headline and of a plain mean, taken in turn.  Run in the
# build directory; RUNS (10) in each of REPEATS (3) rounds.

set -eu
runs=${RUNS:-10}
repeats=${REPEATS:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM

# The headline of ten invocations of 0.1 s, in nanoseconds.
measure_ours() {
	./ipclat run -q -n 10 -t 0.1 -p "$2" -f json "$1" |
	    sed -n '/"summary"/,$s/.*"median_ns": \([0-9.e+]*\).*/\1/p'
}

measure_plain() {
	bench/plain "$1" "$2"
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

echo "Coefficient of variation of $runs runs of 1 s, in %: ipclat's headline,"
echo "a plain mean; a pair for each of $repeats repeats."
worse=0
for test in pipe tcp; do
	for place in same cross; do
		: >"$work/all-ours"
		: >"$work/all-plain"
		line=
		repeat=0
		while [ $repeat -lt "$repeats" ]; do
			: >"$work/ours"
			: >"$work/plain"
			run=0
			while [ $run -lt "$runs" ]; do
				# Which of the two comes first alternates.
				if [ $((run % 2)) -eq 0 ]; then
					measure_ours $test $place >>"$work/ours"
					measure_plain $test $place >>"$work/plain"
				else
					measure_plain $test $place >>"$work/plain"
					measure_ours $test $place >>"$work/ours"
				fi
				run=$((run + 1))
			done
			ours=$(get_variation "$work/ours")
			plain=$(get_variation "$work/plain")
			echo "$ours" >>"$work/all-ours"
			echo "$plain" >>"$work/all-plain"
			line="$line  $ours/$plain"
			repeat=$((repeat + 1))
		done
		ours=$(get_median "$work/all-ours")
		plain=$(get_median "$work/all-plain")
		verdict=ok
		if awk "BEGIN { exit !($ours > $plain) }"; then
			verdict=WORSE
			worse=$((worse + 1))
		fi
		printf '%-5s %-6s%s  medians %s %s  %s\n' $test $place "$line" \
		    "$ours" "$plain" $verdict
	done
done
[ $worse -eq 0 ]
