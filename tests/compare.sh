#!/bin/sh
# Comparing results as a user meets it: what it claims, and what it does not;
# exit statuses; files that are damaged or none; bisecting.

srcdir=${srcdir:-$(dirname "$0")/..}
# shellcheck source=tests/lib.sh
. "$srcdir/tests/lib.sh"
manual=$(cd "$srcdir/man" && pwd)/ipclat.1

# result FILE BOOT SPEC=VALUE,VALUE... ...: a result with medians in ns.
result() {
	file=$1
	printf '{"schema": "ipclat-result/1", "host": {"boot_id": "%s",
	    "release": "6.1-%s"}, "tests": [' "$2" "$2" >"$file"
	shift 2
	between=
	for row; do
		printf '%s{"name": "%s", "spec": "%s", "status": "ok",
		    "invocations": [' "$between" "${row%%:*}" "${row%=*}"
		echo "${row##*=}" | awk -F , '{
			form = "%s{\"median_ns\": %s, \"mean_ns\": %s, " \
			    "\"round_trips\": 100}"
			for (i = 1; i <= NF; i++)
				printf form, (i > 1 ? ", " : ""), $i, $i * 1.1
		}'
		printf ']}'
		between=,
	done >>"$file"
	echo ']}' >>"$file"
}

# expect_verdict SPEC VERDICT: that of the row in the JSON on standard output.
expect_verdict() {
	grep -q "\"spec\": \"$1\".*\"verdict\": \"$2\"" "$work/out" ||
	    fail "$ran: $1 is not $2"
}

cd "$work" || exit 99
result old a pipe:place=same=1000,1001,1002,1003,1004,1005,1006,1007,1008,1009 \
    tcp:place=same=5000,5001,5002,5003,5004,5005,5006,5007,5008,5009 \
    udp:place=same=3000,3100,3200,2900,2800,3000,3050,2950,3150,2850 \
    nil:place=same=10,10,10,10,10,10
result new a pipe:place=same=900,901,902,903,904,905,906,907,908,909 \
    tcp:place=same=5300,5301,5302,5303,5304,5305,5306,5307,5308,5309 \
    udp:place=same=3010,3110,3210,2910,2810,3010,3060,2960,3160,2860 \
    fifo:place=same=10,10,10,10,10,10
result same a pipe:place=same=1000,1001,1002,1003,1004,1005,1006,1007,1008,1009
result worse a pipe:place=same=1040,1041,1042,1043,1044,1045,1046,1047,1048,1049

# Claims, in every form.
run "$ipclat" compare -f json old new
expect_status 0
expect_no_err
expect_out '"schema": "ipclat-comparison/1"'
expect_verdict pipe:place=same faster
expect_verdict tcp:place=same slower
expect_verdict udp:place=same inconclusive
expect_verdict nil:place=same only-old
expect_verdict fifo:place=same only-new
run "$ipclat" compare old new
expect_status 0
expect_out '^pipe  *same  *1\.004  *0\.904  *+10\.0% \[.*\]  *faster$'
expect_out '^tcp .* -6\.0% .*  slower$'
expect_out 'could have been shown'
awk 'length($0) > 80 { exit 1 }' out || fail "$ran: a line is too long"
run "$ipclat" compare -f csv old new
expect_out '^spec,.*,note.$'
expect_out '^"pipe:place=same",.*,faster,10,10,invocations,'
run "$ipclat" compare -f markdown old new
expect_out '^| `pipe:place=same` | .* | faster |$'
run "$ipclat" compare --sort old new
[ "$(sed -n '/ verdict$/{n;s/ .*//;p;}' out)" = tcp ] ||
    fail "$ran: what is slower does not come first"
run "$ipclat" compare -f json same same
expect_status 0
expect_verdict pipe:place=same equivalent

# Exit statuses.
run "$ipclat" compare --fail-if-slower old new
expect_status 1
run "$ipclat" compare --fail-if-slower=7 old new
expect_status 0
run "$ipclat" compare --fail-if-slower=5 --require-conclusive old new
expect_status 1
run "$ipclat" compare --fail-if-slower=7 --require-conclusive old new
expect_status 3
run "$ipclat" compare --require-conclusive same same
expect_status 0
run "$ipclat" compare --threshold 8 --fail-if-slower old new
expect_status 0
run "$ipclat" compare --metric p99 same same
expect_status 2
expect_err 'no test can be compared'
result other a futex:place=same=1,2,3
run "$ipclat" compare same other
expect_status 2
expect_out 'only-new'
expect_err '^ipclat: compare: no test can be compared; the table says why$'
run "$ipclat" compare --metric mean old new
expect_status 0
expect_out 'compared: mean'

