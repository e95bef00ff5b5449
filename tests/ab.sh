#!/bin/sh
# ab as a user meets it: two tests, two lists, two commands in turn; and all that
# can go wrong with a command.

srcdir=${srcdir:-$(dirname "$0")/..}
# shellcheck source=tests/lib.sh
. "$srcdir/tests/lib.sh"
cd "$work" || exit 99

short='-q --count 50 -p any'

# Two tests.
# shellcheck disable=SC2086
run "$ipclat" ab $short -n 6 -f json pipe unix-stream:size=64
expect_status 0
expect_no_err
expect_out '"schema": "ipclat-comparison/1"'
expect_out '"spec": "pipe:place=any", "new_spec": "unix-stream:place=any,size=64"'
expect_out '"old_files": 1,'
grep -q not-comparable "$work/out" && grep -q '"verdict": "not-' "$work/out" &&
    fail "$ran: what the specs name makes it not comparable"
# shellcheck disable=SC2086
run "$ipclat" ab $short -n 2 -f csv 'unix-*' 'unix-*'
expect_status 0
[ "$(grep -c '^"unix-' "$work/out")" -eq 4 ] || fail "$ran: not four rows"
# Both of a pair, then both of another; which is first is drawn by the seed.
pairs() {
	run "$ipclat" ab --count 50 -p any -v -n 5 --seed "$1" pipe nil
	expect_status 0
	sed -n 's/^round \([1-5]\) .*: \([a-z]*\):.*/\1\2/p' "$work/err" |
	    tr '\n' ' '
}
first=$(pairs 7)
[ "$(pairs 7)" = "$first" ] || fail "$ran: another order with the same seed"
echo "$first" | tr ' ' '\n' | sed '/^$/d; s/[a-z]*$//' | uniq -c |
    awk '$1 < 2 { exit 1 }' || fail "$ran: pairs are torn apart: $first"
for seed in 1 2 3 4 5; do
	pairs $seed
	echo
done | sort -u >orders
[ "$(wc -l <orders)" -ge 3 ] || fail "$ran: seeds make no difference"
# shellcheck disable=SC2086
run "$ipclat" ab $short -n 2 nil nil:peer=thread
expect_status 0
expect_out 'nil:place=any -> nil:peer=thread,place=any\|only-old'
for words in '' pipe 'pipe tcp udp' '@lmbench pipe' 'pipe nosuch' \
    'nosuch pipe' '-o - pipe pipe' '-f xml pipe pipe' '--rigorous pipe pipe' \
    '--threshold 8 --fail-if-slower=5 pipe pipe' 'pipe -- pipe'; do
	# Several words.
	# shellcheck disable=SC2086
	run "$ipclat" ab $words
	[ "$words" = 'pipe -- pipe' ] || expect_usage_error .
done
# shellcheck disable=SC2086
run "$ipclat" ab $short '@lmbench' pipe
expect_usage_error "'@lmbench' is [0-9]* tests and 'pipe' 1: they are paired"
# One side fails, the other is there.
# shellcheck disable=SC2086
run "$faulty" ab $short --timeout 0.5 -n 2 pipe faulty-hang
expect_status 2
expect_out 'only-old'
expect_err 'no test can be compared; the table says why'
# shellcheck disable=SC2086
run "$ipclat" ab -q -n 1000 -t 0.01 --budget 1 -p any pipe pipe
expect_status 0
expect_out '^warning: the budget of 1 s ended the run'

# Results are kept, one a side.
# shellcheck disable=SC2086
run "$ipclat" ab $short -n 3 -o kept.json pipe nil
expect_status 0
run "$ipclat" show kept.a.json
expect_out '^pipe '
run "$ipclat" show kept.b.json
expect_out '^nil '
run "$ipclat" compare kept.a.json kept.b.json
expect_out 'only-old'
# shellcheck disable=SC2086
run "$ipclat" ab $short -n 3 -o kept pipe pipe
expect_status 0
run "$ipclat" compare kept.a kept.b
expect_out '^pipe '
echo precious >bad.b
# shellcheck disable=SC2086
run "$ipclat" ab $short -o bad pipe pipe
expect_usage_error 'it will not be replaced'
[ "$(cat bad.b)" = precious ] || fail "$ran: replaced a file"
[ ! -e bad.a ] || fail "$ran: left a file"

# Commands that only pretend: each tells its arguments, and one figure.
cat >pretend <<'END'
#!/bin/sh
# pretend NS ...: a result of one invocation with this median.
value=$1
shift
echo "$value $*" >>calls
case $* in
*--like*) for file; do :; done; cat "$file" >>liked ;;
esac
printf '{"schema": "ipclat-result/1", "host": {"boot_id": "a"}, "tests":
    [{"name": "pipe", "spec": "pipe:place=same", "status": "ok",
    "invocations": [{"median_ns": %s, "mean_ns": %s, "round_trips": 9}]}]}\n' \
    "$((value + $(wc -l <calls)))" "$value"
