#!/bin/sh
# Sensitivity: is a round trip that lasts 3 % longer found to be slower?  `ab`
# compares the program with itself, where one side has a preloaded library whose
# write() waits: half of the delay on the way there, half on the way back.  The
# other side has the library too, and does not wait.  Run in the build directory
# on a quiet machine.  For each of TESTS (pipe tcp) at each of PLACES (same
# cross) TRIES (10) comparisons of so many pairs as PAIRS names in turn (10 40
# 160), until at least eight in ten find it; at least that must be so in the
# end.  PERCENT (3) is what is added, and RUNFLAGS (-t 0.02) are options of each
# run.  At full length four minutes, where 10 pairs are enough, to 80, where 160
# are not.

set -eu
tests=${TESTS:-pipe tcp}
places=${PLACES:-same cross}
tries=${TRIES:-10}
pairs=${PAIRS:-10 40 160}
percent=${PERCENT:-3}
flags=${RUNFLAGS:--t 0.02}
library=$(pwd)/bench/delay.so
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM

[ -r "$library" ] || {
	echo 'bench/delay.so was not built: preloading needs dlsym()'
	exit 1
}

# The headline of a test in nanoseconds, with the library and without a delay.
get_median() {
	LD_PRELOAD=$library DELAY_NS=0 ./ipclat run -q -n 10 -f json \
	    -p "$2" "$1" | sed -n '/"summary"/,$ s/.*"median_ns": \([0-9.e+]*\).*/\1/p'
}

# compare TEST PLACE DELAY PAIRS: the verdict, change and interval.
compare() {
	# Options are a list of words.
	# shellcheck disable=SC2086
	./ipclat ab -q -n "$4" -f json -- \
	    env LD_PRELOAD="$library" DELAY_NS=0 \
	    ./ipclat run $flags -p "$2" "$1" -- \
	    env LD_PRELOAD="$library" DELAY_NS="$3" \
	    ./ipclat run $flags -p "$2" "$1" |
	    sed -n 's/.*"change_percent": \([^,]*\), "change_low": \([^,]*\), "change_high": \([^,]*\), "verdict": "\([^"]*\)".*/\4 \1 \2 \3/p'
}

# How many lines of a file say slower.
count_found() {
	grep -c '^slower ' "$1" || true
}

missed=0
for test in $tests; do
	for place in $places; do
		median=$(get_median "$test" "$place")
		delay=$(awk "BEGIN { print $median * $percent / 100 / 2 }")
		printf '%-5s %-6s %.0f ns, twice %.1f ns more\n' "$test" \
		    "$place" "$median" "$delay"
		for count in $pairs; do
			try=0
			: >"$work/found"
			while [ $try -lt "$tries" ]; do
				try=$((try + 1))
				compare "$test" "$place" "$delay" "$count" \
				    >>"$work/found"
			done
			found=$(count_found "$work/found")
			awk -v pairs="$count" -v found="$found" \
			    -v tries="$tries" '
			{ change += $2 }
			$3 != "null" { width += ($4 - $3) / 2; known++ }
			END {
				printf "  %4d pairs: found in %d of %d; on " \
				    "average %+.2f %%", pairs, found, tries,
				    change / NR
				if (known > 0)
					printf ", interval +-%.2f %%",
					    width / known
				# Power of 80 %: 2.8 deviations to find it, of
				# which the interval has 1.96 on each side.
				if (found < tries * 0.8 && known > 0)
					printf "; would need some %d",
					    pairs * (width / known * 1.43 \
					    / percent) ^ 2 + 1
				print ""
			}' percent="$percent" "$work/found"
			[ $((found * 10)) -lt $((tries * 8)) ] || break
		done
		[ $((found * 10)) -ge $((tries * 8)) ] || {
			echo "  not found in eight of ten"
			missed=$((missed + 1))
		}
	done
done
[ $missed -eq 0 ]