# Several files a side, and "--" between them.
run "$ipclat" compare -f json same old -- new worse
expect_status 0
expect_out '"old_files": 2,'
expect_out '"new_files": 2,'
run "$ipclat" compare -f json -- same -- new worse
expect_out '"new_files": 2,'
run "$ipclat" compare -- same worse
expect_status 0
cp same ./-same
run "$ipclat" compare -- -same -- worse
expect_status 0
# shellcheck disable=SC2016
run sh -c '"$1" compare - worse <same' sh "$ipclat"
expect_status 0
for words in '' 'same' 'same worse new' 'same --' '-- same' 'same -- new -- old' \
    'same --fail-if-slower=1 new' '-f xml same new' '- -'; do
	# Several words.
	# shellcheck disable=SC2086
	run "$ipclat" compare $words
	expect_usage_error .
done
run "$ipclat" compare same absent
expect_usage_error '^ipclat: absent: '

# The report of 2002: seven values of one run a side, and nothing claimed.
report() {
	printf 'Pipe latency: %s microseconds
AF_UNIX sock stream latency: %s microseconds
UDP latency using localhost: %s microseconds
TCP latency using localhost: %s microseconds
RPC/tcp latency using localhost: %s microseconds
RPC/udp latency using localhost: %s microseconds
TCP/IP connection cost to localhost: %s microseconds\n' "$@"
}
report 12.51 21.61 36.28 56.90 123.30 89.78 192.74 >before
report 11.43 19.82 35.12 54.89 121.91 88.70 187.76 | sed 's/^/> /' >after
run "$ipclat" compare before after
expect_status 0
[ "$(awk '$2 == "any" { printf "%s ", $5 }' out)" = \
    '+9% +8% +3% +4% +1% +1% +3% ' ] || fail "$ran: other changes"
[ "$(grep -c ' no-evidence$' out)" -eq 7 ] || fail "$ran: claims something"
expect_out '^7 no-evidence\.$'
run "$ipclat" compare --fail-if-slower after before
expect_status 0
run "$ipclat" compare --require-conclusive before after
expect_status 3
# Six runs a side of one line, together or in files of their own, are evidence.
for i in 1 2 3 4 5 6; do
	echo "Pipe latency: 12.5$i microseconds" >"before.$i"
	echo "Pipe latency: 11.4$i microseconds" >"after.$i"
done
cat before.? >before
cat after.? >after
run "$ipclat" compare before after
expect_out '^pipe .* faster$'
run "$ipclat" compare before.? -- after.?
expect_out '^pipe .* faster$'
run "$ipclat" show before
expect_status 0
expect_out '^pipe '
run "$ipclat" show -f json before
expect_status 0
cp out converted
run "$ipclat" compare converted after
expect_out '^pipe .* faster$'

# A file cut anywhere is refused, by name and place.
result tiny a pipe:place=same=10,11
tr -d '\n\t' <tiny | tr -s ' ' >whole
size=$(($(wc -c <whole)))
cut=0
while [ $cut -lt $size ]; do
	dd if=whole of=part bs=$cut count=1 2>/dev/null
	[ $cut -gt 0 ] || : >part
	run "$ipclat" compare tiny part
	expect_usage_error '^ipclat: part: \(is empty\|.*line 1, column [0-9]\)'
	cut=$((cut + 1))
done
run "$ipclat" compare tiny whole
expect_status 0