END
chmod +x pretend
run "$ipclat" ab -q -n 8 -- ./pretend 1000 x -- ./pretend 900 y
expect_status 0
expect_out '^pipe  *same .* faster$'
expect_out 'A: 8 files (1 boot); B: 8 files (1 boot)'
[ "$(wc -l <calls)" -eq 17 ] || fail "$ran: $(wc -l <calls) calls"
[ "$(head -n 1 calls)" = '1000 x -n 1 -q -f json' ] ||
    fail "$ran: first $(head -n 1 calls)"
[ "$(sed 1d calls | grep -c '^1000 x -n 1 -q -f json --like /')" -eq 8 ] ||
    fail "$ran: other words were appended"
[ "$(grep -c '^900 y -n 1 -q -f json --like /' calls)" -eq 8 ] ||
    fail "$ran: other words were appended"
# What the first run wrote, and nothing else.
[ "$(grep -c '"median_ns": 1001,' liked)" -eq 16 ] ||
    fail "$ran: --like is not the discarded run"
sed 1d calls | awk 'NR % 2 { last = $1; next } $1 == last { exit 1 }' ||
    fail "$ran: pairs are torn apart"
rm -f calls
run "$ipclat" ab -q -n 8 -o pair.json --fail-if-slower -- ./pretend 1000 -- \
    ./pretend 1100
expect_status 1
run "$ipclat" compare pair.a.json pair.b.json
expect_out '^pipe  *same .* slower$'
expect_out '8 invocations a side'
# Pairs that were disturbed are run again, half as many at most.
rm -f calls
run "$ipclat" ab -q -n 4 -o loud.json -- ./pretend 1000 -- sh -c '
    state=$([ "$(wc -l <calls)" -gt 4 ] && echo false || echo true)
    ./pretend 900 "$@" | sed "s/\"median/\"disturbed\": $state, &/"' sh
expect_status 0
expect_out 'disturbed invocations were left out: 0 A and [12] B'
[ "$(wc -l <calls)" -gt 9 ] && [ "$(wc -l <calls)" -le 13 ] ||
    fail "$ran: $(wc -l <calls) calls"
rm -f calls
run "$ipclat" ab -q -n 4 -- ./pretend 1000 -- sh -c '
    ./pretend 900 "$@" | sed "s/\"median/\"disturbed\": true, &/"' sh
[ "$(wc -l <calls)" -eq 13 ] || fail "$ran: $(wc -l <calls) calls"
run "$ipclat" ab -q -n 3 --require-conclusive -- ./pretend 1000 -- \
    ./pretend 1001
expect_status 3
run "$ipclat" ab -q -n 3 --budget 0.3 --timeout 20 -- sh -c \
    'sleep 0.2; exec ./pretend 1000' -- ./pretend 900
expect_status 2
expect_out 'the budget of 0\.3 s ended it after 0 of 3 pairs'

# The program itself, in earnest, under a wrapper.
run "$ipclat" ab -q -n 2 --timeout 60 -- "$ipclat" run -t 0.001 -p any pipe -- \
    env X=1 "$ipclat" run -t 0.001 -p any pipe
expect_status 0
expect_out '^pipe  *any '
expect_out 'A: 2 files'
expect_nothing_left

