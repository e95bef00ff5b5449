#!/bin/sh
# A/A: tables of `ab` in which both sides are the same, of which few may claim
# a change: one in twenty by Holm's correction, and at most one in ten here.
# Run in the build directory on a quiet machine; TABLES (50) tables of GROUP
# (@lmbench), with the options ABFLAGS.  At full length 30 to 60
# minutes, by how many invocations are disturbed.

set -eu
tables=${TABLES:-50}
group=${GROUP:-@lmbench}
allowed=$((tables / 10))
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM

claiming=0 rows=0 false=0 equivalent=0 disturbed=0 made=0 table=0
began=$(date +%s)
while [ $table -lt "$tables" ]; do
	table=$((table + 1))
	# Options are a list of words.
	# shellcheck disable=SC2086
	./ipclat ab -q ${ABFLAGS-} -f json -o "$work/kept.json" "$group" \
	    "$group" >"$work/table.json"
	claims=$(grep -c '"verdict": "\(faster\|slower\)"' \
	    "$work/table.json" || true)
	rows=$((rows + $(grep -c '"verdict": ' "$work/table.json")))
	equivalent=$((equivalent + $(grep -c '"verdict": "equivalent"' \
	    "$work/table.json" || true)))
	made=$((made + $(cat "$work"/kept.?.json |
	    grep -c '"round_trips": ')))
	disturbed=$((disturbed + $(cat "$work"/kept.?.json |
	    grep -c '"disturbed": true' || true)))
	false=$((false + claims))
	if [ "$claims" -gt 0 ]; then
		claiming=$((claiming + 1))
		printf 'table %d: ' $table
		sed -n 's/.*"spec": "\([^"]*\)".*"p_adjusted": \([^,]*\), "change_percent": \([^,]*\),.*"verdict": "\(faster\|slower\)".*/\1 \4 by \3 %, p \2/p' \
		    "$work/table.json" | tr '\n' ';'
		echo
	fi
done
echo "$claiming of $tables tables claim a change, at most $allowed may;" \
    "$false of $rows rows; $equivalent equivalent."
echo "$disturbed of $made invocations were disturbed;" \
    "$(($(date +%s) - began)) s."
[ $claiming -le $allowed ]
