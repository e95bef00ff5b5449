#!/bin/sh
# Stored results side by side, and drawn in the terminal.

srcdir=${srcdir:-$(dirname "$0")/..}
# shellcheck source=tests/lib.sh
. "$srcdir/tests/lib.sh"

# result FILE SYSTEM RELEASE RELATION FACTOR [REASON]
result() {
	printf '{"schema": "ipclat-result/1", "host": {"system": "%s",
	    "release": "%s", "hostname": "h", "emulated": %s}, "tests": [' \
	    "$2" "$3" "$([ "$2" = Minix ] && echo true || echo false)" >"$1"
	for spec in pipe:place=cross pipe:place=same tcp:place=same; do
		printf '{"name": "pipe", "spec": "%s", "status": "ok",
		    "histogram": {"subbits": 7, "minimum": 1000, "maximum":
		    9000, "sum": 40000, "counts": [506, 90, 600, 50, 908, 1]},
		    "invocations": [' "$spec"
		relation=same
		[ "$spec" = pipe:place=cross ] && relation=$4
		for n in 1 2 3 4 5 6; do
			printf '%s{"median_ns": %s, "mean_ns": 1,
			    "disturbed": %s, "round_trips": 100,
			    "relation": "%s"}' \
			    "$([ $n = 1 ] || echo ,)" \
			    "$(((10000 + 10 * n) * $5))" \
			    "$([ $n = 3 ] && echo true || echo false)" \
			    "$relation"
		done
		printf ']}, '
	done >>"$1"
	for spec in futex:place=same futex:place=cross; do
		printf '%s{"name": "futex", "spec": "%s", "status":
		    "skipped", "reason": "%s"}' \
		    "$([ $spec = futex:place=same ] || echo ,)" $spec \
		    "${6-no such call}" >>"$1"
	done
	echo ']}' >>"$1"
}

# No line is too long or ends in blanks.
expect_neat() {
	awk 'length($0) > 80 || / $/ { exit 1 }' out ||
	    fail "$ran: a line is too long, or ends in blanks"
}

cd "$work" || exit 99
result a.json Linux 6.1 cache 1
result b.json Minix 3.4 cache 2
result c.json Linux 6.12 package 3 'another reason'
result d.json Linux 6.1 cache 1

# Platforms as columns, by what tells them apart.
run "$ipclat" show a.json b.json
expect_status 0
expect_no_err
expect_neat
expect_out '^test  *place  *Linux  *^Minix$'
expect_out '^pipe  *same  *10\.04  *20\.08 2\.00x$'
expect_out '^futex  *same  *skipped  *skipped  *-$'
expect_out 'EMULATED'
expect_out '^^ emulated'
[ "$(grep -c 'no such call' out)" -eq 1 ] || fail "$ran: a reason stands twice"
grep -q '^skipped on Linux, Minix: futex:place=same, futex:place=cross: ' out ||
    fail "$ran: no platforms and tests before the reason"
run "$ipclat" show a.json b.json c.json
expect_neat
expect_out '^test  *place  *Linux 6\.1  *^Minix 3\.4  *Linux 6\.12$'
# Other CPUs are another row, without a ratio.
expect_out '^pipe  *cross/cache  *10\.04  *20\.08 2\.00x  *-  *-$'
expect_out '^pipe  *cross/package  *-  *-  *-  *30\...  *-$'
expect_out 'another reason'
# The same machine: the files tell them apart.
run "$ipclat" show a.json d.json
expect_out '^test  *place  *a  *d$'
# More platforms than a line holds.
run "$ipclat" show a.json b.json c.json d.json a.json b.json
expect_status 0
expect_neat
[ "$(grep -c '^test  *place' out)" -eq 2 ] || fail "$ran: not two tables"
run "$ipclat" show -f markdown a.json b.json
expect_out '^| `pipe:place=same` | 10\.04 | 20\.08 | 2\.00 |$'
run "$ipclat" show -f json a.json b.json
expect_out '^\[$'

# Plots: within the width, in ASCII where the locale is no UTF-8.
run "$ipclat" show --plot a.json b.json
expect_status 0
expect_no_err
expect_neat
LC_ALL=C grep -q '[^ -~]' out && fail "$ran: not plain ASCII"
expect_out '^  *10\...  *|'
expect_out '6 invocations in the order made, us; x: disturbed'
[ "$(grep -c '^  *|.*o' out)" -ge 6 ] || fail "$ran: no invocations"
[ "$(grep -c '^  *|.*#' out)" -ge 6 ] || fail "$ran: no bars"
utf8=$(locale -a 2>/dev/null | grep -i 'utf-*8$' | head -n 1)
if [ -n "$utf8" ]; then
	LC_ALL=$utf8 "$ipclat" show --plot a.json >out
	# The full block.
	LC_ALL=C grep -q "$(printf '\342\226\210')" out ||
	    fail "$utf8: no blocks"
else
	skip 'no UTF-8 locale'
fi
printf 'Pipe latency: 12.5 microseconds\n' >lmbench
run "$ipclat" show --plot lmbench
expect_status 0
expect_out '^lmbench: 12\.50\* us'
run "$ipclat" show --plot -f json a.json
expect_usage_error 'exclude each other'
run "$ipclat" show a.json none
expect_usage_error none
finish