# damaged WORDS: what stands in the file "bad" is refused with these words.
damaged() {
	run "$ipclat" compare same bad
	expect_usage_error "^ipclat: bad: .*$1"
	run "$ipclat" show bad
	expect_usage_error "^ipclat: bad: .*$1"
}
instead() {
	sed "s/\"median_ns\": 1003/$1/" same >bad
}
instead '"median_ns": NaN'
damaged 'line [0-9]*, column'
instead '"median_ns": 1e999'
damaged 'line [0-9]*, column'
instead '"median_ns": 1, "median_ns": 2'
damaged 'duplicate'
instead '"median_ns": 0'
damaged 'tests\[0\]\.invocations\[3\]\.median_ns must be above 0'
instead '"median_ns": -5'
damaged 'median_ns is negative'
instead "$(printf '"median_ns": "\377\376"')"
damaged 'line [0-9]*, column'
sed 's|result/1|result/2|' same >bad
damaged 'newer ipclat'
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "{\"a\":["; print "" }' >bad
damaged 'nested'
awk 'BEGIN {
	printf "{\"schema\": \"ipclat-result/1\", \"tests\": [{\"name\": \"a\","
	printf "\"spec\": \"a\", \"status\": \"ok\", \"invocations\": [{}"
	for (i = 1; i < 1000000; i++)
		printf ",{}"
	print "]}]}"
}' >bad
damaged 'more than 10000 elements'
echo 'Pipe latency: -nan microseconds' >bad
damaged "line 1: '-nan'"
printf 'Pipe latency: 12.5' >bad
damaged 'line 1: .*cut'
echo 'no figures' >bad
damaged 'neither an ipclat result'
rm bad
mkdir bad
damaged 'is a directory'
rmdir bad
if mkfifo bad 2>/dev/null; then
	damaged 'a pipe that nobody writes to'
fi
# What another process writes is read, however slowly it comes.
if [ -e /dev/fd/0 ]; then
	# The shell that runs this has its own arguments.
	# shellcheck disable=SC2016
	run sh -c '(sleep 0.2; cat same) | "$1" compare same /dev/fd/0' \
	    sh "$ipclat"
	expect_status 0
	# shellcheck disable=SC2016
	run sh -c 'cat same | "$1" compare /dev/fd/0 same' sh "$ipclat"
	expect_status 0
fi
if [ -c /dev/zero ]; then
	run "$ipclat" compare same /dev/zero
	expect_usage_error 'is a device'
	# shellcheck disable=SC2016
	run sh -c '"$1" show - </dev/zero' sh "$ipclat"
	expect_usage_error 'standard input: is larger than 64 MB'
fi

# What fuzzing has found, and its seeds: read or refused, never worse.
for file in "$(dirname "$manual")"/../fuzz/corpus/*/*; do
	run "$ipclat" show -f json "$file"
	[ "$status" -eq 0 ] || expect_usage_error .
done

# The script of the manual bisects: 1 is bad, 3 cannot be told, 2 stops.
if ! command -v git >/dev/null 2>&1; then
	skip "bisecting: no git"
	finish
fi
sed -n '/^\.\\" begin bisect/,/^\.\\" end bisect/{/^\./d;s/\\e/\\/g;p;}' \
    "$manual" >judge
[ -s judge ] || fail "no script in the manual"
chmod +x judge
mkdir bin repository
# Measures what the tree says, and compares in earnest.
cat >bin/ipclat <<-'END'
	#!/bin/sh
	if [ "$1" = compare ]; then
		exec "$REAL" "$@"
	fi
	while [ "$1" != -o ]; do
		shift
	done
	cp measured "$2"
END
chmod +x bin/ipclat
REAL=$ipclat
export REAL
result "$work/unclear" a pipe:place=same=1000,1100,1200,900,800,1000

# bisect GOOD...: how the search ends in a history of these trees.
bisect() {
	rm -rf repository
	mkdir repository
	(
		cd repository || exit 1
		git init -q . && git config user.email a@example.org &&
		    git config user.name a
		n=0
		for tree; do
			n=$((n + 1))
			cp "../$tree" measured
			printf 'all:\n' >Makefile
			echo $n >number
			git add . && git commit -q -m "$n $tree"
		done
		cp ../same "$work/base.json"
		git bisect start HEAD "$(git rev-list HEAD | tail -n 1)"
		PATH=$work/bin:$PATH git bisect run "$work/judge"
	) >out 2>err
	status=$?
	ran="git bisect run on $*"
}
bisect same same same worse worse worse
expect_status 0
expect_out 'is the first bad commit'
expect_out '4 worse'
bisect same same same unclear worse worse
expect_out 'could be any of\|first bad commit'
grep -q '5 worse\|4 unclear' out || fail "$ran: found something else"
echo broken >broken
bisect same same broken broken worse worse
[ "$status" -ne 0 ] || fail "$ran: went on after an unreadable file"
grep -q 'is the first bad commit' out && fail "$ran: blames somebody"

finish