# What is measured belongs into the commands; what is no pair of them.
for option in '-t 1' '--count 5' '-s 4k' '-p any' --quick; do
	# shellcheck disable=SC2086
	run "$ipclat" ab $option -- ./pretend 1 -- ./pretend 2
	expect_usage_error 'belongs into the commands'
done
for words in '--' '-- a' '-- a --' '-- -- b' '-- a -- b -- c'; do
	# shellcheck disable=SC2086
	run "$ipclat" ab $words
	expect_usage_error .
done

# fails WORDS STATUS SCRIPT: B fails, with these words, at once.
fails() {
	run "$ipclat" ab -q -n 2 --timeout 20 -- ./pretend 1000 -- sh -c "$2" sh
	expect_usage_error "^ipclat: ab: .*command B, .*$1"
	expect_nothing_left
}
fails 'ended with status 3: of its own$' 'echo of its own >&2; exit 3'
fails 'was killed by signal 9' 'kill -9 $$'
fails 'is nothing: it must be an ipclat command' :
fails 'ended with status 1: some words' 'echo some words >&2; exit 1'
fails 'is no ipclat result: line 1' 'echo "{]"'
fails 'is no ipclat result' 'echo "{\"schema\": \"x\", \"tests\": []}"'
fails 'larger\|more than 64 MB' 'cat /dev/zero'
run "$ipclat" ab -q -n 2 -- ./absent -- ./pretend 1000
expect_usage_error "command A, './absent': cannot run './absent': No such file"
run "$ipclat" ab -q -n 2 --timeout 0.3 -- ./pretend 1000 -- sh -c 'sleep 60' sh
expect_usage_error "command B, 'sh -c sleep 60.*takes longer than 0\.3 s"
# In the midst of it: what was compared before is printed.
rm -f calls
run "$ipclat" ab -q -n 4 -- ./pretend 1000 -- sh -c '
    [ "$(wc -l <calls)" -lt 6 ] || exit 9
    exec ./pretend 900 "$@"' sh
expect_status 2
expect_out '^pipe  *same '
expect_err "^ipclat: ab: command B, .*ended with status 9"
# All that was asked for was skipped: a result, and nothing to compare.
run "$ipclat" ab -q -n 2 -- "$faulty" run faulty-absent -- "$faulty" run \
    faulty-absent
expect_status 2
expect_err 'no test can be compared'
expect_nothing_left

# Stopped: the whole process group of the command goes too, and what was
# compared is told.
await_file() {
	tries=0
	while [ ! -s "$1" ] && [ $tries -lt 300 ]; do
		tries=$((tries + 1))
		sleep 0.1
	done
}
rm -f calls number
# shellcheck disable=SC2016
"$ipclat" ab -q -n 9 -- ./pretend 1000 -- sh -c '
    [ "$(wc -l <calls)" -lt 6 ] || { sleep 300 & echo $! >number; wait; }
    exec ./pretend 900 "$@"' sh >out 2>err </dev/null &
command=$!
ran='ab, stopped'
await_file number
kill -TERM $command
wait $command
status=$?
expect_status 143
expect_out '^pipe  *same '
# One that nobody has reaped has ended too.
if kill -0 "$(cat number)" 2>/dev/null &&
    ! grep -qs ') Z ' "/proc/$(cat number)/stat"; then
	fail "$ran: its sleep goes on"
fi
expect_nothing_left

# Killed: the program that it runs ends too, at once or when it has measured,
# and the next run of the same user removes what both left.
if can_see_processes; then
	"$ipclat" ab -q -- "$ipclat" run -t 2 -p any pipe -- "$ipclat" run pipe \
	    >out 2>err </dev/null &
	command=$!
	ran='ab, killed'
	tries=0
	while ! our_processes | while read -r process; do
		grep -qszxF -e --supervise "/proc/$process/cmdline" && echo yes
	    done | grep -q yes && [ $tries -lt 300 ]; do
		tries=$((tries + 1))
		sleep 0.1
	done
	kill -KILL $command
	wait $command 2>/dev/null
	await_end
	[ -z "$(our_processes)" ] || fail "$ran: processes are left"
	run "$ipclat" run -q -n 1 --count 5 -p any fifo
	expect_nothing_left
fi

finish
