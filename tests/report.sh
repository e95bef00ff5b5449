#!/bin/sh
# The page as a user meets it: what it holds, whom it can do nothing to, what
# it replaces; the plots alone.

srcdir=${srcdir:-$(dirname "$0")/..}
# shellcheck source=tests/lib.sh
. "$srcdir/tests/lib.sh"
reader=$(cd "$srcdir/tests" && pwd)/read-page.py

has_python=false
python3 -c 'import html.parser, xml.etree.ElementTree' 2>/dev/null &&
    has_python=true

# reads KIND FILE...: they are whole, for browsers and XML readers alike.
reads() {
	$has_python || return 0
	run python3 "$reader" "$@"
	[ "$status" -eq 0 ] || fail "no good $*"
}

# refuses KIND FILE WHAT: the reader of this test sees that.
refuses() {
	$has_python || return 0
	run python3 "$reader" "$1" "$2"
	[ "$status" -ne 0 ] || fail "$3 is not seen"
}

# result FILE HOSTNAME REASON SPEC FACTOR: a result with texts as given, which
# are JSON already.
result() {
	printf '{"schema": "ipclat-result/1", "started": "%s",
	    "arguments": ["%s"], "warnings": ["%s"],
	    "program": {"version": "%s", "compiler": "%s"},
	    "host": {"system": "%s", "hostname": "%s", "release": "%s",
	    "emulated": true, "odd": "%s"}, "tests": [
	    {"name": "futex", "spec": "futex:place=same", "status": "skipped",
	    "reason": "%s"},
	    {"name": "udp", "spec": "udp:place=same", "status": "failed",
	    "reason": "%s"}' "$2" "$2" "$2" "$2" "$2" "$2" "$2" "$2" "$2" "$3" \
	    "$3" >"$1"
	for spec in "$4" pipe:place=same,size=64 pipe:place=same,size=4096; do
		printf ', {"name": "pipe", "spec": "%s", "status": "ok",
		    "params": {"size": %s}, "warnings": ["%s"],
		    "histogram": {"subbits": 7, "minimum": 1000, "maximum":
		    9000, "sum": 40000, "counts": [506, 10, 600, 10, 908, 1]},
		    "invocations": [' "$spec" "${spec##*=}" "$2"
		for n in 1 2 3 4 5 6 7; do
			printf '%s{"median_ns": %s, "mean_ns": 1, "disturbed":
			    %s, "round_trips": 100, "relation": "same"}' \
			    "$([ $n = 1 ] || echo ,)" \
			    "$(((1000 + n) * $5))" \
			    "$([ $n = 3 ] && echo true || echo false)"
		done
		printf ']}'
	done >>"$1"
	echo ']}' >>"$1"
}

cd "$work" || exit 99
$has_python || skip 'no python3 that reads HTML: pages are only looked through'
result one first 'no such call' tcp:place=same,size=1 1
result two second 'no such call' tcp:place=same,size=1 2

# A page of one result, and of two.
run "$ipclat" report -o page.html one
expect_status 0
expect_no_err
[ ! -s out ] || fail "$ran: something on standard output"
reads page page.html
grep -q 'Latency by size' page.html || fail 'sizes vary, and no plot of that'
grep -q 'id="comparison"' page.html && fail 'one result is compared'
run "$ipclat" report -o page.html one two
expect_status 0
reads page page.html
grep -q 'id="forest-0-t"' page.html || fail 'two results, and no comparison'
grep -q '>slower: -100.0%' page.html || fail 'no verdict in the plot'
[ "$(grep -c '<svg [^>]*role="img"' page.html)" -eq 8 ] ||
    fail "not 8 plots: $(grep -c 'role="img"' page.html)"
grep -o 'https*://[^"]*' page.html | grep -v '^http://www.w3.org/2000/svg$' &&
    fail 'the page names something outside'
grep -q '<details' page.html || fail 'no figures of the plots'
run "$ipclat" report --threshold 60 --correction none -o page.html two one
expect_status 0
grep -q '>equivalent: +50.0%' page.html || fail 'the threshold says nothing'

# The reader of this test sees what is wrong.
sed 's|<h1>|<script>1</script><h1>|' page.html >bad
refuses page bad 'a script'
sed 's|<p>Measured|<p onclick="1">Measured|' page.html >bad
refuses page bad 'an attribute'
sed 's|id="main"|id="results"|' page.html >bad
refuses page bad 'an id twice'
sed 's|<title id[^/]*/title>||' page.html >bad
refuses page bad 'a drawing without title'
sed 's|.s1{color:#b03a00}|.s1{color:#ff9d5c}|' page.html >bad
refuses page bad 'a faint colour'
sed "s|default-src 'none'|default-src *|" page.html >bad
refuses page bad 'a loose policy'
sed 's|</figure>||' page.html >bad
refuses page bad 'an element without end'

# Texts mean nothing but themselves, whatever they are.
hostile='</script><script>alert(1)</script>\"><img src=x onerror=alert(2)>'
hostile=$hostile"' onload=alert(3) &amp; &#60;b> ]]> --> \\u0001\\u009b[31m"
hostile=$hostile'\u202e</title></svg></desc><a href=\"javascript:x\">\ufffe'
result hostile "$hostile" "$hostile" "pipe:$hostile,size=1" 1
run "$ipclat" report -o hostile.html --svg drawings hostile two
expect_status 0
reads page hostile.html
LC_ALL=C grep -q '<script\|<img\|<a href="[^#]' hostile.html &&
    fail 'a text became an element'
LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" hostile.html &&
    fail 'a control character in the page'
grep -q 'onerror=alert(2)&gt;' hostile.html || fail 'a text is missing'
reads drawing drawings/*
for drawing in drawings/*; do
	case ${drawing#drawings/} in
	*[!a-z0-9.-]*) fail "an unsafe name: $drawing" ;;
	esac
done
[ "$(find drawings -type f | wc -l)" -ge 8 ] || fail 'drawings are missing'

# Bytes that are no UTF-8, from a file that is no JSON.
printf 'Pipe latency: 12.5 microseconds\n\377\376<script>' >bytes
run "$ipclat" report -o "$(printf 'p\377age')" bytes "$PWD/one"
expect_status 0
reads page "$(printf 'p\377age')"

# What it replaces: its own pages and drawings, and nothing else.
echo precious >mine
for what in '-o mine' '--svg taken'; do
	mkdir -p taken
	echo precious >taken/order-pipe-place-same-size-64.svg
	# Several words.
	# shellcheck disable=SC2086
	run "$ipclat" report $what one
	expect_usage_error 'will not be replaced'
done
grep -q precious mine taken/order-pipe-place-same-size-64.svg ||
    fail 'what was not ours was replaced'
run "$ipclat" report -o one two
expect_usage_error 'is no page that ipclat wrote'
cp page.html before.html
run "$ipclat" report -o page.html mine
expect_status 2
cmp -s page.html before.html || fail 'a page was lost'
run "$ipclat" report -o - one
expect_status 0
head -n 1 out | grep -q '^<!DOCTYPE html>$' || fail "$ran: no page"
mkfifo pipe
cat pipe >piped &
run "$ipclat" report -o pipe one
expect_status 0
[ "$status" -eq 0 ] || kill $!
wait
reads page piped
if [ -c /dev/full ]; then
	run "$ipclat" report -o /dev/full one
	expect_usage_error /dev/full
fi
find . -name '.ipclat-*' | grep -q . && fail 'a temporary file is left'

# What is asked for wrongly.
run "$ipclat" report
expect_usage_error 'no file named'
run "$ipclat" report one
expect_usage_error 'add -o'
run "$ipclat" report -o x.html none
expect_usage_error none
run "$ipclat" report --svg one one
expect_usage_error one

# What was really measured.
run "$ipclat" run -q -n 6 -t 0.01 -p any -s 64,4k -o real pipe udp
expect_status 0
run "$ipclat" report -o real.html --svg real.d real
expect_status 0
reads page real.html
reads drawing real.d/*
expect_nothing_left
finish
